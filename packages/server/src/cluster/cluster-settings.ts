import type { SettingType } from './setting-values.ts';

export interface ClusterSetting {
  readonly type: SettingType;
  readonly scope: 'dynamic' | 'static';
  /** As `include_defaults` shows it. */
  readonly fallback: string;
}

const boolean: SettingType = { kind: 'boolean' };
const string: SettingType = { kind: 'string' };
const allocation: SettingType = {
  kind: 'words',
  words: ['all', 'primaries', 'new_primaries', 'none'],
  complaint: (value) => `Illegal allocation.enable value [${value.toUpperCase()}]`,
};

type Row = readonly [name: string, type: SettingType, scope: 'dynamic' | 'static', fallback: string];

/**
 * Cluster settings that are understood. Those of allocation, watermarks and recovery are kept and shown; on one node
 * there is nothing to move. The flood stage sets no block yet.
 */
const rows: readonly Row[] = [
  ['action.auto_create_index', string, 'dynamic', 'true'],
  ['action.destructive_requires_name', boolean, 'dynamic', 'false'],
  ['cluster.blocks.create_index', boolean, 'dynamic', 'false'],
  ['cluster.blocks.read_only', boolean, 'dynamic', 'false'],
  ['cluster.blocks.read_only_allow_delete', boolean, 'dynamic', 'false'],
  ['cluster.indices.close.enable', boolean, 'dynamic', 'true'],
  ['cluster.info.update.interval', { kind: 'time', minMs: 10_000, minText: '10s' }, 'dynamic', '30s'],
  ['cluster.max_shards_per_node', { kind: 'int', min: 1 }, 'dynamic', '1000'],
  ['cluster.name', string, 'static', 'sextant'],
  ['cluster.routing.allocation.disk.threshold_enabled', boolean, 'dynamic', 'true'],
  ['cluster.routing.allocation.disk.watermark.flood_stage', string, 'dynamic', '95%'],
  ['cluster.routing.allocation.disk.watermark.high', string, 'dynamic', '90%'],
  ['cluster.routing.allocation.disk.watermark.low', string, 'dynamic', '85%'],
  ['cluster.routing.allocation.enable', allocation, 'dynamic', 'all'],
  ['cluster.routing.allocation.node_concurrent_recoveries', { kind: 'int', min: 0 }, 'dynamic', '2'],
  [
    'cluster.routing.rebalance.enable',
    {
      ...allocation,
      words: ['all', 'primaries', 'replicas', 'none'],
      complaint: (value) => `Illegal rebalance.enable value [${value.toUpperCase()}]`,
    },
    'dynamic',
    'all',
  ],
  ['indices.breaker.request.limit', { kind: 'memory' }, 'dynamic', '60%'],
  ['indices.recovery.max_bytes_per_sec', { kind: 'bytes' }, 'dynamic', '40mb'],
  ['node.name', string, 'static', ''],
  ['search.default_search_timeout', { kind: 'time' }, 'dynamic', '-1'],
  ['search.max_buckets', { kind: 'int', min: 0 }, 'dynamic', '65535'],
];

const byName = new Map<string, ClusterSetting>(
  rows.map(([name, type, scope, fallback]) => [name, { type, scope, fallback }]),
);

export function clusterSetting(name: string): ClusterSetting | undefined {
  return byName.get(name);
}

export function clusterSettingNames(): readonly string[] {
  return [...byName.keys()];
}
