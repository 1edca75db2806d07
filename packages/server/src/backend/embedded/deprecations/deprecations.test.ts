import { afterEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../testing/test-app.ts';

const open: TestApp[] = [];

afterEach(async () => {
  for (const app of open.splice(0)) await app.close();
});

async function openApp(): Promise<TestApp> {
  const app = await testApp({ settings: { 'compatibility.mode': 'opensearch' } });
  open.push(app);
  return app;
}

async function warnings(
  app: TestApp,
  [method, path, body]: readonly [string, string, unknown?],
  headers: Readonly<Record<string, string>> = {},
): Promise<string[]> {
  const sent = body === undefined ? {} : { body: body as object };
  const answer = await app.call(method, path, { ...sent, headers });
  expect(answer.status, `${method} ${path}: ${answer.text}`).toBeLessThan(300);
  const text = String(answer.headers.warning ?? '');
  return [...text.matchAll(/299 OpenSearch-\S+ "((?:[^"\\]|\\.)*)"/g)].map((match) => match[1]!);
}

const timeout =
  'Parameter [master_timeout] is deprecated and will be removed in 3.0. To support inclusive language, please use ' +
  '[cluster_manager_timeout] instead.';

test('calls that OpenSearch deprecates are answered with its warnings, each time', async () => {
  const app = await openApp();
  await app.call('PUT', '/a', {
    body: { mappings: { properties: { d: { type: 'date' }, n: { type: 'long' } } } },
  });
  const of = (method: string, path: string, body?: unknown) => warnings(app, [method, path, body]);
  for (let i = 0; i < 2; i++)
    expect(await of('GET', '/_cluster/health?master_timeout=1s')).toEqual([timeout]);
  expect(await of('GET', '/_cluster/health?cluster_manager_timeout=1s')).toEqual([]);
  expect(await of('GET', '/_cat/master')).toEqual([
    '[GET /_cat/master] is deprecated! Use [GET /_cat/cluster_manager] instead.',
  ]);
  expect(await of('GET', '/_cat/cluster_manager')).toEqual([]);
  expect(await of('GET', '/_cluster/state/master_node')).toHaveLength(1);
  expect(await of('GET', '/_cat/nodes?local=true')).toHaveLength(1);
  expect(await of('POST', '/a/_flush/synced')).toHaveLength(1);
  expect(await of('POST', '/a/_flush')).toEqual([]);
  expect(await of('POST', '/a/_forcemerge?only_expunge_deletes=true&max_num_segments=1')).toHaveLength(1);
  expect(await of('PUT', '/_template/t', { template: 'x*' })).toEqual([
    'Deprecated field [template] used, replaced by [index_patterns]',
  ]);
});

test('a search is told what of its body should be written in another way', async () => {
  const app = await openApp();
  await app.call('PUT', '/a', {
    body: { mappings: { properties: { d: { type: 'date' }, n: { type: 'long' } } } },
  });
  const of = (body: unknown) => warnings(app, ['POST', '/a/_search', body]);
  const inner = { terms: { field: 'n', order: [{ _term: 'asc' }] } };
  expect(
    await of({
      indices_boost: { a: 2 },
      docvalue_fields: [{ field: 'd', format: 'use_field_mapping' }],
      aggs: { by: { date_histogram: { field: 'd', interval: 'month' }, aggs: { inner } } },
    }).catch((error: unknown) => error),
  ).toEqual([
    'Object format in indices_boost is deprecated, please use array format instead',
    '[use_field_mapping] is a special format that was only used to ease the transition to 7.x. It has become the ' +
      "default and shouldn't be set explicitly anymore.",
    '[interval] on [date_histogram] is deprecated, use [fixed_interval] or [calendar_interval] in the future.',
    'Deprecated aggregation order key [_term] used, replaced by [_key]',
  ]);
  expect(await of({ aggs: { by: { date_histogram: { field: 'd', calendar_interval: 'month' } } } })).toEqual(
    [],
  );
  const source = { d: { date_histogram: { field: 'd', interval: 'month' } } };
  expect(await of({ aggs: { by: { composite: { sources: [source] } } } })).toHaveLength(1);
  const line = '{}\n{"aggs":{"by":{"terms":{"field":"n","order":{"_term":"asc"}}}}}\n';
  expect(await warnings(app, ['POST', '/a/_msearch', line])).toHaveLength(1);
});

test('what is made with old settings, names or parameters is made, with a warning', async () => {
  const app = await openApp();
  const of = (method: string, path: string, body?: unknown) => warnings(app, [method, path, body]);
  expect(await of('PUT', '/.dot')).toEqual([
    "index name [.dot] starts with a dot '.', in the next major version, index names starting with a dot are reserved " +
      'for hidden indices and system indices',
  ]);
  expect(await of('PUT', '/.hidden', { settings: { hidden: true } })).toEqual([]);
  expect(await of('PUT', '/b', { settings: { 'translog.retention.age': '1h' } })).toHaveLength(1);
  expect(await of('PUT', '/b/_settings', { 'index.max_adjacency_matrix_filters': 50 })).toHaveLength(1);
  const filter = { type: 'synonym', synonyms: ['a,b'], ignore_case: true };
  const filters = { s: filter, t: filter, w: { type: 'stop', ignore_case: true } };
  expect(await of('PUT', '/synonyms', { settings: { analysis: { filter: filters } } })).toEqual([
    expect.stringContaining('ignore_case option on the synonym_graph filter is deprecated'),
  ]);
  const chained = { type: 'text', fields: { x: { type: 'text', fields: { k: { type: 'keyword' } } } } };
  const found = await of('PUT', '/b/_mapping', { properties: { o: { properties: { t: chained } } } });
  expect(found).toHaveLength(1);
  expect(found[0]).toMatch(/^At least one multi-field, \[x\], was encountered/);
  await app.call('PUT', '/b/_doc/1?refresh', { body: {} });
  expect(
    await of('POST', '/_reindex', { size: 1, source: { index: 'b', sort: ['_doc'] }, dest: { index: 'c' } }),
  ).toEqual([
    '[reindex] Deprecated field [size] used, expected [max_docs] instead',
    'The sort option in reindex is deprecated. Instead consider using query filtering to find the desired subset of data.',
  ]);
});

test('clients of Elasticsearch are not told of names that they do not know', async () => {
  const app = await testApp();
  open.push(app);
  const agent = { 'user-agent': 'elasticsearch-py/7.17.0' };
  const { headers } = await app.call('GET', '/_cluster/health?master_timeout=1s', { headers: agent });
  expect(headers.warning).toBeUndefined();
});

test('however many warnings there are, their headers stay short', async () => {
  const app = await openApp();
  const nested = { type: 'text', fields: { x: { type: 'text', fields: { k: { type: 'keyword' } } } } };
  const properties = Object.fromEntries(
    Array.from({ length: 40 }, (_, n) => [`f${n}`, { ...nested, fields: { [`x${n}`]: nested.fields.x } }]),
  );
  const found = await warnings(app, ['PUT', '/a', { mappings: { properties } }]);
  expect(found.length).toBeGreaterThan(10);
  expect(found.join('').length).toBeLessThan(8 * 1024);
});

test('work by query tells its beginning, pages and end where its logger is set', async () => {
  const app = await openApp();
  await app.call('PUT', '/a/_doc/1?refresh', { body: {} });
  const lines = () => app.log.entries.filter(({ component }) => component === 'index.reindex');
  await app.call('POST', '/a/_update_by_query');
  expect(lines().map(({ level, message }) => `${level} ${message}`)).toEqual([
    'debug starting',
    'trace read a page',
    'debug finished',
  ]);
  expect(lines()[2]!.fields).toMatchObject({ total: 1, batches: 1, failures: 0 });
});

test('parameters that do nothing, old names of keys and several templates for one index are told', async () => {
  const app = await openApp();
  const of = (method: string, path: string, body?: unknown) => warnings(app, [method, path, body]);
  expect(
    await of('PUT', '/a', {
      mappings: {
        properties: {
          b: { type: 'binary', boost: 2 },
          n: { type: 'long', similarity: 'BM25' },
          g: { type: 'geo_point', similarity: 'BM25' },
        },
      },
    }),
  ).toEqual([
    'Parameter [boost] has no effect on type [binary] and will be removed in future',
    'Parameter [similarity] has no effect on type [long] and will be removed in future',
    'The [similarity] parameter has no effect on field [g] and will be removed in 8.0',
  ]);
  expect(await of('POST', '/a/_search', { _source: { include: 'n', excludes: ['b'] } })).toEqual([
    'Deprecated field [include] used, expected [includes] instead',
  ]);
  expect(await of('POST', '/a/_search', { aggs: { i: { terms: { field: '_id' } } } })).toHaveLength(1);
  expect(await of('POST', '/a/_delete_by_query?size=1', { query: { match_none: {} } })).toEqual([
    'Deprecated field [size] used, expected [max_docs] instead',
  ]);
  for (const name of ['l1', 'l2'])
    await app.call('PUT', `/_template/${name}`, { body: { index_patterns: 'l*' } });
  expect(await of('PUT', '/l')).toEqual([
    'index [l] matches multiple legacy templates [l1, l2], composable templates will only match a single template',
  ]);
});
