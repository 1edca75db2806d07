import { ApiError, type ErrorCause } from '@sextant/contract';
import type { SegmentData } from '../../segment/segment-data.ts';
import type { ShardState } from './shard-state.ts';

/** How long a shard that was read through without a finding is not read through again. */
const TRUSTED_MS = 10 * 60_000;

/** What becomes of a shard of which something is not as it was written: it fails. */
export class ShardDamage {
  readonly #state: ShardState;
  /** Segments that were there when the shard was opened, and were not looked at but for their frame. */
  readonly #found: readonly SegmentData[];
  #trustedUntil = Number.NEGATIVE_INFINITY;

  constructor(state: ShardState, found: readonly SegmentData[]) {
    this.#state = state;
    this.#found = found;
  }

  /** Who reads the shard has met what was not written so. */
  met(cause: ErrorCause): void {
    if (this.#state.failure === undefined) this.#state.fail(new ApiError(cause));
  }

  /** Reads something of the shard. */
  watch<T>(read: () => T): T {
    try {
      return read();
    } catch (error) {
      if (error instanceof ApiError && error.error.type === 'corrupt_index_exception') this.met(error.error);
      throw error;
    }
  }

  /** Reads the segments through that the shard was opened with. */
  verifyFound(): Promise<void> {
    return this.#verify(this.#found);
  }

  /** Reads all segments through, unless that was done a while ago: who reads the shard met what should not be. */
  async verifyAll(): Promise<void> {
    const { context, store } = this.#state;
    const now = context.clock.nanos() / 1e6;
    if (now < this.#trustedUntil) return;
    this.#trustedUntil = now + TRUSTED_MS;
    await this.#verify(store.data());
  }

  async #verify(segments: readonly SegmentData[]): Promise<void> {
    const { merges } = this.#state.context;
    for (const { directory, name, index } of segments) {
      if (this.#state.failure !== undefined) return;
      // What was read into memory has been checked.
      if (index !== null) continue;
      // Where the merging thread ends, so does this: the next one that is wanted starts it again.
      const cause = await merges.verify({ directory, name }).catch(() => undefined);
      if (cause !== undefined) this.met(cause);
    }
  }
}
