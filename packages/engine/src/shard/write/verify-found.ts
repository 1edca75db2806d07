import { ApiError } from '@sextant/contract';
import type { SegmentData } from '../../segment/segment-data.ts';
import type { ShardState } from './shard-state.ts';

/** Reads segments through of which only the frame was looked at. The shard fails where one is damaged. */
export async function verifyFound(state: ShardState, found: readonly SegmentData[]): Promise<void> {
  for (const { directory, name, index } of found) {
    if (state.failure !== undefined) return;
    // What was read into memory has been checked.
    if (index !== null) continue;
    // Where the merging thread ends, so does this: the next one that is wanted starts it again.
    const cause = await state.context.merges.verify({ directory, name }).catch(() => undefined);
    if (cause !== undefined && state.failure === undefined) state.fail(new ApiError(cause));
  }
}
