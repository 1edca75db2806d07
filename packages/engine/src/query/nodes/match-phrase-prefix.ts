import type { QueryNode, Scalar, TextOptions } from '../../dsl/query-node.ts';

export interface MatchPhrasePrefixNode extends TextOptions, QueryNode {
  readonly kind: 'match_phrase_prefix';
  readonly field: string;
  readonly text: Scalar;
  readonly slop: number;
  /** Terms that the last word may stand for. */
  readonly maxExpansions: number;
}
