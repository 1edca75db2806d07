import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { TimeExceeded } from '../budget/work-budget.ts';
import { Mapping } from '../mapping/mapping.ts';
import { testBudget, testContext } from '../testing/query-context.ts';
import { seeded } from '../testing/random-search.ts';
import { searcherOf, segmentOf, testField } from '../testing/segments.ts';
import { bm25 } from './bm25.ts';
import { PhraseWeight } from './phrase-weight.ts';
import { utf8 } from './query-tokens.ts';
import { DocBlock, NO_MINIMUM } from './scorer.ts';
import { FieldSimilarity, termState } from './term-weight.ts';

const body = testField('body', 'text');
/** The last of all words too: behind its positions the segment ends. */
const words = ['x', 'y', 'z'];

/** Short and very long documents: differences of positions of one bit and of many. */
function randomTexts(random: () => number): string[][] {
  const rarity = 1 + Math.floor(random() * 6);
  return Array.from({ length: 1 + Math.floor(random() * 400) }, () => {
    const length = random() < 0.02 ? 3000 : 1 + Math.floor(random() * 12);
    return Array.from({ length }, () => {
      const word = words[Math.floor(random() ** rarity * words.length)]!;
      return random() < 0.7 ? word : `a${Math.floor(random() * 9)}`;
    });
  });
}

const frequency = (text: readonly string[], first: string, second: string, distance: number): number =>
  text.filter((word, i) => word === first && text[i + distance] === second).length;

const seed = Number(process.env.SEXTANT_SEED ?? Math.floor(Math.random() * 2 ** 31));

test(`an exact phrase of two terms is found as often as it is in each document (seed ${seed})`, () => {
  const random = seeded(seed);
  for (let round = 0; round < 40; round++) {
    const texts = randomTexts(random);
    const docs = texts.map((text) => ({ body: text.join(' ') }));
    const context = testContext({
      searcher: searcherOf([segmentOf([body], docs)]),
      mapping: Mapping.create({}, {}),
    });
    const similarity = new FieldSimilarity(context, 'body');
    const [first, second] = [0, 0].map(() => words[Math.floor(random() * words.length)]!) as [string, string];
    const distance = 1 + Math.floor(random() * 3);
    const tokens = [first, second].map((word, place) => ({ term: utf8(word), position: place * distance }));
    const docFreqs = tokens.map(({ term }) => termState(context, 'body', term).docFreq);
    const weight = similarity.weight(1, docFreqs);
    const norms = context.searcher.segments[0]!.norms('body')!;

    const found = new Map<number, number>();
    const scorer = new PhraseWeight(context, similarity, tokens, 0, 1).scorer(0);
    const block = new DocBlock();
    while (scorer?.nextBlock(block, 0, NO_MINIMUM))
      for (let i = 0; i < block.length; i++) found.set(block.docs[i]!, block.scores[i]!);

    const wanted = new Map<number, number>();
    texts.forEach((text, doc) => {
      const freq = frequency(text, first, second, distance);
      if (freq > 0) wanted.set(doc, bm25(weight, freq, similarity.inverses[norms[doc]!]!));
    });
    expect([...found], `${first} ${second} at ${distance}, round ${round}`).toEqual([...wanted]);

    // From a document on, and with a score below which none need be found.
    const from = Math.floor(random() * texts.length);
    const scores = [...wanted.values()].sort((a, b) => a - b);
    const least = scores[Math.floor(random() * scores.length)] ?? 0;
    const later = new PhraseWeight(context, similarity, tokens, 0, 1).scorer(0);
    const high = new Map<number, number>();
    while (later?.nextBlock(block, from, least))
      for (let i = 0; i < block.length; i++)
        if (block.scores[i]! > least) high.set(block.docs[i]!, block.scores[i]!);
    expect([...high], `from ${from} above ${least}, round ${round}`).toEqual(
      [...wanted].filter(([doc, score]) => doc >= from && score > least),
    );
  }
});

test('a search is ended among the documents of a block where their texts are long', () => {
  const docs = Array.from({ length: 100 }, () => ({ body: 'x y '.repeat(5000) }));
  const end = { body: 'z '.repeat(100) };
  const given = {
    searcher: searcherOf([segmentOf([body], [...docs, end])]),
    mapping: Mapping.create({}, {}),
  };
  const budget = testBudget({ stepsMax: 1000 });
  const context = { ...testContext(given), budget };
  const tokens = ['x', 'y'].map((word, position) => ({ term: utf8(word), position }));
  const scorer = new PhraseWeight(context, new FieldSimilarity(context, 'body'), tokens, 0, 1).scorer(0)!;
  expect(() => scorer.nextBlock(new DocBlock(), 0, NO_MINIMUM)).toThrow(TimeExceeded);
  // 16 positions are a step: all of them are 62,500.
  expect(budget.usage().steps).toBeLessThan(10_000);
});

test('after a search nothing holds the memory of the segment', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const searched = (): WeakRef<object> => {
    const segment = segmentOf([body], [{ body: 'x y' }, { body: 'x y' }]);
    const context = testContext({ searcher: searcherOf([segment]), mapping: Mapping.create({}, {}) });
    const tokens = ['x', 'y'].map((word, position) => ({ term: utf8(word), position }));
    const block = new DocBlock();
    const scorer = new PhraseWeight(context, new FieldSimilarity(context, 'body'), tokens, 0, 1).scorer(0)!;
    scorer.nextBlock(block, 0, NO_MINIMUM);
    expect(block.length).toBe(2);
    return new WeakRef(segment.terms('body')!.postings(0).positionWords.buffer);
  };
  const memory = searched();
  await new Promise((resolve) => setImmediate(resolve));
  collect();
  expect(memory.deref()).toBeUndefined();
});
