import { expect, test } from 'vitest';
import { analyzerRegistry } from '../analysis/registry.ts';
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

function heldBudget(): { readonly budget: WorkBudget; readonly held: { now: number; most: number } } {
  const held = { now: 0, most: 0 };
  const take = (bytes: number): void => {
    held.now += bytes;
    held.most = Math.max(held.most, held.now);
  };
  return { budget: testBudget({ memory: { take, give: (bytes) => take(-bytes) } }), held };
}

function refuse(): never {
  throw new Error('full');
}

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
  expect([offsets.length, offsets[0]!.words]).toEqual([20, [{ term: 'word1', freq: 10 }]]);
});

test('what is marked is held as memory until the text is shown', () => {
  const { budget, held } = heldBudget();
  plainFragments([{ value: values.join(' '), tokens }], phrase({}), options, budget);
  expect([held.now, held.most]).toEqual([0, 10 * 2 * 128]);
  wordOffsets(tokens, phrase({}), budget);
  expect(held.now).toBe(20 * 64);
});

test('places at which many phrases say that words are near are held once', () => {
  const { budget, held } = heldBudget();
  const several = new FieldWords();
  for (let slop = 0; slop < 100; slop++) several.phrases.push({ words, slop, boost: 1, inOrder: true });
  const [, ...others] = plainFragments([{ value: values.join(' '), tokens }], several, options, budget);
  expect(others.length).toBeGreaterThan(0);
  expect(held.now).toBe(0);
  expect(held.most).toBeLessThanOrEqual(3 * 10 * 128);
});

test('words are held as memory while they are taken out of a text', () => {
  const { budget, held } = heldBudget();
  const many = Array.from({ length: 5000 }, () => 'word');
  expect(tokensOf(many, field, budget).length).toBe(5000);
  expect(held.now).toBe(4 * 1024 * 160);
  const analyzer = analyzerRegistry({}).analyzer('standard')!;
  const full = testBudget({ memory: { take: refuse, give: () => undefined } });
  expect(() => tokensOf([many.join(' ')], { ...field, analyzer }, full)).toThrow('full');
  expect(tokensOf([many.join(' ')], { ...field, analyzer, maxOffset: 1000 }, full).length).toBe(201);
});

test('the words that patterns match are tried and held once for all their places', () => {
  const { budget, held } = heldBudget();
  const searched = new FieldWords();
  let tried = 0;
  for (let i = 0; i < 100; i++) searched.tests.push(() => ++tried);
  const offsets = wordOffsets(tokens, searched, budget);
  expect(offsets.length).toBe(100);
  expect(new Set(offsets.flatMap(({ words: all }) => all)).size).toBe(100);
  expect(tried).toBe(10 * 100);
  expect(held.most).toBe(100 * 64 + 10 * 100 * 16);
});

test('patterns beside spans are tried once with each word of a text that is analyzed, and charged', () => {
  const searched = phrase({});
  searched.spans.push({ words: new Set(['word3']), boost: 1, find: () => undefined });
  let tried = 0;
  searched.tests.push(() => {
    tried++;
    return undefined;
  });
  const budget = testBudget({ stepsPerLook: 1 });
  wordOffsets(tokens, searched, budget, true);
  expect(tried).toBe(10);
  budget.cancel('enough');
  expect(() => wordOffsets(tokens, searched, budget, true)).toThrow('enough');
  expect(tried).toBe(10);
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
