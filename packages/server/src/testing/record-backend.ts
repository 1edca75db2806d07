import { isDeepStrictEqual } from 'node:util';
import type { InternalCall } from '../backend/backend.ts';

interface Kept {
  readonly id: string;
  readonly source: Readonly<Record<string, unknown>>;
  readonly seqNo: number;
}

interface SearchRequest {
  readonly size: number;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly sort?: readonly Readonly<Record<string, 'asc' | 'desc'>>[];
  readonly search_after?: readonly (string | number)[];
}

type Call = Parameters<InternalCall>[0];
type Answer = Awaited<ReturnType<InternalCall>>;

/** The few calls that records make, over a map: what a cluster holds that several instances share. */
export class RecordBackend {
  readonly documents = new Map<string, Kept>();
  mapping: Record<string, unknown> | undefined;
  /** While set, every call rejects with it. */
  fault: Error | undefined;
  /** While true, calls are never answered. */
  isSilent = false;
  /** Calls so far, as `GET /path`. */
  readonly calls: string[] = [];
  #seqNo = 0;

  readonly call: InternalCall = async (call) => {
    this.calls.push(`${call.method} ${call.path}`);
    if (this.fault !== undefined) throw this.fault;
    if (this.isSilent) return new Promise(() => {});
    const [, , verb, id = ''] = call.path.split('/').map(decodeURIComponent);
    switch (verb) {
      case undefined:
        return this.#makeIndex(bodyOf(call));
      case '_mapping':
        return call.method === 'GET' ? this.#getMapping() : this.#putMapping(bodyOf(call));
      case '_search':
        return this.#search(bodyOf(call) as unknown as SearchRequest);
      case '_bulk':
        return this.#bulk(String(call.body));
      default:
        return call.method === 'GET' ? this.#get(id) : this.#put(verb, id, call);
    }
  };

  /** Writes without any condition, as an earlier version or somebody else did. */
  keep(id: string, source: Readonly<Record<string, unknown>>): void {
    this.documents.set(id, { id, source, seqNo: this.#seqNo++ });
  }

  #makeIndex(body: Record<string, unknown>): Answer {
    if (this.mapping !== undefined) {
      return { status: 400, body: { error: { type: 'resource_already_exists_exception' } } };
    }
    this.mapping = body.mappings as Record<string, unknown>;
    return { status: 200, body: {} };
  }

  #getMapping(): Answer {
    if (this.mapping === undefined) return { status: 404, body: {} };
    return { status: 200, body: { '.sextant-security': { mappings: this.mapping } } };
  }

  #putMapping(body: Record<string, unknown>): Answer {
    this.mapping = { ...this.mapping, ...body };
    return { status: 200, body: {} };
  }

  #get(id: string): Answer {
    const found = this.documents.get(id);
    return found === undefined
      ? { status: 404, body: { found: false } }
      : { status: 200, body: hitOf(found) };
  }

  #put(verb: string, id: string, { query = '', body }: Call): Answer {
    const found = this.documents.get(id);
    const wanted = /if_seq_no=(\d+)/.exec(query)?.[1];
    const conflict = verb === '_create' ? found !== undefined : Number(wanted) !== found?.seqNo;
    if (conflict) return { status: 409, body: {} };
    this.keep(id, JSON.parse(String(body)));
    const hit = hitOf(this.documents.get(id)!);
    return { status: found === undefined ? 201 : 200, body: hit };
  }

  #bulk(body: string): Answer {
    for (const line of body.trim().split('\n')) {
      const { _id, if_seq_no: seqNo } = JSON.parse(line).delete;
      if (this.documents.get(_id)?.seqNo === seqNo) this.documents.delete(_id);
    }
    return { status: 200, body: {} };
  }

  #search({ size, query, sort, search_after: after }: SearchRequest): Answer {
    const [field, order] = Object.entries(sort?.[0] ?? { _seq_no: 'asc' as const })[0]!;
    const keyOf = (kept: Kept): string | number =>
      field === '_seq_no' ? kept.seqNo : String(kept.source[field]);
    const sign = order === 'asc' ? 1 : -1;
    const compare = (a: string | number, b: string | number): number =>
      a < b ? -sign : Number(a > b) * sign;
    const found = [...this.documents.values()]
      .filter((kept) => query === undefined || matches(query, kept))
      .sort((a, b) => compare(keyOf(a), keyOf(b)))
      .filter((kept) => after === undefined || compare(keyOf(kept), after[0]!) > 0);
    return { status: 200, body: { hits: { hits: found.slice(0, size).map(hitOf) } } };
  }
}

function bodyOf({ body }: Call): Record<string, unknown> {
  return typeof body === 'string' ? JSON.parse(body) : { ...body };
}

function hitOf({ id, source, seqNo }: Kept): Record<string, unknown> {
  return { _id: id, _seq_no: seqNo, _primary_term: 1, _source: source };
}

type Clause = Readonly<Record<string, unknown>>;

function matches(query: Clause, kept: Kept): boolean {
  const [[kind, value]] = Object.entries(query) as [[string, never]];
  switch (kind) {
    case 'bool': {
      const { filter = [], must_not: mustNot = [] } = value as { filter?: Clause[]; must_not?: Clause[] };
      return filter.every((part) => matches(part, kept)) && !mustNot.some((part) => matches(part, kept));
    }
    case 'term': {
      const [[field, wanted]] = Object.entries(value) as [[string, unknown]];
      return [kept.source[field]].flat().some((one) => isDeepStrictEqual(one, wanted));
    }
    case 'exists':
      return kept.source[(value as { field: string }).field] !== undefined;
    case 'range': {
      const [[field, limits]] = Object.entries(value) as [[string, { lt?: number; gt?: number }]];
      const number = field === '_seq_no' ? kept.seqNo : kept.source[field];
      if (typeof number !== 'number') return false;
      return (
        (limits.lt === undefined || number < limits.lt) && (limits.gt === undefined || number > limits.gt)
      );
    }
    default:
      throw new Error(`the test's backend has no query ${kind}`);
  }
}
