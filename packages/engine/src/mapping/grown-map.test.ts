import { expect, test } from 'vitest';
import { grown } from './grown-map.ts';

test('a map that has grown has the entries of both, in their order, and leaves those that it was made of as they were', () => {
  const all: Map<string, number>[] = [new Map(Array.from({ length: 1500 }, (_, i) => [`k${i}`, i]))];
  for (let i = 1500; i < 1700; i++) all.push(grown(all.at(-1)!).set(`k${i}`, i));
  for (const [at, map] of all.entries()) {
    const size = 1500 + at;
    expect(map.size).toBe(size);
    expect(map.get('k0')).toBe(0);
    expect(map.get(`k${size - 1}`)).toBe(size - 1);
    expect(map.has(`k${size}`)).toBe(false);
    expect(map.get(`k${size}`)).toBeUndefined();
  }
  const last = all.at(-1)!;
  const numbers = Array.from({ length: 1700 }, (_, i) => i);
  expect([...last.values()]).toEqual(numbers);
  expect([...last.keys()]).toEqual(numbers.map((i) => `k${i}`));
  expect([...new Map(last)]).toEqual([...last]);
  const seen: number[] = [];
  last.forEach((value) => {
    seen.push(value);
  });
  expect(seen).toEqual(numbers);
});

test('a map that has grown may have another value for a key, in its place', () => {
  const base = new Map(Array.from({ length: 1100 }, (_, i) => [`k${i}`, i]));
  const first = grown(base).set('k7', -7).set('new', 1);
  const second = grown(first).set('k7', -8).set('k8', -9);
  expect([base.get('k7'), first.get('k7'), second.get('k7'), second.get('k8')]).toEqual([7, -7, -8, -9]);
  expect([base.size, first.size, second.size]).toEqual([1100, 1101, 1101]);
  expect([...second.keys()].slice(7, 9)).toEqual(['k7', 'k8']);
  expect([...second.values()].slice(7, 9)).toEqual([-8, -9]);
});
