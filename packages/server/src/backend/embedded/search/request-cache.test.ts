import { afterEach, beforeEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../testing/test-app.ts';

let app: TestApp;
beforeEach(async () => {
  app = await testApp();
  const aliases = { red: { filter: { term: { k: 'red' } } }, blue: { filter: { term: { k: 'blue' } } } };
  const properties = { k: { type: 'keyword' }, n: { type: 'long' } };
  await app.call('PUT', '/a', { body: { aliases, mappings: { properties } } });
  for (const [id, k] of ['red', 'red', 'blue'].entries()) {
    await app.call('PUT', `/a/_doc/${id}?refresh=true`, { body: { k, n: id } });
  }
});
afterEach(() => app.close());

interface Figures {
  readonly memory_size_in_bytes: number;
  readonly evictions: number;
  readonly hit_count: number;
  readonly miss_count: number;
}

const bySum = { size: 0, aggs: { s: { sum: { field: 'n' } } } };

async function search(path = '/a/_search', body: object = bySum) {
  const answer = await app.call('POST', path, { body });
  expect(answer.status).toBe(200);
  return answer.json<{ took: number; aggregations: { s: { value: number } } }>();
}

async function figures(): Promise<Figures> {
  const { _all } = (await app.call('GET', '/a/_stats/request_cache')).json<{
    _all: { total: { request_cache: Figures } };
  }>();
  return _all.total.request_cache;
}

const counts = async (): Promise<[hits: number, misses: number]> => {
  const { hit_count, miss_count } = await figures();
  return [hit_count, miss_count];
};

test('what was asked before is answered alike, with the time of now', async () => {
  const first = await search();
  const { took, ...again } = await search();
  expect(again).toEqual({ ...first, took: undefined });
  expect(Number.isInteger(took)).toBe(true);
  expect(await figures()).toMatchObject({ evictions: 0, hit_count: 1, miss_count: 1 });
});

test('an answer that is given again takes the form that is asked for', async () => {
  await search();
  const filtered = await app.call('POST', '/a/_search?filter_path=aggregations.*.value', { body: bySum });
  expect(filtered.json()).toEqual({ aggregations: { s: { value: 3 } } });
  const yaml = await app.call('POST', '/a/_search?format=yaml', { body: bySum });
  expect(yaml.text).toContain('aggregations:');
  expect(await counts()).toEqual([2, 1]);
});

test('who may see an index through an alias alone is not given the answers of others', async () => {
  const sums: number[] = [];
  for (const name of ['a', 'red', 'blue', 'a', 'red', 'blue', 'red,blue']) {
    sums.push((await search(`/${name}/_search`)).aggregations.s.value);
  }
  expect(sums).toEqual([3, 1, 2, 3, 1, 2, 3]);
  expect(await counts()).toEqual([3, 4]);
});

test('an alias that gets another filter shows by it at once', async () => {
  expect((await search('/red/_search')).aggregations.s.value).toBe(1);
  const add = { index: 'a', alias: 'red', filter: { term: { k: 'blue' } } };
  await app.call('POST', '/_aliases', { body: { actions: [{ add }] } });
  expect((await search('/red/_search')).aggregations.s.value).toBe(2);
});

test('counts, and searches of an msearch, are kept as well', async () => {
  for (let i = 0; i < 2; i++) {
    await app.call('GET', '/a/_count');
    await app.call('POST', '/_msearch', {
      body: `{"index":"a"}\n${JSON.stringify(bySum)}\n`,
      headers: { 'content-type': 'application/x-ndjson' },
    });
  }
  expect(await counts()).toEqual([2, 2]);
});

test.each([
  ['/a/_search', bySum, [1, 1]],
  ['/a/_search?request_cache=false', bySum, [0, 0]],
  ['/a/_search?request_cache=true', { size: 1 }, [1, 1]],
  ['/a/_search', { size: 1 }, [0, 0]],
  ['/a/_search?search_type=dfs_query_then_fetch', bySum, [1, 1]],
])('%s with %j is kept by its parameters', async (path, body, expected) => {
  await search(path, body);
  await search(path, body);
  expect(await counts()).toEqual(expected);
});

test('an index that does not want it keeps nothing, from one moment to the next', async () => {
  await app.call('PUT', '/a/_settings', { body: { 'index.requests.cache.enable': false } });
  await search();
  await search();
  expect(await counts()).toEqual([0, 0]);
  await app.call('PUT', '/a/_settings', { body: { 'index.requests.cache.enable': true } });
  await search();
  await search();
  expect(await counts()).toEqual([1, 1]);
});

test('indices.requests.cache.maximum_cacheable_size keeps searches with so many hits', async () => {
  const persistent = { 'indices.requests.cache.maximum_cacheable_size': 3 };
  await app.call('PUT', '/_cluster/settings', { body: { persistent } });
  for (const size of [3, 3, 4, 4]) await search('/a/_search', { size });
  expect(await counts()).toEqual([1, 1]);
});

test.each([
  ['', true],
  ['?request=true', true],
  ['?request=true&query=true', true],
  ['?query=true', false],
  ['?fielddata=true', false],
  ['?fields=k', false],
])('_cache/clear%s forgets the answers: %s', async (query, forgotten) => {
  await search();
  const before = await figures();
  expect((await app.call('POST', `/a/_cache/clear${query}`)).status).toBe(200);
  const after = await figures();
  expect(after.memory_size_in_bytes).toBe(forgotten ? 0 : before.memory_size_in_bytes);
  await search();
  expect(await counts()).toEqual(forgotten ? [0, 2] : [1, 1]);
});

test('nodes and tables show the figures of the index', async () => {
  await search();
  await search();
  const { memory_size_in_bytes: bytes } = await figures();
  const { nodes } = (await app.call('GET', '/_nodes/stats/indices/request_cache')).json<{
    nodes: Record<string, { indices: { request_cache: Figures } }>;
  }>();
  const wanted = { memory_size_in_bytes: bytes, evictions: 0, hit_count: 1, miss_count: 1 };
  expect(Object.values(nodes)[0]!.indices.request_cache).toEqual(wanted);
  const table = await app.call('GET', '/_cat/indices/a?h=rcm,rce,rchc,rcmc&bytes=b');
  expect(table.text.trim().split(/\s+/)).toEqual([String(bytes), '0', '1', '1']);
});

test('what is counted of an index begins anew when it is opened again', async () => {
  await search();
  await search();
  await app.call('GET', '/a/_doc/1');
  await app.call('POST', '/a/_close');
  await app.call('POST', '/a/_open');
  const { _all } = (await app.call('GET', '/a/_stats/search,get,request_cache')).json<{
    _all: { total: object };
  }>();
  expect(_all.total).toMatchObject({
    search: { query_total: 0 },
    get: { total: 0 },
    request_cache: { hit_count: 0, miss_count: 0, memory_size_in_bytes: 0 },
  });
  await search();
  expect(await counts()).toEqual([0, 1]);
  expect((await figures()).memory_size_in_bytes).toBeGreaterThan(0);
});
