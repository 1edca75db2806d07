import { expect, test, vi } from 'vitest';
import { analysisMeter } from './analysis-meter.ts';
import { analyzeTexts } from './analyze-text.ts';
import type { Analyzer } from './analyzer.ts';
import { PrefixAnalyzer } from './prefix-analyzer.ts';
import { analyzerRegistry, checkAnalyzers } from './registry.ts';
import { RuleChain } from './rule-chain.ts';
import { ShingleAnalyzer } from './shingle-analyzer.ts';
import { SynonymMap } from './synonym-map.ts';
import { keywordTokenizer } from './tokenizers/characters.ts';

const registry = analyzerRegistry({});

/** How many tokens filters make of a text. */
function tokens(text: string, filters: readonly unknown[], charFilters: readonly unknown[] = []): number {
  const charge = analysisMeter(10_000);
  const analyzer = registry.assemble({ charFilters, tokenizer: 'keyword', filters }, true, charge);
  return analyzeTexts(analyzer, [text], { charge }).length;
}

const TOO_MUCH = 'the analysis takes more than 1000000 steps';
const DROP = { type: 'length', max: 0 };
const LONG = 'x'.repeat(30_000);

test('what grows between filters is counted, though nothing is left of it', () => {
  const beginnings = { type: 'edge_ngram', min_gram: 1, max_gram: 30_000 };
  expect(() => tokens(LONG, [beginnings, DROP])).toThrow(TOO_MUCH);
  expect(tokens('xyz', [beginnings, DROP])).toBe(0);
});

test('what grows within a multiplexer is counted', () => {
  const settings = {
    'index.analysis.filter.beginnings.type': 'edge_ngram',
    'index.analysis.filter.beginnings.max_gram': '30000',
    'index.analysis.filter.drop.type': 'length',
    'index.analysis.filter.drop.max': '0',
    'index.analysis.filter.several.type': 'multiplexer',
    'index.analysis.filter.several.filters': ['lowercase', 'beginnings,drop'],
    'index.analysis.analyzer.a.tokenizer': 'keyword',
    'index.analysis.analyzer.a.filter': ['several'],
  };
  const analyzer = analyzerRegistry(settings).analyzer('a')!;
  const made = (text: string) => analyzeTexts(analyzer, [text], { charge: analysisMeter(10_000) });
  expect(() => made(LONG)).toThrow(TOO_MUCH);
  expect(made('Ab').map(({ token }) => token)).toEqual(['Ab', 'ab']);
});

test('what the analyzers of fields within others make of tokens is counted, and the tokens that they are made of', () => {
  const settings = {
    'index.analysis.filter.beginnings.type': 'edge_ngram',
    'index.analysis.filter.beginnings.max_gram': '30000',
    'index.analysis.filter.drop.type': 'length',
    'index.analysis.filter.drop.max': '0',
    'index.analysis.analyzer.a.tokenizer': 'keyword',
    'index.analysis.analyzer.a.filter': ['beginnings', 'drop'],
  };
  const base = analyzerRegistry(settings).analyzer('a')!;
  const words = analyzerRegistry({}).analyzer('whitespace')!;
  const made = (analyzer: Analyzer, text: string) => () =>
    analyzeTexts(analyzer, [text], { charge: analysisMeter(10_000) });
  for (const of of [
    (one: Analyzer) => new ShingleAnalyzer(one, 2, false),
    (one: Analyzer) => new PrefixAnalyzer(one, 2, 5),
  ])
    expect(made(of(base), LONG)).toThrow(TOO_MUCH);
  const long = `${LONG} `.repeat(1500);
  expect(made(new ShingleAnalyzer(words, 2, false), long)).toThrow(TOO_MUCH);
  expect(made(new ShingleAnalyzer(words, 2, true), 'one two three')().length).toBeGreaterThan(10);
});

test('each pass of a long text through a char filter is counted', () => {
  expect(() => tokens(LONG.repeat(100), [], Array(30).fill('html_strip'))).toThrow(TOO_MUCH);
});

test('what char filters and patterns make longer is bounded, and counted', () => {
  const longer = 'replacements make a text of 30000 characters longer by more than 4194304';
  const replacement = 'y'.repeat(30_000);
  const pattern = { type: 'pattern_replace', pattern: 'x', replacement };
  const mapping = { type: 'mapping', mappings: [`x=>${replacement}`] };
  expect(() => tokens(LONG, [], [mapping])).toThrow(longer);
  expect(() => tokens(LONG, [], [pattern])).toThrow(longer);
  expect(() => tokens(LONG, [pattern])).toThrow(longer);
  const twice = { type: 'mapping', mappings: ['x=>xx'] };
  expect(() => tokens(LONG, [], Array(9).fill(twice))).toThrow(TOO_MUCH);
  expect(() => registry.filterChars(Array(9).fill(twice), [LONG], analysisMeter(10_000))).toThrow(TOO_MUCH);
  expect(tokens(LONG, [], [twice, twice])).toBe(1);
});

test('rules of synonyms are counted as they are read, by whatever they are read', () => {
  const synonyms = Array.from({ length: 40_000 }, (_, i) => `a${i} => b${i}`);
  const failed = 'Failed to build synonyms';
  expect(() => tokens('a', [{ type: 'synonym', synonyms }])).toThrow(failed);
  expect(() => tokens('a', [{ type: 'synonym', synonyms, synonym_analyzer: 'standard' }])).toThrow(failed);
  expect(() => tokens('a', [{ type: 'synonym', synonyms, lenient: true }])).toThrow(TOO_MUCH);
  expect(tokens('a1', [{ type: 'synonym', synonyms: synonyms.slice(0, 10_000) }])).toBe(1);
});

test('an index that lets more tokens be shown lets them take more', () => {
  const charge = analysisMeter(100_000);
  expect(() => charge(9_000_000)).not.toThrow();
  expect(() => charge(2_000_000)).toThrow('more than 10000000 steps');
});

test('an analyzer has at most 1,000 filters, those within others too', () => {
  const refusal = 'an analyzer may have at most 1000 filters';
  expect(tokens('a', Array(999).fill('lowercase'))).toBe(1);
  expect(() => tokens('a', Array(1001).fill('lowercase'))).toThrow(refusal);
  const within = { type: 'multiplexer', filters: Array(1001).fill('lowercase') };
  expect(() => tokens('a', [within])).toThrow(refusal);
  const analyzer = {
    'index.analysis.analyzer.a.tokenizer': 'keyword',
    'index.analysis.analyzer.a.filter': Array(1001).fill('lowercase'),
  };
  expect(analyzerRegistry(analyzer).analyzer('a')).toBeDefined();
  expect(() => checkAnalyzers(analyzer)).toThrow(refusal);
});

test('an index with a multiplexer of more filters opens; no other one gets such', () => {
  const filters = Array(1001).fill('lowercase');
  const there = {
    'index.analysis.filter.m.type': 'multiplexer',
    'index.analysis.filter.m.filters': filters,
    'index.analysis.analyzer.a.tokenizer': 'keyword',
    'index.analysis.analyzer.a.filter': ['m'],
  };
  const refusal = 'an analyzer may have at most 1000 filters';
  const registry = analyzerRegistry(there);
  expect(registry.analyzer('a')).toBeDefined();
  expect(() => checkAnalyzers(there)).toThrow(refusal);
  expect(() =>
    checkAnalyzers({ ...there, 'index.analysis.analyzer.b.tokenizer': 'keyword' }, there),
  ).not.toThrow();
  const own = { charFilters: [], tokenizer: 'keyword', filters: [{ type: 'multiplexer', filters }] };
  expect(() => registry.assemble(own, false)).toThrow(refusal);
});

test('what stands before a filter is copied where it is asked for, and does not change with the chain', () => {
  const rules = new RuleChain([], keywordTokenizer);
  const filter = { term: (term: string) => term };
  rules.add(filter, 'one', undefined);
  const { before } = rules;
  rules.add(filter, 'two', undefined);
  expect(Object.getOwnPropertyDescriptor(before, 'filters')?.get).toBeDefined();
  expect([before.filters.length, rules.before.filters.length]).toEqual([1, 2]);
});

test('one of many outputs of the same words is not held against all others', () => {
  const join = vi.spyOn(Array.prototype, 'join');
  const map = new SynonymMap();
  for (let i = 0; i < 2000; i++) map.add(['a'], [`b${i % 1000}`], false);
  const calls = join.mock.calls.length;
  join.mockRestore();
  expect(calls).toBeLessThan(5000);
  expect(map.root.next.get('a')?.rule?.outputs.length).toBe(1000);
});

test('a multiplexer that is a part of itself is refused', () => {
  const filters = (a: string, b: string) => ({
    'index.analysis.filter.a.type': 'multiplexer',
    'index.analysis.filter.a.filters': [a],
    'index.analysis.filter.b.type': 'multiplexer',
    'index.analysis.filter.b.filters': [b],
  });
  expect(() => analyzerRegistry(filters('b', 'lowercase,a'))).toThrow('refers to undefined tokenfilter [a]');
  expect(analyzerRegistry(filters('b', 'lowercase'))).toBeDefined();
});
