import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../testing/index.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ settings: { 'node.attr.rack': 'r1' } });
});
afterAll(() => app.close());

type Figures = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

async function node(path: string): Promise<Figures> {
  const { nodes } = (await app.call('GET', path)).json<{ nodes: Record<string, Figures> }>();
  return Object.values(nodes)[0]!;
}

test('writes and searches are counted by how they ended', async () => {
  await app.call('PUT', '/a/_doc/1', { body: {} });
  await app.call('PUT', '/a/_create/1', { body: {} });
  await app.call('DELETE', '/a/_doc/none');
  const bulk = '{"index":{"_index":"a"}}\n{}\n{"create":{"_index":"a","_id":"1"}}\n{}\n';
  await app.call('POST', '/_bulk', { headers: { 'content-type': 'application/x-ndjson' }, body: bulk });
  await app.call('GET', '/a/_search');
  await app.call('GET', '/missing/_search');
  const { indices } = await node('/_nodes/stats/indices/docs');
  expect(indices!.status_counter).toEqual({
    doc_status: { success: 2, user_error: 3, system_failure: 0 },
    search_response_status: { success: 1, user_error: 1, system_failure: 0 },
  });
});

test('searches that fail on shards, the time of fetching, and the last write are told', async () => {
  await app.call('PUT', '/f', { body: { settings: { number_of_shards: 2 } } });
  app.clock.advance(5000);
  await app.call('PUT', '/f/_doc/1?refresh=true', { body: { t: 'x' } });
  const failing = { sort: [{ none: 'asc' }] };
  expect((await app.call('POST', '/f/_search', { body: failing })).status).toBe(400);
  await app.call('POST', '/f,a/_search', { body: { aggs: { t: { terms: { field: 't' } } } } });
  const { _all } = (await app.call('GET', '/f/_stats/search,indexing,get')).json<{
    _all: { total: Figures };
  }>();
  expect(_all.total.search).toMatchObject({ query_failed: 4, startree_query_total: 0 });
  expect(_all.total.indexing!.max_last_index_request_timestamp).toBe(app.clock.now());
  expect(_all.total.get!.getTime).toBe('0s');
});

test('the machine, its control groups and the heap are told', async () => {
  const { os, jvm, fs } = await node('/_nodes/stats/os,jvm,fs');
  expect(os!.swap).toMatchObject({ total_in_bytes: expect.any(Number), used_in_bytes: expect.any(Number) });
  expect(jvm!.gc).toMatchObject({ collectors: { young: {}, old: {} } });
  expect(jvm!.mem).toMatchObject({ pools: { young: {}, old: {}, survivor: { used_in_bytes: 0 } } });
  // The disk of this test is no device.
  expect(Object.keys(fs!)).toEqual(['timestamp', 'total', 'data']);
});

test('each part of the statistics may be asked for by its name, and all have the order of OpenSearch', async () => {
  const names = Object.keys(await node('/_nodes/stats')).slice(7);
  for (const name of names) {
    const asked = name === 'breakers' ? 'breaker' : name;
    expect(Object.keys(await node(`/_nodes/stats/${asked}`)).slice(7)).toEqual([name]);
  }
  expect(names.slice(-4)).toEqual(['repositories', 'admission_control', 'caches', 'remote_store']);
});

test('breakers show what outlives requests, and all accounts together', async () => {
  const { breakers } = await node('/_nodes/stats/breaker');
  const { request, fielddata, parent } = breakers as unknown as Record<string, Record<string, number>>;
  expect(fielddata!.limit_size_in_bytes).toBe(Math.floor((request!.limit_size_in_bytes! * 2) / 3));
  expect(parent!.limit_size_in_bytes).toBeGreaterThan(request!.limit_size_in_bytes!);
});

test('answers of searches that are kept are counted', async () => {
  await app.call('POST', '/a/_search?size=0', { body: { query: { match_all: {} } } });
  const { caches } = await node('/_nodes/stats/caches');
  expect(caches!.request_cache).toMatchObject({ item_count: 1, store_name: 'sextant_onheap' });
});

test.each([
  ['rack:r1', 1],
  ['ra*:*', 1],
  ['rack:r2', 0],
  ['test-node,data:false', 0],
  ['data:false,test-node', 1],
  ['ingest:true', 1],
] as const)('the filter %s means %d nodes', async (filter, count) => {
  const answer = (await app.call('GET', `/_nodes/${filter}/stats/os`)).json<{ _nodes: { total: number } }>();
  expect(answer._nodes.total).toBe(count);
});

test('each shard is told with where it is, and closed indices have none', async () => {
  await app.call('PUT', '/gone', {});
  await app.call('POST', '/gone/_close');
  const { indices } = await node('/_nodes/stats/indices/docs?level=shards');
  const { shards } = indices as unknown as { shards: Record<string, readonly Figures[]> };
  expect(shards).not.toHaveProperty('gone');
  expect(shards.a![0]).toMatchObject({
    0: {
      routing: { state: 'STARTED', primary: true, relocating_node: null },
      docs: { deleted: 0 },
      commit: { num_docs: expect.any(Number) },
      shard_path: { is_custom_data_path: false },
    },
  });
});

test('there is no cache of files, which may be asked for', async () => {
  expect(Object.keys(await node('/_nodes/stats/file_cache'))).not.toContain('file_cache');
});

test('memory of completions is told by field where fields are named, though there are none', async () => {
  const { indices } = await node('/_nodes/stats/indices/completion?completion_fields=*');
  expect(indices!.completion).toEqual({ size_in_bytes: 0, fields: {} });
});
