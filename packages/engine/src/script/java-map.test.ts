import { expect, test } from 'vitest';
import { JavaMap } from './java-map.ts';
import { meter } from './meter.ts';

test('long keys, which are compared each with each, count for that while they are there', () => {
  const map = new JavaMap();
  const key = (i: number): string => 'x'.repeat(20_000) + String(i).padStart(4, '0');
  const unitsOf = (work: () => void): number => {
    meter.drain();
    work();
    return meter.drain();
  };
  const first = unitsOf(() => map.set(key(0), 0));
  for (let i = 1; i < 100; i++) map.set(key(i), i);
  expect(unitsOf(() => map.get(key(50)))).toBeGreaterThan(100 * first);
  expect(map.get(key(50))).toBe(50);
  for (let i = 0; i < 100; i++) map.remove(key(i));
  expect(unitsOf(() => map.set(key(0), 0))).toBe(first);
});
