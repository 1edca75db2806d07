import type { JsonMap } from '@sextant/contract';
import type { ShardStats } from '@sextant/engine';
import { checkBlocks } from '../../../cluster/blocks.ts';
import { allIndices } from '../../../cluster/indices-options.ts';
import { type EmbeddedContext, type Handler, ok } from '../context.ts';
import { humanFigures } from '../human-figures.ts';
import { nodeAddress } from '../nodes/node-rim.ts';
import { statsOfIndices } from '../shard-stats.ts';
import { resolvedNames } from './resolve.ts';

/**
 * How shards were opened: made anew, or from the files and the translog that were there. Those of a closed index are
 * not.
 */
export const indexRecovery: Handler<'indices.recovery'> = async (context, request) => {
  const { active_only: activeOnly, detailed, human } = request.params;
  const indices = resolvedNames(context, request, allIndices);
  checkBlocks(indices, 'metadata_read');
  if (activeOnly === true) return ok({});
  const stats = await statsOfIndices(context, indices);
  const entries = stats
    .filter(({ shards }) => shards.length > 0)
    .map(({ index, shards }) => {
      const bodies = shards.map((shard) => recoveryBody(context, shard, detailed === true));
      return [
        index.name,
        { shards: bodies.map((body) => (human === true ? humanFigures(body) : body)) },
      ] as const;
    });
  return ok(Object.fromEntries(entries));
};

const share = (part: number, whole: number): string =>
  `${(whole === 0 ? 0 : (100 * part) / whole).toFixed(1)}%`;

/** Files of an existing store stay where they are: all are reused, none is copied. */
function recoveryBody(context: EmbeddedContext, stats: ShardStats, detailed: boolean): JsonMap {
  const { recovery, shard } = stats;
  const { host } = context.node;
  const millis = Math.round(recovery.stopTime - recovery.startTime);
  const replayed = recovery.translogOperations;
  return {
    id: shard,
    type: recovery.type,
    stage: 'DONE',
    primary: true,
    start_time_in_millis: Math.round(recovery.startTime),
    stop_time_in_millis: Math.round(recovery.stopTime),
    total_time_in_millis: millis,
    source: {},
    target: {
      id: context.identity.nodeId,
      host,
      transport_address: nodeAddress(context),
      ip: host,
      name: context.nodeName,
    },
    index: {
      size: {
        total_in_bytes: recovery.bytes,
        reused_in_bytes: recovery.bytes,
        recovered_in_bytes: 0,
        percent: share(recovery.bytes, recovery.bytes),
      },
      files: {
        total: recovery.files,
        reused: recovery.files,
        recovered: 0,
        percent: share(recovery.files, recovery.files),
        ...(detailed ? { details: [] } : {}),
      },
      total_time_in_millis: millis,
      source_throttle_time_in_millis: 0,
      target_throttle_time_in_millis: 0,
    },
    translog: {
      recovered: replayed,
      total: replayed,
      percent: '100.0%',
      total_on_start: replayed,
      total_time_in_millis: replayed === 0 ? 0 : millis,
    },
    verify_index: { check_index_time_in_millis: 0, total_time_in_millis: 0 },
  };
}
