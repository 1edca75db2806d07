import { FakeClock } from '@sextant/base/testing';
import { ApiError } from '@sextant/contract';
import { expect, test } from 'vitest';
import { TestMemory } from '../testing/memory-account.ts';
import { SHARED_BUDGET_LENGTH } from './budget-state.ts';
import { runInSlices, runThrough, type Steps, Turns } from './slices.ts';
import { TimeExceeded, WorkBudget } from './work-budget.ts';

function errorOf(work: () => void): ApiError['error'] {
  try {
    work();
  } catch (error) {
    if (error instanceof ApiError) return error.error;
    throw error;
  }
  throw new Error('no error was thrown');
}

test('work ends at the next look after it was cancelled, with the first reason', () => {
  const budget = new WorkBudget({ clock: new FakeClock(), stepsPerLook: 10 });
  budget.cancel('by user request');
  budget.cancel('again');
  for (let i = 0; i < 9; i++) budget.charge(1);
  expect(errorOf(() => budget.charge(1))).toEqual({
    type: 'task_cancelled_exception',
    reason: 'cancelled task with reason: by user request',
  });
  expect(errorOf(() => budget.check()).type).toBe('task_cancelled_exception');
});

function sharedPart(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(SHARED_BUDGET_LENGTH * 4));
}

test('cancelling reaches forks and other threads through the shared array', () => {
  const clock = new FakeClock();
  const budget = new WorkBudget({ clock });
  const [part, another] = [sharedPart(), sharedPart()];
  budget.share(part);
  budget.share(another);
  const elsewhere = new WorkBudget({ clock, shared: part });
  const fork = elsewhere.fork();
  fork.charge(300);
  budget.cancel('channel closed');
  expect(errorOf(() => elsewhere.check()).reason).toBe('cancelled task with reason: channel closed');
  expect(errorOf(() => fork.check()).reason).toBe('cancelled task with reason: channel closed');
  expect(new WorkBudget({ clock, shared: another }).isCancelled).toBe(true);
  expect(budget.usage().steps).toBe(300);
});

test('what was cancelled before it was shared is known to the other thread', () => {
  const clock = new FakeClock();
  const budget = new WorkBudget({ clock });
  budget.cancel('enough');
  const part = sharedPart();
  budget.share(part);
  const elsewhere = new WorkBudget({ clock, shared: part });
  expect(errorOf(() => elsewhere.check()).reason).toBe('cancelled task with reason: enough');
});

test('what a part in another thread took counts after its end, and its memory can be shared anew', () => {
  const clock = new FakeClock();
  const account = new TestMemory(1024 * 1024);
  const budget = new WorkBudget({ clock, memory: account });
  const part = sharedPart();
  budget.share(part);
  const elsewhere = new WorkBudget({ clock, shared: part, memory: account });
  elsewhere.charge(128);
  elsewhere.reserve(4096, 'x');
  expect(budget.usage()).toEqual({ steps: 128, bytes: 4096 });
  elsewhere.close();
  budget.unshare(part, false);
  const next = new WorkBudget({ clock });
  next.share(part);
  budget.cancel('too late');
  expect([budget.usage().steps, next.usage().steps, next.isCancelled]).toEqual([128, 0, false]);
  expect(new WorkBudget({ clock, shared: part }).isCancelled).toBe(false);
});

test('what a thread held that died is given back', () => {
  const clock = new FakeClock();
  const account = new TestMemory(1024 * 1024);
  const budget = new WorkBudget({ clock, memory: account });
  const part = sharedPart();
  budget.share(part);
  new WorkBudget({ clock, shared: part, memory: account }).reserve(8192, 'x');
  budget.unshare(part, true);
  expect([account.used, budget.usage().bytes]).toEqual([0, 0]);
});

test('time ends work until it is lifted', () => {
  const clock = new FakeClock();
  const budget = new WorkBudget({ clock, stepsPerLook: 1 });
  budget.limitTime(50);
  budget.limitTime(80);
  clock.advance(50);
  budget.charge(1);
  clock.advance(1);
  expect(() => budget.charge(1)).toThrow(TimeExceeded);
  budget.liftTime();
  budget.charge(1);
});

test('steps end work as the time does', () => {
  const budget = new WorkBudget({ clock: new FakeClock(), stepsPerLook: 1, stepsMax: 5 });
  for (let i = 0; i < 5; i++) budget.charge(1);
  expect(() => budget.charge(1)).toThrow(TimeExceeded);
});

test('memory is taken from the account of all requests, and given back at the end', () => {
  const account = new TestMemory(2048);
  const clock = new FakeClock();
  const one = new WorkBudget({ clock, memory: account });
  const other = new WorkBudget({ clock, memory: account });
  one.reserve(1500, '<agg [x]>');
  one.reserve(100, '<agg [x]>');
  expect(errorOf(() => other.reserve(1000, '<agg [y]>')).reason).toBe('no room for <agg [y]>');
  expect([account.used, one.reserved, other.reserved]).toEqual([1600, 1600, 0]);
  one.release(100);
  expect([account.used, one.usage().bytes]).toEqual([1500, 1024]);
  one.close();
  one.close();
  other.close();
  expect([account.used, one.usage().bytes]).toEqual([0, 0]);
});

function* counting(budget: WorkBudget, steps: number, seen: number[]): Steps<number> {
  for (let i = 0; i < steps; i++) {
    budget.charge(1);
    seen.push(i);
    if (budget.sliceOver) yield;
  }
  return steps;
}

test('work is done in one go, or in slices with turns between them', async () => {
  const clock = new FakeClock();
  const seen: number[] = [];
  expect(runThrough(counting(new WorkBudget({ clock }), 5, seen))).toBe(5);
  const budget = new WorkBudget({ clock, stepsPerLook: 1, sliceSteps: 2 });
  const pauses: number[] = [];
  const turns = { next: async () => void pauses.push(seen.length) };
  expect(await runInSlices(counting(budget, 5, seen), budget, turns)).toBe(5);
  expect(pauses).toEqual([7, 9]);
});

test('a slice is over when its time is', () => {
  const clock = new FakeClock();
  const budget = new WorkBudget({ clock });
  budget.check();
  expect(budget.sliceOver).toBe(false);
  clock.advance(16);
  budget.check();
  expect(budget.sliceOver).toBe(true);
  budget.beginSlice();
  expect(budget.sliceOver).toBe(false);
});

test('those who wait get turns in their order, and the event loop runs between them', async () => {
  const turns = new Turns();
  const order: string[] = [];
  const wait = async (name: string): Promise<void> => {
    await turns.next();
    order.push(name);
    await turns.next();
    order.push(name);
  };
  const other = new Promise<void>((resolve) => {
    setImmediate(() => {
      setImmediate(() => {
        order.push('other');
        resolve();
      });
    });
  });
  await Promise.all([wait('a'), wait('b'), other]);
  expect(order).toEqual(['a', 'other', 'b', 'a', 'b']);
});

test('work that keeps its thread longer than it may is ended, and begins anew without what it was', () => {
  const clock = new FakeClock();
  const budget = new WorkBudget({ clock, stepsPerLook: 1 });
  clock.advance(1000);
  budget.limitSlice(100);
  for (let i = 0; i < 5; i++) {
    clock.advance(60);
    budget.charge(1);
    budget.beginSlice();
  }
  clock.advance(116);
  expect(() => budget.charge(1)).toThrow('the work keeps its thread too long');
  expect(() => budget.check()).toThrow('the work keeps its thread too long');
  expect(budget.hasOverrun).toBe(true);
  budget.limitSlice(Number.POSITIVE_INFINITY);
  clock.advance(1000);
  budget.charge(1);
  expect(budget.hasOverrun).toBe(false);
});
