import type { Start } from './start.ts';

const range = { '@timestamp': { format: 'epoch_millis', gte: 1_767_225_600_000, lte: 1_767_229_200_000 } };
const filter = [{ range }, { query_string: { analyze_wildcard: true, query: '*' } }];
const header = { ignore_unavailable: true, index: 'grafana-logs-*', search_type: 'query_then_fetch' };

/** Lines of an `_msearch`. */
const searches = (...bodies: readonly object[]): string =>
  bodies.map((body) => `${JSON.stringify(header)}\n${JSON.stringify(body)}\n`).join('');

const histogram = {
  date_histogram: {
    field: '@timestamp',
    fixed_interval: '30s',
    min_doc_count: 0,
    extended_bounds: { min: 1_767_225_600_000, max: 1_767_229_200_000 },
    format: 'epoch_millis',
  },
};

const metric = {
  size: 0,
  query: { bool: { filter } },
  aggs: {
    3: {
      terms: { field: 'host.keyword', size: 10, order: { _key: 'desc' }, min_doc_count: 1, missing: 'none' },
      aggs: {
        2: {
          ...histogram,
          aggs: {
            1: { percentiles: { field: 'ms', percents: ['25', '95'] } },
            4: { derivative: { buckets_path: '5' } },
            5: { avg: { field: 'ms' } },
            6: { extended_stats: { field: 'ms', sigma: '2' } },
            7: {
              moving_fn: { buckets_path: '5', window: 5, script: 'MovingFunctions.unweightedAvg(values)' },
            },
            8: { bucket_script: { buckets_path: { a: '5' }, script: 'params.a * 2' } },
          },
        },
      },
    },
  },
};

const logs = {
  size: 500,
  query: { bool: { filter } },
  sort: [{ '@timestamp': { order: 'desc', unmapped_type: 'boolean' } }, { _doc: { order: 'desc' } }],
  docvalue_fields: ['@timestamp'],
  fields: [{ field: '@timestamp', format: 'strict_date_optional_time_nanos' }],
  script_fields: {},
  highlight: {
    fields: { '*': {} },
    pre_tags: ['@HIGHLIGHT@'],
    post_tags: ['@/HIGHLIGHT@'],
    fragment_size: 2_147_483_647,
  },
  aggs: { 1: histogram },
};

/** Values of a variable of a dashboard. */
const names = {
  size: 0,
  query: { bool: { filter: [{ range }] } },
  aggs: { 1: { terms: { field: 'host.keyword', size: 500, order: { _key: 'asc' } } } },
};

export const grafana: Start = {
  name: 'Grafana, its data source for Elasticsearch',
  userAgent: 'Grafana/11.2.0',
  calls: [
    {
      call: 'PUT /grafana-logs-1/_doc/1?refresh=true',
      body: { '@timestamp': '2026-01-01T00:00:10Z', host: 'a', ms: 12, line: 'started' },
      status: 201,
    },
    { call: 'GET /', reads: ['version.number'] },
    { call: 'GET /_cluster/health?wait_for_status=yellow', reads: ['status'] },
    { call: 'GET /grafana-logs-*/_mapping', reads: ['*.mappings.properties'] },
    { call: 'GET /grafana-logs-*/_field_caps?fields=*', reads: ['fields.ms'] },
    {
      call: 'POST /_msearch?max_concurrent_shard_requests=5',
      body: searches(metric, logs, names),
      wants: {
        'responses.0.aggregations.3.buckets.0.key': 'a',
        'responses.1.hits.hits.0._id': '1',
        'responses.2.aggregations.1.buckets.0.key': 'a',
      },
      reads: [
        'responses.0.aggregations.3.buckets.0.2.buckets.0.1.values',
        'responses.1.hits.hits.0.fields.@timestamp',
        'responses.1.hits.hits.0.sort',
      ],
    },
  ],
};

export const elasticvue: Start = {
  name: 'Elasticvue',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Elasticvue/1.11.0',
  calls: [
    { call: 'PUT /vue-1/_doc/1?refresh=true', body: { name: 'one' }, status: 201 },
    { call: 'GET /', reads: ['version.number', 'cluster_name', 'cluster_uuid'] },
    {
      call: 'GET /_cluster/health',
      reads: ['status', 'number_of_nodes', 'active_shards', 'relocating_shards'],
    },
    {
      call: 'GET /_cluster/stats',
      reads: [
        'indices.count',
        'indices.docs.count',
        'indices.store.size_in_bytes',
        'nodes.fs.total_in_bytes',
      ],
    },
    {
      call: 'GET /_nodes',
      reads: ['nodes.*.name', 'nodes.*.roles', 'nodes.*.jvm.version', 'nodes.*.plugins', 'nodes.*.modules'],
    },
    {
      call: 'GET /_cat/nodes?format=json&full_id=true&h=id%2Cip%2Cname%2Cheap.percent%2Cheap.current%2Cheap.max%2Cram.percent%2Cram.current%2Cram.max%2Cnode.role%2Cmaster%2Ccpu%2Cload_1m%2Cload_5m%2Cload_15m%2Cdisk.used_percent%2Cdisk.used%2Cdisk.total%2Cdisk.avail%2Cversion%2Cuptime%2Cshard_stats.total_count',
      reads: ['0.id', '0.cpu', '0.disk.total'],
    },
    {
      call: 'GET /_cat/indices?h=index%2Chealth%2Cstatus%2Cuuid%2Cdocs.count%2Cstore.size%2Csc%2Ccds&s=index&expand_wildcards=all&bytes=b&format=json',
    },
    {
      call: 'GET /_cat/shards?format=json&h=index%2Cshard%2Cprirep%2Cstate%2Cdocs%2Cstore%2Cip%2Cnode&bytes=b',
    },
    { call: 'GET /_cat/recovery?format=json&active_only=true' },
    { call: 'GET /_alias' },
    { call: 'GET /_cat/aliases?format=json' },
    { call: 'GET /_template' },
    { call: 'GET /_index_template' },
    {
      call: 'GET /_cluster/settings?include_defaults=true&flat_settings=true',
      reads: ['persistent', 'defaults'],
    },
    { call: 'GET /vue-1', reads: ['vue-1.settings.index.uuid', 'vue-1.mappings.properties'] },
    { call: 'GET /vue-1/_stats', reads: ['indices.vue-1.primaries.docs.count'] },
    {
      call: 'POST /vue-1/_search',
      body: { query: { query_string: { query: '*' } }, size: 10, from: 0, sort: [], track_total_hits: true },
      wants: { 'hits.total.value': 1 },
    },
    { call: 'POST /_cluster/reroute', body: {} },
    { call: 'PUT /_ingest/pipeline/vue-1', body: { processors: [] } },
    { call: 'GET /_ingest/pipeline', reads: ['vue-1.processors'] },
    {
      call: 'POST /_bulk?refresh=true',
      body: '{"delete":{"_index":"vue-1","_id":"1"}}\n',
      wants: { errors: false },
    },
    { call: 'DELETE /vue-1', wants: { acknowledged: true } },
  ],
};

export const cerebro: Start = {
  name: 'Cerebro',
  userAgent: 'AHC/2.1',
  calls: [
    { call: 'PUT /cerebro-1/_doc/1?refresh=true', body: { name: 'one' }, status: 201 },
    { call: 'GET /', reads: ['cluster_name'] },
    {
      call: 'GET /_cluster/state/master_node,routing_table,routing_nodes,blocks',
      reads: [
        'master_node',
        'routing_table.indices.cerebro-1.shards',
        'routing_nodes.nodes',
        'routing_nodes.unassigned',
        'blocks',
      ],
    },
    {
      call: 'GET /_stats/docs,store',
      reads: ['indices.cerebro-1.primaries.docs.count', 'indices.cerebro-1.total.store.size_in_bytes'],
    },
    {
      call: 'GET /_nodes/stats/jvm,fs,os,process?human=true',
      reads: [
        'nodes.*.jvm.mem.heap_used_percent',
        'nodes.*.jvm.uptime',
        'nodes.*.fs.total.total',
        'nodes.*.os.cpu.load_average.1m',
        'nodes.*.process.cpu.percent',
      ],
    },
    { call: 'GET /_cluster/settings', reads: ['transient', 'persistent'] },
    { call: 'GET /_aliases', reads: ['cerebro-1.aliases'] },
    { call: 'GET /_cluster/health', reads: ['unassigned_shards', 'number_of_data_nodes'] },
    {
      call: 'GET /_nodes/_all/os,jvm?human=true',
      reads: [
        'nodes.*.version',
        'nodes.*.os.available_processors',
        'nodes.*.jvm.version',
        'nodes.*.roles',
        'nodes.*.attributes',
      ],
    },
    { call: 'GET /_cat/master?format=json', reads: ['0.id', '0.node'] },
    { call: 'GET /_cluster/settings?flat_settings=true&include_defaults=true' },
    {
      call: 'GET /cerebro-1/_settings?flat_settings=true&include_defaults=true',
      reads: ['cerebro-1.settings', 'cerebro-1.defaults'],
    },
    {
      call: 'GET /cerebro-1/_stats?level=shards&human=true',
      reads: ['indices.cerebro-1.shards.0.0.store.size'],
    },
    { call: 'GET /cerebro-1/_recovery?active_only=true&human=true' },
    {
      call: 'GET /_cluster/state/metadata/cerebro-1?human=true',
      reads: ['metadata.indices.cerebro-1.mappings', 'metadata.indices.cerebro-1.settings'],
    },
    { call: 'GET /_template' },
    { call: 'GET /_cat/nodes?format=json' },
    { call: 'GET /cerebro-1/_analyze', body: { text: 'Two words', field: 'name' }, reads: ['tokens.1'] },
    {
      call: 'PUT /_cluster/settings',
      body: { transient: { cluster: { routing: { allocation: { enable: 'none' } } } } },
    },
    {
      call: 'PUT /_cluster/settings',
      body: { transient: { cluster: { routing: { allocation: { enable: null } } } } },
    },
    ...[
      'aliases',
      'allocation',
      'count',
      'fielddata',
      'health',
      'indices',
      'master',
      'nodeattrs',
      'nodes',
      'pending_tasks',
      'plugins',
      'recovery',
      'repositories',
      'thread_pool',
      'segments',
      'shards',
    ].map((api) => {
      return { call: `GET /_cat/${api}?format=json` };
    }),
    { call: 'POST /cerebro-1/_cache/clear' },
    { call: 'POST /cerebro-1/_forcemerge' },
    { call: 'POST /cerebro-1/_close' },
    { call: 'POST /cerebro-1/_open' },
    { call: 'DELETE /cerebro-1' },
  ],
};
