import { parseQuery } from '../../query/parse-query.ts';
import type { AggregationType } from '../aggregation-tree.ts';
import { filterAggregator } from '../buckets/single-bucket.ts';
import type { FilterSpec } from '../specs/filter.ts';

export const filter: AggregationType<FilterSpec> = {
  name: 'filter',
  holds: true,
  gives: 'bucket',
  parse: (_name, body) => Object.freeze({ query: parseQuery(body) }),
  create: (node, shard, { children }) => filterAggregator(node, shard, children),
};
