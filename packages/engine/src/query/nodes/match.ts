import type { FuzzyOptions, QueryNode, Scalar, TextOptions } from '../../dsl/query-node.ts';

export interface MatchNode extends TextOptions, QueryNode {
  readonly kind: 'match';
  readonly field: string;
  readonly text: Scalar;
  readonly operator: 'or' | 'and';
  readonly minimumShouldMatch: string | null;
  /** See `Joining`. */
  readonly phraseSynonyms: boolean;
  readonly fuzzy: FuzzyOptions | null;
  /** Values that do not fit the field match nothing instead of failing. */
  readonly lenient: boolean;
}
