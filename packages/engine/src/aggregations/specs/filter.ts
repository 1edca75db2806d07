import type { QueryNode } from '../../dsl/query-node.ts';

export interface FilterSpec {
  readonly query: QueryNode;
}
