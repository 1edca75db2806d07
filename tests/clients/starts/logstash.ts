import type { Start } from './start.ts';

/** The template that the output makes for itself. */
const mappings = {
  dynamic_templates: [
    {
      message_field: {
        path_match: 'message',
        match_mapping_type: 'string',
        mapping: { type: 'text', norms: false },
      },
    },
    {
      string_fields: {
        match: '*',
        match_mapping_type: 'string',
        mapping: { type: 'text', norms: false, fields: { keyword: { type: 'keyword', ignore_above: 256 } } },
      },
    },
  ],
  properties: {
    '@timestamp': { type: 'date' },
    '@version': { type: 'keyword' },
    geoip: {
      dynamic: true,
      properties: {
        ip: { type: 'ip' },
        location: { type: 'geo_point' },
        latitude: { type: 'half_float' },
        longitude: { type: 'half_float' },
      },
    },
  },
};
const settings = { 'index.refresh_interval': '5s', number_of_shards: 1 };

const event = { '@timestamp': '2026-01-01T00:00:00.000Z', '@version': '1', message: 'started', host: 'a' };

export const logstash: Start = {
  name: 'Logstash 7, its output with sniffing',
  userAgent: 'Manticore 0.9.1',
  calls: [
    { call: 'HEAD /' },
    {
      call: 'GET /',
      reads: ['version.number', 'cluster_uuid'],
      wants: { 'version.build_flavor': 'default' },
    },
    { call: 'GET /_license', wants: { 'license.status': 'active' } },
    { call: 'GET /_nodes/http', reads: ['nodes.*.http.publish_address', 'nodes.*.roles'] },
    { call: 'HEAD /_template/logstash', status: 404 },
    {
      call: 'PUT /_template/logstash',
      body: { index_patterns: 'logstash-*', version: 60_001, settings, mappings },
    },
    {
      call: 'POST /_bulk?filter_path=errors,items.*.error,items.*.status',
      body: `{"index":{"_id":null,"_index":"logstash-2026.01.01","routing":null}}\n${JSON.stringify(event)}\n`,
      wants: { errors: false },
    },
  ],
};

export const logstash8: Start = {
  name: 'Logstash 8, its output with data streams and its input',
  userAgent: 'logstash/8.19.3 (OS=Linux; JVM=21) logstash-output-elasticsearch/11.22.12',
  calls: [
    { call: 'HEAD /' },
    { call: 'GET /', reads: ['version.number'] },
    { call: 'GET /_license', wants: { 'license.status': 'active' } },
    { call: 'HEAD /_index_template/ecs-logstash', status: 404 },
    {
      call: 'PUT /_index_template/ecs-logstash',
      body: {
        index_patterns: 'ecs-logstash-*',
        version: 80_001,
        template: { settings, mappings },
        priority: 200,
        _meta: { description: 'index template for logstash-output-elasticsearch' },
      },
    },
    {
      call: 'POST /_bulk?filter_path=errors,items.*.error,items.*.status',
      body: `{"create":{"_index":"ecs-logstash-2026.01.01"}}\n${JSON.stringify(event)}\n{"update":{"_index":"ecs-logstash-2026.01.01","_id":"a","retry_on_conflict":1}}\n{"doc":{"host":"b"},"doc_as_upsert":true}\n`,
      wants: { errors: false },
    },
    { call: 'POST /ecs-logstash-2026.01.01/_refresh' },
    // Its input.
    {
      call: 'POST /ecs-logstash-*/_search?scroll=1m&size=1000',
      body: { query: { match_all: {} }, sort: ['_doc'], slice: { id: 0, max: 2 } },
      reads: ['_scroll_id', 'hits.hits'],
    },
  ],
};
