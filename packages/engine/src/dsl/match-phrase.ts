import { readOptions, readTextClause } from './field-clause.ts';
import { toText } from './json-reader.ts';
import type { MatchPhraseNode, MatchPhrasePrefixNode, TextOptions } from './query-node.ts';
import { readMaxExpansions, readSlop, readZeroTerms } from './text-options.ts';

/** `{"match_phrase":{"field":"quick fox"}}` or with `query`, `slop`, `analyzer`, `zero_terms_query`. */
export function parseMatchPhrase(body: unknown): MatchPhraseNode {
  const { maxExpansions: _, ...phrase } = readPhrase('match_phrase', body);
  return Object.freeze({ kind: 'match_phrase', ...phrase });
}

/** `{"match_phrase_prefix":{"field":"quick brown f"}}` */
export function parseMatchPhrasePrefix(body: unknown): MatchPhrasePrefixNode {
  return Object.freeze({ kind: 'match_phrase_prefix', ...readPhrase('match_phrase_prefix', body) });
}

function readPhrase(
  query: 'match_phrase' | 'match_phrase_prefix',
  body: unknown,
): Omit<MatchPhrasePrefixNode, 'kind'> {
  const { field, text, options } = readTextClause(query, body);
  const draft = { analyzer: null as string | null, zeroTerms: 'none' as TextOptions['zeroTerms'] };
  let slop = 0;
  let maxExpansions = 50;
  const readers: Record<string, (value: unknown) => void> = {
    query: () => undefined,
    slop: (value) => {
      slop = readSlop(value);
    },
    analyzer: (value) => {
      draft.analyzer = toText(value);
    },
    zero_terms_query: (value) => {
      draft.zeroTerms = readZeroTerms(value);
    },
  };
  if (query === 'match_phrase_prefix') {
    readers.max_expansions = (value) => {
      maxExpansions = readMaxExpansions(value);
    };
  }
  const { boost } = readOptions(query, options, readers);
  return { field, text, slop, maxExpansions, ...draft, boost };
}
