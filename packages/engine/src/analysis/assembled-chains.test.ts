import { expect, test } from 'vitest';
import { analyzerRegistry } from './registry.ts';

/** Terms that filters of an `_analyze` request make of words. */
function assembled(words: string, ...filters: readonly unknown[]): string[] {
  const found: string[] = [];
  analyzerRegistry({})
    .assemble({ charFilters: [], tokenizer: 'whitespace', filters }, true)
    .analyzeTokens(words, { token: ({ term }) => found.push(term), end: () => undefined });
  return found;
}

const dancing = (rule: string): object => ({ type: 'synonym_graph', synonyms: [rule] });

test('rules are read as if no other synonyms but those of graphs, parts of words or folded words stood before them', () => {
  const synonyms = { type: 'synonym', synonyms: ['q, fox'] };
  expect(assembled('q fox', synonyms, dancing('q => dance'))).toEqual(['dance', 'fox', 'fox', 'dance']);
  const graph = { type: 'synonym_graph', synonyms: ['q => fox trot'] };
  expect(assembled('q fox trot', graph, dancing('q => dance'))).toEqual(['dance', 'dance']);
  const folding = { type: 'asciifolding', preserve_original: true };
  expect(assembled('fóx', folding, dancing('fóx => dance'))).toEqual(['dance', 'fóx']);
  const parts = { type: 'dictionary_decompounder', word_list: ['fox', 'trot'] };
  expect(assembled('foxtrot', parts, dancing('foxtrot => dance'))).toEqual(['dance', 'fox', 'trot']);
});

test.each([
  ...[
    'ngram',
    'edge_ngram',
    'shingle',
    'fingerprint',
    'keyword_repeat',
    'word_delimiter',
    'word_delimiter_graph',
  ],
  { type: 'multiplexer', filters: ['lowercase'] },
  { type: 'common_grams', common_words: ['the'] },
  { type: 'cjk_bigram', output_unigrams: true },
])('no rules are read behind %j', (filter) => {
  const name = typeof filter === 'string' ? filter : `__anonymous__${filter.type}`;
  const reason = `Token filter [${name}] cannot be used to parse synonyms`;
  expect(() => assembled('fox', filter, dancing('fox => dance'))).toThrow(reason);
  expect(() => assembled('fox', filter, { type: 'synonym' })).toThrow(reason);
  expect(
    assembled('fox', filter, { ...dancing('fox => dance'), synonym_analyzer: 'standard' }),
  ).toBeDefined();
});

test('an empty pattern of simple_pattern_split, and one that matches nothing, cut nothing', () => {
  const cut = (pattern: string): string[] => {
    const found: string[] = [];
    analyzerRegistry({})
      .assemble({ charFilters: [], tokenizer: { type: 'simple_pattern_split', pattern }, filters: [] }, true)
      .analyzeTokens('abxxc', { token: ({ term }) => found.push(term), end: () => undefined });
    return found;
  };
  expect([cut(''), cut('x*')]).toEqual([['abxxc'], ['ab', 'c']]);
});

test('what a multiplexer makes of tokens in one place comes once', () => {
  const multiplexer = { type: 'multiplexer', filters: ['lowercase', 'reverse'] };
  expect(assembled('ab AB', multiplexer, multiplexer)).toEqual(['ab', 'ba', 'AB', 'ab', 'BA', 'ba']);
  expect(assembled('ab', 'keyword_repeat', { type: 'multiplexer', filters: [] })).toEqual(['ab']);
});
