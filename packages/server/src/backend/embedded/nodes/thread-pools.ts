import { type JsonMap, table } from '@sextant/contract';
import type { ShardStats } from '@sextant/engine';

/**
 * A pool under the name that clients of OpenSearch look for. One thread searches and answers, one writes, one merges:
 * pools that have no thread of their own are shown without one.
 */
export interface ThreadPool {
  readonly name: string;
  readonly type: 'fixed' | 'scaling' | 'resizable';
  readonly threads: number;
  readonly active: number;
  /** Work items done since the indices were opened, where they are counted. */
  readonly completed: number;
  /** Whether the time that work waits is known for pools of this type. */
  readonly measuresWait: boolean;
}

type Figure = (shard: ShardStats) => number;

interface Row {
  readonly type: ThreadPool['type'];
  readonly threads: 0 | 1;
  readonly active?: Figure;
  readonly completed?: Figure;
}

const rows: Readonly<Record<string, Row>> = table({
  analyze: { type: 'fixed', threads: 0 },
  fetch_shard_started: { type: 'scaling', threads: 0 },
  fetch_shard_store: { type: 'scaling', threads: 0 },
  flush: { type: 'scaling', threads: 0, completed: ({ flush }) => flush.total },
  force_merge: {
    type: 'fixed',
    threads: 1,
    active: ({ merges }) => merges.current,
    completed: ({ merges }) => merges.total,
  },
  generic: { type: 'scaling', threads: 0 },
  get: {
    type: 'fixed',
    threads: 0,
    active: ({ get }) => get.current,
    completed: ({ get }) => get.total,
  },
  index_searcher: { type: 'resizable', threads: 0 },
  management: { type: 'scaling', threads: 0 },
  refresh: { type: 'scaling', threads: 0, completed: ({ refresh }) => refresh.total },
  search: {
    type: 'resizable',
    threads: 1,
    active: ({ search }) => search.queryCurrent + search.fetchCurrent,
    completed: ({ search }) => search.queryTotal + search.fetchTotal,
  },
  search_throttled: { type: 'resizable', threads: 0 },
  snapshot: { type: 'scaling', threads: 0 },
  warmer: { type: 'scaling', threads: 0 },
  write: {
    type: 'fixed',
    threads: 1,
    active: ({ indexing }) => indexing.indexCurrent + indexing.deleteCurrent,
    completed: ({ indexing }) => indexing.indexTotal + indexing.deleteTotal,
  },
});

const sum = (shards: readonly ShardStats[], figure: Figure | undefined): number =>
  figure === undefined ? 0 : shards.reduce((total, shard) => total + figure(shard), 0);

/** All pools by name. */
export function threadPools(shards: readonly ShardStats[]): readonly ThreadPool[] {
  return Object.entries(rows).map(([name, { type, threads, active, completed }]) => ({
    name,
    type,
    threads,
    active: sum(shards, active),
    completed: sum(shards, completed),
    measuresWait: type === 'resizable',
  }));
}

/** The pools as the nodes statistics show them. Nothing is ever turned away: requests wait in order. */
export function threadPoolStats(shards: readonly ShardStats[]): JsonMap {
  return Object.fromEntries(
    threadPools(shards).map(({ name, threads, active, completed }) => [
      name,
      { threads, queue: 0, active, rejected: 0, largest: threads, completed },
    ]),
  );
}

/** The pools as the nodes information shows them. */
export function threadPoolInfo(): JsonMap {
  return Object.fromEntries(
    threadPools([]).map(({ name, type, threads }) => [
      name,
      type === 'scaling'
        ? { type, core: threads, max: threads, queue_size: -1 }
        : { type, size: threads, queue_size: -1 },
    ]),
  );
}
