import type { QueryNode } from '../../dsl/query-node.ts';
import { parseQuery } from '../../query/parse-query.ts';
import type { AggregationType } from '../aggregation-tree.ts';
import { filterAggregator } from '../buckets/single-bucket.ts';

export interface FilterSpec {
  readonly query: QueryNode;
}

export const filter: AggregationType<FilterSpec> = {
  name: 'filter',
  holds: true,
  gives: 'bucket',
  parse: (_name, body) => Object.freeze({ query: parseQuery(body) }),
  create: (node, shard, { children }) => filterAggregator(node, shard, children),
};
