import { expect, test } from 'vitest';
import { FakeClock } from './fake-clock.ts';

test('timers run in the order in which they fall due, at their own time', () => {
  const clock = new FakeClock(1000);
  const seen: string[] = [];
  clock.after(20, () => seen.push(`b at ${clock.now()}`));
  clock.after(10, () => {
    seen.push(`a at ${clock.now()}`);
    clock.after(5, () => seen.push(`nested at ${clock.now()}`));
  });
  const cancel = clock.after(12, () => seen.push('cancelled'));
  cancel();
  clock.advance(30);
  expect(seen).toEqual(['a at 1010', 'nested at 1015', 'b at 1020']);
  expect([clock.now(), clock.nanos(), clock.pendingTimers]).toEqual([1030, 30e6, 0]);
});

test('setting the wall clock moves no timer', () => {
  const clock = new FakeClock();
  let called = false;
  clock.after(10, () => {
    called = true;
  });
  clock.setNow(clock.now() + 3_600_000);
  expect(called).toBe(false);
  clock.advance(10);
  expect(called).toBe(true);
});
