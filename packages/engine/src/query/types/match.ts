import { readTextClause } from '../../dsl/field-clause.ts';
import { toBoolean, toText } from '../../dsl/json-reader.ts';
import {
  finishFuzzy,
  fuzzyDraft,
  fuzzyReaders,
  readOperator,
  readZeroTerms,
} from '../../dsl/text-options.ts';
import { matchWeight } from '../match-query.ts';
import type { MatchNode } from '../nodes/match.ts';
import type { QueryType } from '../query-type.ts';

export const match: QueryType<MatchNode> = {
  name: 'match',
  ofField: true,
  parse: parseMatch,
  weight: matchWeight,
};

/** `{"match":{"field":"some text"}}` or `{"match":{"field":{"query":"some text",…}}}` */
function parseMatch(body: unknown): MatchNode {
  let operator: 'or' | 'and' = 'or';
  let analyzer: string | null = null;
  let minimumShouldMatch: string | null = null;
  let zeroTerms: 'none' | 'all' = 'none';
  let lenient = false;
  let phraseSynonyms = true;
  const fuzzy = fuzzyDraft(null);
  const { field, text, boost } = readTextClause('match', body, {
    ...fuzzyReaders(fuzzy, 'fuzzy_transpositions'),
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
    auto_generate_synonyms_phrase_query: (value) => {
      phraseSynonyms = toBoolean(value);
    },
  });
  const settings = { operator, minimumShouldMatch, phraseSynonyms, analyzer, zeroTerms, lenient };
  return Object.freeze({ kind: 'match', field, text, ...settings, fuzzy: finishFuzzy(fuzzy), boost });
}
