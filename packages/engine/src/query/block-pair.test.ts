import { expect, test } from 'vitest';
import { BLOCK_SIZE } from '../segment/doc-iterator.ts';
import type { Postings } from '../segment/postings.ts';
import { seeded } from '../testing/random-search.ts';
import { BlockPair } from './block-pair.ts';

const seed = Number(process.env.SEXTANT_SEED ?? Math.floor(Math.random() * 2 ** 31));

test(`what two blocks have in common is found by place and by search, whatever blocks before them left (seed ${seed})`, () => {
  const random = seeded(seed);
  const pair = new BlockPair();
  const memory = new Int32Array(BLOCK_SIZE);
  const otherMemory = new Int32Array(BLOCK_SIZE);
  for (let round = 0; round < 3000; round++) {
    const first = Math.floor(random() * 3) * 2_000_000;
    // Full, as most are, or not.
    const right = ascending(
      Math.min(1 + Math.floor(random() * 200), BLOCK_SIZE),
      first,
      1 + random() ** 4 * 300,
    );
    const last = right.at(-1)!;
    const left = ascending(1 + Math.floor(random() * 128), first, 1 + random() ** 4 * 300).filter(
      (doc) => doc <= last,
    );
    const from = Math.floor(random() * left.length);
    const to = from + Math.floor(random() * (left.length - from + 1));
    pair.intersect(block(left, memory), from, to, block(right, otherMemory));

    const wanted = left.slice(from, to).filter((doc) => right.includes(doc));
    expect(Array.from(pair.lefts.subarray(0, pair.length), (i) => left[i])).toEqual(wanted);
    expect(Array.from(pair.rights.subarray(0, pair.length), (j) => right[j])).toEqual(wanted);
  }
});

test('memory in which other documents stood makes a short block have none of them', () => {
  const pair = new BlockPair();
  const memory = new Int32Array(BLOCK_SIZE);
  const all = Array.from({ length: BLOCK_SIZE }, (_, doc) => doc);
  const some = all.filter((doc) => doc % 5 === 1);
  const left = block(some, new Int32Array(BLOCK_SIZE));
  pair.intersect(left, 0, some.length, block(all, memory));
  expect(pair.length).toBe(some.length);
  pair.intersect(left, 0, some.length, block([0, 127], memory));
  expect(pair.length).toBe(0);
});

function ascending(count: number, first: number, gap: number): number[] {
  const random = seeded(count + first + Math.floor(gap));
  let doc = first;
  return Array.from({ length: count }, () => (doc += 1 + Math.floor(random() * gap)));
}

/** All that is asked of it. Behind its documents stands what others left there. */
function block(docs: readonly number[], memory: Int32Array): Postings {
  memory.set(docs);
  return { docs: memory, length: docs.length } as unknown as Postings;
}
