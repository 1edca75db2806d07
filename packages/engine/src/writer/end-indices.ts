import type { Clock } from '@sextant/base';
import type { IndexWriter } from './index-writer.ts';

/** So long shards are flushed at the end; of the others the next start replays what was written since their last flush. */
const FLUSHED_AT_END_MS = 1_500;

/** Ends the shards of all of them; whether all that they hold is durable, and what the first failed with that could not be ended. */
export function endIndices(
  indices: Iterable<IndexWriter>,
  clock: Clock,
): { readonly isDurable: boolean; readonly failure: unknown } {
  const flushUntil = clock.nanos() + FLUSHED_AT_END_MS * 1e6;
  let isDurable = true;
  let failure: unknown;
  for (const index of indices) {
    try {
      isDurable = index.endShards(() => clock.nanos() < flushUntil) && isDurable;
    } catch (error) {
      failure ??= error;
    }
  }
  return { isDurable, failure };
}
