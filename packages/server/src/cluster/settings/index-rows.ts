import { dictionary } from '@sextant/contract';
import { indexSortRows } from './index-sort-rows.ts';
import { mergeCount, mergeThreads } from './merge-limits.ts';
import { SettingRegistry } from './registry.ts';
import { dynamic, final, fixed, managed, type SettingRow, type ValueOf } from './setting-row.ts';
import {
  activeShardsType,
  booleanType,
  bytesType,
  constant,
  copiesType,
  doubleType,
  intType,
  listType,
  type SettingText,
  type SettingType,
  slowLogLevelType,
  stringType,
  timeType,
  wordType,
} from './setting-type.ts';
import { indexThrottleRows } from './write-throttle-rows.ts';

const durability = constant('org.opensearch.index.translog.Translog.Durability', 'request', 'async');
const replicationType = constant('org.opensearch.indices.replication.common.ReplicationType', 'document');
const codec = wordType(
  ['default', 'lz4', 'best_compression', 'zlib'],
  (text) =>
    `unknown value for [index.codec] must be one of [default, lz4, best_compression, zlib] but was: ${text}`,
);
const allocation = (name: string, ...words: readonly string[]) =>
  wordType(words, (text) => `Illegal ${name} value [${text.toUpperCase()}]`);
const startupCheck = wordType(
  ['true', 'false', 'checksum'],
  (text) =>
    `unknown value for [index.shard.check_on_startup] must be one of [true, false, checksum] but was: ${text}`,
  true,
);
const concurrencyMode = wordType(
  ['all', 'auto', 'none'],
  (text) => `Setting value must be one of [all, none, auto] but was [${text}]`,
);
/** How much of a document a line shows: a number of characters, or all or nothing. */
const slowLogSource: SettingType<string> = {
  values: 'true, false or a whole number',
  read: (text, name) => {
    if (typeof text === 'string' && /^-?\d+$/.test(text)) return text;
    return String(booleanType.read(text, name));
  },
};

/** Every index setting that is understood. Names and defaults are OpenSearch 3.6's. */
const indexRows = {
  'index.allocation.max_retries': dynamic(intType({ min: 0 }), '5', false),
  'index.analyze.max_token_count': dynamic(intType({ min: 1 }), '10000', '`_analyze`'),
  'index.append_only.enabled': final(booleanType, 'false', 'writes: documents are only added'),
  'index.auto_expand_replicas': dynamic(
    copiesType,
    'false',
    'the number of copies: none where the range begins with 0',
  ),
  'index.blocks.metadata': dynamic(booleanType, 'false', 'every call on the index'),
  'index.blocks.read': dynamic(booleanType, 'false', 'every call on the index'),
  'index.blocks.read_only': dynamic(booleanType, 'false', 'every call on the index'),
  'index.blocks.read_only_allow_delete': dynamic(booleanType, 'false', 'every call on the index'),
  'index.blocks.write': dynamic(booleanType, 'false', 'every call on the index'),
  'index.bulk.adaptive_shard_selection.enabled': dynamic(booleanType, 'false', false),
  'index.codec': fixed(codec, 'default', 'stored documents, when segments merge'),
  'index.creation_date': managed(stringType, undefined, 'kept by the service'),
  'index.default_pipeline': dynamic(stringType, '_none', 'writes that name no pipeline'),
  'index.final_pipeline': dynamic(stringType, '_none', 'every write, after its other pipeline'),
  'index.flush_after_merge': dynamic(bytesType, '512mb', false),
  'index.format': final(intType(), '0', false),
  'index.gc_deletes': dynamic(timeType({ ms: -1, text: '-1' }), '60s', 'memory of deletes'),
  'index.hidden': dynamic(booleanType, 'false', 'names and wildcards'),
  'index.highlight.max_analyzed_offset': dynamic(intType({ min: 1 }), '1000000', 'search'),
  'index.indexing.slowlog.level': dynamic(slowLogLevelType, 'TRACE', 'slow logs'),
  'index.indexing.slowlog.reformat': dynamic(booleanType, 'true', 'slow logs'),
  'index.indexing.slowlog.source': dynamic(slowLogSource, '1000', 'slow logs'),
  'index.indexing.slowlog.threshold.index.debug': dynamic(timeType(), '-1', 'slow logs'),
  'index.indexing.slowlog.threshold.index.info': dynamic(timeType(), '-1', 'slow logs'),
  'index.indexing.slowlog.threshold.index.trace': dynamic(timeType(), '-1', 'slow logs'),
  'index.indexing.slowlog.threshold.index.warn': dynamic(timeType(), '-1', 'slow logs'),
  'index.lifecycle.name': dynamic(stringType, '', false),
  'index.lifecycle.rollover_alias': dynamic(stringType, '', false),
  'index.mapping.coerce': fixed(booleanType, 'false', false),
  'index.mapping.depth.limit': dynamic(intType({ min: 1 }), '20', 'mappings'),
  'index.mapping.field_name_length.limit': dynamic(intType({ min: 1, max: 50_000 }), '50000', 'mappings'),
  'index.mapping.ignore_malformed': fixed(booleanType, 'false', false),
  'index.mapping.nested_fields.limit': dynamic(intType({ min: 0 }), '50', 'mappings'),
  'index.mapping.nested_objects.limit': dynamic(intType({ min: 0 }), '10000', 'documents'),
  'index.mapping.total_fields.limit': dynamic(intType({ min: 0 }), '1000', 'mappings'),
  'index.max_adjacency_matrix_filters': dynamic(intType({ min: 2 }), '100', false),
  'index.max_docvalue_fields_search': dynamic(intType({ min: 0 }), '100', 'search'),
  'index.max_inner_result_window': dynamic(intType({ min: 1 }), '100', 'search'),
  'index.max_ngram_diff': dynamic(intType({ min: 0 }), '1', 'analysis'),
  'index.max_refresh_listeners': dynamic(intType({ min: 0 }), '1000', '`refresh=wait_for`'),
  'index.max_regex_length': dynamic(intType({ min: 1 }), '1000', 'search'),
  'index.max_rescore_window': dynamic(intType({ min: 1 }), '10000', 'search'),
  'index.max_result_window': dynamic(intType({ min: 1 }), '10000', 'search'),
  'index.max_script_fields': dynamic(intType({ min: 0 }), '32', 'search'),
  'index.max_shingle_diff': dynamic(intType({ min: 0 }), '3', 'analysis'),
  'index.max_slices_per_pit': dynamic(intType({ min: 1 }), '1024', 'search'),
  'index.max_slices_per_scroll': dynamic(intType({ min: 1 }), '1024', 'search'),
  'index.max_terms_count': dynamic(intType({ min: 1 }), '65536', 'terms query'),
  'index.query.derived_field.enabled': dynamic(booleanType, 'true', 'search'),
  'index.merge.policy.deletes_pct_allowed': dynamic(doubleType({ min: 5 }), '20.0', 'merges'),
  'index.merge.policy.expunge_deletes_allowed': dynamic(doubleType({ min: 0 }), '10.0', false),
  'index.merge.policy.floor_segment': dynamic(bytesType, '16777216b', 'merges'),
  'index.merge.policy.max_merge_at_once': dynamic(intType({ min: 2 }), '30', false),
  'index.merge.policy.max_merged_segment': dynamic(bytesType, '5368709120b', 'merges'),
  'index.merge.policy.segments_per_tier': dynamic(doubleType({ min: 2 }), '10.0', 'merges'),
  'index.merge.scheduler.auto_throttle': dynamic(
    booleanType,
    'true',
    'whether searches and writes come before merges',
  ),
  'index.merge.scheduler.max_merge_count': {
    ...dynamic(intType({ min: 1 }), String(mergeCount), 'merges: beyond it what is written waits'),
    defaultText: '`max_thread_count` + 5',
  },
  'index.merge.scheduler.max_thread_count': {
    ...dynamic(intType({ min: 1 }), String(mergeThreads), 'merges'),
    defaultText: 'half the processors, at least 1, at most 4',
  },
  'index.number_of_replicas': dynamic(intType({ min: 0 }), '1', 'health, shards and limits'),
  'index.number_of_routing_shards': final(intType({ min: 1 }), undefined, 'routing of documents'),
  'index.number_of_search_replicas': dynamic(intType({ min: 0, max: 0 }), '0', false),
  'index.number_of_shards': final(intType({ min: 1, max: 1024 }), '1', 'the index itself'),
  'index.plugins.replication.follower.leader_index': managed(
    stringType,
    undefined,
    'the index follows one of another cluster: nothing else may change it',
  ),
  'index.plugins.replication.translog.retention_lease.pruning.enabled': dynamic(
    booleanType,
    undefined,
    'whether a leader lets go of changes that its followers have, where the cluster lets it',
  ),
  'index.plugins.replication.translog.retention_size': dynamic(
    bytesType,
    undefined,
    'history that leases hold back: what the cluster says where it is not set',
  ),
  'index.priority': dynamic(intType({ min: 0 }), '1', false),
  'index.resize.source.name': managed(stringType, undefined, 'kept by the service'),
  'index.resize.source.uuid': managed(stringType, undefined, 'kept by the service'),
  'index.routing.allocation.initial_recovery._id': managed(stringType, undefined, 'kept by the service'),
  'index.provided_name': managed(stringType, undefined, 'kept by the service'),
  'index.queries.cache.enabled': fixed(booleanType, 'true', false),
  'index.query.default_field': dynamic(listType, ['*'], 'search'),
  'index.query.max_nested_depth': dynamic(intType({ min: 1 }), '20', 'nested query'),
  'index.query.parse.allow_unmapped_fields': dynamic(booleanType, 'true', false),
  'index.query_string.lenient': fixed(booleanType, 'false', false),
  'index.refresh_interval': dynamic(timeType({ ms: -1, text: '-1' }), '1s', 'refresh'),
  'index.replication.translog.retention_lease.pruning.enabled': dynamic(
    booleanType,
    undefined,
    'the same as that with `plugins.` in front, which goes before it',
  ),
  'index.replication.translog.retention_size': dynamic(
    bytesType,
    undefined,
    'the same as `index.plugins.replication.translog.retention_size`, which goes before it',
  ),
  'index.replication.type': final(replicationType, undefined, 'creation: only `document`'),
  'index.requests.cache.enable': dynamic(booleanType, 'true', 'request cache'),
  'index.routing.allocation.enable': dynamic(
    allocation('allocation.enable', 'all', 'primaries', 'new_primaries', 'none'),
    'all',
    false,
  ),
  'index.routing.allocation.total_shards_per_node': dynamic(intType({ min: -1 }), '-1', false),
  'index.routing.rebalance.enable': dynamic(
    allocation('rebalance.enable', 'all', 'primaries', 'replicas', 'none'),
    'all',
    false,
  ),
  'index.routing_partition_size': final(intType({ min: 1 }), '1', 'routing of documents'),
  'index.search.concurrent.max_slice_count': dynamic(intType({ min: 0 }), '1', false),
  'index.search.concurrent_segment_search.enabled': dynamic(booleanType, 'false', false),
  'index.search.concurrent_segment_search.mode': dynamic(concurrencyMode, 'none', false),
  'index.search.default_pipeline': dynamic(stringType, '_none', 'searches that name no pipeline'),
  'index.search.idle.after': dynamic(timeType({ ms: 0, text: '0ms' }), '30s', false),
  'index.search.slowlog.level': dynamic(slowLogLevelType, 'TRACE', 'slow logs'),
  'index.search.slowlog.threshold.fetch.debug': dynamic(timeType(), '-1', 'slow logs'),
  'index.search.slowlog.threshold.fetch.info': dynamic(timeType(), '-1', 'slow logs'),
  'index.search.slowlog.threshold.fetch.trace': dynamic(timeType(), '-1', 'slow logs'),
  'index.search.slowlog.threshold.fetch.warn': dynamic(timeType(), '-1', 'slow logs'),
  'index.search.slowlog.threshold.query.debug': dynamic(timeType(), '-1', 'slow logs'),
  'index.search.slowlog.threshold.query.info': dynamic(timeType(), '-1', 'slow logs'),
  'index.search.slowlog.threshold.query.trace': dynamic(timeType(), '-1', 'slow logs'),
  'index.search.slowlog.threshold.query.warn': dynamic(timeType(), '-1', 'slow logs'),
  'index.shard.check_on_startup': fixed(startupCheck, 'false', false),
  'index.soft_deletes.enabled': final(booleanType, 'true', false),
  'index.soft_deletes.retention.operations': dynamic(intType({ min: 0 }), '0', false),
  'index.soft_deletes.retention_lease.period': dynamic(
    timeType({ ms: 0, text: '0ms' }),
    '12h',
    'retention leases',
  ),
  ...indexSortRows,
  'index.store.preload': fixed(listType, [], false),
  'index.store.stats_refresh_interval': fixed(timeType(), '10s', false),
  'index.store.type': fixed(stringType, '', false),
  'index.translog.durability': dynamic(durability, 'REQUEST', 'translog'),
  'index.translog.flush_threshold_size': dynamic(bytesType, '512mb', 'translog'),
  'index.translog.generation_threshold_size': dynamic(bytesType, '64mb', 'translog'),
  'index.translog.retention.age': dynamic(timeType(), '-1', false),
  'index.translog.retention.size': dynamic(bytesType, '-1', false),
  'index.translog.sync_interval': dynamic(timeType({ ms: 100, text: '100ms' }), '5s', 'translog'),
  'index.unassigned.node_left.delayed_timeout': dynamic(timeType(), '1m', false),
  'index.uuid': managed(stringType, undefined, 'kept by the service'),
  'index.verified_before_close': managed(booleanType, 'false', 'kept by the service'),
  'index.version.created': managed(stringType, undefined, 'kept by the service'),
  'index.version.upgraded': managed(stringType, undefined, 'kept by the service'),
  'index.warmer.enabled': dynamic(booleanType, 'true', false),
  'index.write.wait_for_active_shards': dynamic(activeShardsType, '1', 'writes'),
  ...indexThrottleRows,
  'index.analysis.*': fixed(stringType, undefined, 'analyzers'),
  'index.similarity.*': fixed(stringType, undefined, 'scores'),
  'index.routing.allocation.exclude.*': dynamic(stringType, undefined, false),
  'index.routing.allocation.include.*': dynamic(stringType, undefined, false),
  'index.routing.allocation.require.*': dynamic(stringType, undefined, false),
} as const satisfies Record<string, SettingRow>;

export type IndexRows = typeof indexRows;

export const indexSettings = new SettingRegistry(indexRows);

/** Every default that is not set explicitly, flat. */
export function defaultIndexSettings(
  explicit: Readonly<Record<string, unknown>>,
): Record<string, SettingText> {
  const defaults = dictionary<SettingText>();
  for (const name of indexSettings.names()) {
    const fallback = indexSettings.find(name)?.default;
    if (fallback !== undefined && !Object.hasOwn(explicit, name)) defaults[name] = fallback;
  }
  return defaults;
}

/** What an index setting holds, read: its own value, or the default of the row. */
export function indexSetting<Name extends keyof IndexRows>(
  settings: Readonly<Record<string, SettingText>>,
  name: Name,
): ValueOf<IndexRows[Name]> {
  const row: SettingRow = indexRows[name];
  const own = Object.hasOwn(settings, name) ? settings[name] : row.default;
  return row.type.read(own ?? '', name) as ValueOf<IndexRows[Name]>;
}
