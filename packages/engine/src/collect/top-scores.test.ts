import { SeededRandom } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { type KeptDocs, type ScoredDoc, TopScores } from './top-scores.ts';

const listOf = ({ segments, docs, scores }: KeptDocs): ScoredDoc[] =>
  Array.from(docs, (doc, i) => ({ segment: segments[i]!, doc, score: scores[i]! }));

const compared = (a: number, b: number): number => (a > b ? 1 : 0) - (a < b ? 1 : 0);

const better = (a: ScoredDoc, b: ScoredDoc): number =>
  compared(b.score, a.score) || a.segment - b.segment || a.doc - b.doc;

/** Fewer than `most` documents in each of three segments; `scoreOf`: of the n-th document. */
function offered(
  top: TopScores,
  random: SeededRandom,
  scoreOf: (n: number) => number,
  most: number,
): ScoredDoc[] {
  const all: ScoredDoc[] = [];
  for (let segment = 0; segment < 3; segment++) {
    const length = random.below(most);
    const docs = Int32Array.from({ length }, (_, i) => i * 2);
    const scores = Float32Array.from({ length }, (_, i) => scoreOf(all.length + i));
    top.collect(segment, docs, scores, length);
    for (let i = 0; i < length; i++) all.push({ segment, doc: docs[i]!, score: scores[i]! });
  }
  return all;
}

const kinds = [
  'equal',
  'falling',
  'rising',
  'of a few',
  'falling, then one that is best',
  'of either sign',
  'without bounds',
] as const;
const unbounded = [
  Number.POSITIVE_INFINITY,
  3.4028234663852886e38,
  1e-45,
  0,
  -0,
  -1e-45,
  Number.NEGATIVE_INFINITY,
];

function scoresOf(kind: (typeof kinds)[number], random: SeededRandom): (n: number) => number {
  return (n) => {
    if (kind === 'equal') return 1;
    if (kind === 'falling') return 1000 - (n >> 1);
    if (kind === 'rising') return n >> 1;
    if (kind === 'of a few') return random.below(4);
    if (kind === 'of either sign') return (random.below(9) - 4) / 8;
    if (kind === 'without bounds') return unbounded[random.below(unbounded.length)]!;
    return n === 20 ? 5000 : 1000 - n;
  };
}

/** Whether what is kept, a page of it and what follows it are as wanted. Empties it. */
function check(top: TopScores, wanted: readonly ScoredDoc[], random: SeededRandom, seed: number): void {
  const [from, size] = [random.below(top.capacity + 1), random.below(30)];
  if (random.below(2) === 0) {
    expect(listOf(top.kept()).sort(better), `seed ${seed}`).toEqual(wanted);
    expect(top.size, `seed ${seed}`).toBe(wanted.length);
  }
  expect(top.maxScore, `seed ${seed}`).toBe(wanted[0]?.score ?? Number.NaN);
  const { shown, ahead } = top.page(from, size);
  expect(shown, `seed ${seed}`).toEqual(wanted.slice(from, from + size));
  expect(ahead === null ? [] : listOf(ahead), `seed ${seed}`).toEqual(wanted.slice(from + size));
}

test.each(kinds)(
  'scores that are %s: the best are kept, in order, a page of them and what follows it',
  (kind) => {
    for (let seed = 1; seed <= 200; seed++) {
      const random = new SeededRandom(seed);
      const scoreOf = scoresOf(kind, random);
      const capacity = random.below(60);
      const top = new TopScores(capacity);
      const wanted = offered(top, random, scoreOf, 40).sort(better).slice(0, capacity);
      const isFull = wanted.length === capacity;
      expect(top.minScore).toBe(isFull ? (wanted.at(-1)?.score ?? top.minScore) : -1);
      check(top, wanted, random, seed);
    }
  },
);

test.each(kinds)('of many that are kept, with scores that are %s, too', (kind) => {
  for (let seed = 1; seed <= 60; seed++) {
    const random = new SeededRandom(seed);
    const scoreOf = scoresOf(kind, random);
    const capacity = 128 + random.below(300);
    const top = new TopScores(capacity);
    const all = offered(top, random, scoreOf, 100 + random.below(1500));
    const wanted = [...all].sort(better).slice(0, capacity);
    // What is no better than that must not be offered any more.
    expect(top.minScore).toBeLessThanOrEqual(Math.max(-1, wanted.at(-1)?.score ?? -1));
    if (all.length < capacity) expect(top.minScore).toBe(-1);
    check(top, wanted, random, seed);
  }
});

test('of very many that are kept more room is made', () => {
  for (const capacity of [4000, 9000, 2 ** 20 + 1]) {
    const random = new SeededRandom(capacity);
    const top = new TopScores(capacity);
    const wanted = offered(top, random, () => random.below(50_000), 12_000)
      .sort(better)
      .slice(0, capacity);
    check(top, wanted, random, capacity);
  }
});

test.each([100, 1000])(
  'of very many documents of which each is better than those before the last %d are kept',
  (size) => {
    const top = new TopScores(size);
    const length = 50_000;
    top.collect(
      0,
      Int32Array.from({ length }, (_, i) => i),
      Float32Array.from({ length }, (_, i) => i + 1),
      length,
    );
    expect([top.size, top.maxScore]).toEqual([size, length]);
    expect(top.minScore).toBeGreaterThan(length - 2 * size);
    expect(top.page(size - 1, 1).shown).toEqual([
      { segment: 0, doc: length - size, score: length - size + 1 },
    ]);
  },
);

test('a score that is no number is the worst, and each document is kept for itself', () => {
  for (const scores of [
    [Number.NaN, 1, Number.NaN, 2, Number.NaN],
    [1, 2, Number.NaN],
    [Number.NaN, Number.NaN, 3, Number.NaN, 4, 5],
  ]) {
    const top = new TopScores(3);
    const docs = Int32Array.from(scores, (_, i) => i);
    top.collect(0, docs, Float32Array.from(scores), docs.length);
    const found = top.sorted();
    expect(new Set(found.map(({ doc }) => doc)).size).toBe(3);
    for (const hit of found) expect(hit).toEqual({ segment: 0, doc: hit.doc, score: scores[hit.doc] });
    expect(found.every(({ doc }) => doc < scores.length)).toBe(true);
    const numbers = scores.filter((score) => !Number.isNaN(score)).sort((a, b) => b - a);
    expect(found.map(({ score }) => score).slice(0, numbers.length)).toEqual(numbers);
  }
});

test('of many that are kept those whose score is no number are the worst', () => {
  const top = new TopScores(200);
  const length = 5000;
  const scores = Float32Array.from({ length }, (_, i) => (i % 50 === 0 ? 7 : Number.NaN));
  top.collect(0, Int32Array.from(scores.keys()), scores, length);
  expect(top.minScore).toBe(-1);
  const found = top.sorted();
  expect(new Set(found.map(({ doc }) => doc)).size).toBe(200);
  expect(found.slice(0, 101).map(({ doc, score }) => [doc, score])).toEqual([
    ...Array.from({ length: 100 }, (_, i) => [i * 50, 7]),
    [1, Number.NaN],
  ]);
});
