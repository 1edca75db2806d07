import { SeededRandom } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { type KeptDocs, type ScoredDoc, TopScores } from './top-scores.ts';

const listOf = ({ segments, docs, scores }: KeptDocs): ScoredDoc[] =>
  Array.from(docs, (doc, i) => ({ segment: segments[i]!, doc, score: scores[i]! }));

const compared = (a: number, b: number): number => (a > b ? 1 : 0) - (a < b ? 1 : 0);

const better = (a: ScoredDoc, b: ScoredDoc): number =>
  compared(b.score, a.score) || a.segment - b.segment || a.doc - b.doc;

/** `scoreOf`: of the n-th document. */
function offered(top: TopScores, random: SeededRandom, scoreOf: (n: number) => number): ScoredDoc[] {
  const all: ScoredDoc[] = [];
  for (let segment = 0; segment < 3; segment++) {
    const length = random.below(40);
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

test.each(kinds)(
  'scores that are %s: the best are kept, in order, a page of them and what follows it',
  (kind) => {
    for (let seed = 1; seed <= 200; seed++) {
      const random = new SeededRandom(seed);
      const scoreOf = (n: number): number => {
        if (kind === 'equal') return 1;
        if (kind === 'falling') return 1000 - (n >> 1);
        if (kind === 'rising') return n >> 1;
        if (kind === 'of a few') return random.below(4);
        if (kind === 'of either sign') return (random.below(9) - 4) / 8;
        if (kind === 'without bounds') return unbounded[random.below(unbounded.length)]!;
        return n === 20 ? 5000 : 1000 - n;
      };
      const capacity = random.below(60);
      const top = new TopScores(capacity);
      const wanted = offered(top, random, scoreOf).sort(better).slice(0, capacity);
      const [from, size] = [random.below(capacity + 1), random.below(30)];
      expect(listOf(top.kept()).sort(better), `seed ${seed}`).toEqual(wanted);
      const isFull = wanted.length === capacity;
      expect(top.minScore).toBe(isFull ? (wanted.at(-1)?.score ?? top.minScore) : -1);
      const { shown, ahead } = top.page(from, size);
      expect(shown, `seed ${seed}`).toEqual(wanted.slice(from, from + size));
      expect(ahead === null ? [] : listOf(ahead)).toEqual(wanted.slice(from + size));
    }
  },
);

test('of very many documents of which each is better than those before the last ones are kept', () => {
  const top = new TopScores(100);
  const length = 50_000;
  top.collect(
    0,
    Int32Array.from({ length }, (_, i) => i),
    Float32Array.from({ length }, (_, i) => i + 1),
    length,
  );
  expect([top.size, top.minScore, top.maxScore]).toEqual([100, length - 99, length]);
  expect(top.page(99, 1).shown).toEqual([{ segment: 0, doc: length - 100, score: length - 99 }]);
});

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
