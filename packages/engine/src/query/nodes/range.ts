import type { QueryNode, Scalar } from '../../dsl/query-node.ts';

export interface RangeNode extends QueryNode {
  readonly kind: 'range';
  readonly field: string;
  /** null = open. */
  readonly from: Scalar | null;
  readonly to: Scalar | null;
  readonly includeFrom: boolean;
  readonly includeTo: boolean;
  readonly format: string | null;
  readonly timeZone: string | null;
  /** How values that are ranges themselves lie to this one. */
  readonly relation: 'intersects' | 'within' | 'contains';
}
