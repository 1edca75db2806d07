import { expect, test } from 'vitest';
import { analyzerRegistry } from '../analysis/registry.ts';
import { queryTokens } from './query-tokens.ts';

test('pieces of a long text over each other are refused before they fill the memory', () => {
  const analyzer = analyzerRegistry({
    'index.max_ngram_diff': '100000',
    'index.analysis.tokenizer.edges.type': 'edge_ngram',
    'index.analysis.tokenizer.edges.min_gram': '1',
    'index.analysis.tokenizer.edges.max_gram': '60000',
    'index.analysis.analyzer.edges.tokenizer': 'edges',
  }).analyzer('edges')!;
  expect(queryTokens(analyzer, 'a'.repeat(4_000))).toHaveLength(4_000);
  expect(() => queryTokens(analyzer, 'a'.repeat(60_000))).toThrow('or [33554432] bytes of them');
});

test('a text of very many words is refused', () => {
  const analyzer = analyzerRegistry({}).analyzer('standard')!;
  expect(queryTokens(analyzer, 'a '.repeat(65_536))).toHaveLength(65_536);
  expect(() => queryTokens(analyzer, 'a '.repeat(65_537))).toThrow('more than [65536] terms');
});
