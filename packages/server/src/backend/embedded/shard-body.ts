import type { JsonMap } from '@sextant/contract';
import type { ShardStats } from '@sextant/engine';
import type { EmbeddedContext } from './context.ts';

/** One shard of a statistics call: where it is, its figures and what it has committed. */
export function shardBody(
  { identity, node }: Pick<EmbeddedContext, 'identity' | 'node'>,
  { commit, seqNo, docsCount, dataPath: path = node.directory }: ShardStats,
  figures: JsonMap,
): JsonMap {
  return {
    routing: { state: 'STARTED', primary: true, node: identity.nodeId, relocating_node: null },
    ...figures,
    commit: {
      id: commit.id,
      generation: commit.generation,
      user_data: commit.userData,
      num_docs: docsCount,
    },
    shard_path: { state_path: path, data_path: path, is_custom_data_path: false },
    seq_no: {
      max_seq_no: seqNo.maxSeqNo,
      local_checkpoint: seqNo.localCheckpoint,
      global_checkpoint: seqNo.globalCheckpoint,
    },
  };
}
