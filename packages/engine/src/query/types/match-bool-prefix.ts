import { readTextClause } from '../../dsl/field-clause.ts';
import { toText } from '../../dsl/json-reader.ts';
import { finishFuzzy, fuzzyDraft, fuzzyReaders, readOperator } from '../../dsl/text-options.ts';
import { matchBoolPrefixWeight } from '../match-query.ts';
import type { MatchBoolPrefixNode } from '../nodes/match-bool-prefix.ts';
import type { QueryType } from '../query-type.ts';

export const matchBoolPrefix: QueryType<MatchBoolPrefixNode> = {
  name: 'match_bool_prefix',
  ofField: true,
  parse: parseMatchBoolPrefix,
  weight: matchBoolPrefixWeight,
};

/** `{"match_bool_prefix":{"field":"quick brown f"}}` */
function parseMatchBoolPrefix(body: unknown): MatchBoolPrefixNode {
  let operator: 'or' | 'and' = 'or';
  let analyzer: string | null = null;
  let minimumShouldMatch: string | null = null;
  const fuzzy = fuzzyDraft(null);
  const { field, text, boost } = readTextClause('match_bool_prefix', body, {
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
