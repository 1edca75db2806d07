import { cbor } from '../http/cbor-writer.ts';

/** Names that mean something to JavaScript, to a parser, to a terminal or to a reader of UTF-8. */
export const hostileNames: readonly string[] = [
  '__proto__',
  'constructor',
  'prototype',
  'constructor.prototype',
  '__proto__.polluted',
  'toString',
  'valueOf',
  'hasOwnProperty',
  '__defineGetter__',
  '__lookupSetter__',
  'length',
  'then',
  '',
  '.',
  'a'.repeat(3000),
  'nul\u0000nul',
  '\ud800lone',
  '\u0007\u001b[31m',
  '\u202eesrever',
  '<<',
  '*',
  '-',
  '{name}',
  '$&',
];

export interface Place {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | object;
}

/** A part of a path or query; what is no character has no UTF-8, and is sent as the bytes that it would be. */
function encoded(name: string): string {
  return name.isWellFormed() ? encodeURIComponent(name) : '%ED%A0%80lone';
}

/** `{[name]: value}` with `name` as a member like any other. */
export const member = (name: string, value: unknown): object =>
  JSON.parse(`{${JSON.stringify(name)}:${JSON.stringify(value)}}`);

export const yamlType = { 'content-type': 'application/yaml' };
export const cborType = { 'content-type': 'application/cbor' };
export const linesType = { 'content-type': 'application/x-ndjson' };

export const get = (path: string): Place => ({ method: 'GET', path });
export const put = (path: string, body: object): Place => ({ method: 'PUT', path, body });
const search = (body: object): Place => ({ method: 'POST', path: '/docs/_search', body });
export const lines = (...rows: readonly object[]): string =>
  rows.map((row) => `${JSON.stringify(row)}\n`).join('');

function pathPlaces(part: string): readonly Place[] {
  return [
    { method: 'PUT', path: `/${part}` },
    get(`/${part}`),
    get(`/${part}/_mapping`),
    get(`/docs/_settings/${part}`),
    get(`/docs/_mapping/field/${part}?include_defaults`),
    get(`/docs/_alias/${part}`),
    { method: 'PUT', path: `/docs/_alias/${part}` },
    get(`/docs/_doc/${part}`),
    put(`/docs/_doc/${part}`, { id: 1 }),
    put(`/${part}/_doc/1`, { id: 1 }),
    { method: 'DELETE', path: `/docs/_doc/${part}` },
    get(`/_nodes/${part}`),
    get(`/_nodes/stats/${part}`),
    get(`/_cluster/health/${part}?timeout=0s`),
    get(`/_cluster/state/${part}/docs`),
    get(`/docs/_stats/${part}`),
    get(`/_cat/thread_pool/${part}`),
    get(`/_cat/${part}`),
    { method: 'DELETE', path: `/${part}` },
  ];
}

function queryPlaces(part: string): readonly Place[] {
  return [
    get(`/docs/_search?${part}=1`),
    get(`/docs/_search?q=${part}:1`),
    get(`/docs/_search?sort=${part}`),
    get(`/docs/_search?routing=${part}&preference=${part}`),
    get(`/docs/_search?_source_includes=${part}&_source_excludes=${part}`),
    get(`/docs/_search?stored_fields=${part}&docvalue_fields=${part}`),
    get(`/docs/_search?filter_path=${part},-${part},**.${part}`),
    get(`/docs/_search?format=${part}`),
    get(`/docs/_search?timeout=1${part}`),
    get(`/docs/_doc/proto?stored_fields=${part}&routing=${part}`),
    get(`/docs/_field_caps?fields=${part}`),
    get(`/docs/_stats?fields=${part}&groups=${part}`),
    get(`/_cat/indices?h=${part},index&s=${part}&bytes=${part}`),
    get(`/_cluster/settings?include_defaults&flat_settings&filter_path=**.${part}`),
    get(`/_nodes?filter_path=nodes.*.${part}`),
    get(`/docs/_settings?expand_wildcards=${part}`),
    put(`/docs/_doc/routed?routing=${part}&pipeline=${part}`, { a: 1 }),
    get(`/docs/_search?error_trace&human&${part}`),
  ];
}

function settingPlaces(name: string): readonly Place[] {
  return [
    put('/fresh', { settings: member(`index.routing.allocation.include.${name}`, 'x') }),
    put('/fresh', { settings: member(`index.routing.allocation.include.${name}.polluted`, 'x') }),
    put('/fresh', {
      settings: { index: { routing: { allocation: { exclude: member(name, { a: 'x' }) } } } },
    }),
    put('/fresh', { settings: member(name, { polluted: 'x' }) }),
    put('/fresh', {
      settings: { analysis: { analyzer: member(name, { type: 'custom', tokenizer: name }) } },
    }),
    put('/fresh', { settings: { analysis: { filter: member(name, { type: name }) } } }),
    put('/docs/_settings', member(`index.routing.allocation.include.${name}.polluted`, 'x')),
    put('/docs/_settings', { settings: member(name, { polluted: 1 }) }),
    put('/docs/_settings', member(`${name}*`, null)),
    put('/_cluster/settings', { persistent: member(name, { polluted: 'x' }) }),
    put('/_cluster/settings', { transient: member(`cluster.routing.allocation.${name}`, 'x') }),
    put('/_cluster/settings', member(name, { polluted: 'x' })),
  ];
}

function metadataPlaces(name: string): readonly Place[] {
  return [
    put('/fresh', { mappings: { properties: member(name, { type: 'keyword' }) } }),
    put('/fresh', { mappings: { properties: { f: { type: name } } } }),
    put('/fresh', { mappings: { properties: { f: { type: 'date', format: name } } } }),
    put('/fresh', {
      mappings: {
        properties: { f: { type: 'text', analyzer: name, fields: member(name, { type: 'keyword' }) } },
      },
    }),
    put('/fresh', { mappings: { properties: { f: member(name, 1) } } }),
    put('/fresh', {
      mappings: {
        _meta: member(name, { polluted: 1 }),
        properties: { f: { type: 'long', meta: member(name, 'x') } },
      },
    }),
    put('/fresh', {
      mappings: {
        dynamic_templates: [
          member(name, { match: name, mapping: { type: 'keyword', meta: { n: '{name}' } } }),
        ],
      },
    }),
    put('/fresh', { mappings: member(name, {}) }),
    put('/fresh', { aliases: member(name, { filter: { term: member(name, 1) }, routing: name }) }),
    put('/fresh', member(name, {})),
    { method: 'POST', path: '/_aliases', body: { actions: [{ add: { index: 'docs', alias: name } }] } },
    { method: 'POST', path: '/_aliases', body: { actions: [member(name, { index: 'docs' })] } },
    { method: 'POST', path: '/_analyze', body: { analyzer: name, text: name } },
    {
      method: 'POST',
      path: '/_analyze',
      body: { tokenizer: name, filter: [name, { type: name }], text: 'a' },
    },
    { method: 'POST', path: '/_analyze', body: member(name, 1) },
  ];
}

function documentPlaces(name: string): readonly Place[] {
  const document = member(name, { polluted: 1, inner: member(name, 'x') });
  const id = encoded(name);
  return [
    put('/docs/_doc/again', document),
    {
      method: 'POST',
      path: '/docs/_update/again',
      body: { doc: document, doc_as_upsert: true, _source: [name] },
    },
    { method: 'POST', path: '/docs/_update/again', body: member(name, 1) },
    {
      method: 'POST',
      path: '/_bulk',
      headers: linesType,
      body: lines({ index: { _index: 'docs', _id: name, routing: name } }, document),
    },
    { method: 'POST', path: '/docs/_bulk', headers: linesType, body: lines(member(name, {}), document) },
    {
      method: 'POST',
      path: '/docs/_bulk',
      headers: linesType,
      body: lines({ index: member(name, 1) }, document),
    },
    {
      method: 'POST',
      path: '/_mget',
      body: {
        docs: [
          { _index: 'docs', _id: name, routing: name, _source: [name], stored_fields: [name] },
          { _index: name, _id: '1' },
        ],
      },
    },
    { method: 'POST', path: '/docs/_mget', body: { ids: [name] } },
    {
      method: 'POST',
      path: '/_msearch',
      headers: linesType,
      body: lines({ index: name }, {}, member(name, 1), {}),
    },
    { method: 'PUT', path: '/docs/_doc/cbor', headers: cborType, body: cbor(document as never) },
    {
      method: 'PUT',
      path: '/docs/_doc/yaml',
      headers: yamlType,
      body: `${JSON.stringify(name)}:\n  polluted: 1\n<<:\n  ${JSON.stringify(name)}: 2\n`,
    },
    {
      method: 'PUT',
      path: '/docs/_settings',
      headers: yamlType,
      body: `index:\n  routing.allocation.include:\n    ${JSON.stringify(name)}:\n      polluted: x\n`,
    },
    {
      method: 'PUT',
      path: '/docs/_settings',
      headers: cborType,
      body: cbor(member(name, { polluted: 'x' }) as never),
    },
    { method: 'POST', path: `/docs/_doc/${id}?refresh`, body: document },
    { method: 'GET', path: `/docs/_source/${id}` },
  ];
}

function searchPlaces(name: string): readonly Place[] {
  return [
    search({ query: member(name, {}) }),
    search({ query: { term: member(name, 'x') } }),
    search({ query: { match: member(name, member(name, 'x')) } }),
    search({ query: { range: member(name, member(name, 1)) } }),
    search({ query: { bool: member(name, []) } }),
    search({ query: { exists: { field: name } } }),
    search({ query: { query_string: { query: 'a', default_field: name, fields: [name] } } }),
    search({ query: { multi_match: { query: 'x', fields: [name], type: name } } }),
    search({ query: { ids: { values: [name] } } }),
    search({ query: { wildcard: member(name, name) } }),
    search({ query: { prefix: member(name, 'x') } }),
    search({ query: { bool: { should: [], minimum_should_match: name } } }),
    search({ size: 1, sort: [member(name, 'asc'), member(name, { missing: name, unmapped_type: name })] }),
    search({
      _source: { includes: [name], excludes: [name] },
      fields: [name],
      docvalue_fields: [{ field: name, format: name }],
      stored_fields: [name],
    }),
    search({ aggs: member(name, { terms: { field: 'tag' }, aggs: member(name, { max: { field: 'n' } }) }) }),
    search({ aggs: { a: member(name, { field: 'n' }) } }),
    search({ aggs: { a: { terms: { field: name, order: member(name, 'asc'), include: name } } } }),
    search({ aggs: { a: { filters: { filters: member(name, { match_all: {} }) } } } }),
    search({ aggs: { a: { range: { field: 'n', keyed: true, ranges: [{ key: name, from: 0 }] } } } }),
    search({
      aggs: { a: { date_histogram: { field: 'd', calendar_interval: name, format: name, time_zone: name } } },
    }),
    search({ aggs: { a: { date_histogram: { field: 'd', fixed_interval: `1${name}` } } } }),
    search({ aggs: { a: { stats: { field: 'n' }, meta: member(name, { polluted: 1 }) } } }),
    search({ track_total_hits: name, timeout: `1${name}` }),
    search(member(name, { polluted: 1 })),
    search({ indices_boost: [member(name, 1)] }),
    {
      method: 'POST',
      path: `/docs/_search?typed_keys`,
      body: { size: 0, aggs: member(name, { avg: { field: 'n' } }) },
    },
    { method: 'POST', path: '/docs/_field_caps?fields=*', body: { index_filter: member(name, {}) } },
    { method: 'POST', path: '/docs/_validate/query?explain', body: { query: member(name, {}) } },
  ];
}

/** A header's name must be a token, its value printable: the rest never leaves a client. */
function headerPlaces(name: string): readonly Place[] {
  const places: Place[] = [];
  if (/^[\w-]+$/.test(name))
    places.push({ ...get('/'), headers: member(name, 'x') as Record<string, string> });
  if (/^[\x20-\x7e]*$/.test(name)) {
    for (const header of ['accept', 'x-opaque-id', 'user-agent', 'accept-encoding']) {
      places.push({ ...get('/_cluster/health'), headers: { [header]: name } });
    }
    places.push({ ...put('/docs/_doc/h', { a: 1 }), headers: { 'content-type': name } });
  }
  return places;
}

/** Every place of a request that takes a name. */
export function hostilePlaces(name: string): readonly Place[] {
  const part = encoded(name);
  return [
    ...headerPlaces(name),
    ...settingPlaces(name),
    ...documentPlaces(name),
    ...searchPlaces(name),
    ...queryPlaces(part),
    ...metadataPlaces(name),
    ...pathPlaces(part),
  ];
}
