import { ApiError, type ErrorCause } from '@sextant/contract';
import type { SegmentData } from '../../segment/segment-data.ts';
import type { ShardState } from './shard-state.ts';

/** How long a shard that was read through without a finding is not read through again. */
const TRUSTED_MS = 10 * 60_000;

/** What becomes of a shard of which something is not as it was written, or could not be: it fails. */
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

  /** What its operations need on the disk beside their log could not be written: nobody may see what they did. */
  lacks(error: unknown): ApiError {
    const { failure } = this.#state;
    return failure ?? this.#state.fail(error instanceof ApiError ? (error.cause ?? error) : error);
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

  /** Reads the segments through that the shard was opened with. False where some could not be. */
  verifyFound(): Promise<boolean> {
    return this.#verify(this.#found);
  }

  /** Reads all segments through, unless that was done a while ago: who reads the shard met what should not be. As `verifyFound`. */
  async verifyAll(): Promise<boolean> {
    const { context, store } = this.#state;
    const now = context.clock.nanos() / 1e6;
    if (now < this.#trustedUntil) return true;
    this.#trustedUntil = now + TRUSTED_MS;
    const isWhole = await this.#verify(store.data());
    if (!isWhole) this.#trustedUntil = Number.NEGATIVE_INFINITY;
    return isWhole;
  }

  async #verify(segments: readonly SegmentData[]): Promise<boolean> {
    const { merges } = this.#state.context;
    let isWhole = true;
    for (const { directory, name, index } of segments) {
      if (this.#state.failure !== undefined) return isWhole;
      // What was read into memory has been checked.
      if (index !== null) continue;
      try {
        const cause = await merges.verify({ directory, name });
        if (cause !== undefined) this.met(cause);
      } catch {
        // Where the merging thread has ended, the next one that is wanted starts it again.
        isWhole = false;
      }
    }
    return isWhole;
  }
}
