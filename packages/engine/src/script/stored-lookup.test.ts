import { FakeClock } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { WorkBudget } from '../budget/work-budget.ts';
import { searchableShard } from '../testing/searchable.ts';
import { PainlessSearchScript } from './painless-search-script.ts';
import { searchContexts } from './search-script.ts';

const stored = { type: 'keyword', store: true };
const properties = {
  k: stored,
  p: { type: 'geo_point', store: true },
  u: { type: 'unsigned_long', store: true },
  parts: { type: 'nested', properties: { x: stored } },
};

/** What a script answers over a document with so many words, and steps that it is charged for. */
function runOver(words: number, source: string): { readonly answer: unknown; readonly steps: number } {
  const k = Array.from({ length: words }, (_, i) => `word${i}`);
  const document = { k, p: '1,2', u: '18446744073709551615', parts: [{ x: 'inner' }] };
  const { mapping, searcher } = searchableShard({ properties, segments: [[document]] });
  const budget = new WorkBudget({ clock: new FakeClock(), stepsPerLook: 1 });
  const spec = { source, stored: false, lang: 'painless', params: {} };
  const script = new PainlessSearchScript(spec, searchContexts.field, { mapping, searcher, budget });
  const segment = searcher.segments[0]!.within(null);
  script.setSegment(segment);
  return { answer: script.run(segment.maxDoc - 1), steps: budget.usage().steps };
}

test('what is read of a document for its stored fields is counted', () => {
  const few = runOver(1, 'params._fields.k.values.size()');
  const many = runOver(100_000, 'params._fields.k.values.size()');
  expect([few.answer, many.answer]).toEqual([1, 100_000]);
  expect(many.steps).toBeGreaterThan(few.steps + 100);
});

test('values of a stored field are made once for a document, however often a script asks for them', () => {
  const loop = 'def all = params._fields.k.values; def n = 0; for (int i = 0; i < 1000; i++)';
  const body = "if (params._fields['k'].values === all && params._fields.get('k').getValues() === all) n++;";
  expect(runOver(10, `${loop} { ${body} } return n`).answer).toBe(1000);
});

test.each([
  ["params._fields['parts.x'].values.size()", 0],
  ['params._fields.p.value.type', 'Point'],
  ['params._fields.u.value instanceof BigInteger', true],
])('objects of nested fields have theirs for themselves, and points are maps: %s', (source, answer) => {
  expect(runOver(1, source).answer).toBe(answer);
});
