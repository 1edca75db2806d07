import { wildcardTest } from '@sextant/contract';

const oneNode = 'there is one node';
const security = 'accounts are kept by the service itself: see docs/operating/security.md';
const tls = 'of TLS can be set what docs/operating/security.md names';
const runtime = 'the runtime and the engine are others';
const files = 'the files are others, and memory is managed otherwise';
const limits = 'the limit is fixed';
const sockets = 'connections are those of the runtime';
const pools = 'work of this kind has no pool of its own that could be set';
const none = 'there is no such feature';
const measured = 'what is measured, and when, is fixed';
const divided = 'searches are divided and bounded by themselves';

/** Settings that files of Elasticsearch and OpenSearch hold and that mean nothing here, with why. */
const foreign: readonly (readonly [pattern: string, why: string])[] = [
  ['bootstrap.*', runtime],
  ['cluster.initial_cluster_manager_nodes', oneNode],
  ['cluster.initial_master_nodes', oneNode],
  ['cluster.routing.allocation.awareness.*', oneNode],
  ['discovery.*', oneNode],
  ['gateway.*', oneNode],
  ['http.bind_host', 'the address to listen on is `http.host`'],
  ['http.publish_host', 'nobody asks where to call: there is one node'],
  ['indices.breaker.total.*', files],
  ['indices.fielddata.*', files],
  ['indices.memory.*', files],
  ['indices.queries.cache.*', files],
  ['indices.query.bool.max_clause_count', limits],
  ['ingest.geoip.*', 'there is no such processor'],
  ['network.publish_host', oneNode],
  ['node.cluster_manager', 'the one node has all roles'],
  ['node.data', 'the one node has all roles'],
  ['node.ingest', 'the one node has all roles'],
  ['node.master', 'the one node has all roles'],
  ['node.max_local_storage_nodes', oneNode],
  ['node.ml', 'the one node has all roles'],
  ['node.roles', 'the one node has all roles'],
  ['plugins.security.ssl.*', tls],
  ['plugins.security.*', security],
  ['script.*', 'scripts are always allowed, and bounded by themselves'],
  ['security.allow_default_init_securityindex', security],
  ['security.audit.*', security],
  ['security.restapi.*', security],
  ['security.ssl.http.enable_openssl_if_available', tls],
  ['security.ssl.http.enabled_ciphers', tls],
  ['security.ssl.transport.enable_openssl_if_available', tls],
  ['security.ssl.transport.enabled_ciphers', tls],
  ['security.ssl.transport.enabled_protocols', tls],
  ['security.ssl.transport.resolve_hostname', tls],
  ['security.system_indices.*', security],
  ['transport.*', 'nodes talk over HTTP alone'],
  ['xpack.ml.*', 'there is no such feature'],
  ['xpack.monitoring.*', 'there is no such feature'],
  ['xpack.security.http.ssl.*', tls],
  ['xpack.security.transport.ssl.*', tls],
  ['xpack.security.*', security],
];

/** The same, of names that share their beginning. */
const foreignGroups: readonly (readonly [why: string, beginning: string, names: string])[] = [
  [
    oneNode,
    'cluster.',
    'allocator.* auto_shrink_voting_configuration election.* fault_detection.* follower_lag.* indices.* info.update.timeout join.* ' +
      'max_voting_config_exclusions no_cluster_manager_block no_master_block nodes.* persistent_tasks.* publish.* service.* ' +
      'routing.ignore_weighted_routing routing.search_replica.* routing.weighted.*',
  ],
  [
    oneNode,
    'cluster.routing.allocation.',
    'balance.* balanced_shards_allocator.* cluster_concurrent_recoveries disk.include_relocations disk.reroute_interval ' +
      'disk.warm_threshold_enabled disk.watermark.enable_for_single_data_node load_awareness.* move.* ' +
      'node_initial_replicas_recoveries primary_constraint.* rebalance.* remote_primary.* same_shard.* shard_movement_strategy ' +
      'shard_state.* shards_batch_gateway_allocator.* type',
  ],
  [
    none,
    'cluster.',
    'application_templates.* auto_force_merge.* filecache.* migration.* remote_state.* remote_store.* snapshot.* task.*',
  ],
  [
    none,
    '',
    'admission_control.* aux.* client.type cluster_manager.throttling.* grpc.* ingest.user_agent.* opensearch.experimental.* ' +
      'opensearch_dashboards.* remote_store.* repositories.* resource.reload.* rule-threadpool.* segrep.* ' +
      'shard_indexing_pressure.* snapshot.* stream.* task_cancellation.* task_resource_consumers.* task_resource_tracking.* wlm.*',
  ],
  [runtime, '', 'cache.recycler.* node.processors path.home path.shared_data processors security.manager.*'],
  ['the process that starts the service knows its number', '', 'node.pidfile node.portsfile pidfile'],
  [
    'the one node has all roles',
    'node.',
    'auto_force_merge.* enable_lucene_segment_infos_trace id.seed local_storage remote_cluster_client resource.* search.cache.*',
  ],
  [measured, 'monitor.', 'fs.* jvm.* os.* process.*'],
  [
    files,
    'indices.',
    'breaker.fielddata.* breaker.request.overhead breaker.request.type breaker.type cache.* composite_index.* id_field_data.* ' +
      'mapping.* publish_check_point.* replication.* requests.cache.cleanup.* requests.cache.expire ' +
      'requests.cache.opensearch_onheap.* requests.cache.store.* requests.cache.tiered_spillover.* store.* ' +
      'time_series_index.* translog_concurrent_recovery.*',
  ],
  [
    oneNode,
    'indices.recovery.',
    'chunk_size internal_action_* internal_remote_upload_timeout max_concurrent_* recovery_activity_timeout retry_delay_*',
  ],
  [files, '', 'index.codec index.store.* indexing_pressure.* network.breaker.*'],
  [
    limits,
    '',
    'http.max_chunk_size http.max_header_size http.max_initial_line_length http.max_warning_header_* ingest.grok.watchdog.*',
  ],
  [
    sockets,
    'http.',
    'compression_level connect_timeout netty.* pipelining.* publish_port read_timeout reset_cookies tcp.* tcp_no_delay tracer.* type ' +
      'type.default',
  ],
  [sockets, 'network.', 'server tcp.*'],
  [
    divided,
    'search.',
    'aggregation.* aggregation_rewrite_filters.* aggregations.* concurrent.* concurrent_segment_search.* dynamic_pruning.* ' +
      'keyword_index_or_doc_values_enabled low_level_cancellation max_aggregation_rewrite_filters query_rewriting.* ' +
      'request_stats_enabled',
  ],
  [
    pools,
    'thread_pool.',
    'analyze.* estimated_time_interval fetch_shard_started.* fetch_shard_store.* flush.core flush.keep_alive flush.max ' +
      'force_merge.* generic.* get.size index_searcher.* listener.* management.core management.keep_alive management.max ' +
      'refresh.core refresh.keep_alive refresh.max remote_* search_throttled.* snapshot.core snapshot.keep_alive snapshot.max ' +
      'snapshot_deletion.* stream_search.* system_read.* system_write.* translog_* warmer.*',
  ],
];

const inGroups = foreignGroups.flatMap(([why, beginning, names]) =>
  names.split(' ').map((name) => [beginning + name, why] as const),
);

const tests = [...foreign, ...inGroups].map(([pattern, why]) => ({ matches: wildcardTest(pattern), why }));

/** Why a setting of another system means nothing here; undefined where it is not known at all. */
export function whyForeign(name: string): string | undefined {
  return tests.find(({ matches }) => matches(name))?.why;
}

const attributePrefix = 'node.attr.';

/** The name of an attribute of the node that a setting gives; undefined for other settings. */
export function attributeOf(name: string): string | undefined {
  const attribute = name.startsWith(attributePrefix) ? name.slice(attributePrefix.length) : '';
  return attribute === '' ? undefined : attribute;
}
