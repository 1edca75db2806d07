import { expect, test } from 'vitest';
import { IdleMemory } from './idle-memory.ts';

function setUp() {
  let cpu = 100;
  let now = 0;
  let released = 0;
  const memory = new IdleMemory({
    cpuMs: () => cpu,
    nowMs: () => now,
    release: () => {
      released++;
      cpu += 1_000;
    },
  });
  /** Five seconds in which the process works for so many milliseconds. */
  const pass = (...works: readonly number[]): number => {
    for (const work of works) {
      now += 5_000;
      cpu += work;
      memory.look();
    }
    return released;
  };
  return pass;
}

test('memory goes back once the work is over, and not while there is some', () => {
  const pass = setUp();
  expect(pass(4_000, 3_000, 10, 300, 10)).toBe(0);
  expect(pass(10)).toBe(1);
});

test('a process that does little more has nothing to give back, nor has a fresh one', () => {
  const pass = setUp();
  expect(pass(0, 0, 0, 0)).toBe(0);
  expect(pass(5_000, 0, 0)).toBe(1);
  expect(pass(0, 0, 0, 10, 100, 10)).toBe(1);
  expect(pass(3_000, 0)).toBe(1);
  expect(pass(0, 0, 0)).toBe(2);
});
