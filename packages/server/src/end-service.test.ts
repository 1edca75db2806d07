import { FakeClock, MemoryLog } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { endService, type StopOutcome, stopAll } from './end-service.ts';

/** A process that is told to end. */
function process() {
  const clock = new FakeClock();
  const seen: string[] = [];
  const end = (stop: () => Promise<StopOutcome>, code = 0): Promise<void> =>
    endService(stop, code, {
      clock,
      write: (text) => seen.push(text.trim()),
      exit: (status) => seen.push(`exit ${status}`),
      kill: () => seen.push('kill'),
    });
  return { clock, seen, end };
}

const clean = { isClean: true, areLogsWritten: true };
const late =
  'The stop takes too long: the process ends by force; the next start replays what was not flushed.';

test('a step that fails is told, keeps no other from its turn, and the logs are closed behind all', async () => {
  const log = new MemoryLog();
  const seen: string[] = [];
  const outcome = await stopAll(
    [
      ['the first', () => seen.push('first')],
      ['the backend', () => Promise.reject(new Error('no space'))],
      ['the lock', () => seen.push('lock')],
    ],
    log,
    async () => {
      seen.push('logs');
      return true;
    },
  );
  expect(outcome).toEqual({ isClean: false, areLogsWritten: true });
  expect(seen).toEqual(['first', 'lock', 'logs']);
  expect(log.entries).toEqual([
    expect.objectContaining({
      level: 'error',
      message: expect.stringContaining('the stop of the backend failed'),
    }),
  ]);
});

test('logs that fail to close are logs that are not written', async () => {
  const outcome = await stopAll([], new MemoryLog(), () => Promise.reject(new Error('no space')));
  expect(outcome).toEqual({ isClean: true, areLogsWritten: false });
});

test('a clean stop ends with the code, one that was not with 1', async () => {
  const { seen, end, clock } = process();
  await end(async () => clean);
  await end(async () => ({ ...clean, isClean: false }));
  expect(seen).toEqual(['exit 0', 'exit 1']);
  expect(clock.pendingTimers).toBe(0);
});

test('a stop that takes too long says so before the process ends by force', async () => {
  const { seen, end, clock } = process();
  const { promise, resolve } = Promise.withResolvers<StopOutcome>();
  const ended = end(() => promise);
  clock.advance(4_799);
  expect(seen).toEqual([]);
  clock.advance(1);
  expect(seen).toEqual([late]);
  resolve(clean);
  await ended;
  clock.advance(100);
  expect(seen).toEqual([late, 'kill']);
});

test('where the log files do not answer, it says so and ends by force', async () => {
  const { seen, end, clock } = process();
  await end(async () => ({ isClean: false, areLogsWritten: false }), 1);
  clock.advance(5_000);
  expect(seen).toEqual(['The log files do not answer: the process ends without them.', 'kill']);
});
