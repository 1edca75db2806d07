import type { Clock, Log } from '@sextant/base';

/** With the flush the whole stop stays under five seconds. */
const stopLimitMs = 4_800;
/** For who reads what is said last. */
const lastWordsMs = 100;

/** How a service stopped. */
export interface StopOutcome {
  /** Nothing failed; what did is in the log. */
  readonly isClean: boolean;
  /** False: the log files did not take what waited for them. Calls that never return keep the runtime from ending, also when it is told to exit. */
  readonly areLogsWritten: boolean;
}

/** Of what was not opened. */
export const nothingOpen: StopOutcome = { isClean: true, areLogsWritten: true };

/** A start that failed, and what it has opened already. */
export class FailedStart extends Error {
  readonly stop: () => Promise<StopOutcome>;

  constructor(cause: unknown, stop: () => Promise<StopOutcome>) {
    super('the start failed', { cause });
    this.stop = stop;
  }
}

/** What stops, in its order, each with what it is. What fails is logged and keeps nothing else from its turn. */
export type StopSteps = readonly (readonly [what: string, stop: () => unknown])[];

export async function stopAll(
  steps: StopSteps,
  log: Log,
  closeLogs: () => Promise<boolean>,
): Promise<StopOutcome> {
  let isClean = true;
  for (const [what, stop] of steps) {
    try {
      await stop();
    } catch (error) {
      isClean = false;
      const message = `the stop of ${what} failed; the next start replays what was not flushed`;
      log.log('error', 'service', message, { error });
    }
  }
  return { isClean, areLogsWritten: await closeLogs().catch(() => false) };
}

/** The process, as its end sees it. */
export interface EndPorts {
  readonly clock: Clock;
  /** Does not wait for who reads: a full pipe would keep the process. */
  write(text: string): void;
  exit(code: number): void;
  /** At once, whatever is under way. */
  kill(): void;
}

/** Ends the process with `code` when the stop is through, with 1 where it was not clean, and by force where it takes too long. */
export async function endService(
  stop: () => Promise<StopOutcome>,
  code: number,
  { clock, write, exit, kill }: EndPorts,
): Promise<void> {
  let isEnding = false;
  const endByForce = (reason: string): void => {
    if (isEnding) return;
    isEnding = true;
    write(`${reason}\n`);
    clock.after(lastWordsMs, kill);
  };
  const cancel = clock.after(stopLimitMs, () =>
    endByForce(
      'The stop takes too long: the process ends by force; the next start replays what was not flushed.',
    ),
  );
  const { isClean, areLogsWritten } = await stop();
  if (!areLogsWritten) endByForce('The log files do not answer: the process ends without them.');
  if (isEnding) return;
  cancel();
  exit(isClean ? code : 1);
}
