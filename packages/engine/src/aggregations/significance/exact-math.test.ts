import { expect, test } from 'vitest';
import { exactExp, exactLog } from './exact-math.ts';

test('logarithms are those of the nearest double', () => {
  // The digits of ln 3 go on 1.09861228866810969140, those of ln 10 2.30258509299404568402.
  expect(exactLog(3)).toBe(1.0986122886681098);
  expect(exactLog(10)).toBe(Math.LN10);
  expect(exactLog(1)).toBe(0);
  expect(exactLog(0)).toBe(Number.NEGATIVE_INFINITY);
  expect(exactLog(-1)).toBeNaN();
  for (const x of [5e-324, 1e-300, 0.7, 600, 1e15, 1e300]) expect(exactLog(x)).toBeCloseTo(Math.log(x), 12);
});

test('powers of e are those of the nearest double', () => {
  expect(exactExp(-1)).toBe(0.36787944117144233);
  expect(exactExp(0)).toBe(1);
  expect(exactExp(10)).toBe(22026.465794806718);
  for (const x of [-550, -30.3, -0.001, 0.4, 99]) expect(exactExp(x) / Math.exp(x)).toBeCloseTo(1, 14);
});
