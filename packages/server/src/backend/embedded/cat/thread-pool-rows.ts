import { wildcardTest } from '@sextant/contract';
import { splitNames } from '../../../cluster/index-names.ts';
import type { EmbeddedContext } from '../context.ts';
import { type ThreadPool, threadPools } from '../nodes/thread-pools.ts';
import { allShardStats } from '../shard-stats.ts';
import type { CatRequest } from './cat-request.ts';
import type { Cells } from './stats-cells.ts';

/** Pools by name; a pattern that matches none is no error. */
export async function threadPoolRows(context: EmbeddedContext, request: CatRequest): Promise<Cells[]> {
  const tests = splitNames(
    request.pathParams.thread_pool_patterns ?? request.params.thread_pool_patterns,
  ).map(wildcardTest);
  const pools = threadPools(await allShardStats(context, request), context);
  const { node, nodeName, identity, probe } = context;
  const place: Cells = {
    node_name: nodeName,
    node_id: identity.nodeId,
    ephemeral_node_id: identity.nodeId,
    pid: String(probe().pid),
    host: node.host,
    ip: node.host,
    port: String(node.httpPort),
  };
  return pools
    .filter(({ name }) => tests.length === 0 || tests.some((test) => test(name)))
    .map((pool) => ({ ...place, ...poolCells(pool) }));
}

function poolCells(pool: ThreadPool): Cells {
  const { name, type, size, threads, active, queue, queueSize, rejected, largest, completed, waitedMs } =
    pool;
  const scaling = type === 'scaling';
  return {
    name,
    type,
    active,
    pool_size: threads,
    queue,
    queue_size: queueSize,
    rejected,
    largest,
    completed,
    total_wait_time: waitedMs === undefined ? '-1' : { millis: waitedMs },
    core: scaling ? size : null,
    max: scaling ? size : null,
    size: scaling ? null : size,
  };
}
