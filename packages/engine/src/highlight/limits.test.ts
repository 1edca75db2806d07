import { expect, test } from 'vitest';
import type { WorkBudget } from '../budget/work-budget.ts';
import { testBudget } from '../testing/query-context.ts';
import { FieldWords } from './field-words.ts';
import type { HighlightOptions } from './highlight-request.ts';
import { phrasePlaces, tokensByTerm } from './phrase-places.ts';
import { plainFragments } from './plain.ts';
import { type TextField, tokensOf } from './text-tokens.ts';
import { foundPhrases } from './vector/phrase-list.ts';
import { PhraseMap } from './vector/phrase-map.ts';
import { wordOffsets } from './word-offsets.ts';

const field: TextField = { analyzer: null, gap: 0, maxOffset: null };
const values = Array.from({ length: 100 }, (_, i) => `word${i % 10}`);
const tokens = tokensOf(values, field, testBudget());
const byTerm = tokensByTerm(tokens);
const words = ['word1', 'word2'].map((term, position) => ({ term, position }));

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
  'a phrase in order': (budget) =>
    phrasePlaces({ words, slop: 0, boost: 1, inOrder: true }, tokens, byTerm, budget),
  'cutting plainly': (budget) =>
    plainFragments([{ value: values.join(' '), tokens }], new FieldWords(), options, budget),
  'phrases by term vectors': (budget) => {
    const told = words.map(({ term }) => ({ field: 't', terms: [term], positions: [0], slop: 0, boost: 1 }));
    const map = new PhraseMap(told, true, budget);
    return foundPhrases(tokens, map.root('t')!, 100, budget);
  },
  'a phrase in any order': (budget) =>
    phrasePlaces({ words, slop: 3, boost: 1, inOrder: false }, tokens, byTerm, budget),
};

for (const [name, work] of Object.entries(works)) {
  test(`${name} ends when the request is cancelled`, () => {
    const budget = testBudget({ stepsPerLook: 1 });
    work(budget);
    budget.cancel('enough');
    expect(() => work(budget)).toThrow('cancelled task with reason: enough');
  });
}

test('a word that is repeated in a phrase and in a text is marked everywhere, in as many fragments as are wanted', () => {
  const value = 'a '.repeat(20_000);
  const searched = new FieldWords();
  const same = Array.from({ length: 50 }, (_, position) => ({ term: 'a', position }));
  searched.phrases.push({ words: same, slop: 0, boost: 1, inOrder: true });
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
