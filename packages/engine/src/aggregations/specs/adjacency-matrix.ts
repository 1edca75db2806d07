import type { QueryNode } from '../../dsl/query-node.ts';

export interface AdjacencyMatrixSpec {
  /** Sorted by name. */
  readonly filters: readonly { readonly key: string; readonly query: QueryNode }[];
  readonly separator: string;
  /** No buckets of single filters. */
  readonly onlyIntersecting: boolean;
}
