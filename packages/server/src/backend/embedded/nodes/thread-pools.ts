import { type JsonMap, table } from '@sextant/contract';
import type { SearchPoolFigures, ShardStats } from '@sextant/engine';
import { mergeThreads } from '../../../cluster/settings/merge-limits.ts';
import type { EmbeddedContext } from '../context.ts';
import type { AdmissionFigures } from './pool-admission.ts';

/**
 * A pool under the name that clients of OpenSearch look for. One thread answers, several search, write and
 * merge: pools that have no thread of their own are shown without one while they have nothing to do.
 */
export interface ThreadPool {
  readonly name: string;
  readonly type: 'fixed' | 'scaling' | 'resizable';
  /** Threads of its own. */
  readonly size: number;
  /** Threads that are there: those of its own, or those that work for it now. */
  readonly threads: number;
  readonly active: number;
  /** Requests that wait for a thread; how many may, -1 = any number; how many were refused. */
  readonly queue: number;
  readonly queueSize: number;
  readonly rejected: number;
  readonly largest: number;
  /** Work items done since the indices were opened, or requests since the start. */
  readonly completed: number;
  /** What work waited until a thread had room for it; undefined for types of pools that do not tell it. */
  readonly waitedMs: number | undefined;
}

type Figure = (shard: ShardStats) => number;

interface Row {
  readonly type: ThreadPool['type'];
  /** Absent: that of a bounded pool. */
  readonly size?: number;
  /** Where it is finer than requests. */
  readonly completed?: Figure;
}

const rows: Readonly<Record<string, Row>> = table({
  analyze: { type: 'fixed', size: 0 },
  fetch_shard_started: { type: 'scaling', size: 0 },
  fetch_shard_store: { type: 'scaling', size: 0 },
  flush: { type: 'scaling', completed: ({ flush }) => flush.total },
  // Other merges have threads of their own, which are no pool in OpenSearch either.
  force_merge: { type: 'fixed', size: mergeThreads },
  generic: { type: 'scaling', size: 0 },
  get: { type: 'fixed', completed: ({ get }) => get.total },
  grpc: { type: 'fixed', size: 0 },
  index_searcher: { type: 'resizable', size: 0 },
  listener: { type: 'fixed', size: 0 },
  management: { type: 'scaling' },
  refresh: { type: 'scaling', completed: ({ refresh }) => refresh.total },
  remote_purge: { type: 'scaling', size: 0 },
  remote_recovery: { type: 'scaling', size: 0 },
  remote_refresh_retry: { type: 'scaling', size: 0 },
  remote_state_checksum: { type: 'fixed', size: 0 },
  remote_state_read: { type: 'fixed', size: 0 },
  rule_serial_executor: { type: 'fixed', size: 0 },
  search_throttled: { type: 'resizable', size: 0 },
  snapshot: { type: 'scaling' },
  snapshot_deletion: { type: 'scaling', size: 0 },
  stream_search: { type: 'resizable', size: 0 },
  system_read: { type: 'fixed', size: 0 },
  system_write: { type: 'fixed', size: 0 },
  translog_recovery: { type: 'fixed', size: 0 },
  translog_sync: { type: 'fixed', size: 0 },
  translog_transfer: { type: 'scaling', size: 0 },
  warmer: { type: 'scaling', size: 0 },
  write: {
    type: 'fixed',
    completed: ({ indexing }) => indexing.indexTotal + indexing.deleteTotal,
  },
});

const sum = (shards: readonly ShardStats[], figure: Figure): number =>
  shards.reduce((total, shard) => total + figure(shard), 0);

/** The pool of the searches, with the sizes that the settings give it. */
interface SearchThreads extends SearchPoolFigures {
  readonly size: number;
  readonly queueSize: number;
}

function searchThreads({ engine, threads, settings }: PoolsContext): SearchThreads {
  const queueSize = settings.get('thread_pool.search.queue_size');
  return { ...engine.searchPool(), size: threads.searchSize, queueSize };
}

type PoolsContext = Pick<EmbeddedContext, 'poolWork' | 'engine' | 'threads' | 'boundedPools' | 'settings'>;

/** All pools by name. */
export function threadPools(shards: readonly ShardStats[], context: PoolsContext): readonly ThreadPool[] {
  const pools = Object.entries(rows).map(([name, row]): ThreadPool => {
    const { type, completed } = row;
    const { size, ...figures } = workOf(name, row, context);
    const threads = type === 'scaling' ? figures.active : Math.max(size, figures.active);
    return {
      ...{ name, type, size, threads, ...figures },
      largest: Math.max(threads, size),
      completed: completed === undefined ? context.poolWork.done(name) : sum(shards, completed),
      waitedMs: type === 'resizable' ? 0 : undefined,
    };
  });
  const search = searchThreads(context);
  return [...pools, { name: 'search', type: 'resizable' as const, ...search }].sort((a, b) =>
    a.name < b.name ? -1 : 1,
  );
}

/** What is under way in a pool, and what waits. Without a bound it waits in order and is never turned away. */
function workOf(
  name: string,
  { size = 0 }: Row,
  { poolWork, boundedPools }: PoolsContext,
): AdmissionFigures & { readonly size: number } {
  const bounded = boundedPools.find(name);
  if (bounded !== undefined) return { size: bounded.size, ...bounded.figures() };
  const wanted = poolWork.running(name);
  const active = size === 0 ? wanted : Math.min(size, wanted);
  return { size, active, queue: wanted - active, queueSize: -1, rejected: 0 };
}

/** The pools as the nodes statistics show them. */
export function threadPoolStats(...of: Parameters<typeof threadPools>): JsonMap {
  return Object.fromEntries(
    threadPools(...of).map(({ name, threads, queue, active, rejected, largest, completed, waitedMs }) => [
      name,
      {
        ...{ threads, queue, active, rejected, largest, completed },
        ...(waitedMs === undefined ? {} : { total_wait_time_in_nanos: Math.round(waitedMs * 1e6) }),
      },
    ]),
  );
}

/** The pools as the nodes information shows them. */
export function threadPoolInfo(context: Parameters<typeof threadPools>[1]): JsonMap {
  return Object.fromEntries(
    threadPools([], context).map(({ name, type, size, queueSize }) => [
      name,
      type === 'scaling'
        ? // Threads stay until the service ends.
          { type, core: size, max: size, keep_alive: '-1', queue_size: queueSize }
        : { type, size, queue_size: queueSize },
    ]),
  );
}
