import type { FuzzyOptions, QueryNode } from '../../dsl/query-node.ts';
import type { FieldBoosts } from '../query-string/query-fields.ts';
import type { MultiMatchNode } from './multi-match.ts';

export interface QueryStringNode extends QueryNode {
  readonly kind: 'query_string';
  readonly text: string;
  readonly defaultField: string | null;
  readonly fields: FieldBoosts;
  readonly type: MultiMatchNode['type'];
  readonly tieBreaker: number | null;
  readonly operator: 'or' | 'and';
  readonly analyzer: string | null;
  readonly quoteAnalyzer: string | null;
  readonly quoteFieldSuffix: string | null;
  readonly allowLeadingWildcard: boolean;
  /** In fields of which type a prefix is cut into words; null: in none. */
  readonly analyzeWildcard: 'text' | 'text and keyword' | null;
  readonly fuzzy: FuzzyOptions;
  readonly phraseSlop: number;
  /** See `Joining`. */
  readonly phraseSynonyms: boolean;
  readonly minimumShouldMatch: string | null;
  readonly maxDeterminizedStates: number;
  /** null = where all fields are searched. */
  readonly lenient: boolean | null;
  readonly timeZone: string | null;
  readonly escape: boolean;
}
