import { SeededRandom } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { nextFloatUp, nextHalfUp } from './number-bounds.ts';
import { toHalfFloat } from './number-coercion.ts';

const random = new SeededRandom(20_261_128);

test('nothing lies between a float and the next one', () => {
  for (const value of [0, -0, 1, -1, 5, -64, 3.4028234663852886e38, -1.401298464324817e-45]) {
    const next = nextFloatUp(value);
    expect(next).toBeGreaterThan(value);
    if (Number.isFinite(next)) expect([value, next]).toContain(Math.fround(value + (next - value) / 2));
  }
});

test('nothing lies between a half float and the next one', () => {
  const values = Array.from({ length: 2_000 }, () =>
    toHalfFloat((random.float() - 0.5) * 2 ** random.below(17)),
  );
  for (const value of [0, -0, 1, -1, 64, -64, 65_504, -65_504, 2 ** -24, -(2 ** -14), ...values]) {
    const next = nextHalfUp(value);
    expect(next).toBeGreaterThan(value);
    if (!Number.isFinite(next)) continue;
    expect(toHalfFloat(next), String(value)).toBe(next);
    expect([value + 0, next + 0], String(value)).toContain(toHalfFloat(value + (next - value) / 2) + 0);
  }
});
