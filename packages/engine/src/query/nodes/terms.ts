import type { QueryNode, Scalar } from '../../dsl/query-node.ts';

export interface TermsNode extends QueryNode {
  readonly kind: 'terms';
  readonly field: string;
  readonly values: readonly Scalar[];
  /** The values stand in documents elsewhere, and have to be put in before it is bound. */
  readonly isLookup: boolean;
  /** The one value is the base64 of a bitmap of numbers. */
  readonly isBitmap: boolean;
}
