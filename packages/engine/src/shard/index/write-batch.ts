import type { ErrorCause } from '@sextant/contract';

export type { HistoryOperation } from '../../translog/history-operation.ts';

export type WriteKind = 'index' | 'create' | 'update' | 'delete';

/** UNASSIGNED stands for "not given" in the number columns. */
export const UNASSIGNED = -2;

/**
 * Document operations on one index, as columns, so that thousands cross a thread as a few objects.
 * Operations are applied in order. `source` is one buffer; the body of operation i is
 * `source[starts[i], ends[i])` (equal for a delete). An update's body is the update request (`doc`, `upsert`,
 * `doc_as_upsert`, `detect_noop`, `_source`).
 */
export interface WriteBatch {
  readonly index: string;
  readonly source: Uint8Array;
  readonly kinds: readonly WriteKind[];
  /**
   * null = make an id (20 characters, URL-safe base64, time-based as OpenSearch's; index and create only).
   */
  readonly ids: readonly (string | null)[];
  readonly routings: readonly (string | null)[] | null;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** Optimistic concurrency: null = none given at all. */
  readonly ifSeqNos: Float64Array | null;
  readonly ifPrimaryTerms: Float64Array | null;
  /** External versioning: null = internal for all. */
  readonly versions: Float64Array | null;
  readonly versionTypes: readonly ('internal' | 'external' | 'external_gte')[] | null;
  /** Tries of an update on conflict, minus 1; null = 0. */
  readonly retryOnConflict: Int32Array | null;
  readonly refresh: 'false' | 'true' | 'wait_for';
  /** Update only: give the document after the update back in `sources`. */
  readonly returnSource?: boolean;
  /** Updates only: nothing is written; what they would write comes back in `previews`. */
  readonly isPreview?: boolean;
  /** What is there is left as it is: a delete of it is a conflict, as a `create` is. */
  readonly createsOnly?: boolean;
  /** Measure each operation. */
  readonly timed?: boolean;
}

export type WriteOutcome = 'created' | 'updated' | 'deleted' | 'not_found' | 'noop' | 'failed';

/** A document as an update would write it. */
export interface UpdatePreview {
  readonly source: Uint8Array;
  readonly routing: string | null;
}

/** Results beside the operations of a batch; written and synced when it arrives. */
export interface WriteResult {
  readonly ids: readonly string[];
  readonly outcomes: readonly WriteOutcome[];
  readonly shards: Int32Array;
  readonly versions: Float64Array;
  readonly seqNos: Float64Array;
  readonly primaryTerms: Float64Array;
  /** Sparse: only for `failed`. */
  readonly errors: ReadonlyMap<number, ErrorCause>;
  /** Sparse: bodies of documents that are there after an update, where `returnSource` asked for them. */
  readonly sources: ReadonlyMap<number, Uint8Array>;
  /** Sparse: where `isPreview` asked for them; `outcomes` are what they would be, the other columns of the documents as they are. */
  readonly previews: ReadonlyMap<number, UpdatePreview>;
  /** What each operation took to be applied, where `timed` asked for it; without the sync that the batch shares. */
  readonly tookNanos: Float64Array | null;
  /** A refresh made the operations visible (`forced_refresh` of the answer). */
  readonly forcedRefresh: boolean;
}

/** What became of a wish to see what was written. */
export interface RefreshResult {
  /** It was done at once (`forced_refresh` of the answer). */
  readonly forced: boolean;
  /** By shard: why it could not be refreshed. */
  readonly failures: ReadonlyMap<number, ErrorCause>;
}

export interface GetRequest {
  readonly index: string;
  readonly id: string;
  readonly routing?: string;
  /** false: only what a refresh has made visible. */
  readonly realtime: boolean;
}

export interface GetResult {
  readonly found: boolean;
  readonly version: number;
  readonly seqNo: number;
  readonly primaryTerm: number;
  readonly routing: string | null;
  readonly source: Uint8Array | null;
  /** What the source leaves out of stored fields, as JSON; null where that is nothing. */
  readonly kept: Uint8Array | null;
}
