import { expect, test, vi } from 'vitest';
import { TopScores } from '../collect/top-scores.ts';
import { Mapping } from '../mapping/mapping.ts';
import { testContext } from '../testing/query-context.ts';
import { seeded } from '../testing/random-search.ts';
import { searcherOf, segmentOf, testField } from '../testing/segments.ts';
import { BoolWeight } from './bool-weight.ts';
import { OneField } from './one-field.ts';
import { utf8 } from './query-tokens.ts';
import { DocBlock, NO_MINIMUM } from './scorer.ts';
import { TermScorer } from './term-scorer.ts';
import { FieldSimilarity, TermWeight, termState } from './term-weight.ts';
import type { QueryContext, Weight } from './weight.ts';

const fields = [testField('body', 'text'), testField('other', 'text')];

function contextOf(texts: readonly string[]): QueryContext {
  const segment = segmentOf(
    fields,
    texts.map((body) => ({ body, other: body })),
  );
  return testContext({ searcher: searcherOf([segment]), mapping: Mapping.create({}, {}) });
}

function term(context: QueryContext, word: string, field = 'body'): TermWeight {
  return new TermWeight(
    context,
    new FieldSimilarity(context, field),
    termState(context, field, utf8(word)),
    1,
  );
}

function scorerOf(weight: Weight): TermScorer {
  const scorer = weight.scorer(0);
  if (!(scorer instanceof TermScorer)) throw new TypeError('not the scorer of a term');
  return scorer;
}

function scoresOf(weight: Weight, limit = NO_MINIMUM): Map<number, number> {
  const found = new Map<number, number>();
  const block = new DocBlock();
  const scorer = weight.scorer(0);
  while (scorer?.nextBlock(block, 0, limit) === true) {
    for (let i = 0; i < block.length; i++) found.set(block.docs[i]!, block.scores[i]!);
  }
  return found;
}

const none = { must: [], filter: [], should: [], mustNot: [], minimum: 0 };
const any = (context: QueryContext, ...words: string[]): Weight =>
  new BoolWeight(context, { ...none, should: words.map((word) => term(context, word)) });
const all = (context: QueryContext, ...words: string[]): Weight =>
  new BoolWeight(context, { ...none, must: words.map((word) => term(context, word)) });

test('what occurs in short documents alone does not add to the bound of long ones', () => {
  const context = contextOf(['a', 'a', 'b x x x x x x x', 'a b x x x x x x', 'x']);
  const field = OneField.of([scorerOf(term(context, 'a')), scorerOf(term(context, 'b'))])!;
  const highest = Math.max(...scoresOf(any(context, 'a', 'b')).values());
  expect(field.boundOf(0, 4)).toBe(highest);
  const apart = [term(context, 'a'), term(context, 'b')].map((each) => scorerOf(each).boundOf(0, 4));
  expect(apart[0]! + apart[1]!).toBeGreaterThan(highest);
});

test('terms of two fields, and what is no term, have no length in common', () => {
  const context = contextOf(['a b']);
  expect(OneField.of([scorerOf(term(context, 'a')), scorerOf(term(context, 'b', 'other'))])).toBeNull();
  expect(OneField.of([scorerOf(term(context, 'a')), all(context, 'a', 'b').scorer(0)!])).toBeNull();
});

test('sharpened bounds are the scores of documents that there are', () => {
  const texts = Array.from({ length: 300 }, (_, i) => (i % 3 === 0 ? 'a x' : 'a a x x x x x x'));
  const context = contextOf(texts);
  const scorer = scorerOf(term(context, 'a'));
  const norms = context.searcher.segments[0]!.norms('body')!;
  const scores = scoresOf(term(context, 'a'));
  expect(scorer.boundsByNorm()[norms[0]!]).toBeGreaterThan(scores.get(0)!);
  expect([scorer.sharpenBounds(), scorer.sharpenBounds()]).toEqual([true, false]);
  for (const doc of [0, 1]) expect(scorer.boundsByNorm()[norms[doc]!]).toBe(scores.get(doc));
});

test('frequencies that are all one need not be read', () => {
  const context = contextOf(Array.from({ length: 300 }, () => 'a b'));
  expect(scorerOf(term(context, 'a')).sharpenBounds()).toBe(false);
});

test('bounds are sharpened where many documents seem to score more than they do', () => {
  const context = contextOf(
    Array.from({ length: 6000 }, (_, i) => (i % 2 === 0 ? 'a b' : 'a b b x x x x x x')),
  );
  const best = Math.max(...scoresOf(all(context, 'a', 'b')).values());
  const sharpened = vi.spyOn(TermScorer.prototype, 'sharpenBounds');
  const probed = vi.spyOn(TermScorer.prototype, 'probe');
  expect(scoresOf(all(context, 'a', 'b'), best).size).toBe(0);
  expect(sharpened).toHaveBeenCalledOnce();
  expect(probed.mock.calls.length).toBeLessThan(10);
  sharpened.mockRestore();
  probed.mockRestore();
});

/** As logs are: few different texts, so that most documents score alike. */
function templates(random: () => number, count: number): string[] {
  const words = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
  const texts = Array.from({ length: 12 }, () =>
    Array.from({ length: 2 + Math.floor(random() * 12) }, () => words[Math.floor(random() ** 2 * 8)]!).join(
      ' ',
    ),
  );
  return Array.from({ length: count }, () => texts[Math.floor(random() ** 2 * texts.length)]!);
}

const seed = Number(process.env.SEXTANT_SEED ?? Math.floor(Math.random() * 2 ** 31));

test(`the best of documents that score alike are found whatever is left out (seed ${seed})`, () => {
  const random = seeded(seed);
  for (let round = 0; round < 12; round++) {
    const context = contextOf(templates(random, 9000));
    const pick = (): string => 'abcdefgh'[Math.floor(random() * 8)]!;
    const words = [...new Set([pick(), pick(), pick(), pick()])];
    for (const make of [any, all]) {
      const weight = make(context, ...words);
      const scores = [...scoresOf(weight)];
      const size = 1 + Math.floor(random() * 20);
      const wanted = scores.sort((x, y) => y[1] - x[1] || x[0] - y[0]).slice(0, size);
      const top = new TopScores(size);
      const block = new DocBlock();
      const scorer = weight.scorer(0);
      while (scorer?.nextBlock(block, 0, top.minScore) === true) {
        top.collect(0, block.docs, block.scores, block.length);
      }
      expect(
        top.sorted().map(({ doc, score }) => [doc, score]),
        `round ${round}: ${words.join(' ')}`,
      ).toEqual(wanted);
    }
  }
});

/** How often documents above the best score of all are looked for by single documents or by windows. */
function looks(make: (context: QueryContext) => Weight, texts: readonly string[]): number {
  const context = contextOf(texts);
  const best = Math.max(...scoresOf(make(context)).values());
  const spies = [vi.spyOn(TermScorer.prototype, 'probe'), vi.spyOn(TermScorer.prototype, 'accumulate')];
  expect(scoresOf(make(context), best).size).toBe(0);
  const calls = spies.map((spy) => spy.mock.calls.length);
  for (const spy of spies) spy.mockRestore();
  return calls[0]! + calls[1]!;
}

test.each<[string, (context: QueryContext) => Weight]>([
  ['any', (context) => any(context, 'a', 'b')],
  ['all', (context) => all(context, 'a', 'b')],
])('what scores as the worst of the best is not looked at again (%s)', (_, make) => {
  // The sums of some of them are rounded up to the float that a score is, those of others down.
  for (let x = 1; x <= 16; x++) {
    const texts = Array.from({ length: 300 }, (__, i) => (i % 20 < x ? 'a b x' : 'a b x x x'));
    const rare = Array.from({ length: x }, () => 'b x x x x');
    expect(looks(make, [...texts, ...rare]), `${x}`).toBe(0);
  }
});

test('windows are left out where the best of their terms do not meet in a document', () => {
  const texts = ['a', 'x', 'a b x x x x x x x x x x x x x x x x', 'x'];
  expect(
    looks(
      (context) => any(context, 'a', 'b'),
      Array.from({ length: 9000 }, (_, i) => texts[i % 4]!),
    ),
  ).toBe(0);
});
