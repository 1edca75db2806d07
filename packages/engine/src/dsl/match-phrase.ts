import { readOptions, readTextClause } from './field-clause.ts';
import { toText } from './json-reader.ts';
import type { MatchPhraseNode } from './query-node.ts';
import { readSlop, readZeroTerms } from './text-options.ts';

/** `{"match_phrase":{"field":"quick fox"}}` or with `query`, `slop`, `analyzer`, `zero_terms_query`. */
export function parseMatchPhrase(body: unknown): MatchPhraseNode {
  const { field, text, options } = readTextClause('match_phrase', body);
  let analyzer: string | null = null;
  let zeroTerms: 'none' | 'all' = 'none';
  let slop = 0;
  const { boost } = readOptions('match_phrase', options, {
    query: () => undefined,
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
