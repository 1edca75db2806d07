import type { SourceCodec } from '../../segment/segment-data.ts';
import type { IndexMetadata } from './index-metadata.ts';
import { parseBytes, parseTimeMs } from './units.ts';

const MB = 1024 ** 2;

/** The settings of an index that its shards obey, read from the flat ones, with OpenSearch's defaults. */
export interface ShardSettings {
  /** -1: only when asked. */
  readonly refreshIntervalMs: number;
  readonly maxRefreshListeners: number;
  readonly durability: 'request' | 'async';
  readonly syncIntervalMs: number;
  readonly flushThresholdBytes: number;
  readonly generationThresholdBytes: number;
  /** How long deletes are remembered for late older writes. */
  readonly gcDeletesMs: number;
  /** Bound of the history that leases may hold back; undefined where the index does not say. */
  readonly retentionBytes: number | undefined;
  readonly leasePeriodMs: number;
  /** Segments per level before they merge. */
  readonly segmentsPerTier: number;
  readonly maxMergedSegmentBytes: number;
  readonly floorSegmentBytes: number;
  /** Share of deleted documents (percent) at which a single segment is written anew. */
  readonly deletesPctAllowed: number;
  /** Merges of a shard that run beside each other, and that may run or wait until what is written waits for them. */
  readonly mergeThreadsMax: number;
  readonly mergesMax: number;
  /** Merges let searches and writes come first. */
  readonly mergesYield: boolean;
}

/** OpenSearch: so many more merges may wait. */
const MERGES_WAITING = 5;

/** `mergeThreadsDefault`: where the index does not say how many of its merges run beside each other. */
export function readShardSettings(
  settings: IndexMetadata['settings'],
  mergeThreadsDefault = 1,
): ShardSettings {
  const text = (name: string): string | undefined => {
    const value = settings[name];
    return typeof value === 'string' ? value : undefined;
  };
  const timeMs = (name: string, fallback: number): number => parseTimeMs(text(name) ?? '') ?? fallback;
  const bytes = (name: string, fallback: number): number => parseBytes(text(name) ?? '') ?? fallback;
  const number = (name: string, fallback: number): number => {
    const value = Number(text(name) ?? Number.NaN);
    return Number.isFinite(value) ? value : fallback;
  };
  const mergeThreadsMax = number('index.merge.scheduler.max_thread_count', mergeThreadsDefault);
  return {
    mergeThreadsMax,
    mergesMax: number('index.merge.scheduler.max_merge_count', mergeThreadsMax + MERGES_WAITING),
    mergesYield: text('index.merge.scheduler.auto_throttle')?.toLowerCase() !== 'false',
    refreshIntervalMs: timeMs('index.refresh_interval', 1000),
    maxRefreshListeners: number('index.max_refresh_listeners', 1000),
    durability: text('index.translog.durability')?.toLowerCase() === 'async' ? 'async' : 'request',
    syncIntervalMs: timeMs('index.translog.sync_interval', 5000),
    flushThresholdBytes: bytes('index.translog.flush_threshold_size', 512 * MB),
    generationThresholdBytes: bytes('index.translog.generation_threshold_size', 64 * MB),
    gcDeletesMs: timeMs('index.gc_deletes', 60_000),
    retentionBytes:
      parseBytes(text('index.plugins.replication.translog.retention_size') ?? '') ??
      parseBytes(text('index.replication.translog.retention_size') ?? ''),
    leasePeriodMs: timeMs('index.soft_deletes.retention_lease.period', 12 * 3_600_000),
    segmentsPerTier: number('index.merge.policy.segments_per_tier', 10),
    maxMergedSegmentBytes: bytes('index.merge.policy.max_merged_segment', 5120 * MB),
    floorSegmentBytes: bytes('index.merge.policy.floor_segment', 16 * MB),
    deletesPctAllowed: number('index.merge.policy.deletes_pct_allowed', 20),
  };
}

/** Each codec of OpenSearch has two names. */
export function sourceCodecOf(settings: IndexMetadata['settings']): SourceCodec {
  const codec = settings['index.codec'];
  return codec === 'best_compression' || codec === 'zlib' ? 'best_compression' : 'default';
}
