import { SeededRandom } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { searcherOf, segmentOf, type TestDocument, testField } from '../testing/segments.ts';
import { TermSortKey } from './term-sort-key.ts';
import { TopSorted } from './top-sorted.ts';

const fields = [testField('k', 'keyword', { indexed: false })];
const BLOCK = 16;

interface Order {
  readonly descending: boolean;
  readonly missing: 'first' | 'last';
}

/** The values that count, as the order has them. */
function compare(a: TestDocument, b: TestDocument, { descending, missing }: Order): number {
  const countedValue = ({ k }: TestDocument): string | undefined => {
    const values = [...((k ?? []) as string[])].sort();
    return descending ? values.at(-1) : values[0];
  };
  const [left, right] = [countedValue(a), countedValue(b)];
  if (left === right) return 0;
  if (left === undefined || right === undefined)
    return (left === undefined) === (missing === 'first') ? -1 : 1;
  return left < right === descending ? 1 : -1;
}

/** The first by their place, and how many documents were looked at. */
function firstOf(segments: readonly (readonly TestDocument[])[], capacity: number, order: Order) {
  const { descending, missing } = order;
  const mode = descending ? 'max' : 'min';
  const key = new TermSortKey(capacity, { field: 'k', descending, mode, missing, after: undefined });
  const top = new TopSorted(capacity, [key], null);
  const { segments: readers, docBases } = searcherOf(segments.map((docs) => segmentOf(fields, docs)));
  let looked = 0;
  for (const [i, reader] of readers.entries()) {
    top.setSegment(i, reader, docBases[i]!);
    for (let from = top.nextCompetitive(0); from < reader.maxDoc; from = top.nextCompetitive(from)) {
      const length = Math.min(BLOCK, reader.maxDoc - from);
      const docs = Int32Array.from({ length }, (_, at) => from + at);
      top.collect(docs, new Float32Array(length), length);
      looked += length;
      from += length;
    }
  }
  return { found: top.sorted().map(({ segment, doc }) => `${segment}:${doc}`), looked };
}

test('in segments that stand in the order of a sort by a term no more is looked at than is wanted', () => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  const random = new SeededRandom(seed);
  for (let round = 0; round < 30; round++) {
    const order: Order = {
      descending: random.below(2) === 0,
      missing: random.below(2) === 0 ? 'first' : 'last',
    };
    const several = round % 3 === 0 ? 3 : 2;
    const segments = [300, 200].map((count) =>
      Array.from(
        { length: count },
        (): TestDocument => ({
          k: Array.from({ length: random.below(several) }, () => `k${random.below(90)}`),
        }),
      ),
    );
    const sorted = segments.map((docs) => [...docs].sort((a, b) => compare(a, b, order)));
    const capacity = 1 + random.below(20);
    const expected = (of: readonly (readonly TestDocument[])[]): string[] =>
      of
        .flatMap((docs, segment) => docs.map((each, doc) => ({ each, place: `${segment}:${doc}` })))
        .sort((a, b) => compare(a.each, b.each, order))
        .slice(0, capacity)
        .map(({ place }) => place);
    const problem = `seed ${seed}, round ${round}`;
    const first = firstOf(sorted, capacity, order);
    expect(first.found, problem).toEqual(expected(sorted));
    // Of equal ones all are looked at, and a block more of each segment.
    if (several === 2) expect(first.looked, problem).toBeLessThan(500);
    expect(firstOf(segments, capacity, order).found, problem).toEqual(expected(segments));
  }
});

test('one document out of order is enough for all to be looked at', () => {
  const order: Order = { descending: false, missing: 'last' };
  const docs = Array.from({ length: 100 }, (_, i): TestDocument => ({ k: [`k${100 + i}`] }));
  expect(firstOf([docs], 3, order).looked).toBe(BLOCK);
  expect(firstOf([[...docs, { k: ['a'] }]], 3, order)).toEqual({
    found: ['0:100', '0:0', '0:1'],
    looked: 101,
  });
});
