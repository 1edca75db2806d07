import { expect, test, vi } from 'vitest';
import { Mapping } from '../mapping/mapping.ts';
import { BlockPostings } from '../segment/block-postings.ts';
import { testContext } from '../testing/query-context.ts';
import { seeded } from '../testing/random-search.ts';
import { searcherOf, segmentOf, testField } from '../testing/segments.ts';
import { BoolWeight } from './bool-weight.ts';
import { utf8 } from './query-tokens.ts';
import { DocBlock, NO_MINIMUM } from './scorer.ts';
import { TermScorer } from './term-scorer.ts';
import { FieldSimilarity, TermWeight, termState } from './term-weight.ts';
import type { QueryContext, Weight } from './weight.ts';

function contextOf(texts: readonly string[], needsScores = true): QueryContext {
  const segment = segmentOf(
    [testField('body', 'text')],
    texts.map((body) => ({ body })),
  );
  return {
    ...testContext({ searcher: searcherOf([segment]), mapping: Mapping.create({}, {}) }),
    needsScores,
  };
}

function atLeast(minimum: number, context: QueryContext, words: readonly string[]): Weight {
  const similarity = new FieldSimilarity(context, 'body');
  const term = (word: string): Weight =>
    new TermWeight(context, similarity, termState(context, 'body', utf8(word)), 1);
  return new BoolWeight(context, { must: [], filter: [], should: words.map(term), mustNot: [], minimum });
}

function found(weight: Weight, limit = NO_MINIMUM): Map<number, number> {
  const scores = new Map<number, number>();
  const block = new DocBlock();
  const scorer = weight.scorer(0);
  while (scorer?.nextBlock(block, 0, limit) === true) {
    for (let i = 0; i < block.length; i++) scores.set(block.docs[i]!, block.scores[i]!);
  }
  return scores;
}

const seed = Number(process.env.SEXTANT_SEED ?? Math.floor(Math.random() * 2 ** 31));

test.each([3, 4, 7, 8, 15, 16, 33])(`of %i words any number may be asked for (seed ${seed})`, (count) => {
  const random = seeded(seed + count);
  const words = Array.from({ length: count }, (_, i) => `w${i}`);
  const texts = Array.from({ length: 9000 }, () => {
    const share = random();
    return ['x', ...words.filter(() => random() < share)].join(' ');
  });
  for (const needsScores of [true, false]) {
    const context = contextOf(texts, needsScores);
    for (const minimum of new Set([2, Math.floor(count / 2) + 1, count - 1])) {
      const wanted = texts.flatMap((text, doc) => (text.split(' ').length - 1 >= minimum ? [doc] : []));
      const scores = found(atLeast(minimum, context, words));
      expect([...scores.keys()], `at least ${minimum}`).toEqual(wanted);
      if (!needsScores) continue;
      const any = found(atLeast(0, context, words));
      for (const [doc, score] of scores) expect(score).toBeCloseTo(any.get(doc)!, 4);
    }
  }
});

test('what scores no more than the worst of the best is not looked at', () => {
  const texts = Array.from({ length: 20_000 }, (_, i) => ['a b c', 'a b x', 'b c x x x'][i % 3]!);
  const context = contextOf(texts);
  const weight = atLeast(2, context, ['a', 'b', 'c']);
  const scores = found(weight);
  const best = Math.max(...scores.values());
  const some = [...scores].filter(([, score]) => score > best / 2);
  expect([...found(weight, Math.fround(best / 2))]).toEqual(some);
  const accumulated = vi.spyOn(TermScorer.prototype, 'accumulate');
  expect(found(weight, best).size).toBe(0);
  expect(accumulated).not.toHaveBeenCalled();
  accumulated.mockRestore();
});

test('where nobody looks at scores no frequencies are read', () => {
  const context = contextOf(
    Array.from({ length: 500 }, () => 'a b c'),
    false,
  );
  const freqs = vi.spyOn(BlockPostings.prototype, 'loadFreqs');
  expect(found(atLeast(2, context, ['a', 'b', 'c'])).size).toBe(500);
  expect(freqs).not.toHaveBeenCalled();
  freqs.mockRestore();
});
