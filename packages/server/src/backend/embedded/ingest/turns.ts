import type { Clock } from '@sextant/base';

/** How long pipelines may keep the thread that serves everybody. */
const TURN_NANOS = 10e6;

/** To be awaited before each document: gives the thread to others where it was kept long enough. */
export function ingestTurns(clock: Clock): () => Promise<void> | undefined {
  let since = clock.nanos();
  return () => {
    if (clock.nanos() - since < TURN_NANOS) return undefined;
    return new Promise((resume) => {
      setImmediate(() => {
        since = clock.nanos();
        resume();
      });
    });
  };
}
