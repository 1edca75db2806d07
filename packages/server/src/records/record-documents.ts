import type { Clock } from '@sextant/base';
import { ApiError, apiError, type JsonMap } from '@sextant/contract';
import type { InternalCall } from '../backend/backend.ts';
import { recordIndex } from '../backend/system-index.ts';

/** A document of the index: what is searchable, and the record as a text that the index does not look into. */
export interface RecordSource {
  readonly id?: string;
  readonly kind?: string;
  readonly keys?: readonly string[];
  readonly expires?: number;
  readonly removed?: boolean;
  readonly record?: string;
  readonly [name: string]: unknown;
}

export interface RecordDocument {
  readonly docId: string;
  readonly source: RecordSource;
  readonly seqNo: number;
  readonly primaryTerm: number;
}

export interface DocumentVersion {
  readonly seqNo: number;
  readonly primaryTerm: number;
}

interface Hit {
  readonly _id: string;
  readonly _seq_no?: number;
  readonly _primary_term?: number;
  readonly _source?: RecordSource;
}

interface SearchBody {
  readonly timed_out?: boolean;
  readonly _shards?: { readonly failed?: number };
  readonly hits?: { readonly hits?: readonly Hit[] };
}

type Answer = Awaited<ReturnType<InternalCall>>;

/** `_id` may have 512 bytes. */
const idBytesMax = 500;
const defaultPageSize = 1000;
/** A cluster that takes a question and does not answer is as good as away. */
const readTimeoutMs = 5_000;

/** The calls that records need of a backend: documents by id, searches, and the index itself. */
export class RecordDocuments {
  readonly pageSize: number;
  readonly #call: InternalCall;
  readonly #clock: Clock;

  constructor(call: InternalCall, clock: Clock, pageSize = defaultPageSize) {
    this.#call = call;
    this.#clock = clock;
    this.pageSize = pageSize;
  }

  /** Undefined where there is no index. */
  async mapping(): Promise<unknown> {
    const answer = await this.#read({ method: 'GET', path: `/${recordIndex}/_mapping` });
    if (answer.status === 404) return undefined;
    if (answer.status !== 200) throw failed('the index of records cannot be read', answer);
    const [first] = Object.values(answer.body as Record<string, { readonly mappings?: unknown }>);
    return first?.mappings ?? {};
  }

  /** Another instance may be faster: that is no error. */
  async makeIndex(definition: JsonMap): Promise<void> {
    const answer = await this.#call({ method: 'PUT', path: `/${recordIndex}`, body: definition });
    const exists = answer.status === 400 && errorType(answer) === 'resource_already_exists_exception';
    if (answer.status !== 200 && !exists) throw failed('the index of records cannot be made', answer);
  }

  async putMapping(body: JsonMap): Promise<void> {
    const answer = await this.#call({ method: 'PUT', path: `/${recordIndex}/_mapping`, body });
    if (answer.status !== 200) throw failed('the index of records cannot be changed', answer);
  }

  async get(docId: string): Promise<RecordDocument | undefined> {
    if (!isPossibleId(docId)) return undefined;
    const answer = await this.#read({ method: 'GET', path: this.#path('_doc', docId) });
    if (answer.status === 404) return undefined;
    if (answer.status !== 200) throw failed('a record cannot be read', answer);
    return documentOf(answer.body as Hit);
  }

  /**
   * `create`: only where there is no such document; else only over the version that is named. Undefined where that does
   * not hold. Searches see it when this resolves.
   */
  async put(
    docId: string,
    source: RecordSource,
    over: 'create' | DocumentVersion,
  ): Promise<DocumentVersion | undefined> {
    if (!isPossibleId(docId)) {
      throw apiError('illegal_argument_exception', `an id of a record may have ${idBytesMax} bytes`);
    }
    const isNew = over === 'create';
    const condition = isNew ? '' : `if_seq_no=${over.seqNo}&if_primary_term=${over.primaryTerm}&`;
    const answer = await this.#call({
      method: 'PUT',
      path: this.#path(isNew ? '_create' : '_doc', docId),
      query: `${condition}refresh=true`,
      body: JSON.stringify(source),
    });
    if (answer.status === 409) return undefined;
    if (answer.status !== 200 && answer.status !== 201) throw failed('a record cannot be written', answer);
    const { _seq_no: seqNo = 0, _primary_term: primaryTerm = 0 } = answer.body as Partial<Hit>;
    return { seqNo, primaryTerm };
  }

  /** One page of what matches; throws where a shard could not be searched, so that nothing is missing in silence. */
  async search(body: JsonMap): Promise<RecordDocument[]> {
    const answer = await this.#read({
      method: 'POST',
      path: `/${recordIndex}/_search`,
      body: { size: this.pageSize, track_total_hits: false, seq_no_primary_term: true, ...body },
    });
    const found = answer.body as SearchBody;
    const partial = found?.timed_out === true || (found?._shards?.failed ?? 0) > 0;
    if (answer.status !== 200 || partial) throw failed('records cannot be searched', answer);
    return (found.hits?.hits ?? []).map(documentOf);
  }

  /** Everything that matches, page by page, in the order of the ids. */
  async *pages(filter: readonly JsonMap[], mustNot: readonly JsonMap[]): AsyncGenerator<RecordDocument[]> {
    const query: JsonMap = { bool: { filter: [...filter], must_not: [...mustNot] } };
    let after: string | undefined;
    for (;;) {
      const page = await this.search({
        query,
        sort: [{ id: 'asc' }],
        ...(after === undefined ? {} : { search_after: [after] }),
      });
      if (page.length > 0) yield page;
      if (page.length < this.pageSize) return;
      after = page.at(-1)!.docId;
    }
  }

  /** Removes for good what did not change since it was read. */
  async removeAll(documents: readonly RecordDocument[]): Promise<void> {
    const lines = documents.map(({ docId, seqNo, primaryTerm }) =>
      JSON.stringify({ delete: { _id: docId, if_seq_no: seqNo, if_primary_term: primaryTerm } }),
    );
    const answer = await this.#call({
      method: 'POST',
      path: `/${recordIndex}/_bulk`,
      query: 'refresh=true',
      body: `${lines.join('\n')}\n`,
    });
    if (answer.status !== 200) throw failed('records cannot be removed', answer);
  }

  /** Of a write it would not be known whether it was done: those wait for the backend's own limit. */
  async #read(call: Parameters<InternalCall>[0]): Promise<Answer> {
    const late = Promise.withResolvers<Answer>();
    const cancel = this.#clock.after(readTimeoutMs, () => {
      const reason = `the backend did not answer within ${readTimeoutMs / 1000} s`;
      late.reject(new ApiError({ type: 'status_exception', reason, status: 503 }));
    });
    try {
      return await Promise.race([this.#call(call), late.promise]);
    } finally {
      cancel();
    }
  }

  #path(verb: string, docId: string): string {
    return `/${recordIndex}/${verb}/${encodeURIComponent(docId)}`;
  }
}

function isPossibleId(docId: string): boolean {
  return docId.isWellFormed() && Buffer.byteLength(docId) <= idBytesMax;
}

function documentOf(hit: Hit): RecordDocument {
  return {
    docId: hit._id,
    source: hit._source ?? {},
    seqNo: hit._seq_no ?? 0,
    primaryTerm: hit._primary_term ?? 0,
  };
}

function errorType({ body }: Answer): string | undefined {
  return (body as { readonly error?: { readonly type?: string } } | undefined)?.error?.type;
}

/** Of the answer only its error is told: a body may hold what nobody should read. */
function failed(what: string, answer: Answer): ApiError {
  const error = (answer.body as { readonly error?: { readonly reason?: string } } | undefined)?.error;
  const cause = error?.reason === undefined ? '' : `: ${error.reason}`;
  const reason = `${what}; the backend answered ${answer.status}${cause}`;
  const isTemporary = answer.status === 429 || answer.status > 501;
  return new ApiError({ type: 'status_exception', reason, status: isTemporary ? 503 : 500 });
}
