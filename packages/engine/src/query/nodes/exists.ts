import type { QueryNode } from '../../dsl/query-node.ts';

export interface ExistsNode extends QueryNode {
  readonly kind: 'exists';
  readonly field: string;
}
