import type { Start, StartCall } from './start.ts';

const savedObjects = {
  dynamic: 'strict',
  _meta: { migrationMappingPropertyHashes: { type: '2f4316de49999235636386fe51dc06c1' } },
  properties: {
    migrationVersion: { dynamic: 'true', type: 'object' },
    type: { type: 'keyword' },
    namespace: { type: 'keyword' },
    namespaces: { type: 'keyword' },
    originId: { type: 'keyword' },
    updated_at: { type: 'date' },
    references: {
      type: 'nested',
      properties: { name: { type: 'keyword' }, type: { type: 'keyword' }, id: { type: 'keyword' } },
    },
    config: { dynamic: 'true', properties: { buildNum: { type: 'keyword' } } },
    'index-pattern': {
      properties: { title: { type: 'text' }, timeFieldName: { type: 'keyword' }, fields: { type: 'text' } },
    },
    dashboard: {
      properties: {
        title: { type: 'text' },
        version: { type: 'integer' },
        optionsJSON: { type: 'text', index: false },
      },
    },
  },
};

const pattern = {
  type: 'index-pattern',
  'index-pattern': { title: 'shop-*', timeFieldName: '@timestamp' },
  references: [],
  updated_at: '2026-01-01T00:00:00.000Z',
};

/** The index of saved objects is made, and an alias put to it. */
const migration: readonly StartCall[] = [
  {
    call: 'GET /_nodes?filter_path=nodes.*.version%2Cnodes.*.http.publish_address%2Cnodes.*.ip',
    reads: ['nodes.*.version', 'nodes.*.http.publish_address', 'nodes.*.ip'],
  },
  { call: 'GET /_cluster/state?filter_path=nodes.*.attributes.cluster_id' },
  { call: 'GET /.kibana', status: 404 },
  { call: 'GET /_cat/templates/kibana_index_template*?format=json' },
  {
    call: 'PUT /.kibana_1',
    body: { mappings: savedObjects, settings: { number_of_shards: 1, auto_expand_replicas: '0-1' } },
    wants: { acknowledged: true, shards_acknowledged: true },
  },
  { call: 'GET /_alias/.kibana', status: 404 },
  { call: 'POST /_aliases', body: { actions: [{ add: { index: '.kibana_1', alias: '.kibana' } }] } },
  { call: 'POST /.kibana_1/_refresh' },
  {
    call: 'GET /.kibana',
    wants: { '.kibana_1.mappings.dynamic': 'strict', '.kibana_1.settings.index.auto_expand_replicas': '0-1' },
  },
  {
    call: 'POST /.kibana/_count',
    body: {
      query: {
        bool: {
          should: [
            {
              bool: {
                must: [
                  { exists: { field: 'dashboard' } },
                  { bool: { must_not: { term: { 'migrationVersion.dashboard': '7.9.3' } } } },
                ],
              },
            },
          ],
        },
      },
    },
    wants: { count: 0 },
  },
];

/** A later version takes the objects of the one before over. */
const nextMigration: readonly StartCall[] = [
  {
    call: 'PUT /.kibana_2',
    body: { mappings: savedObjects, settings: { number_of_shards: 1, auto_expand_replicas: '0-1' } },
  },
  { call: 'POST /.kibana_1/_search?scroll=15m', body: { size: 100 }, reads: ['_scroll_id', '_shards.total'] },
  {
    call: 'POST /_reindex?refresh=true&wait_for_completion=false',
    body: {
      dest: { index: '.kibana_2' },
      source: { index: '.kibana_1', size: 100 },
      script: { source: 'ctx._source.originId = ctx._id', lang: 'painless' },
    },
    reads: ['task'],
  },
  {
    call: 'POST /_aliases',
    body: {
      actions: [
        { remove: { index: '.kibana_1', alias: '.kibana' } },
        { add: { index: '.kibana_2', alias: '.kibana' } },
      ],
    },
  },
];

const objects: readonly StartCall[] = [
  { call: 'GET /.kibana/_doc/config%3A3.6.0', status: 404 },
  {
    call: 'PUT /.kibana/_create/config%3A3.6.0?refresh=wait_for',
    body: {
      type: 'config',
      config: { buildNum: '9999', defaultIndex: 'shop' },
      references: [],
      updated_at: '2026-01-01T00:00:00.000Z',
    },
    status: 201,
    reads: ['_seq_no', '_primary_term'],
  },
  { call: 'PUT /.kibana/_create/index-pattern%3Ashop?refresh=wait_for', body: pattern, status: 201 },
  {
    call: 'POST /.kibana/_update/config%3A3.6.0?refresh=wait_for&retry_on_conflict=3&_source=namespace%2Cnamespaces%2CoriginId',
    body: { doc: { config: { 'theme:darkMode': true } } },
    reads: ['get._source'],
  },
  {
    call: 'POST /_mget',
    body: {
      docs: [
        { _id: 'config:3.6.0', _index: '.kibana' },
        { _id: 'none', _index: '.kibana' },
      ],
    },
    wants: { 'docs.1.found': false },
  },
  {
    call: 'POST /.kibana/_search?size=20&from=0&rest_total_hits_as_int=true',
    body: {
      seq_no_primary_term: true,
      query: {
        bool: {
          filter: [
            {
              bool: {
                should: [
                  {
                    bool: {
                      must: [{ term: { type: 'index-pattern' } }],
                      must_not: [{ exists: { field: 'namespace' } }, { exists: { field: 'namespaces' } }],
                    },
                  },
                ],
                minimum_should_match: 1,
              },
            },
          ],
          must: [{ simple_query_string: { query: 'shop*', fields: ['index-pattern.title^3'] } }],
        },
      },
      sort: [{ updated_at: { order: 'desc', unmapped_type: 'date' } }],
    },
    wants: { 'hits.total': 1, 'hits.hits.0._id': 'index-pattern:shop' },
    reads: ['hits.hits.0._seq_no'],
  },
  {
    call: 'POST /.kibana/_bulk?refresh=wait_for&_source_includes=originId&require_alias=true',
    body: `{"index":{"_id":"dashboard:a","_index":".kibana"}}\n{"type":"dashboard","dashboard":{"title":"A","version":1}}\n`,
    wants: { errors: false },
  },
];

/** The page on which documents are looked at: which indices there are, their fields, a histogram and the latest documents. */
const discover: readonly StartCall[] = [
  {
    call: 'PUT /shop-1/_doc/1?refresh=true',
    body: { '@timestamp': '2026-01-01T00:00:00Z', message: 'one teapot', price: 3 },
    status: 201,
  },
  { call: 'GET /_resolve/index/shop-*?expand_wildcards=open', wants: { 'indices.0.name': 'shop-1' } },
  { call: 'GET /_cat/aliases?format=json' },
  {
    call: 'POST /shop-*/_field_caps?fields=*&ignore_unavailable=true&allow_no_indices=false',
    wants: { 'fields.price.long.aggregatable': true, 'fields.message.text.searchable': true },
    reads: ['fields._id', 'fields._source', 'fields._index'],
  },
  {
    call: 'GET /shop-*/_mapping/field/_source%2C_id%2C_index%2C_score?ignore_unavailable=true&allow_no_indices=false&include_defaults=true',
  },
  {
    call: 'POST /shop-*/_search?ignore_unavailable=true&track_total_hits=true&timeout=30000ms&preference=1767225600000',
    body: {
      version: true,
      size: 500,
      sort: [{ '@timestamp': { order: 'desc', unmapped_type: 'boolean' } }],
      aggs: {
        2: {
          date_histogram: {
            field: '@timestamp',
            fixed_interval: '30m',
            time_zone: 'Europe/Berlin',
            min_doc_count: 1,
          },
        },
      },
      stored_fields: ['*'],
      script_fields: {},
      docvalue_fields: [{ field: '@timestamp', format: 'date_time' }],
      _source: { excludes: [] },
      query: {
        bool: {
          must: [],
          filter: [
            { match_all: {} },
            {
              range: {
                '@timestamp': {
                  gte: '2025-12-31T00:00:00.000Z',
                  lte: '2026-01-02T00:00:00.000Z',
                  format: 'strict_date_optional_time',
                },
              },
            },
          ],
          should: [],
          must_not: [],
        },
      },
      highlight: {
        pre_tags: ['@opensearch-dashboards-highlighted-field@'],
        post_tags: ['@/opensearch-dashboards-highlighted-field@'],
        fields: { '*': {} },
        fragment_size: 2_147_483_647,
      },
    },
    wants: { 'hits.total.value': 1, 'hits.hits.0._version': 1, 'aggregations.2.buckets.0.doc_count': 1 },
    reads: ['hits.hits.0.fields.@timestamp', 'hits.hits.0.sort'],
  },
];

export const dashboards: Start = {
  name: 'OpenSearch Dashboards 3: saved objects, and the page that shows documents',
  userAgent: 'opensearch-js/2.13.0 (linux 6.1-x64; Node.js v20.0.0)',
  calls: [...migration, ...objects, ...nextMigration, ...discover],
};
