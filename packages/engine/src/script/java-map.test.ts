import { expect, test } from 'vitest';
import { JavaMap, JavaSet } from './java-map.ts';
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
  expect(unitsOf(() => map.get(key(50)))).toBeGreaterThan(20 * first);
  expect(map.get(key(50))).toBe(50);
  for (let i = 0; i < 100; i++) map.remove(key(i));
  expect(unitsOf(() => map.set(key(0), 0))).toBe(first);
});

test('one call ends that would compare very many long keys', () => {
  const keys = Array.from({ length: 1000 }, (_, i) => 'x'.repeat(20_000) + String(i).padStart(4, '0'));
  meter.drain();
  expect(() => new JavaSet('LinkedHashSet', keys)).toThrow('more operations');
  meter.drain();
  expect(new JavaSet('LinkedHashSet', keys.slice(0, 100)).size).toBe(100);
  meter.drain();
});
