import { expect, test } from 'vitest';
import type { WorkBudget } from '../budget/work-budget.ts';
import { testBudget } from '../testing/query-context.ts';
import { FieldWords, type Phrase } from './field-words.ts';
import type { HighlightOptions } from './highlight-request.ts';
import { plainFragments } from './plain.ts';
import { type TextField, tokensOf } from './text-tokens.ts';
import { foundPhrases } from './vector/phrase-list.ts';
import { PhraseMap } from './vector/phrase-map.ts';
import { wordOffsets } from './word-offsets.ts';

const field: TextField = { analyzer: null, gap: 0, maxOffset: null };
const values = Array.from({ length: 100 }, (_, i) => `word${i % 10}`);
const tokens = tokensOf(values, field, testBudget());
const words = ['word1', 'word2'].map((term, position) => ({ term, position }));

function phrase(given: Partial<Phrase>): FieldWords {
  const searched = new FieldWords();
  searched.phrases.push({ words, slop: 0, boost: 1, inOrder: true, ...given });
  return searched;
}

const options = {
  encoder: 'default',
  fragmenter: null,
  fragmentSize: 2,
  numberOfFragments: 2 ** 31 - 1,
  order: null,
  preTag: '<',
  postTag: '>',
} as unknown as HighlightOptions;

const works: Record<string, (budget: WorkBudget) => unknown> = {
  'taking texts apart': (budget) => tokensOf(values, field, budget),
  'trying words': (budget) => {
    const tried = new FieldWords();
    tried.tests.push(() => 1);
    return wordOffsets(tokens, tried, budget);
  },
  'a phrase in order': (budget) => wordOffsets(tokens, phrase({}), budget),
  'cutting plainly': (budget) =>
    plainFragments([{ value: values.join(' '), tokens }], new FieldWords(), options, budget),
  'phrases by term vectors': (budget) => {
    const told = words.map(({ term }) => ({ field: 't', terms: [term], positions: [0], slop: 0, boost: 1 }));
    const map = new PhraseMap(told, true, budget);
    return foundPhrases(tokens, map.root('t')!, 100, budget);
  },
  'a phrase in any order': (budget) => wordOffsets(tokens, phrase({ slop: 3, inOrder: false }), budget),
};

for (const [name, work] of Object.entries(works)) {
  test(`${name} ends when the request is cancelled`, () => {
    const budget = testBudget({ stepsPerLook: 1 });
    work(budget);
    budget.cancel('enough');
    expect(() => work(budget)).toThrow('cancelled task with reason: enough');
  });
}

test('words near each other are looked for word by word', () => {
  const all = Array.from({ length: 10 }, (_, i) => ({ term: `word${i}`, position: i }));
  const budget = testBudget({ stepsPerLook: 1 });
  wordOffsets(tokens, phrase({ words: all, slop: 100, inOrder: false }), budget);
  // Each of the 100 words ends a stretch of ten that is marked.
  expect(budget.usage().steps).toBeGreaterThan(900);
});

test('a word counts once of all phrases that it is in', () => {
  const several = phrase({});
  several.phrases.push({ ...several.phrases[0]!, slop: 9 });
  const offsets = wordOffsets(tokens, several, testBudget());
  expect([offsets.length, offsets[0]!.freq]).toEqual([20, 10]);
});

test('what is marked is held as memory until the text is shown', () => {
  const held = { now: 0, most: 0 };
  const take = (bytes: number): void => {
    held.now += bytes;
    held.most = Math.max(held.most, held.now);
  };
  const budget = testBudget({ memory: { take, give: (bytes) => take(-bytes) } });
  plainFragments([{ value: values.join(' '), tokens }], phrase({}), options, budget);
  expect([held.now, held.most]).toEqual([0, 10 * 2 * 128]);
  wordOffsets(tokens, phrase({}), budget);
  expect(held.now).toBe(20 * 64);
});

test('a word that is repeated in a phrase and in a text is marked everywhere, in as many fragments as are wanted', () => {
  const value = 'a '.repeat(20_000);
  const searched = phrase({ words: Array.from({ length: 50 }, (_, position) => ({ term: 'a', position })) });
  const all = Array.from({ length: 20_000 }, (_, position) => {
    return { term: 'a', start: position * 2, end: position * 2 + 1, position };
  });
  const budget = testBudget();
  const marked = plainFragments([{ value, tokens: all }], searched, options, budget).join('');
  expect(marked.replaceAll('<a>', 'a')).toBe(value);
  expect(marked.split('<a>').length).toBe(20_001);
  const some = plainFragments(
    [{ value, tokens: all }],
    searched,
    { ...options, fragmenter: 'simple' },
    budget,
  );
  expect(some.length).toBeGreaterThan(9_000);
});
