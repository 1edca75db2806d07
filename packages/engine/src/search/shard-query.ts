import type { QueryNode } from '../dsl/query-node.ts';
import type { BoolNode } from '../query/nodes/bool.ts';
import { parseQuery } from '../query/parse-query.ts';
import type { SearchOptions } from './search-api.ts';
import type { ShardTarget } from './shard-target.ts';

/** The query of a search as one index is asked it: with the filter of the alias that leads to it. */
export function shardQuery(query: QueryNode, options: SearchOptions, shard: ShardTarget): QueryNode {
  const filter = aliasFilter(options, shard);
  return filter === null ? query : withFilter(query, filter);
}

/** Of the alias that leads to the index; null where none does, or one without a filter. */
export function aliasFilter({ aliasFilters }: SearchOptions, { searcher }: ShardTarget): QueryNode | null {
  const filter = aliasFilters?.get(searcher.index);
  return filter === undefined ? null : parseQuery(filter);
}

/** What is wrong with the query is told although the filter finds nothing. */
export function withFilter(query: QueryNode, filter: QueryNode): QueryNode {
  const none = { should: [], mustNot: [], minimumShouldMatch: null, adjustPureNegative: true, boost: 1 };
  const node: BoolNode = { kind: 'bool', must: [query], filter: [filter], ...none, areApart: true };
  return node;
}
