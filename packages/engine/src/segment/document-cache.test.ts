import { SeededRandom } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { DocumentCache } from './document-cache.ts';

const MB = 1 << 20;

test('what is found is what was kept, and what was given out never changes', () => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  const random = new SeededRandom(seed);
  const cache = new DocumentCache(MB);
  const readers = [cache.nextReader(), cache.nextReader()];
  const known = new Map<string, { readonly expected: Uint8Array; readonly given: Uint8Array }>();
  let found = 0;
  for (let n = 0; n < 12_000; n++) {
    const reader = readers[random.below(2)]!;
    const doc = random.below(3) === 0 ? random.below(40) : random.below(4_000_000_000);
    const key = `${reader}/${doc}`;
    const before = cache.find(reader, doc | 0);
    if (before !== undefined) {
      found++;
      expect(Buffer.compare(before, known.get(key)!.expected), `seed ${seed}, ${key}`).toBe(0);
      continue;
    }
    const expected = random.bytes(random.below(50) === 0 ? random.below(80_000) : random.below(900));
    const given = cache.keep(reader, doc | 0, expected.slice());
    known.set(key, { expected, given });
  }
  expect(found, `seed ${seed}`).toBeGreaterThan(3000);
  for (const [key, { expected, given }] of known) {
    expect(Buffer.compare(given, expected), `seed ${seed}, ${key}`).toBe(0);
  }
});

test('the documents read last are found, older ones are forgotten, and those of another segment are not meant', () => {
  const cache = new DocumentCache(MB);
  const [reader, other] = [cache.nextReader(), cache.nextReader()];
  const document = new Uint8Array(1000).fill(7);
  expect(cache.find(reader, 0)).toBeUndefined();
  for (let doc = 0; doc < 5000; doc++) cache.keep(reader, doc, document);
  const there = (from: number, to: number): number => {
    let count = 0;
    for (let doc = from; doc < to; doc++) if (cache.find(reader, doc) !== undefined) count++;
    return count;
  };
  // Two documents with the same rows may have pushed out a third.
  expect(there(4300, 5000)).toBeGreaterThan(600);
  expect(there(0, 3900)).toBe(0);
  expect(cache.find(other, 4999)).toBeUndefined();
});

test('a document that is long or empty is copied and not kept', () => {
  const cache = new DocumentCache(MB);
  const reader = cache.nextReader();
  const long = new Uint8Array(70_000).fill(9);
  const copy = cache.keep(reader, 1, long);
  long.fill(1);
  expect(copy[69_999]).toBe(9);
  expect(cache.keep(reader, 2, new Uint8Array(0)).length).toBe(0);
  expect([cache.find(reader, 1), cache.find(reader, 2)]).toEqual([undefined, undefined]);
});
