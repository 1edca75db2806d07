import type { JsonObject } from '../dsl/json-reader.ts';
import type { Naming } from '../dsl/query-name.ts';
import type { QueryNode } from '../dsl/query-node.ts';
import type { QueryContext, Weight } from './weight.ts';

/** Reads a query within another one. */
export type ParseQuery = (body: unknown) => QueryNode;

/** What is known of a shard before it is searched. */
export type ShardOutline = Pick<QueryContext, 'searcher' | 'mapping' | 'nowMs'>;

/** Whether there is nothing of a query within another one. */
export type IsNothing = (node: QueryNode, shard: ShardOutline | null) => boolean;

/** Binds a query within another one; `boost` is what those around it multiply its score by. */
export type BindQuery = (node: QueryNode, context: QueryContext, boost: number) => Weight;

/**
 * One kind of query. To add one, write its file in `types` and name it in `query-types.ts`; nothing else asks what kind a
 * query is. `Node` is what is read of its body, frozen.
 */
export interface QueryType<Node extends QueryNode = QueryNode> extends Naming {
  /** As requests and errors name it; the `kind` of its nodes. */
  readonly name: Node['kind'];
  /** Holds other queries, and is not counted as a query of its own. */
  readonly compound?: boolean;
  /** Throws ApiError with the text of OpenSearch for what it cannot read. */
  parse(body: JsonObject, parse: ParseQuery): Node;
  /** Binds it to a shard. `boost`: of the node and of those around it. Throws ApiError where it does not fit the mapping. */
  weight(node: Node, context: QueryContext, boost: number, bind: BindQuery): Weight;
  /**
   * Whether the mapping, or the lowest and highest value of a field, tell that the shard has no document of it, as far as
   * OpenSearch finds that out; without a shard, whether the query itself tells. Absent: they never do. Asks that of all queries
   * within it of which OpenSearch finds it out. Throws RewriteError for what cannot be read.
   */
  isNothing?(node: Node, shard: ShardOutline | null, isNothing: IsNothing): boolean;
}
