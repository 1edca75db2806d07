import type { FuzzyOptions, QueryNode, Scalar } from '../../dsl/query-node.ts';

export interface MatchBoolPrefixNode extends QueryNode {
  readonly kind: 'match_bool_prefix';
  readonly field: string;
  readonly text: Scalar;
  readonly analyzer: string | null;
  readonly operator: 'or' | 'and';
  readonly minimumShouldMatch: string | null;
  /** Of all words but the last one. */
  readonly fuzzy: FuzzyOptions | null;
  /** What a text without words finds; absent: nothing. */
  readonly zeroTerms?: 'none' | 'all' | 'null';
}
