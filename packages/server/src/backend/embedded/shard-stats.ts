import type { IndexMetadata, ShardStats } from '@sextant/engine';
import type { BackendRequest } from '../backend.ts';
import { catalogOf, type EmbeddedContext } from './context.ts';
import { runningSearches, withRunning } from './running-searches.ts';

/** Indices with the figures of their shards; a closed index has none. */
export interface IndexStats {
  readonly index: IndexMetadata;
  readonly shards: readonly ShardStats[];
}

/** Figures of the given indices. An index that is deleted meanwhile is left out. */
export async function statsOfIndices(
  context: EmbeddedContext,
  indices: readonly IndexMetadata[],
): Promise<IndexStats[]> {
  const running = runningSearches(context.tasks.running());
  const open = indices.filter((index) => index.state !== 'close');
  const found = await context.engine.stats(open.map(({ name }) => name));
  const byName = new Map(open.map(({ name }, i) => [name, found[i]]));
  return indices.flatMap((index) => {
    const shards = index.state === 'close' ? [] : byName.get(index.name);
    return shards === undefined
      ? []
      : [{ index, shards: shards.map((shard) => withRunning(shard, running)) }];
  });
}

/** Figures of all shards that the request may see. */
export async function allShardStats(
  context: EmbeddedContext,
  request: Pick<BackendRequest, 'access' | 'route'>,
): Promise<ShardStats[]> {
  const indices = [...catalogOf(context, request).all()];
  return (await statsOfIndices(context, indices)).flatMap(({ shards }) => shards);
}
