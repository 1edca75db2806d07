import { expect, test } from 'vitest';
import type { Postings } from '../segment/postings.ts';
import { seeded } from '../testing/random-search.ts';
import { BlockPair } from './block-pair.ts';

const seed = Number(process.env.SEXTANT_SEED ?? Math.floor(Math.random() * 2 ** 31));

test(`what two blocks have in common is found by place and by search, whatever blocks before them left (seed ${seed})`, () => {
  const random = seeded(seed);
  const pair = new BlockPair();
  for (let round = 0; round < 3000; round++) {
    const first = Math.floor(random() * 3) * 2_000_000;
    const right = ascending(1 + Math.floor(random() * 128), first, 1 + random() ** 4 * 300);
    const last = right.at(-1)!;
    const left = ascending(1 + Math.floor(random() * 128), first, 1 + random() ** 4 * 300).filter(
      (doc) => doc <= last,
    );
    const from = Math.floor(random() * left.length);
    const to = from + Math.floor(random() * (left.length - from + 1));
    pair.intersect(block(left), from, to, block(right));

    const wanted = left.slice(from, to).filter((doc) => right.includes(doc));
    expect(Array.from(pair.lefts.subarray(0, pair.length), (i) => left[i])).toEqual(wanted);
    expect(Array.from(pair.rights.subarray(0, pair.length), (j) => right[j])).toEqual(wanted);
  }
});

function ascending(count: number, first: number, gap: number): number[] {
  const random = seeded(count + first + Math.floor(gap));
  let doc = first;
  return Array.from({ length: count }, () => (doc += 1 + Math.floor(random() * gap)));
}

/** All that is asked of it. */
function block(docs: readonly number[]): Postings {
  return { docs: Int32Array.of(...docs), length: docs.length } as unknown as Postings;
}
