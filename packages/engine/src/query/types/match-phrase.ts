import { readTextClause } from '../../dsl/field-clause.ts';
import { toText } from '../../dsl/json-reader.ts';
import { readSlop, readZeroTerms } from '../../dsl/text-options.ts';
import { matchPhraseWeight } from '../match-query.ts';
import type { MatchPhraseNode } from '../nodes/match-phrase.ts';
import type { QueryType } from '../query-type.ts';

export const matchPhrase: QueryType<MatchPhraseNode> = {
  name: 'match_phrase',
  ofField: true,
  parse: parseMatchPhrase,
  weight: matchPhraseWeight,
};

/** `{"match_phrase":{"field":"quick fox"}}` or with `query`, `slop`, `analyzer`, `zero_terms_query`. */
function parseMatchPhrase(body: unknown): MatchPhraseNode {
  let analyzer: string | null = null;
  let zeroTerms: 'none' | 'all' = 'none';
  let slop = 0;
  const { field, text, boost } = readTextClause('match_phrase', body, {
    slop: (value) => {
      slop = readSlop(value);
    },
    analyzer: (value) => {
      analyzer = toText(value);
    },
    zero_terms_query: (value) => {
      zeroTerms = readZeroTerms(value);
    },
  });
  return Object.freeze({ kind: 'match_phrase', field, text, slop, analyzer, zeroTerms, boost });
}
