import type { Start, StartCall } from './start.ts';

/** What Beats read before anything else: version and licence. */
const greeting: readonly StartCall[] = [
  { call: 'GET /', reads: ['version.number', 'cluster_uuid'] },
  {
    call: 'GET /_license?human=false',
    reads: ['license.uid'],
    wants: { 'license.status': 'active', 'license.type': 'basic' },
  },
];

/** Of each kind of field that the templates of Beats have, and their settings. */
const template = {
  settings: {
    index: {
      refresh_interval: '5s',
      mapping: { total_fields: { limit: 10_000 } },
      number_of_routing_shards: 30,
      number_of_shards: 1,
      max_docvalue_fields_search: 200,
      query: { default_field: ['message', 'tags', 'agent.name', 'fields.*'] },
    },
  },
  mappings: {
    _meta: { beat: 'filebeat', version: '7.17.29' },
    date_detection: false,
    dynamic_templates: [
      {
        labels: { mapping: { type: 'keyword' }, match_mapping_type: 'string', path_match: 'labels.*' },
      },
      {
        'docker.container.labels': {
          mapping: { type: 'keyword' },
          match_mapping_type: 'string',
          path_match: 'docker.container.labels.*',
        },
      },
      {
        strings_as_keyword: {
          mapping: { ignore_above: 1024, type: 'keyword' },
          match_mapping_type: 'string',
        },
      },
    ],
    properties: {
      '@timestamp': { type: 'date' },
      agent: {
        properties: {
          name: { type: 'keyword', ignore_above: 1024 },
          hostname: { type: 'alias', path: 'agent.name' },
        },
      },
      message: { type: 'text', norms: false },
      event: {
        properties: { duration: { type: 'long' }, risk_score: { type: 'float' }, ingested: { type: 'date' } },
      },
      source: {
        properties: { ip: { type: 'ip' }, geo: { properties: { location: { type: 'geo_point' } } } },
      },
      system: { properties: { load: { properties: { 1: { type: 'scaled_float', scaling_factor: 100 } } } } },
      error: {
        properties: {
          stack_trace: {
            type: 'keyword',
            doc_values: false,
            ignore_above: 1024,
            index: false,
            fields: { text: { type: 'text', norms: false } },
          },
        },
      },
      docker: { properties: { container: { properties: { labels: { type: 'object' } } } } },
      host: { properties: { containerized: { type: 'boolean' }, uptime: { type: 'long' } } },
      threat: {
        properties: {
          path: { type: 'wildcard' },
          kind: { type: 'constant_keyword', value: 'indicator' },
          text: { type: 'match_only_text' },
        },
      },
    },
  },
};

const document = {
  '@timestamp': '2026-01-01T00:00:00.000Z',
  agent: { name: 'a', ephemeral_id: 'e', type: 'filebeat' },
  message: 'GET /index.html',
  docker: { container: { labels: { app: 'shop' } } },
  system: { load: { 1: 0.25 } },
  source: { ip: '10.0.0.1', geo: { location: { lat: 48.1, lon: 11.6 } } },
  error: { stack_trace: 'at main' },
};

/** Documents, as the output sends them: only what failed is to come back. */
const bulk = (index: string): StartCall => ({
  call: 'POST /_bulk?filter_path=errors%2Citems.%2A.error%2Citems.%2A.status',
  body: `{"create":{"_index":"${index}"}}\n${JSON.stringify(document)}\n`,
  reads: ['items.0.create.status'],
  wants: { errors: false },
});

const pipeline = {
  description: 'Pipeline for parsing access logs',
  processors: [
    { set: { field: 'event.ingested', value: '{{_ingest.timestamp}}' } },
    { rename: { field: 'message', target_field: 'event.original', ignore_missing: true } },
    {
      grok: {
        field: 'event.original',
        patterns: ['%{WORD:http.request.method} %{NOTSPACE:url.original}'],
        ignore_missing: true,
      },
    },
    { date: { field: 'time', formats: ['ISO8601'], if: 'ctx.time != null' } },
    { convert: { field: 'source.port', type: 'long', ignore_missing: true } },
    { remove: { field: 'time', ignore_missing: true } },
  ],
  on_failure: [{ set: { field: 'error.message', value: '{{ _ingest.on_failure_message }}' } }],
};

const setUpPipeline = (name: string): readonly StartCall[] => [
  { call: `GET /_ingest/pipeline/${name}`, status: 404 },
  { call: `PUT /_ingest/pipeline/${name}`, body: pipeline, wants: { acknowledged: true } },
  { call: `GET /_ingest/pipeline/${name}` },
];

export const filebeat7: Start = {
  name: 'Filebeat 7',
  userAgent: 'Elastic-filebeat/7.17.29 (linux; amd64; 7c9d5a5d; 2026-01-01 00:00:00 +0000 UTC)',
  calls: [
    ...greeting,
    // Whether indices have a life cycle: where they have none, it writes to an index for each day.
    { call: 'GET /_xpack', wants: { 'features.ilm': undefined } },
    { call: 'HEAD /_template/filebeat-7.17.29', status: 404 },
    {
      call: 'PUT /_template/filebeat-7.17.29',
      body: { index_patterns: ['filebeat-7.17.29-*'], order: 1, ...template },
      wants: { acknowledged: true },
    },
    { call: 'HEAD /_template/filebeat-7.17.29' },
    ...setUpPipeline('filebeat-7.17.29-nginx-access-pipeline'),
    bulk('filebeat-7.17.29-2026.01.01'),
  ],
};

export const filebeat8: Start = {
  name: 'Filebeat 8',
  userAgent: 'Elastic-filebeat/8.19.3 (linux; amd64; 7c9d5a5d; 2026-01-01 00:00:00 +0000 UTC)',
  calls: [
    ...greeting,
    { call: 'GET /_index_template/filebeat-8.19.3', status: 404 },
    {
      call: 'PUT /_index_template/filebeat-8.19.3',
      body: { index_patterns: ['filebeat-8.19.3'], data_stream: {}, priority: 150, template },
      wants: { acknowledged: true },
    },
    { call: 'GET /_data_stream/filebeat-8.19.3', status: 404 },
    { call: 'PUT /_data_stream/filebeat-8.19.3', wants: { acknowledged: true } },
    ...setUpPipeline('filebeat-8.19.3-nginx-access-pipeline'),
    bulk('filebeat-8.19.3'),
  ],
};

/** What its module for Elasticsearch asks of the node that it watches, every ten seconds. */
export const metricbeat: Start = {
  name: 'Metricbeat 7, with its module for Elasticsearch',
  userAgent: 'Elastic-metricbeat/7.17.29 (linux; amd64; 7c9d5a5d; 2026-01-01 00:00:00 +0000 UTC)',
  calls: [
    ...greeting,
    { call: 'HEAD /_template/metricbeat-7.17.29', status: 404 },
    {
      call: 'PUT /_template/metricbeat-7.17.29',
      body: { index_patterns: ['metricbeat-7.17.29-*'], order: 1, ...template },
      wants: { acknowledged: true },
    },
    bulk('metricbeat-7.17.29-2026.01.01'),
    { call: 'GET /_nodes/_local/nodes', reads: ['nodes.*.name', 'nodes.*.transport_address'] },
    { call: 'GET /_cluster/state/master_node', reads: ['master_node', 'cluster_uuid'] },
    {
      call: 'GET /_nodes/_local',
      reads: ['nodes.*.jvm.mem.heap_max_in_bytes', 'nodes.*.process.mlockall', 'nodes.*.version'],
    },
    {
      call: 'GET /_nodes/_local/stats',
      reads: [
        'nodes.*.jvm.mem.pools.young.max_in_bytes',
        'nodes.*.jvm.gc.collectors.old.collection_count',
        'nodes.*.fs.total.available_in_bytes',
        'nodes.*.indices.segments.count',
      ],
    },
    {
      call: 'GET /_cluster/stats',
      reads: ['nodes.count.data', 'indices.shards.primaries', 'indices.fielddata.memory_size_in_bytes'],
    },
    {
      call: 'GET /_cluster/state/version,master_node,nodes,routing_table',
      reads: ['version', 'state_uuid', 'routing_table.indices', 'nodes.*.ephemeral_id'],
    },
    { call: 'GET /_xpack/usage' },
    {
      call: 'GET /_stats/docs,fielddata,indexing,merge,search,segments,store,refresh,query_cache,request_cache?filter_path=indices&forbid_closed_indices=false',
      reads: ['indices.*.total.segments.count', 'indices.*.primaries.docs.count'],
    },
    { call: 'GET /_stats', reads: ['_all.total.search.query_total', '_all.primaries.store.size_in_bytes'] },
    { call: 'GET /_recovery?active_only=true' },
    { call: 'GET /_cluster/pending_tasks', reads: ['tasks'] },
    { call: 'GET /_cluster/settings?include_defaults=true&filter_path=defaults.cluster.name' },
    { call: 'GET /_cat/shards?format=json&h=index,shard,prirep,state,docs,store,node' },
  ],
};
