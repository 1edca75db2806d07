import { FakeClock } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { runInSlices, runThrough, type Steps, Turns, WorkTime } from './slices.ts';
import { WorkBudget } from './work-budget.ts';

test('the time of work is that of its steps: not that of others between them, nor of those that its end waits for', async () => {
  const clock = new FakeClock();
  const turns = new Turns();
  function* work(ms: number): Steps<string> {
    clock.advance(ms);
    yield;
    clock.advance(ms);
    return `${ms}`;
  }
  const times = [3, 40].map((ms) => ({ ms, time: new WorkTime(clock) }));
  const ends = times.map(({ ms, time }) => runInSlices(time.of(work(ms)), new WorkBudget({ clock }), turns));
  expect(await Promise.all(ends)).toEqual(['3', '40']);
  // The first one was done when it had waited for the first step of the second one, and not when both were.
  expect(times.map(({ time }) => [time.workMs, time.tookMs])).toEqual([
    [6, 46],
    [80, 86],
  ]);
});

test('work that fails has taken its time all the same, and what is done after it is added', () => {
  const clock = new FakeClock();
  const time = new WorkTime(clock);
  function* work(ms: number, fails: boolean): Steps<number> {
    clock.advance(ms);
    yield;
    if (fails) throw new Error('no');
    return ms;
  }
  expect(() => runThrough(time.of(work(5, true)))).toThrow('no');
  clock.advance(100);
  expect(runThrough(time.of(work(2, false)))).toBe(2);
  expect([time.workMs, time.tookMs]).toEqual([7, 107]);
});
