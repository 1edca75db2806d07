import type { ShardRecovery, ShardStats } from '../index/stats.ts';
import type { CommitPoint } from '../store/commit-point.ts';
import type { MergeThrottle } from '../store/merge-throttle.ts';
import type { ShardState } from './shard-state.ts';

const NO_GETS: ShardStats['get'] = {
  total: 0,
  timeMs: 0,
  existsTotal: 0,
  existsTimeMs: 0,
  missingTotal: 0,
  missingTimeMs: 0,
  current: 0,
};

const NO_SEARCHES: ShardStats['search'] = {
  queryTotal: 0,
  queryTimeMs: 0,
  queryCurrent: 0,
  queryFailed: 0,
  fetchTotal: 0,
  fetchTimeMs: 0,
  fetchCurrent: 0,
  scroll: { total: 0, timeMs: 0, current: 0 },
  pointInTime: { total: 0, timeMs: 0, current: 0 },
  groups: {},
};

const NOTHING_KEPT: ShardStats['requestCache'] = {
  bytes: 0,
  items: 0,
  evictions: 0,
  hits: 0,
  misses: 0,
};

/** What the figures of a shard are made from. What is added here stands in `KeptStats` too. */
export interface StatsParts {
  readonly state: ShardState;
  readonly recovery: ShardRecovery;
  readonly refreshListeners: number;
  /** Lowest number that a lease holds. */
  readonly minRetained: number | undefined;
  readonly throttle: MergeThrottle;
}

/** The measured figures of one shard; those of gets and searches are added by the side that searches. */
export function shardStats({
  state,
  recovery,
  refreshListeners,
  minRetained,
  throttle,
}: StatsParts): ShardStats {
  const { context, store, counters, checkpoint } = state;
  const segments = store.segments.all.map((each) => ({
    name: each.data.name,
    generation: each.data.generation,
    numDocs: each.maxDoc - each.data.deletedDocs,
    deletedDocs: each.data.deletedDocs,
    sizeInBytes: each.sizeInBytes,
    memoryInBytes: each.data.index?.byteLength ?? 0,
    committed: each.committed,
    searchable: true,
  }));
  const c = counters;
  return {
    index: context.index,
    shard: context.shard,
    dataPath: context.dataPath,
    docsCount: segments.reduce((sum, each) => sum + each.numDocs, 0),
    docsDeleted: segments.reduce((sum, each) => sum + each.deletedDocs, 0),
    storeBytes: segments.reduce((sum, each) => sum + each.sizeInBytes, 0),
    segments,
    seqNo: {
      maxSeqNo: checkpoint.maxSeqNo,
      localCheckpoint: checkpoint.checkpoint,
      globalCheckpoint: checkpoint.checkpoint,
    },
    translog: translogStats(state),
    commit: commitStats(state, store.commit, minRetained),
    indexing: {
      indexTotal: c.indexTotal,
      indexTimeMs: Math.round(c.indexTimeMs),
      indexCurrent: 0,
      indexFailed: c.indexFailed,
      deleteTotal: c.deleteTotal,
      deleteTimeMs: Math.round(c.deleteTimeMs),
      deleteCurrent: 0,
      noopUpdateTotal: c.noopUpdateTotal,
      lastIndexed: c.lastIndexed,
      isThrottled: throttle.isThrottled,
      throttledMs: Math.round(throttle.throttledMs),
    },
    get: NO_GETS,
    refresh: {
      total: c.refreshTotal,
      timeMs: Math.round(c.refreshTimeMs),
      externalTotal: c.refreshTotal,
      externalTimeMs: Math.round(c.refreshTimeMs),
      listeners: refreshListeners,
    },
    flush: { total: c.flushTotal, periodic: c.flushPeriodic, timeMs: Math.round(c.flushTimeMs) },
    merges: {
      current: c.mergesCurrent,
      currentDocs: c.mergesCurrentDocs,
      currentBytes: c.mergesCurrentBytes,
      total: c.mergesTotal,
      timeMs: Math.round(c.mergesTimeMs),
      docs: c.mergesDocs,
      bytes: c.mergesBytes,
      throttledMs: Math.round(c.mergesThrottledMs),
    },
    search: NO_SEARCHES,
    requestCache: NOTHING_KEPT,
    fielddata: new Map(),
    completion: new Map(),
    indexWriterBytes: store.bufferBytes,
    versionMapBytes: state.versions.bytes,
    recovery,
  };
}

function translogStats({ translog, store }: ShardState): ShardStats['translog'] {
  const stats = { operations: 0, bytes: 0, uncommittedOperations: 0, uncommittedBytes: 0 };
  const committed = store.commit?.translogGeneration ?? 0;
  let earliestLastModified = Number.POSITIVE_INFINITY;
  for (const each of translog?.generations() ?? []) {
    stats.operations += each.operations;
    stats.bytes += each.bytes;
    earliestLastModified = Math.min(earliestLastModified, each.lastModified);
    if (each.generation < committed) continue;
    stats.uncommittedOperations += each.operations;
    stats.uncommittedBytes += each.bytes;
  }
  return { ...stats, earliestLastModified };
}

function commitStats(
  { historyUuid, translog, checkpoint }: ShardState,
  commit: CommitPoint | undefined,
  minRetained: number | undefined,
): ShardStats['commit'] {
  return {
    generation: commit?.generation ?? 0,
    id: commit?.id ?? historyUuid,
    userData: {
      history_uuid: historyUuid,
      local_checkpoint: String(commit?.localCheckpoint ?? -1),
      max_seq_no: String(commit?.maxSeqNo ?? -1),
      max_unsafe_auto_id_timestamp: '-1',
      min_retained_seq_no: String(minRetained ?? checkpoint.checkpoint + 1),
      translog_uuid: commit?.translogUuid ?? translog?.uuid ?? '',
    },
  };
}
