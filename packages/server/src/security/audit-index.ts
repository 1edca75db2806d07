import type { Clock, Log } from '@sextant/base';
import { isObject, type JsonMap } from '@sextant/contract';
import type { InternalCall } from '../backend/backend.ts';
import { systemIndexPrefix } from '../backend/system-index.ts';

/** How often what has happened is written. */
export const auditEveryMs = 5_000;
export const auditSweepEveryMs = 3_600_000;

const prefix = `${systemIndexPrefix}audit-`;
const dayMs = 86_400_000;
const writtenAtOnceMax = 500;
/** Entries that wait to be written; each has some kilobytes at most. */
const waitingMax = 2_000;
const toldEveryMs = 60_000;

const keyword: JsonMap = { type: 'keyword', ignore_above: 1024 };
const definition: JsonMap = {
  settings: { 'index.number_of_shards': 1, 'index.auto_expand_replicas': '0-1', 'index.hidden': true },
  mappings: {
    dynamic: false,
    properties: {
      '@timestamp': { type: 'date' },
      /** Of entries of one process in one millisecond: which came first. */
      audit_sequence: { type: 'long' },
      audit_category: keyword,
      audit_request_effective_user: keyword,
      audit_request_remote_address: keyword,
      audit_request_privilege: keyword,
      audit_trace_resolved_indices: keyword,
      audit_event: keyword,
    },
  },
};

export interface AuditIndexParts {
  readonly call: InternalCall;
  readonly clock: Clock;
  readonly log: Log;
  /** How long entries are kept, in milliseconds. */
  readonly keptMs: number;
}

/** What is asked of the entries; all of it at once. */
export interface AuditQuery {
  readonly size: number;
  readonly category?: string | undefined;
  readonly user?: string | undefined;
  /** Milliseconds since 1970. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** Entries that come after this one: what `next` said. */
  readonly after?: readonly number[] | undefined;
}

export interface AuditPage {
  readonly total: number;
  readonly entries: readonly JsonMap[];
  readonly next?: readonly number[];
}

interface Waiting {
  readonly index: string;
  readonly line: string;
}

/**
 * The audit log as documents: an index of the service itself for each day, so that no request reaches it. What happens is kept in
 * memory and written every few seconds beside requests; beyond a bound it is counted and told, and an index whose time is
 * over is deleted.
 */
export class AuditIndex {
  readonly #parts: AuditIndexParts;
  #waiting: Waiting[] = [];
  #lost = 0;
  #sequence = 0;
  #made = '';
  #writing: Promise<void> = Promise.resolve();
  #toldAtMs = Number.NEGATIVE_INFINITY;

  constructor(parts: AuditIndexParts) {
    this.#parts = parts;
  }

  /** Entries that are not written yet. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Costs no more than a line of a log. `fields` hold no secret, and nothing of documents. */
  note(event: string, fields: Readonly<Record<string, unknown>>): void {
    if (this.#waiting.length >= waitingMax) this.#lost++;
    else this.#add(event, fields);
  }

  #add(event: string, fields: Readonly<Record<string, unknown>>): void {
    const now = this.#parts.clock.now();
    const source = {
      '@timestamp': new Date(now).toISOString(),
      audit_sequence: this.#sequence++,
      audit_event: event,
      ...fields,
    };
    this.#waiting.push({ index: indexOf(now), line: JSON.stringify(source) });
  }

  /** Writes what waits, after what is being written. What fails is tried again the next time. */
  write(): Promise<void> {
    this.#writing = this.#writing.then(async () => {
      while (this.#waiting.length > 0 && (await this.#writeSome()));
    });
    return this.#writing;
  }

  /** False where it cannot be written now. */
  async #writeSome(): Promise<boolean> {
    if (this.#lost > 0 && this.#waiting.length < waitingMax) {
      const count = this.#lost;
      this.#lost = 0;
      this.#add('more of these were not written', { count });
    }
    const [{ index } = { index: '' }] = this.#waiting;
    const others = this.#waiting.findIndex((entry) => entry.index !== index);
    const count = Math.min(others < 0 ? this.#waiting.length : others, writtenAtOnceMax);
    const some = this.#waiting.slice(0, count);
    try {
      await this.#makeIndex(index);
      const body = some.map(({ line }) => `{"create":{}}\n${line}\n`).join('');
      const answer = await this.#parts.call({ method: 'POST', path: `/${index}/_bulk`, body });
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body).slice(0, 500));
      if (isObject(answer.body) && answer.body.errors === true)
        this.#tell('some entries were refused', answer.body);
      const again = some.filter((_, at) => isPassing(answer.body, at));
      this.#waiting = [...again, ...this.#waiting.slice(count)];
      return again.length === 0;
    } catch (error) {
      this.#made = '';
      this.#tell('the audit log cannot be written to its index now; it is in its files', error);
      return false;
    }
  }

  #tell(what: string, error: unknown): void {
    const { clock, log } = this.#parts;
    const nowMs = clock.nanos() / 1e6;
    if (nowMs - this.#toldAtMs < toldEveryMs) return;
    this.#toldAtMs = nowMs;
    log.log('warn', 'audit', what, {
      error: error instanceof Error ? error : JSON.stringify(error).slice(0, 500),
    });
  }

  async #makeIndex(index: string): Promise<void> {
    if (this.#made === index) return;
    const answer = await this.#parts.call({ method: 'PUT', path: `/${index}`, body: definition });
    const isThere = JSON.stringify(answer.body ?? '').includes('resource_already_exists_exception');
    if (answer.status !== 200 && !isThere) throw new Error(JSON.stringify(answer.body).slice(0, 500));
    this.#made = index;
  }

  /** Deletes the indices of days whose entries are all older than they are kept. */
  async sweep(): Promise<void> {
    const { call, clock, keptMs } = this.#parts;
    const found = await call({ method: 'GET', path: `/${prefix}*`, query: 'expand_wildcards=all' });
    if (found.status !== 200 || !isObject(found.body)) return;
    for (const index of Object.keys(found.body)) {
      const endedMs = Date.parse(index.slice(prefix.length).replaceAll('.', '-')) + dayMs;
      if (!index.startsWith(prefix) || !(endedMs + Math.max(keptMs, dayMs) < clock.now())) continue;
      if (this.#made === index) this.#made = '';
      await call({ method: 'DELETE', path: `/${index}` });
    }
  }

  /** The newest first, with what waits. Rejects with Error where it cannot be read. */
  async read({ size, category, user, from, to, after }: AuditQuery): Promise<AuditPage> {
    await this.write();
    const filter: JsonMap[] = [];
    if (category !== undefined) filter.push({ term: { audit_category: category } });
    if (user !== undefined) filter.push({ term: { audit_request_effective_user: user } });
    const format = 'epoch_millis';
    if (from !== undefined) filter.push({ range: { '@timestamp': { gte: from, format } } });
    if (to !== undefined) filter.push({ range: { '@timestamp': { lte: to, format } } });
    const body: JsonMap = {
      size,
      track_total_hits: true,
      query: { bool: { filter } },
      sort: [{ '@timestamp': { order: 'desc', unmapped_type: 'date' } }, { audit_sequence: 'desc' }],
      ...(after === undefined ? {} : { search_after: [...after] }),
    };
    await this.#parts.call({ method: 'POST', path: `/${prefix}*/_refresh`, query: 'expand_wildcards=all' });
    const query = 'expand_wildcards=all&allow_no_indices=true&ignore_unavailable=true';
    const answer = await this.#parts.call({ method: 'POST', path: `/${prefix}*/_search`, query, body });
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body).slice(0, 500));
    const { hits } = answer.body as { readonly hits: FoundEntries };
    const last = hits.hits.at(-1)?.sort;
    return {
      total: hits.total.value,
      entries: hits.hits.map(({ _source }) => _source),
      ...(last === undefined || hits.hits.length < size ? {} : { next: last }),
    };
  }
}

/** A shard or a disk may take the entry another time; what was refused for itself would be refused again. */
function isPassing(body: unknown, at: number): boolean {
  const items = isObject(body) && Array.isArray(body.items) ? (body.items as unknown[]) : [];
  const item = items[at];
  const created = isObject(item) ? item.create : undefined;
  const status = isObject(created) ? Number(created.status) : 0;
  return status === 429 || status >= 500;
}

interface FoundEntries {
  readonly total: { readonly value: number };
  readonly hits: readonly { readonly _source: JsonMap; readonly sort: readonly number[] }[];
}

function indexOf(ms: number): string {
  return prefix + new Date(ms).toISOString().slice(0, 10).replaceAll('-', '.');
}
