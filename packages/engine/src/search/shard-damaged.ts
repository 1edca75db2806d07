import { ApiError, type ErrorCause } from '@sextant/contract';
import type { ShardSearcher } from '../segment/segment-reader.ts';

/** A search has met something in a shard that is not as it was written. */
export class ShardDamaged extends ApiError {
  readonly searcher: ShardSearcher;

  constructor(cause: ErrorCause, searcher: ShardSearcher) {
    super(cause);
    this.searcher = searcher;
  }
}

/** What was thrown while a shard was read: where it is damage, as damage of that shard. */
export function inShard(error: unknown, searcher: ShardSearcher | undefined): unknown {
  const isDamage = error instanceof ApiError && error.error.type === 'corrupt_index_exception';
  return isDamage && searcher !== undefined ? new ShardDamaged(error.error, searcher) : error;
}
