import { apiError } from '@sextant/contract';
import { readFieldClause, readScalars, requireScalar } from '../../dsl/field-clause.ts';
import { requireObject, toInt, toText } from '../../dsl/json-reader.ts';
import { readSlop, readZeroTerms } from '../../dsl/text-options.ts';
import { matchPhrasePrefixWeight } from '../match-query.ts';
import type { MatchPhrasePrefixNode } from '../nodes/match-phrase-prefix.ts';
import type { QueryType } from '../query-type.ts';

export const matchPhrasePrefix: QueryType<MatchPhrasePrefixNode> = {
  name: 'match_phrase_prefix',
  ofField: true,
  parse: parseMatchPhrasePrefix,
  weight: matchPhrasePrefixWeight,
};

/** `{"match_phrase_prefix":{"field":"quick br"}}` or with `query`, `slop`, `max_expansions`, `analyzer`, `zero_terms_query`. */
function parseMatchPhrasePrefix(body: unknown): MatchPhrasePrefixNode {
  if (Object.keys(requireObject('match_phrase_prefix', body)).length === 0) {
    throw apiError('illegal_argument_exception', '[match_phrase_prefix] requires fieldName');
  }
  const { field, short, options } = readFieldClause('match_phrase_prefix', body);
  if (Array.isArray(short)) throw apiError('illegal_state_exception', "Can't get text on a START_ARRAY");
  let text = short === undefined ? null : requireScalar('match_phrase_prefix', 'query', short);
  const found = { analyzer: null as string | null, slop: 0, maxExpansions: 50 };
  let zeroTerms: 'none' | 'all' = 'none';
  const { boost } = readScalars('match_phrase_prefix', options, {
    query: (value) => {
      text = requireScalar('match_phrase_prefix', 'query', value);
    },
    slop: (value) => {
      found.slop = readSlop(value);
    },
    max_expansions: (value) => {
      found.maxExpansions = toInt(value);
      if (found.maxExpansions >= 0) return;
      throw apiError('illegal_argument_exception', 'No negative maxExpansions allowed.');
    },
    analyzer: (value) => {
      found.analyzer = toText(value);
    },
    zero_terms_query: (value) => {
      zeroTerms = readZeroTerms(value);
    },
  });
  if (text === null) {
    throw apiError('illegal_argument_exception', '[match_phrase_prefix] requires query value');
  }
  return Object.freeze({ kind: 'match_phrase_prefix', field, text, ...found, zeroTerms, boost });
}
