import { type JsonMap, table } from '@sextant/contract';
import type { ShardStats } from '@sextant/engine';
import type { PoolWork } from './pool-work.ts';

/**
 * A pool under the name that clients of OpenSearch look for. One thread searches and answers, one writes, one merges:
 * pools that have no thread of their own are shown without one while they have nothing to do.
 */
export interface ThreadPool {
  readonly name: string;
  readonly type: 'fixed' | 'scaling' | 'resizable';
  /** Threads of its own. */
  readonly size: number;
  /** Threads that are there: those of its own, or those that work for it now. */
  readonly threads: number;
  readonly active: number;
  /** Requests that wait for a thread. */
  readonly queue: number;
  /** Work items done since the indices were opened, or requests since the start. */
  readonly completed: number;
  /** Whether the time that work waits is known for pools of this type. */
  readonly measuresWait: boolean;
}

type Figure = (shard: ShardStats) => number;

interface Row {
  readonly type: ThreadPool['type'];
  readonly size: 0 | 1;
  /** Of the pool's thread, where it has work that no request asked for. */
  readonly active?: Figure;
  /** Where it is finer than requests. */
  readonly completed?: Figure;
}

const rows: Readonly<Record<string, Row>> = table({
  analyze: { type: 'fixed', size: 0 },
  fetch_shard_started: { type: 'scaling', size: 0 },
  fetch_shard_store: { type: 'scaling', size: 0 },
  flush: { type: 'scaling', size: 0, completed: ({ flush }) => flush.total },
  force_merge: {
    type: 'fixed',
    size: 1,
    active: ({ merges }) => merges.current,
    completed: ({ merges }) => merges.total,
  },
  generic: { type: 'scaling', size: 0 },
  get: {
    type: 'fixed',
    size: 0,
    completed: ({ get }) => get.total,
  },
  index_searcher: { type: 'resizable', size: 0 },
  management: { type: 'scaling', size: 0 },
  refresh: { type: 'scaling', size: 0, completed: ({ refresh }) => refresh.total },
  search: {
    type: 'resizable',
    size: 1,
    completed: ({ search }) => search.queryTotal + search.fetchTotal,
  },
  search_throttled: { type: 'resizable', size: 0 },
  snapshot: { type: 'scaling', size: 0 },
  warmer: { type: 'scaling', size: 0 },
  write: {
    type: 'fixed',
    size: 1,
    completed: ({ indexing }) => indexing.indexTotal + indexing.deleteTotal,
  },
});

const sum = (shards: readonly ShardStats[], figure: Figure): number =>
  shards.reduce((total, shard) => total + figure(shard), 0);

/** All pools by name. */
export function threadPools(shards: readonly ShardStats[], work: PoolWork): readonly ThreadPool[] {
  return Object.entries(rows).map(([name, { type, size, active, completed }]) => {
    const wanted = active === undefined ? work.running(name) : sum(shards, active);
    const busy = size === 0 ? wanted : Math.min(size, wanted);
    return {
      name,
      type,
      size,
      threads: Math.max(size, busy),
      active: busy,
      queue: wanted - busy,
      completed: completed === undefined ? work.done(name) : sum(shards, completed),
      measuresWait: type === 'resizable',
    };
  });
}

/** The pools as the nodes statistics show them. Nothing is ever turned away: requests wait in order. */
export function threadPoolStats(shards: readonly ShardStats[], work: PoolWork): JsonMap {
  return Object.fromEntries(
    threadPools(shards, work).map(({ name, threads, active, queue, completed }) => [
      name,
      { threads, queue, active, rejected: 0, largest: threads, completed },
    ]),
  );
}

/** The pools as the nodes information shows them. */
export function threadPoolInfo(): JsonMap {
  return Object.fromEntries(
    Object.entries(rows).map(([name, { type, size }]) => [
      name,
      type === 'scaling' ? { type, core: size, max: size, queue_size: -1 } : { type, size, queue_size: -1 },
    ]),
  );
}
