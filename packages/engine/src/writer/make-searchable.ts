import { ApiError, type ErrorCause } from '@sextant/contract';
import type { RefreshResult } from '../shard/index/write-batch.ts';
import type { ShardWriter } from '../shard/write/shard-writer.ts';

/**
 * Makes what was written to these shards searchable: at once, or with their next refresh. A shard that closes or
 * fails meanwhile counts as done, for its operations are durable; one that fails in the refresh itself is named.
 */
export async function makeSearchable(
  shards: ReadonlyMap<number, ShardWriter>,
  refresh: 'true' | 'wait_for',
): Promise<RefreshResult> {
  const failures = new Map<number, ErrorCause>();
  let forced = false;
  const waiting: Promise<void>[] = [];
  for (const [number, shard] of shards) {
    try {
      if (refresh === 'wait_for') {
        const { promise, resolve } = Promise.withResolvers<void>();
        if (shard.onRefresh(resolve)) forced = true;
        waiting.push(promise);
      } else if (shard.failure === undefined) {
        await shard.refreshed();
        forced = true;
      }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      failures.set(number, error.error);
    }
  }
  await Promise.all(waiting);
  return { forced, failures };
}
