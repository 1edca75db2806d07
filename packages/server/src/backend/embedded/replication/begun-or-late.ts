import type { Clock } from '@sextant/base';
import { apiError } from '@sextant/contract';
import type { FollowingIndex } from './following-index.ts';

interface WaitForStart {
  /** Until the index is made of its files; else until they begin to come. */
  readonly waitForRestore: boolean;
  readonly timeoutMs: number;
}

/** Resolves when an index has begun to follow; rejects with ApiError where that takes too long, and it goes on then. */
export async function begunOrLate(
  clock: Clock,
  { begun, restored }: Pick<FollowingIndex, 'begun' | 'restored'>,
  { waitForRestore, timeoutMs }: WaitForStart,
): Promise<void> {
  const late = Promise.withResolvers<void>();
  const stop = clock.after(timeoutMs, () => {
    const reason = `Timed out when waiting for persistent task after ${Math.round(timeoutMs / 1000)}s`;
    late.reject(apiError('illegal_state_exception', reason));
  });
  try {
    await Promise.race([waitForRestore ? restored.promise : begun.promise, late.promise]);
  } finally {
    stop();
  }
}
