import { expect, test } from 'vitest';
import { Mapping } from '../mapping/mapping.ts';
import { analyzerRegistry, checkAnalyzers } from './registry.ts';

/** Terms of a text; `filter` and `analyzer` as in the settings of an index. The expected ones are those of OpenSearch 3.6.0. */
function terms(text: string, filter: object, more: Readonly<Record<string, unknown>> = {}): string[] {
  const flat = flattened({
    filter: { s: { type: 'synonym', synonyms: ['Foo_Bar => Baz Qux', 'runs, jogging'], ...filter } },
    analyzer: { a: { tokenizer: 'whitespace', filter: ['s'] }, ...more },
  });
  const found: string[] = [];
  analyzerRegistry(flat)
    .analyzer('a')!
    .analyzeTokens(text, { token: ({ term }) => found.push(term), end: () => undefined });
  return found;
}

function flattened(analysis: object): Record<string, string | string[]> {
  const flat: [string, string | string[]][] = [];
  const add = (path: string, value: unknown): void => {
    if (typeof value !== 'object' || Array.isArray(value)) flat.push([path, value as string | string[]]);
    else for (const [name, member] of Object.entries(value!)) add(`${path}.${name}`, member);
  };
  add('index.analysis', analysis);
  return Object.fromEntries(flat);
}

const text = 'Foo Bar foo_bar Foo_Bar runs run jog x';
const stems = { st: { tokenizer: 'standard', filter: ['lowercase', 'porter_stem'] } };

test('rules are read by the analyzer that the filter names', () => {
  const standard = ['Foo', 'Bar', 'baz', 'Foo_Bar', 'qux', 'runs', 'jogging', 'run', 'jog', 'x'];
  expect(terms(text, { synonym_analyzer: 'standard' })).toEqual(standard);
  const stemmed = ['Foo', 'Bar', 'baz', 'Foo_Bar', 'qux', 'runs', 'run', 'jog', 'jog', 'run', 'x'];
  expect(terms(text, { synonym_analyzer: 'st' }, stems)).toEqual(stemmed);
});

test('an analyzer that is not there, and what only old indices had, change nothing', () => {
  const own = ['Foo', 'Bar', 'foo_bar', 'Baz', 'runs', 'Qux', 'jogging', 'run', 'jog', 'x'];
  expect(terms(text, {})).toEqual(own);
  expect(terms(text, { synonym_analyzer: 'nosuch' })).toEqual(own);
  expect(terms(text, { synonym_analyzer: 'a' })).toEqual(own);
  expect(terms(text, { tokenizer: 'standard', ignore_case: 'true' })).toEqual(own);
});

test('analyzers that are parts of many others are made once, and only so deep', () => {
  const chain = (depth: number): object => {
    const filter: Record<string, unknown> = {};
    const analyzer: Record<string, unknown> = {};
    for (let i = 0; i < depth; i++) {
      const next = { type: 'synonym', synonym_analyzer: `z${i + 1}` };
      filter[`x${i}`] = { ...next, synonyms: [`a${i},b${i}`] };
      filter[`y${i}`] = { ...next, synonyms: [`c${i},d${i}`] };
      analyzer[`z${i}`] = { tokenizer: 'standard', filter: [`x${i}`, `y${i}`] };
    }
    return { filter, analyzer };
  };
  expect(analyzerRegistry(flattened(chain(60))).analyzer('z0')).toBeDefined();
  expect(() => analyzerRegistry(flattened(chain(3000)))).toThrow('analyzers in more than [100] others');
});

test('a filter that no rules can be read behind is told of with the analyzers that have both', () => {
  const ngrams = { analyzer: { a: { tokenizer: 'standard', filter: ['ngram', 's'] } } };
  expect(() => terms('a', {}, { ...ngrams.analyzer })).toThrow('Failed to build analyzers: [a]');
});

test('an index that has rules behind a filter that cannot read them opens; no new one gets them', () => {
  const behind = (filter: object): Record<string, string | string[]> => {
    return flattened({
      filter: { sh: { type: 'shingle' }, s: { type: 'synonym', synonyms: ['a, b'] }, ...filter },
      analyzer: { a: { tokenizer: 'standard', filter: ['sh', 's'] } },
    });
  };
  const old = behind({});
  const refusal = 'Failed to build analyzers: [a]';
  expect(() => Mapping.make({}, old)).toThrow(refusal);
  const found: string[] = [];
  Mapping.create({}, old);
  analyzerRegistry(old)
    .analyzer('a')!
    .analyzeTokens('a c', { token: ({ term }) => found.push(term), end: () => undefined });
  expect(found).toEqual(['a', 'b', 'a c', 'c']);
  expect(() => checkAnalyzers(old)).toThrow(refusal);
  expect(() => checkAnalyzers(old, old)).not.toThrow();
  expect(() => checkAnalyzers(old, behind({ sh: { type: 'lowercase' } }))).toThrow(refusal);
});
