import { dictionary } from '@sextant/contract';
import type { SettingType } from './setting-values.ts';

/** `final`: never after creation. `static`: only while closed. `private`: only by the service itself. */
type SettingScope = 'dynamic' | 'static' | 'final' | 'private';

export interface IndexSetting {
  readonly type: SettingType;
  readonly scope: SettingScope;
  /** As GET with include_defaults shows it; undefined: not shown. */
  readonly fallback?: string | readonly string[];
}

type Row = readonly [
  name: string,
  type: SettingType,
  scope: SettingScope,
  fallback?: string | readonly string[],
];

const boolean: SettingType = { kind: 'boolean' };
const string: SettingType = { kind: 'string' };
const list: SettingType = { kind: 'list' };
const bytes: SettingType = { kind: 'bytes' };
const time: SettingType = { kind: 'time' };
const atLeast = (min: number, max?: number): SettingType =>
  max === undefined ? { kind: 'int', min } : { kind: 'int', min, max };
const decimal = (min: number): SettingType => ({ kind: 'double', min });

/** A Java enum read by valueOf, whose complaint names the class. */
const constant = (className: string, ...words: string[]): SettingType => ({
  kind: 'words',
  words,
  complaint: (value) => `No enum constant ${className}.${value.toUpperCase()}`,
});

const slowLogLevel = constant('org.opensearch.common.logging.SlowLogLevel', 'trace', 'debug', 'info', 'warn');
const durability = constant('org.opensearch.index.translog.Translog.Durability', 'request', 'async');
const replicationType = constant('org.opensearch.indices.replication.common.ReplicationType', 'document');
const codec: SettingType = {
  kind: 'words',
  words: ['default', 'lz4', 'best_compression', 'zlib'],
  complaint: (value) =>
    `unknown value for [index.codec] must be one of [default, lz4, best_compression, zlib] but was: ${value}`,
};
const allocation = (name: string, ...words: string[]): SettingType => ({
  kind: 'words',
  words,
  complaint: (value) => `Illegal ${name} value [${value.toUpperCase()}]`,
});
const concurrencyMode: SettingType = {
  kind: 'words',
  words: ['all', 'auto', 'none'],
  complaint: (value) => `Setting value must be one of [all, none, auto] but was [${value}]`,
};
const slowLogSource: SettingType = {
  kind: 'words',
  words: [],
  complaint: (value) => `Failed to parse value [${value}] as only [true] or [false] are allowed.`,
};

/** Every index setting that is understood. Names and defaults are OpenSearch 3.6's. */
const rows: readonly Row[] = [
  ['index.allocation.max_retries', atLeast(0), 'dynamic', '5'],
  ['index.analyze.max_token_count', atLeast(1), 'dynamic', '10000'],
  ['index.auto_expand_replicas', { kind: 'copies' }, 'dynamic', 'false'],
  ['index.blocks.metadata', boolean, 'dynamic', 'false'],
  ['index.blocks.read', boolean, 'dynamic', 'false'],
  ['index.blocks.read_only', boolean, 'dynamic', 'false'],
  ['index.blocks.read_only_allow_delete', boolean, 'dynamic', 'false'],
  ['index.blocks.write', boolean, 'dynamic', 'false'],
  ['index.codec', codec, 'static', 'default'],
  ['index.creation_date', string, 'private'],
  ['index.default_pipeline', string, 'dynamic', '_none'],
  ['index.final_pipeline', string, 'dynamic', '_none'],
  ['index.flush_after_merge', bytes, 'dynamic', '512mb'],
  ['index.gc_deletes', { kind: 'time', minMs: -1 }, 'dynamic', '60s'],
  ['index.hidden', boolean, 'dynamic', 'false'],
  ['index.highlight.max_analyzed_offset', atLeast(1), 'dynamic', '1000000'],
  ['index.indexing.slowlog.level', slowLogLevel, 'dynamic', 'TRACE'],
  ['index.indexing.slowlog.reformat', boolean, 'dynamic', 'true'],
  ['index.indexing.slowlog.source', slowLogSource, 'dynamic', '1000'],
  ['index.indexing.slowlog.threshold.index.debug', time, 'dynamic', '-1'],
  ['index.indexing.slowlog.threshold.index.info', time, 'dynamic', '-1'],
  ['index.indexing.slowlog.threshold.index.trace', time, 'dynamic', '-1'],
  ['index.indexing.slowlog.threshold.index.warn', time, 'dynamic', '-1'],
  ['index.lifecycle.name', string, 'dynamic', ''],
  ['index.lifecycle.rollover_alias', string, 'dynamic', ''],
  ['index.mapping.coerce', boolean, 'static', 'false'],
  ['index.mapping.depth.limit', atLeast(1), 'dynamic', '20'],
  ['index.mapping.field_name_length.limit', atLeast(1, 50_000), 'dynamic', '50000'],
  ['index.mapping.ignore_malformed', boolean, 'static', 'false'],
  ['index.mapping.nested_fields.limit', atLeast(0), 'dynamic', '50'],
  ['index.mapping.nested_objects.limit', atLeast(0), 'dynamic', '10000'],
  ['index.mapping.total_fields.limit', atLeast(0), 'dynamic', '1000'],
  ['index.max_adjacency_matrix_filters', atLeast(2), 'dynamic', '100'],
  ['index.max_docvalue_fields_search', atLeast(0), 'dynamic', '100'],
  ['index.max_inner_result_window', atLeast(1), 'dynamic', '100'],
  ['index.max_ngram_diff', atLeast(0), 'dynamic', '1'],
  ['index.max_refresh_listeners', atLeast(0), 'dynamic', '1000'],
  ['index.max_regex_length', atLeast(1), 'dynamic', '1000'],
  ['index.max_rescore_window', atLeast(1), 'dynamic', '10000'],
  ['index.max_result_window', atLeast(1), 'dynamic', '10000'],
  ['index.max_script_fields', atLeast(0), 'dynamic', '32'],
  ['index.max_shingle_diff', atLeast(0), 'dynamic', '3'],
  ['index.max_slices_per_pit', atLeast(1), 'dynamic', '1024'],
  ['index.max_slices_per_scroll', atLeast(1), 'dynamic', '1024'],
  ['index.max_terms_count', atLeast(1), 'dynamic', '65536'],
  ['index.merge.policy.deletes_pct_allowed', decimal(5), 'dynamic', '20.0'],
  ['index.merge.policy.expunge_deletes_allowed', decimal(0), 'dynamic', '10.0'],
  ['index.merge.policy.floor_segment', bytes, 'dynamic', '16777216b'],
  ['index.merge.policy.max_merge_at_once', atLeast(2), 'dynamic', '30'],
  ['index.merge.policy.max_merged_segment', bytes, 'dynamic', '5368709120b'],
  ['index.merge.policy.segments_per_tier', decimal(2), 'dynamic', '10.0'],
  ['index.merge.scheduler.auto_throttle', boolean, 'dynamic', 'true'],
  ['index.merge.scheduler.max_merge_count', atLeast(1), 'dynamic', '6'],
  ['index.merge.scheduler.max_thread_count', atLeast(1), 'dynamic', '1'],
  ['index.number_of_replicas', atLeast(0), 'dynamic', '1'],
  ['index.number_of_routing_shards', atLeast(1), 'final'],
  ['index.number_of_search_replicas', atLeast(0, 0), 'dynamic', '0'],
  ['index.number_of_shards', atLeast(1, 1024), 'final', '1'],
  ['index.priority', atLeast(0), 'dynamic', '1'],
  ['index.provided_name', string, 'private'],
  ['index.queries.cache.enabled', boolean, 'static', 'true'],
  ['index.query.default_field', list, 'dynamic', ['*']],
  ['index.query.parse.allow_unmapped_fields', boolean, 'dynamic', 'true'],
  ['index.query_string.lenient', boolean, 'static', 'false'],
  ['index.refresh_interval', { kind: 'time', minMs: -1 }, 'dynamic', '1s'],
  ['index.replication.type', replicationType, 'final'],
  ['index.requests.cache.enable', boolean, 'dynamic', 'true'],
  [
    'index.routing.allocation.enable',
    allocation('allocation.enable', 'all', 'primaries', 'new_primaries', 'none'),
    'dynamic',
    'all',
  ],
  ['index.routing.allocation.total_shards_per_node', atLeast(-1), 'dynamic', '-1'],
  [
    'index.routing.rebalance.enable',
    allocation('rebalance.enable', 'all', 'primaries', 'replicas', 'none'),
    'dynamic',
    'all',
  ],
  ['index.routing_partition_size', atLeast(1), 'final', '1'],
  ['index.search.concurrent.max_slice_count', atLeast(0), 'dynamic', '1'],
  ['index.search.concurrent_segment_search.enabled', boolean, 'dynamic', 'false'],
  ['index.search.concurrent_segment_search.mode', concurrencyMode, 'dynamic', 'none'],
  ['index.search.default_pipeline', string, 'dynamic', '_none'],
  ['index.search.idle.after', { kind: 'time', minMs: 0 }, 'dynamic', '30s'],
  ['index.search.slowlog.level', slowLogLevel, 'dynamic', 'TRACE'],
  ['index.search.slowlog.threshold.fetch.debug', time, 'dynamic', '-1'],
  ['index.search.slowlog.threshold.fetch.info', time, 'dynamic', '-1'],
  ['index.search.slowlog.threshold.fetch.trace', time, 'dynamic', '-1'],
  ['index.search.slowlog.threshold.fetch.warn', time, 'dynamic', '-1'],
  ['index.search.slowlog.threshold.query.debug', time, 'dynamic', '-1'],
  ['index.search.slowlog.threshold.query.info', time, 'dynamic', '-1'],
  ['index.search.slowlog.threshold.query.trace', time, 'dynamic', '-1'],
  ['index.search.slowlog.threshold.query.warn', time, 'dynamic', '-1'],
  ['index.shard.check_on_startup', string, 'static', 'false'],
  ['index.soft_deletes.enabled', boolean, 'final', 'true'],
  ['index.soft_deletes.retention.operations', atLeast(0), 'dynamic', '0'],
  ['index.soft_deletes.retention_lease.period', { kind: 'time', minMs: 0 }, 'dynamic', '12h'],
  ['index.store.preload', list, 'static', []],
  ['index.store.stats_refresh_interval', time, 'static', '10s'],
  ['index.store.type', string, 'static', ''],
  ['index.translog.durability', durability, 'dynamic', 'REQUEST'],
  ['index.translog.flush_threshold_size', bytes, 'dynamic', '512mb'],
  ['index.translog.generation_threshold_size', bytes, 'dynamic', '64mb'],
  ['index.translog.retention.age', time, 'dynamic', '-1'],
  ['index.translog.retention.size', bytes, 'dynamic', '-1'],
  ['index.translog.sync_interval', { kind: 'time', minMs: 100, minText: '100ms' }, 'dynamic', '5s'],
  ['index.unassigned.node_left.delayed_timeout', time, 'dynamic', '1m'],
  ['index.uuid', string, 'private'],
  ['index.verified_before_close', boolean, 'private', 'false'],
  ['index.version.created', string, 'private'],
  ['index.warmer.enabled', boolean, 'dynamic', 'true'],
  ['index.write.wait_for_active_shards', string, 'dynamic', '1'],
];

/** Groups with free names below them. */
const groups: readonly (readonly [prefix: string, scope: SettingScope])[] = [
  ['index.analysis.', 'static'],
  ['index.routing.allocation.exclude.', 'dynamic'],
  ['index.routing.allocation.include.', 'dynamic'],
  ['index.routing.allocation.require.', 'dynamic'],
];

const table: ReadonlyMap<string, IndexSetting> = new Map(
  rows.map(([name, type, scope, fallback]) => [
    name,
    fallback === undefined ? { type, scope } : { type, scope, fallback },
  ]),
);

/** The setting of a full name, also inside a group; undefined = unknown. */
export function indexSetting(name: string): IndexSetting | undefined {
  const row = table.get(name);
  if (row !== undefined) return row;
  for (const [prefix, scope] of groups) {
    if (name.startsWith(prefix) && name.length > prefix.length) return { type: string, scope };
  }
  return undefined;
}

/** Names for suggestions. */
export function indexSettingNames(): Iterable<string> {
  return table.keys();
}

/** Every default that is not set explicitly, flat. */
export function defaultIndexSettings(
  explicit: Readonly<Record<string, unknown>>,
): Record<string, string | readonly string[]> {
  const defaults: Record<string, string | readonly string[]> = dictionary();
  for (const [name, setting] of table) {
    if (setting.fallback !== undefined && !Object.hasOwn(explicit, name)) defaults[name] = setting.fallback;
  }
  return defaults;
}
