import { ApiError, type ErrorCause } from '@sextant/contract';
import { DocumentError } from '../budget/document-error.ts';
import type { ShardSearcher } from '../segment/segment-reader.ts';

/** A search has met something in a shard that is not as it was written. */
export class ShardDamaged extends ApiError {
  readonly searcher: ShardSearcher;

  constructor(cause: ErrorCause, searcher: ShardSearcher) {
    super(cause);
    this.searcher = searcher;
  }
}

/** A search has met a document that it cannot be asked of. */
export class ShardFailed extends DocumentError {
  readonly searcher: ShardSearcher;
  /** Of it, and of others that have failed with it. */
  readonly causes: ReadonlyMap<ShardSearcher, ErrorCause>;

  constructor(cause: ErrorCause, searcher: ShardSearcher, causes = new Map([[searcher, cause]])) {
    super(cause);
    this.searcher = searcher;
    this.causes = causes;
  }
}

/** What was thrown while a shard was searched: where it is that shard's own, as such. */
export function inShard(error: unknown, searcher: ShardSearcher | undefined): unknown {
  if (error instanceof DocumentError && searcher !== undefined) return new ShardFailed(error.error, searcher);
  const isDamage = error instanceof ApiError && error.error.type === 'corrupt_index_exception';
  return isDamage && searcher !== undefined ? new ShardDamaged(error.error, searcher) : error;
}
