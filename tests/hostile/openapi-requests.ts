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
  // One of eight is not of its type.
  if (random.below(8) === 0) return words[random.below(words.length)]!;
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

const bodies: readonly unknown[] = [
  {},
  { query: { match_all: {} } },
  { query: { term: { tag: 't1' } }, size: 3, aggs: { a: { terms: { field: 'tag' } } } },
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

function bodyOf(random: SeededRandom, method: string, { requestBody }: Operation): string | undefined {
  // What sends them has no body in these.
  if (requestBody === undefined || method === 'get' || method === 'head') return undefined;
  if (requestBody.required !== true && random.below(3) === 0) return undefined;
  if (Object.keys(requestBody.content).some((type) => type.includes('ndjson'))) {
    return '{"index":{"_index":"calm"}}\n{"n":1}\n'.slice(0, random.below(6) === 0 ? 20 : undefined);
  }
  const text = JSON.stringify(bodies[random.below(bodies.length)]);
  return random.below(12) === 0 ? text.slice(0, -1) : text;
}

/** A call of one operation of the document, with values for its parameters that are mostly of their types. */
export function openApiCall(random: SeededRandom, rows: readonly Row[]): Call {
  const { path, method, operation } = rows[random.below(rows.length)]!;
  const parameters = operation.parameters ?? [];
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const schema = parameters.find((each) => each.name === name)?.schema;
    return encodeURIComponent(sampleOf(random, schema) || 'x');
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
