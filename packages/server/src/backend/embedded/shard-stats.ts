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
  const asked = indices.map(async (index): Promise<IndexStats | undefined> => {
    if (index.state === 'close') return { index, shards: [] };
    try {
      const shards = await context.engine.stats(index.name);
      return { index, shards: shards.map((shard) => withRunning(shard, running)) };
    } catch (error) {
      if (context.engine.index(index.name)?.uuid === index.uuid) throw error;
      return undefined;
    }
  });
  return (await Promise.all(asked)).filter((stats) => stats !== undefined);
}

/** Figures of all shards that the request may see. */
export async function allShardStats(
  context: EmbeddedContext,
  request: Pick<BackendRequest, 'access' | 'route'>,
): Promise<ShardStats[]> {
  const indices = [...catalogOf(context, request).all()];
  return (await statsOfIndices(context, indices)).flatMap(({ shards }) => shards);
}
