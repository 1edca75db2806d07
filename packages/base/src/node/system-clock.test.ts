import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SystemClock } from './system-clock.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const DAY_MS = 24 * 60 * 60 * 1000;

test('what is due in a hundred days is called then, once, and not at all where it was taken back', () => {
  const clock = new SystemClock();
  const called = vi.fn();
  const never = vi.fn();
  clock.after(100 * DAY_MS, called);
  clock.after(Number.POSITIVE_INFINITY, never);
  const takeBack = clock.after(100 * DAY_MS, never);
  vi.advanceTimersByTime(100 * DAY_MS - 1);
  expect(called).not.toHaveBeenCalled();
  takeBack();
  vi.advanceTimersByTime(100 * DAY_MS);
  expect(called).toHaveBeenCalledOnce();
  expect(never).not.toHaveBeenCalled();
});
