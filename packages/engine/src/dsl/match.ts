import { readOptions, readTextClause } from './field-clause.ts';
import { toBoolean, toText } from './json-reader.ts';
import type { MatchBoolPrefixNode, MatchNode } from './query-node.ts';
import { finishFuzzy, fuzzyDraft, fuzzyReaders, readOperator, readZeroTerms } from './text-options.ts';

/** `{"match":{"field":"some text"}}` or `{"match":{"field":{"query":"some text",…}}}` */
export function parseMatch(body: unknown): MatchNode {
  const { field, text, options } = readTextClause('match', body);
  let operator: 'or' | 'and' = 'or';
  let analyzer: string | null = null;
  let minimumShouldMatch: string | null = null;
  let zeroTerms: 'none' | 'all' = 'none';
  let lenient = false;
  const fuzzy = fuzzyDraft(null);
  const { boost } = readOptions('match', options, {
    ...fuzzyReaders(fuzzy, 'fuzzy_transpositions'),
    query: () => undefined,
    operator: (value) => {
      operator = readOperator(value);
    },
    analyzer: (value) => {
      analyzer = toText(value);
    },
    minimum_should_match: (value) => {
      minimumShouldMatch = toText(value);
    },
    zero_terms_query: (value) => {
      zeroTerms = readZeroTerms(value);
    },
    lenient: (value) => {
      lenient = toBoolean(value);
    },
    // Concerns analyzers that make synonyms of several words; there are none.
    auto_generate_synonyms_phrase_query: toBoolean,
  });
  const settings = { operator, minimumShouldMatch, analyzer, zeroTerms, lenient };
  return Object.freeze({ kind: 'match', field, text, ...settings, fuzzy: finishFuzzy(fuzzy), boost });
}

/** `{"match_bool_prefix":{"field":"quick brown f"}}` */
export function parseMatchBoolPrefix(body: unknown): MatchBoolPrefixNode {
  const { field, text, options } = readTextClause('match_bool_prefix', body);
  let operator: 'or' | 'and' = 'or';
  let analyzer: string | null = null;
  let minimumShouldMatch: string | null = null;
  const fuzzy = fuzzyDraft(null);
  const { boost } = readOptions('match_bool_prefix', options, {
    ...fuzzyReaders(fuzzy, 'fuzzy_transpositions'),
    query: () => undefined,
    operator: (value) => {
      operator = readOperator(value);
    },
    analyzer: (value) => {
      analyzer = toText(value);
    },
    minimum_should_match: (value) => {
      minimumShouldMatch = toText(value);
    },
  });
  return Object.freeze({
    kind: 'match_bool_prefix',
    field,
    text,
    analyzer,
    operator,
    minimumShouldMatch,
    fuzzy: finishFuzzy(fuzzy),
    boost,
  });
}
