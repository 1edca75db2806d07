import type { Clock } from '@sextant/base';
import { ApiError } from '@sextant/contract';

const FIRST_MS = 1000;
const MOST_MS = 60_000;

/** It may go better another time: the connection, a full disk, too much to do. */
export function isTransient(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.status >= 500 || error.status === 429);
}

/** Resolves after the time, or when nobody waits any more. */
export function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const end = (): void => {
      stop();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const stop = clock.after(ms, end);
    signal.addEventListener('abort', end, { once: true });
  });
}

interface RetryOptions {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly onFailure: (error: ApiError) => void;
}

/** Does it again, after a pause that doubles, until it is done; rejects with what no repetition mends. */
export async function untilDone<T>(
  { clock, signal, onFailure }: RetryOptions,
  action: () => Promise<T>,
): Promise<T> {
  for (let pauseMs = FIRST_MS; ; pauseMs = Math.min(MOST_MS, pauseMs * 2)) {
    try {
      return await action();
    } catch (error) {
      if (signal.aborted || !isTransient(error)) throw error;
      onFailure(error);
      await pause(clock, pauseMs, signal);
      if (signal.aborted) throw error;
    }
  }
}
