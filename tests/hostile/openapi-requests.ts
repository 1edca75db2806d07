import type { SeededRandom } from '@sextant/base/testing';

interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly items?: Schema;
  readonly minimum?: number;
  readonly maximum?: number;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema?: Schema;
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Readonly<Record<string, unknown>> };
  readonly security?: readonly unknown[];
}

/** As `GET /_openapi.json` says it. */
export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation | readonly Parameter[]>>>>;
}

export interface Call {
  readonly operation: string;
  readonly method: string;
  readonly target: string;
  readonly body: string | undefined;
  readonly contentType: string;
  /** Whoever is not known gets no further. */
  readonly isOpen: boolean;
}

interface Row {
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
}

const methods = new Set(['get', 'put', 'post', 'delete', 'patch', 'head']);
/** What would end the run itself: the way in of the callers. */
const leftAlone = /^account[._](logout|password)$|change_password/;

export function rowsOf(document: OpenApi): readonly Row[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => methods.has(method))
      .map(([method, operation]) => ({ path, method, operation: operation as Operation }))
      .filter(({ operation }) => !leftAlone.test(operation.operationId)),
  );
}

const words = [
  'calm',
  'logs-1',
  'logs-*',
  'closed',
  'tag',
  'n',
  'a',
  '1',
  '_all',
  '*',
  'nothing',
  'é%/?',
  '',
];

function sampleOf(random: SeededRandom, { type, enum: choices, items }: Schema = {}): string {
  // One of sixteen is not of its type.
  if (random.below(16) === 0) return words[random.below(words.length)]!;
  if (choices !== undefined) return String(choices[random.below(choices.length)]);
  switch (type) {
    case 'boolean':
      return random.below(2) === 0 ? 'true' : 'false';
    case 'integer':
    case 'number':
      return ['0', '1', '-1', '10', '9007199254740993', '1e3', '0.5'][random.below(7)]!;
    case 'array':
      return Array.from({ length: 1 + random.below(3) }, () => sampleOf(random, items)).join(',');
    default:
      return words[random.below(words.length)]!;
  }
}

/** What stands in a path is mostly there. */
const named: Readonly<Record<string, readonly string[]>> = {
  index: ['calm', 'calm', 'calm', 'secret-1', 'logs-1', 'calm,logs-*', '*'],
  id: ['1', '2', 'hidden-1', 'seen-1'],
};

function partOf(random: SeededRandom, name: string, schema: Schema | undefined): string {
  const known = named[name];
  if (known === undefined || random.below(5) === 0) return sampleOf(random, schema) || 'x';
  return known[random.below(known.length)]!;
}

const bodies: readonly unknown[] = [
  {},
  { query: { match_all: {} } },
  { query: { term: { tag: 't1' } }, size: 3, aggs: { a: { terms: { field: 'tag' } } } },
  {
    size: 0,
    aggs: { all: { global: {}, aggs: { t: { terms: { field: 'text.keyword', min_doc_count: 0 } } } } },
  },
  { size: 0, aggs: { s: { significant_text: { field: 'text' } }, h: { top_hits: { size: 50 } } } },
  { size: 0, aggs: { c: { composite: { sources: [{ h: { terms: { field: 'hidden.keyword' } } }] } } } },
  { query: { terms: { tag: { index: 'secret-1', id: '1', path: 'tag' } } } },
  {
    query: {
      more_like_this: { fields: ['text'], like: [{ _index: 'secret-1', _id: '1' }], min_term_freq: 1 },
    },
  },
  { query: { query_string: { query: 'classified* hidden:* text:*' } }, highlight: { fields: { '*': {} } } },
  {
    query: { exists: { field: 'hidden' } },
    fields: ['*'],
    docvalue_fields: ['hidden.keyword', 'text.keyword'],
  },
  { query: { nested: { path: 'a', query: { match_all: {} } } }, sort: [{ 'hidden.keyword': 'asc' }] },
  { query: { match_all: {} }, script_fields: { a: { script: "params['_source'].toString()" } } },
  { query: { match_all: {} }, collapse: { field: 'text.keyword', inner_hits: { name: 'i' } }, explain: true },
  { query: { match_all: {} }, rescore: { query: { rescore_query: { match: { text: 'classified' } } } } },
  { suggest: { s: { text: 'classifid', term: { field: 'text', suggest_mode: 'always' } } } },
  { suggest: { s: { prefix: 'class', completion: { field: 'text' } } }, profile: true },
  {
    docs: [
      { _index: 'secret-1', _id: '1' },
      { _index: 'calm', _id: 'hidden-1' },
    ],
  },
  { source: { index: 'secret-1' }, dest: { index: 'calm' } },
  { actions: [{ add: { index: 'secret-1', alias: 'calm-too' } }] },
  { query: { match_all: {} }, script: { source: "ctx._source.n = 2; ctx.op = 'noop'" } },
  { script: { source: 'ctx._source.n = params.n', params: { n: 3 } }, upsert: { n: 1 } },
  { index: 'secret-1', shard: 0, primary: true },
  { commands: [{ move: { index: 'calm', shard: 0, from_node: 'a', to_node: 'b' } }] },
  { analyzer: 'standard', text: 'some words', explain: true },
  { field: 'text', text: 'some words' },
  { leader_alias: 'east', leader_index: 'books', use_roles: {} },
  { fields: ['hidden', 'text'], term_statistics: true, doc: { text: 'classified marker' } },
  { templates: [{ template_id: 'fuzzed' }], id: 'fuzzed', params: {} },
  { requests: [{ id: 'q', request: { query: { match_all: {} } }, ratings: [] }], metric: { precision: {} } },
  { doc: { n: 1 } },
  { n: 1, tag: 't1' },
  { settings: { number_of_shards: 1 } },
  { mappings: { properties: { a: { type: 'keyword' } } } },
  { actions: [{ add: { index: 'calm', alias: 'fuzzed' } }] },
  { ids: ['1', '2'] },
  { source: { index: 'calm' }, dest: { index: 'copy' } },
  { persistent: {} },
  { name: 'token', permissions: ['read'] },
  { password: 'Str0ng-Enough-Phrase!', roles: ['readonly'] },
  { cluster: [], indices: [{ names: ['a'], privileges: ['read'] }] },
  [{ op: 'add', path: '/a', value: 1 }],
  { index_patterns: ['fuzz-*'], template: {} },
  { processors: [{ set: { field: 'a', value: 1 } }] },
  { script: { lang: 'painless', source: '1' } },
  null,
  7,
  'text',
  { deep: { deeper: { deepest: [[[]]] } } },
];

const lines: readonly string[] = [
  '{"index":{"_index":"calm"}}\n{"n":1}\n',
  '{"create":{"_index":"secret-1","_id":"2"}}\n{"n":1}\n{"delete":{"_index":"calm","_id":"nothing"}}\n',
  '{"update":{"_index":"calm","_id":"1"}}\n{"doc":{"n":2},"_source":true}\n',
  '{"update":{"_index":"secret-1","_id":"1"}}\n{"doc":{"n":2},"_source":true}\n',
  '{}\n{"query":{"match_all":{}}}\n{"index":"secret-1"}\n{"query":{"match_all":{}}}\n',
  '{"index":"calm","preference":"_local"}\n{"size":0,"aggs":{"a":{"terms":{"field":"text.keyword"}}}}\n',
  '{"index":"calm"}\n{"id":"fuzzed","params":{}}\n{"index":"*"}\n{"source":"{\\"query\\":{\\"match_all\\":{}}}"}\n',
];

const searchBodies = bodies.filter((body) => /"(query|aggs|suggest)"/.test(JSON.stringify(body)));

function bodyOf(
  random: SeededRandom,
  method: string,
  { operationId, requestBody }: Operation,
): string | undefined {
  // What sends them has no body in these.
  if (requestBody === undefined || method === 'get' || method === 'head') return undefined;
  if (requestBody.required !== true && random.below(3) === 0) return undefined;
  if (Object.keys(requestBody.content).some((type) => type.includes('ndjson'))) {
    const text = lines[random.below(lines.length)]!;
    return random.below(6) === 0 ? text.slice(0, random.below(text.length)) : text;
  }
  const takesQuery = /search|count|validate|explain|query/.test(operationId) && random.below(5) > 0;
  const fitting = takesQuery ? searchBodies : bodies;
  const text = JSON.stringify(fitting[random.below(fitting.length)]);
  return random.below(12) === 0 ? text.slice(0, -1) : text;
}

/** A call of one operation of the document, with values for its parameters that are mostly of their types. */
export function openApiCall(random: SeededRandom, rows: readonly Row[]): Call {
  const { path, method, operation } = rows[random.below(rows.length)]!;
  const parameters = operation.parameters ?? [];
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const schema = parameters.find((each) => each.name === name)?.schema;
    return encodeURIComponent(partOf(random, name, schema));
  });
  const query = parameters
    .filter((each) => each.in === 'query' && !/^wait_for|timeout$|^requests_per_second$/.test(each.name))
    .filter(({ required }) => required === true || random.below(6) === 0)
    .map(({ name, schema }) => `${name}=${encodeURIComponent(sampleOf(random, schema))}`);
  if (parameters.some(({ name }) => name === 'timeout')) query.push('timeout=1s');
  const body = bodyOf(random, method, operation);
  return {
    operation: operation.operationId,
    method: method.toUpperCase(),
    target: query.length === 0 ? filled : `${filled}?${query.join('&')}`,
    body,
    contentType: body?.includes('\n') ? 'application/x-ndjson' : 'application/json',
    isOpen: operation.security?.length === 0,
  };
}
