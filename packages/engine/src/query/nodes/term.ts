import type { QueryNode, Scalar } from '../../dsl/query-node.ts';

export interface TermNode extends QueryNode {
  readonly kind: 'term';
  readonly field: string;
  readonly value: Scalar;
  readonly caseInsensitive: boolean;
}
