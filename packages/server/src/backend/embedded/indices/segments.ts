import { dictionary, type Json, type JsonMap } from '@sextant/contract';
import type { ShardStats } from '@sextant/engine';
import { checkBlocks } from '../../../cluster/blocks.ts';
import { openIndices } from '../../../cluster/indices-options.ts';
import { type EmbeddedContext, type Handler, ok } from '../context.ts';
import { statsOfIndices } from '../shard-stats.ts';
import { shownIndexSort } from './index-sort.ts';
import { resolvedNames } from './resolve.ts';
import { shardsBody } from './upkeep.ts';

export const indexSegments: Handler<'indices.segments'> = async (context, request) => {
  const indices = resolvedNames(context, request, openIndices);
  checkBlocks(indices, 'metadata_read');
  const body: Record<string, Json> = dictionary();
  for (const { index, shards } of await statsOfIndices(context, indices)) {
    const sort = shownIndexSort(index);
    body[index.name] = {
      shards: Object.fromEntries(
        shards.map((shard) => [String(shard.shard), [shardBody(context, shard, sort)]]),
      ),
    };
  }
  return ok({ _shards: shardsBody(context, indices), indices: body });
};

function shardBody(context: EmbeddedContext, shard: ShardStats, sort: JsonMap[] | undefined): JsonMap {
  const segments = shard.segments.map((segment): [string, JsonMap] => [
    segment.name,
    {
      generation: segment.generation,
      num_docs: segment.numDocs,
      deleted_docs: segment.deletedDocs,
      size_in_bytes: segment.sizeInBytes,
      memory_in_bytes: segment.memoryInBytes,
      committed: segment.committed,
      search: segment.searchable,
      version: '1',
      compound: true,
      ...(sort === undefined ? {} : { sort }),
      attributes: {},
    },
  ]);
  return {
    routing: { state: 'STARTED', primary: true, node: context.identity.nodeId },
    num_committed_segments: shard.segments.filter((segment) => segment.committed).length,
    num_search_segments: shard.segments.filter((segment) => segment.searchable).length,
    segments: Object.fromEntries(segments),
  };
}
