import { expect, test } from 'vitest';
import { Int32List } from '../codec/lists.ts';
import { searcherOf, segmentOf, testField } from '../testing/segments.ts';
import { NumericSortKey } from './numeric-sort-key.ts';
import { TermSortKey } from './term-sort-key.ts';
import { TopScores } from './top-scores.ts';
import { afterAllEqual, TopSorted } from './top-sorted.ts';

const seed = Number(process.env.SEXTANT_SEED ?? Math.floor(Math.random() * 2 ** 31));

/** Numbers in [0, 1) (mulberry32). */
function seeded(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

test(`the best scores are kept in order, ties by place (seed ${seed})`, () => {
  const random = seeded(seed);
  for (let round = 0; round < 50; round++) {
    const capacity = 1 + Math.floor(random() * 20);
    const top = new TopScores(capacity);
    const all: { segment: number; doc: number; score: number }[] = [];
    for (let segment = 0; segment < 3; segment++) {
      const docs = Int32Array.from({ length: 40 }, (_, i) => i);
      const scores = Float32Array.from(docs, () => Math.floor(random() * 8));
      top.collect(segment, docs, scores, docs.length);
      for (const [i, doc] of docs.entries()) all.push({ segment, doc, score: scores[i]! });
    }
    const wanted = all
      .sort((a, b) => b.score - a.score || a.segment - b.segment || a.doc - b.doc)
      .slice(0, capacity);
    expect(top.minScore).toBe(wanted.at(-1)!.score);
    expect(top.maxScore).toBe(wanted[0]!.score);
    const from = Math.floor(random() * (capacity + 2));
    expect(top.sorted(from), `round ${round}`).toEqual(wanted.slice(from));
  }
});

interface Doc {
  readonly n?: number;
  readonly k?: string;
}

/** The order of two values; missing ones come last whichever way. */
function compare<Value extends number | string>(
  a: Value | undefined,
  b: Value | undefined,
  sign: number,
): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  return a < b ? -sign : Number(a > b) * sign;
}

test(`sorting by a number and a term equals sorting everything (seed ${seed})`, () => {
  const random = seeded(seed + 1);
  for (let round = 0; round < 12; round++) {
    const range = random() < 0.5 ? 30 : 10_000;
    const segments = Array.from({ length: 3 }, () =>
      Array.from({ length: 1 + Math.floor(random() * 6000 ** random()) }, (): Doc => {
        const number = random() < 0.9 ? { n: Math.floor(random() * range) } : {};
        return random() < 0.9 ? { ...number, k: `k${Math.floor(random() * 40)}` } : number;
      }),
    );
    const [numberSign, termSign] = [random() < 0.5 ? 1 : -1, random() < 0.5 ? 1 : -1];
    const capacity = 1 + Math.floor(random() * 30);
    const after =
      random() < 0.5 ? { n: Math.floor(random() * range), k: `k${Math.floor(random() * 40)}` } : null;
    expect(topOf(segments, capacity, [numberSign, termSign], after), `round ${round}`).toEqual(
      allSorted(segments, [numberSign, termSign], after).slice(0, capacity),
    );
  }
});

type Signs = readonly [number: number, term: number];

function allSorted(segments: readonly (readonly Doc[])[], [n, k]: Signs, after: Doc | null): string[] {
  const order = (a: Doc, b: Doc): number => compare(a.n, b.n, n) || compare(a.k, b.k, k);
  return segments
    .flatMap((docs, segment) => docs.map((doc, at) => ({ doc, segment, at })))
    .filter(({ doc }) => after === null || order(after, doc) < 0)
    .sort((a, b) => order(a.doc, b.doc) || a.segment - b.segment || a.at - b.at)
    .map(({ segment, at }) => `${segment}:${at}`);
}

/** Documents of the segment at hand with the first of it among them; null where the order of the key cannot tell. */
function firstInOrder(top: TopSorted, wanted: number): Int32List | null {
  const order = top.inOrder(null);
  if (order === null) return null;
  const found = new Int32List();
  let counted = 0;
  while (!order.done && counted < wanted) {
    const { isAtStart } = order;
    const before = found.length;
    expect(order.take(found, before + 3, 100_000)).toBe(true);
    if (!isAtStart) counted += found.length - before;
  }
  return counted >= wanted || order.isComplete ? found : null;
}

function topOf(
  segments: readonly (readonly Doc[])[],
  capacity: number,
  [n, k]: Signs,
  after: Doc | null,
): string[] {
  const fields = [testField('n', 'long'), testField('k', 'keyword')];
  const searcher = searcherOf(
    segments.map((docs) =>
      segmentOf(
        fields,
        docs.map((doc) => ({ ...doc })),
      ),
    ),
  );
  const number = new NumericSortKey(capacity, {
    field: 'n',
    descending: n < 0,
    mode: n < 0 ? 'max' : 'min',
    whole: true,
    missing: n < 0 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY,
    after: after?.n ?? null,
  });
  const term = new TermSortKey(capacity, {
    field: 'k',
    descending: k < 0,
    mode: k < 0 ? 'max' : 'min',
    missing: 'last',
    after: after === null ? undefined : new TextEncoder().encode(after.k),
  });
  const top = new TopSorted(capacity, [number, term], after === null ? null : afterAllEqual);
  // Those that were made last come first: the order in which they are offered must not matter.
  for (const [at, segment] of [...searcher.segments.entries()].reverse()) {
    top.setSegment(at, segment, searcher.docBases[at]!);
    const found = firstInOrder(top, capacity);
    if (found !== null) {
      top.collect(found.values, new Float32Array(found.length), found.length);
      continue;
    }
    let doc = top.nextCompetitive(0);
    for (; doc < segment.maxDoc; doc = top.nextCompetitive(doc + 1)) {
      top.collect(Int32Array.of(doc), new Float32Array(1), 1);
    }
  }
  // A page, and the places of those that follow it.
  const { shown, ahead } = top.page(0, capacity >> 1);
  expect(ahead?.docs.length).not.toBe(0);
  const places = shown.map(({ segment, doc }) => [segment, doc]);
  ahead?.docs.forEach((doc, i) => {
    places.push([ahead.segments[i]!, doc]);
  });
  return places.map(([segment, doc]) => `${segment}:${doc}`);
}
