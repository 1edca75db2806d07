import { expect, test } from 'vitest';
import type { WorkBudget } from '../budget/work-budget.ts';
import { testBudget } from '../testing/query-context.ts';
import { FieldWords } from './field-words.ts';
import { phrasePlaces, tokensByTerm } from './phrase-places.ts';
import { type TextField, tokensOf } from './text-tokens.ts';
import { wordOffsets } from './word-offsets.ts';

const field: TextField = { analyzer: null, gap: 0, maxOffset: null };
const values = Array.from({ length: 100 }, (_, i) => `word${i % 10}`);
const tokens = tokensOf(values, field, testBudget());
const byTerm = tokensByTerm(tokens);
const words = ['word1', 'word2'].map((term, position) => ({ term, position }));

const works: Record<string, (budget: WorkBudget) => unknown> = {
  'taking texts apart': (budget) => tokensOf(values, field, budget),
  'trying words': (budget) => {
    const tried = new FieldWords();
    tried.tests.push(() => 1);
    return wordOffsets(tokens, tried, budget);
  },
  'a phrase in order': (budget) => phrasePlaces({ words, slop: 0, boost: 1 }, tokens, byTerm, budget),
  'a phrase in any order': (budget) => phrasePlaces({ words, slop: 3, boost: 1 }, tokens, byTerm, budget),
};

for (const [name, work] of Object.entries(works)) {
  test(`${name} ends when the request is cancelled`, () => {
    const budget = testBudget({ stepsPerLook: 1 });
    work(budget);
    budget.cancel('enough');
    expect(() => work(budget)).toThrow('cancelled task with reason: enough');
  });
}
