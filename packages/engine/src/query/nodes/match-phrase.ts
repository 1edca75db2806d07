import type { QueryNode, Scalar, TextOptions } from '../../dsl/query-node.ts';

export interface MatchPhraseNode extends TextOptions, QueryNode {
  readonly kind: 'match_phrase';
  readonly field: string;
  readonly text: Scalar;
  readonly slop: number;
}
