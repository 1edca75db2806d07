import { FakeClock, MemoryLog, SeededRandom } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { type Recurrence, type ScheduledRun, Scheduler } from './scheduler.ts';
import { TaskRegistry } from './task-registry.ts';
import { MemoryTaskResults } from './task-results.ts';

function scheduler() {
  const clock = new FakeClock();
  const log = new MemoryLog();
  const tasks = new TaskRegistry({ clock, log, results: new MemoryTaskResults() });
  return { clock, log, tasks, scheduler: new Scheduler({ clock, log, tasks, random: new SeededRandom(1) }) };
}

/** Lets what is already settled go on. */
const settle = () => new Promise<void>((resume) => setImmediate(resume));

/** Times at which runs begin, in milliseconds from the start, when time moves in steps of `stepMs`. */
async function beginnings(
  recurrence: Recurrence,
  totalMs: number,
  run: ScheduledRun = async () => {},
  stepMs = 1,
) {
  const all = scheduler();
  const start = all.clock.now();
  const at: number[] = [];
  const schedule = all.scheduler.every('x', recurrence, async (...given) => {
    at.push(all.clock.now() - start);
    await run(...given);
  });
  for (let ms = 0; ms < totalMs; ms += stepMs) {
    all.clock.advance(stepMs);
    await settle();
  }
  return { ...all, at, schedule };
}

test('work runs at its interval, the first time when told', async () => {
  expect((await beginnings({ everyMs: 10 }, 35)).at).toEqual([10, 20, 30]);
  expect((await beginnings({ everyMs: 10, firstMs: 3 }, 25)).at).toEqual([3, 13, 23]);
  expect((await beginnings({ everyMs: -1 }, 25)).at).toEqual([]);
});

test('it is a task while it runs, and never runs twice at once', async () => {
  const gate = Promise.withResolvers<void>();
  const { at, tasks, clock, schedule } = await beginnings({ everyMs: 10 }, 35, () => gate.promise);
  expect(at).toEqual([10]);
  expect(tasks.all().map(({ action, cancellable }) => [action, cancellable])).toEqual([
    ['internal:scheduled/x', true],
  ]);
  schedule.runSoon();
  gate.resolve();
  await settle();
  clock.advance(0);
  await settle();
  expect([at.length, tasks.all()]).toEqual([2, []]);
});

test('a run that fails is logged and the next one comes, later each time where told', async () => {
  const failing: ScheduledRun = async () => {
    throw new Error('why');
  };
  const { at, log } = await beginnings({ everyMs: 10 }, 35, failing);
  expect(at).toEqual([10, 20, 30]);
  expect(log.entries.filter(({ level }) => level === 'error')).toHaveLength(3);
  const backed = await beginnings({ everyMs: 10, backoffMaxMs: 40 }, 160, failing, 10);
  expect(backed.at).toEqual([10, 30, 70, 110, 150]);
});

test('a changed interval counts from the last run and takes effect at once', async () => {
  const { at, clock, schedule } = await beginnings({ everyMs: 100 }, 30);
  schedule.setEvery(40);
  clock.advance(9);
  await settle();
  expect(at).toEqual([]);
  clock.advance(1);
  await settle();
  expect(at).toEqual([40]);
  schedule.setEvery(-1);
  clock.advance(1_000);
  expect(at).toEqual([40]);
  schedule.setEvery(5);
  clock.advance(0);
  await settle();
  expect(at).toEqual([40, 1_040]);
});

test('jitter makes pauses longer by no more than its share', async () => {
  const { at } = await beginnings({ everyMs: 100, jitter: 0.5 }, 2_000, undefined, 1);
  const pauses = at.map((time, i) => time - (at[i - 1] ?? 0));
  for (const pause of pauses) expect(pause).toBeGreaterThanOrEqual(100);
  for (const pause of pauses) expect(pause).toBeLessThanOrEqual(151);
  expect(new Set(pauses).size).toBeGreaterThan(1);
});

test('delayed work runs once and can be taken back', async () => {
  const { scheduler: one, clock } = scheduler();
  const ran: string[] = [];
  one.after('a', 10, async () => void ran.push('a'));
  const takeBack = one.after('b', 10, async () => void ran.push('b'));
  takeBack();
  clock.advance(10);
  await settle();
  clock.advance(100);
  one.after('a', 10, async () => void ran.push('a again'));
  clock.advance(10);
  await settle();
  expect([ran, clock.pendingTimers]).toEqual([['a', 'a again'], 0]);
});

test('stopping cancels what runs, waits for it, and lets nothing begin any more', async () => {
  const gate = Promise.withResolvers<void>();
  const heard: (string | undefined)[] = [];
  const {
    scheduler: one,
    clock,
    at,
    schedule,
  } = await beginnings({ everyMs: 10 }, 10, async (task) => {
    task.onCancel(() => heard.push(task.cancelReason));
    await gate.promise;
  });
  let isStopped = false;
  const stopping = one.stop().then(() => {
    isStopped = true;
  });
  await settle();
  expect([heard, isStopped]).toEqual([['the service is stopping'], false]);
  gate.resolve();
  await stopping;
  schedule.runSoon();
  one.every('y', { everyMs: 1 }, async () => void heard.push('y'));
  clock.advance(100);
  await settle();
  expect([at, heard, clock.pendingTimers]).toEqual([[10], ['the service is stopping'], 0]);
});
