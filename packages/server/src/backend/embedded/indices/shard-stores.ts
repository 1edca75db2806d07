import { apiError, dictionary, type Json, type JsonMap } from '@sextant/contract';
import type { IndexMetadata } from '@sextant/engine';
import { checkBlocks } from '../../../cluster/blocks.ts';
import { allIndices } from '../../../cluster/indices-options.ts';
import { allocationId, primaryOf } from '../allocation/shard-copy.ts';
import { type EmbeddedContext, type Handler, ok } from '../context.ts';
import { causeBody } from '../error-body.ts';
import { thisNode } from '../nodes/node-rim.ts';
import { resolvedNames } from './resolve.ts';

const statuses: ReadonlySet<string> = new Set(['green', 'yellow', 'red', 'all']);

/** Shards whose health is asked for, with the one place where their files are. */
export const shardStores: Handler<'indices.shard_stores'> = async (context, request) => {
  const wanted = new Set((request.params.status ?? ['yellow', 'red']).map((word) => word.toLowerCase()));
  for (const status of wanted) {
    if (!statuses.has(status)) {
      throw apiError('illegal_argument_exception', `unknown cluster health status [${status}]`);
    }
  }
  const indices = resolvedNames(context, request, allIndices);
  checkBlocks(indices, 'metadata_read');
  const body: Record<string, Json> = dictionary();
  for (const index of indices) {
    const shards = shardsOf(context, index, wanted);
    if (Object.keys(shards).length > 0) body[index.name] = { shards };
  }
  return ok({ indices: body });
};

function shardsOf(context: EmbeddedContext, index: IndexMetadata, wanted: ReadonlySet<string>): JsonMap {
  const shards: Record<string, Json> = dictionary();
  for (let shard = 0; shard < index.numberOfShards; shard++) {
    const { state, failure } = primaryOf(context.engine, index, shard);
    const whole = index.numberOfReplicas === 0 ? 'green' : 'yellow';
    const status = state === 'STARTED' ? whole : 'red';
    if (!wanted.has('all') && !wanted.has(status)) continue;
    const store = {
      [context.identity.nodeId]: thisNode(context),
      allocation_id: allocationId(index, shard),
      allocation: failure === undefined ? 'primary' : 'unused',
      ...(failure === undefined ? {} : { store_exception: causeBody(failure.cause) }),
    };
    shards[String(shard)] = { stores: [store] };
  }
  return shards;
}
