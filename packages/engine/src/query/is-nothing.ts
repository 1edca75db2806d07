import { ApiError } from '@sextant/contract';
import type { QueryNode } from '../dsl/query-node.ts';
import type { IsNothing, ShardOutline } from './query-type.ts';
import { queryTypes } from './query-types.ts';

/** Tells of which queries there is nothing in a shard, and finds that out once of each, however many it stands in. */
export class NothingFinder {
  readonly #shard: ShardOutline;
  readonly #ofThemselves = new Map<QueryNode, boolean | ApiError>();
  readonly #inShard = new Map<QueryNode, boolean | ApiError>();

  constructor(shard: ShardOutline) {
    this.#shard = shard;
  }

  /** See `QueryType.isNothing`. What the query itself tells of is looked at first, and hides what is wrong with the rest of it. */
  isNothing(node: QueryNode): boolean {
    return this.#isNothing(node, this.#shard);
  }

  readonly #isNothing: IsNothing = (node, shard) => {
    return this.#known(node, null) || (shard !== null && this.#known(node, shard));
  };

  #known(node: QueryNode, shard: ShardOutline | null): boolean {
    const find = queryTypes[node.kind]?.isNothing;
    if (find === undefined) return false;
    const known = shard === null ? this.#ofThemselves : this.#inShard;
    let found = known.get(node);
    if (found === undefined) {
      found = orError(() => find(node, shard, this.#isNothing));
      known.set(node, found);
    }
    if (found instanceof ApiError) throw found;
    return found;
  }
}

function orError(find: () => boolean): boolean | ApiError {
  try {
    return find();
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}
