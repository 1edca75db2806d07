import type { FuzzyOptions, QueryNode, Scalar, TextOptions } from '../../dsl/query-node.ts';

export interface MultiMatchNode extends TextOptions, QueryNode {
  readonly kind: 'multi_match';
  /** Patterns with their boost; empty = every field that can be searched. */
  readonly fields: readonly { readonly pattern: string; readonly boost: number }[];
  readonly text: Scalar;
  readonly type: 'best_fields' | 'most_fields' | 'cross_fields' | 'phrase' | 'phrase_prefix' | 'bool_prefix';
  readonly operator: 'or' | 'and';
  readonly minimumShouldMatch: string | null;
  /** See `Joining`. */
  readonly phraseSynonyms: boolean;
  /** See `Joining`. */
  readonly countsRepeats?: boolean;
  readonly fuzzy: FuzzyOptions | null;
  readonly lenient: boolean;
  readonly slop: number;
  /** Terms that the last word of a phrase prefix may stand for. */
  readonly maxExpansions: number;
  /** null = what the type brings along. */
  readonly tieBreaker: number | null;
}
