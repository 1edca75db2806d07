import type { QueryNode } from '../../dsl/query-node.ts';

export interface BoolNode extends QueryNode {
  readonly kind: 'bool';
  readonly must: readonly QueryNode[];
  readonly filter: readonly QueryNode[];
  readonly should: readonly QueryNode[];
  readonly mustNot: readonly QueryNode[];
  readonly minimumShouldMatch: string | null;
  /** With only `must_not`: match everything else (true) or nothing. */
  readonly adjustPureNegative: boolean;
  /** Its clauses come from several askers: that there is nothing of one is no excuse for what is wrong with another. */
  readonly areApart?: true;
}
