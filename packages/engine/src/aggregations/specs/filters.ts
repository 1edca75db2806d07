import type { QueryNode } from '../../dsl/query-node.ts';

export interface FiltersSpec {
  /** Sorted by name when named. `key` is null for a list. */
  readonly filters: readonly { readonly key: string | null; readonly query: QueryNode }[];
  readonly otherBucket: boolean;
  readonly otherBucketKey: string;
}
