import type { Clock, Log } from '@sextant/base';
import type { RecordDocument, RecordDocuments } from './record-documents.ts';

/** Documents of one kind that changed, or `all` where that cannot be told. */
type Listener = (documents: readonly RecordDocument[] | 'all') => void;

export interface RecordChangesParts {
  readonly documents: RecordDocuments;
  readonly clock: Clock;
  readonly log: Log;
  /** Other processes write to the same records. */
  readonly isShared: boolean;
}

/** Other instances' changes are looked for this often: one search that answers with one number. */
export const pollMs = 2_000;
/** After this long without a successful look what is known is not trusted. */
const staleMs = 10_000;
/** Writes under way at the same time may become visible out of order; none is under way for so long. */
const settleMs = 30_000;
const pagesMax = 10;
/** After so long without a look, by either clock, marks of removed records may be gone: all is read anew. */
const awayMs = 3_600_000;

/**
 * Notices changes of records. Those of this process are told at once. Where the records are shared, the greatest
 * sequence number of the index tells whether others changed something.
 */
export class RecordChanges {
  readonly #parts: RecordChangesParts;
  readonly #listeners = new Map<string, Set<Listener>>();
  /** The greatest number that was seen, and when, for the last half minute; the first is older. */
  #seen: { readonly seqNo: number; readonly atMs: number }[] = [];
  #checkedAtMs: number | undefined;
  #checkedAtWallMs = 0;
  #check: Promise<void> | undefined;
  #isFailing = false;

  constructor(parts: RecordChangesParts) {
    this.#parts = parts;
  }

  subscribe(kind: string, listener: Listener): () => void {
    const listeners = this.#listeners.get(kind) ?? new Set();
    this.#listeners.set(kind, listeners);
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  /** True while nobody else can have changed anything that was not told. */
  isFresh(): boolean {
    if (!this.#parts.isShared) return true;
    return this.#checkedAtMs !== undefined && this.#nowMs() - this.#checkedAtMs < staleMs;
  }

  /** Looks for changes now; rejects where the records cannot be read. One look at a time. */
  check(): Promise<void> {
    if (!this.#parts.isShared) return Promise.resolve();
    this.#check ??= this.#look().finally(() => {
      this.#check = undefined;
    });
    return this.#check;
  }

  /** As `check`, for who is not interested in the outcome: the first failure in a row is told in the log. */
  async poll(): Promise<void> {
    try {
      await this.check();
      this.#isFailing = false;
    } catch (error) {
      const level = this.#isFailing ? 'debug' : 'warn';
      this.#isFailing = true;
      this.#parts.log.log(level, 'records', 'changes of accounts by other instances cannot be looked for', {
        error,
      });
    }
  }

  /** Of this process. */
  wrote(document: RecordDocument): void {
    this.#tell(document.source.kind ?? '', [document]);
  }

  async #look(): Promise<void> {
    const asked = this.#nowMs();
    const { documents, clock } = this.#parts;
    const wall = clock.now();
    const [latest] = await documents.search({ size: 1, sort: [{ _seq_no: 'desc' }], _source: false });
    const seqNo = latest?.seqNo ?? -1;
    const before = this.#seen.at(-1);
    // The first look, or an index that was made anew: numbers of before mean nothing.
    if (before === undefined || seqNo < before.seqNo || this.#wasAway(asked, wall)) {
      this.#seen = [{ seqNo, atMs: asked }];
      this.#tellAll();
    } else {
      while (this.#seen.length > 1 && asked - this.#seen[1]!.atMs >= settleMs) this.#seen.shift();
      if (seqNo > this.#seen[0]!.seqNo) await this.#readSince(this.#seen[0]!.seqNo);
      if (seqNo > before.seqNo) this.#seen.push({ seqNo, atMs: asked });
    }
    this.#checkedAtMs = asked;
    this.#checkedAtWallMs = wall;
  }

  #wasAway(asked: number, wall: number): boolean {
    if (this.#checkedAtMs === undefined) return false;
    return asked - this.#checkedAtMs > awayMs || Math.abs(wall - this.#checkedAtWallMs) > awayMs;
  }

  async #readSince(floor: number): Promise<void> {
    const { documents } = this.#parts;
    const byKind = new Map<string, RecordDocument[]>();
    let from = floor;
    for (let page = 0; ; page++) {
      if (page === pagesMax) {
        this.#tellAll();
        return;
      }
      const changed = await documents.search({
        query: { range: { _seq_no: { gt: from } } },
        sort: [{ _seq_no: 'asc' }],
      });
      for (const document of changed) {
        const kind = document.source.kind ?? '';
        const ofKind = byKind.get(kind);
        if (ofKind === undefined) byKind.set(kind, [document]);
        else ofKind.push(document);
      }
      if (changed.length < documents.pageSize) break;
      from = changed.at(-1)!.seqNo;
    }
    for (const [kind, found] of byKind) this.#tell(kind, found);
  }

  #tell(kind: string, documents: readonly RecordDocument[] | 'all'): void {
    for (const listener of this.#listeners.get(kind) ?? []) listener(documents);
  }

  #tellAll(): void {
    for (const kind of this.#listeners.keys()) this.#tell(kind, 'all');
  }

  #nowMs(): number {
    return this.#parts.clock.nanos() / 1e6;
  }
}
