import { FakeClock, MemoryLog } from '@sextant/base/testing';
import { apiError } from '@sextant/contract';
import { expect, test, vi } from 'vitest';
import { TaskRegistry } from './task-registry.ts';
import { MemoryTaskResults } from './task-results.ts';

function registry() {
  const clock = new FakeClock();
  const log = new MemoryLog();
  const results = new MemoryTaskResults();
  return { clock, log, results, tasks: new TaskRegistry({ clock, log, results }) };
}

test('a task is listed from its beginning to its end, and tells how long it has been running', () => {
  const { tasks, clock } = registry();
  const task = tasks.begin({ action: 'indices:data/read/get', opaqueId: 'me' });
  clock.advance(3);
  expect(tasks.all().map((each) => tasks.info(each))).toMatchObject([
    { number: 1, action: 'indices:data/read/get', opaqueId: 'me', runningNanos: 3e6, type: 'transport' },
  ]);
  tasks.end(task);
  expect([tasks.all(), tasks.get(1), task.ended]).toEqual([[], undefined, true]);
});

test('a cancelled task tells its listeners once, keeps the first reason, and hands it to its parts', async () => {
  const { tasks } = registry();
  const task = tasks.begin({ action: 'a', cancellable: true });
  const heard: string[] = [];
  await tasks.within(task, { action: 'b' }, async (part) => {
    part.onCancel(() => heard.push(`part: ${part.cancelReason}`));
    task.onCancel(() => heard.push('whole'));
    tasks.cancel(task, 'by user request');
    tasks.cancel(task, 'again');
    task.onCancel(() => heard.push('late'));
    expect(tasks.info(part).parent).toBe(task.number);
  });
  expect(heard).toEqual(['part: by user request', 'whole', 'late']);
  expect([task.cancelReason, tasks.all()]).toEqual(['by user request', [task]]);
});

test('a part that has ended is not told any more, and not kept', async () => {
  const { tasks } = registry();
  const task = tasks.begin({ action: 'a', cancellable: true });
  const told = vi.spyOn(tasks, 'cancel');
  for (let i = 0; i < 3; i++) await tasks.within(task, { action: 'b' }, async () => {});
  await tasks.within(task, { action: 'b' }, async () => {
    await tasks.within(task, { action: 'c' }, async () => {});
    task.onCancel(() => {});
    tasks.cancel(task, 'x');
  });
  expect(told.mock.calls.map(([part]) => part.action)).toEqual(['a', 'b']);
});

test('what cannot be cancelled, or has ended, takes no notice', () => {
  const { tasks } = registry();
  const fixed = tasks.begin({ action: 'a' });
  const gone = tasks.begin({ action: 'b', cancellable: true });
  tasks.end(gone);
  for (const task of [fixed, gone]) tasks.cancel(task, 'x');
  expect([fixed.cancelReason, gone.cancelReason]).toEqual([undefined, undefined]);
});

test('waiting for a task ends with the task or with the time', async () => {
  const { tasks, clock } = registry();
  const task = tasks.begin({ action: 'a' });
  const early = tasks.ended(task, 10);
  clock.advance(10);
  expect(await early).toBe(false);
  const waiting = tasks.ended(task, 10);
  tasks.end(task);
  expect(await waiting).toBe(true);
  expect(await tasks.ended(task, 10)).toBe(true);
  expect(clock.pendingTimers).toBe(0);
});

test('work that outlives its request is listed until it is done, and its result can be asked for', async () => {
  const { tasks, results, log } = registry();
  const works = [
    Promise.withResolvers<number>(),
    Promise.withResolvers<number>(),
    Promise.withResolvers<number>(),
  ];
  const begun = works.map(({ promise }, i) => {
    const task = tasks.begin({ action: `a${i}` });
    tasks.outlive(task, () => promise);
    tasks.end(task);
    return task;
  });
  expect(tasks.all()).toHaveLength(3);
  works[0]!.resolve(7);
  works[1]!.reject(apiError('index_not_found_exception', 'no such index [x]'));
  works[2]!.reject(new Error('secret inside'));
  await Promise.all(begun.map((task) => tasks.ended(task, 1)));
  const outcomes = await Promise.all([1, 2, 3].map(async (n) => (await results.find(n))?.outcome));
  expect(outcomes).toMatchObject([
    { response: 7 },
    { error: { type: 'index_not_found_exception' } },
    { error: { type: 'exception' } },
  ]);
  expect(JSON.stringify(outcomes[2])).not.toContain('secret');
  expect(log.entries.some(({ level }) => level === 'error')).toBe(true);
});

test('only the latest thousand results are kept', async () => {
  const { results, tasks } = registry();
  const info = tasks.info(tasks.begin({ action: 'a' }));
  for (let number = 1; number <= 1_001; number++) {
    await results.store({ task: { ...info, number }, outcome: { response: number } });
  }
  expect(await results.find(1)).toBeUndefined();
  expect(await results.find(2)).toMatchObject({ outcome: { response: 2 } });
});
