import { expect, test } from 'vitest';
import { JavaMap, JavaSet } from './java-map.ts';
import { meter } from './meter.ts';
import { JavaDouble, JavaLong } from './values.ts';

test('many long keys of one length are told apart in the time that it takes to read them', () => {
  const map = new JavaMap();
  const key = (i: number): string => 'x'.repeat(20_000) + String(i).padStart(4, '0');
  const unitsOf = (work: () => void): number => {
    meter.drain();
    work();
    return meter.drain();
  };
  const first = unitsOf(() => map.set(key(0), 0));
  for (let i = 1; i < 2000; i++) map.set(key(i), i);
  expect(map.size).toBe(2000);
  expect(map.get(key(50))).toBe(50);
  expect(unitsOf(() => map.set(key(2000), 0))).toBe(first);
  expect(map.remove(key(50))).toBe(50);
  expect(map.has(key(50))).toBe(false);
  map.clear();
  expect(map.has(key(0))).toBe(false);
  expect(new JavaSet('LinkedHashSet', [key(1), key(2), key(1)]).size).toBe(2);
  meter.drain();
});

test('no text is the place of another key', () => {
  const keys = [new JavaLong(5), new JavaDouble(5), ['a'], 5, '5', '', 'x'.repeat(16_001)];
  const places = ['', '\u0000', '\u0000\u0000', '\u0000long5', '\u0000double5', '\u0000\u0000long5'];
  const texts = [...places, '\u0000ArrayList128[a]', '\udfff0', '\udfff1'];
  const map = new JavaMap('LinkedHashMap');
  for (const [i, key] of [...keys, ...texts.slice(1)].entries()) map.set(key, i);
  expect(map.size).toBe(keys.length + texts.length - 1);
  expect(map.keys()).toEqual([...keys, ...texts.slice(1)]);
  for (const [i, key] of keys.entries()) expect(map.get(key)).toBe(i);
});
