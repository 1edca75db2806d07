import { aggregationNames } from '@sextant/engine';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  await app.call('PUT', '/books', { body: { settings: { number_of_shards: 2, number_of_replicas: 0 } } });
  await app.call('PUT', '/books/_doc/1?refresh=true', { body: { a: 1 } });
});
afterAll(async () => {
  await app.close();
});

type Node = Record<string, unknown>;
const nodes = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await app.call('GET', path, { headers });
  return Object.values(answer.json<{ nodes: Record<string, Node> }>().nodes);
};
const reason = async (path: string) =>
  (await app.call('GET', path)).json<{ error: { reason: string } }>().error.reason;

test('information shows the parts asked for, by node or by metric in the first place', async () => {
  const [node] = await nodes('/_nodes/settings,http');
  expect(node).toMatchObject({
    name: 'test-node',
    settings: { client: { type: 'node' }, node: { name: 'test-node' } },
  });
  expect(node).toHaveProperty('http.publish_address');
  expect(node).not.toHaveProperty('jvm');
  const [decoded] = await nodes('/_nodes/settings', { 'user-agent': 'elastic-java/8.15.0' });
  expect(decoded).toMatchObject({
    build_flavor: 'default',
    settings: { node: { attr: {} }, http: { type: { default: 'node' } } },
  });
  const [flat] = await nodes('/_nodes/_local/settings?flat_settings=true');
  expect(flat?.settings).toHaveProperty(['node.name'], 'test-node');
  expect(await nodes('/_nodes/nothing/settings')).toEqual([]);
});

test('who asks for plugins is told of modules too: there are none', async () => {
  expect((await nodes('/_nodes/plugins'))[0]).toMatchObject({ plugins: [], modules: [] });
  expect((await nodes('/_nodes/http'))[0]).not.toHaveProperty('modules');
});

test('nodes tell which aggregations they know and of which values, their search pipelines and their indexing buffer', async () => {
  const [node] = await nodes('/_nodes');
  expect(node).toMatchObject({
    aggregations: {
      terms: { types: ['boolean', 'bytes', 'date', 'ip', 'numeric'] },
      filter: { types: ['other'] },
    },
    search_pipelines: {
      request_processors: expect.arrayContaining([{ type: 'filter_query' }, { type: 'script' }]),
      response_processors: expect.arrayContaining([{ type: 'truncate_hits' }]),
      phase_results_processors: [],
    },
    total_indexing_buffer_in_bytes: 192 * 1024 * 1024,
  });
  expect(node?.aggregations).not.toHaveProperty('nothing');
  expect(Object.keys((await nodes('/_nodes/indices'))[0]!)).toContain('total_indexing_buffer_in_bytes');
  const [decoded] = await nodes('/_nodes/indices', { 'user-agent': 'elastic/7.0.32' });
  expect(decoded).toMatchObject({ total_indexing_buffer: 192 * 1024 * 1024 });
  expect(decoded).not.toHaveProperty('total_indexing_buffer_in_bytes');
  expect((await nodes('/_nodes/aggregations'))[0]).not.toHaveProperty('search_pipelines');
});

test('every aggregation that is known is told of', async () => {
  const [node] = await nodes('/_nodes/aggregations');
  const told = Object.keys(node?.aggregations as object);
  expect(aggregationNames.filter((name) => !told.includes(name))).toEqual([]);
});

test('the manager has the name of its role that the client knows', async () => {
  const roles = async (agent: string) => (await nodes('/_nodes/settings', { 'user-agent': agent }))[0]?.roles;
  expect(await roles('elasticsearch-py/7.17.9')).toContain('master');
  expect(await roles('opensearch-py/2.4.0')).toContain('cluster_manager');
});

test('statistics of indices are sums, and by index or shard on request', async () => {
  const [node] = await nodes('/_nodes/stats/indices/docs');
  expect(node?.indices).toMatchObject({ docs: { count: 1, deleted: 0 } });
  const [byIndex] = await nodes('/_nodes/stats/indices/docs?level=indices');
  expect(byIndex?.indices).toMatchObject({
    docs: { count: 1, deleted: 0 },
    indices: { books: { docs: { count: 1, deleted: 0 } } },
  });
  const [byShard] = await nodes('/_nodes/stats/indices/docs?level=shards');
  expect(byShard?.indices).toMatchObject({ shards: { books: [{ 0: { docs: {} } }, { 1: { docs: {} } }] } });
});

test('figures of merges have the name of the call and that of the answer', async () => {
  for (const metric of ['merge', 'merges']) {
    const [node] = await nodes(`/_nodes/stats/indices/${metric}`);
    expect(Object.keys(node?.indices as object)).toEqual(['merges', 'status_counter']);
  }
});

test('statistics of the machine and the process are measured', async () => {
  const [node] = await nodes(
    '/_nodes/test-node/stats/process,jvm,fs,thread_pool,discovery,indexing_pressure',
  );
  expect(node).toMatchObject({
    jvm: { mem: { heap_used_in_bytes: expect.any(Number) }, buffer_pools: { direct: { count: 1 } } },
    process: { mem: { resident_in_bytes: expect.any(Number) } },
    thread_pool: { write: { threads: 1, rejected: 0, completed: 1 } },
    discovery: { cluster_state_queue: { total: 0 } },
    indexing_pressure: { memory: { current: { all_in_bytes: 0 } } },
  });
  expect(node).not.toHaveProperty('indices');
});

test('figures are readable on request', async () => {
  const [stats] = await nodes('/_nodes/stats/fs?human');
  expect(stats).toMatchObject({ fs: { data: [{ free: expect.stringMatching(/^[\d.]+[kmgt]?b$/) }] } });
  const buffer = { total_indexing_buffer: '192mb', total_indexing_buffer_in_bytes: 192 * 1024 * 1024 };
  expect((await nodes('/_nodes/indices?human'))[0]).toMatchObject(buffer);
  const [info] = await nodes('/_nodes/jvm?human');
  expect(info).toHaveProperty('jvm.start_time', expect.stringMatching(/^\d{4}-\d\d-\d\dT/));
});

test('unknown metrics and levels are refused with what was meant', async () => {
  expect(await reason('/_nodes/stats/transprot,zzz')).toBe(
    'request [/_nodes/stats/transprot,zzz] contains unrecognized metrics: [transprot] -> did you mean [transport]?, [zzz]',
  );
  expect(await reason('/_nodes/stats/indices/dcos')).toMatch(/contains unrecognized index metric: \[dcos\]/);
  expect(await reason('/_nodes/stats?level=foo')).toMatch(/^level parameter must be one of/);
  // Who asks for no indices has no use of it.
  expect(await nodes('/_nodes/stats/fs?level=foo')).toHaveLength(1);
});

test('attributes of the node are shown wherever it is described, and tell where an index may be', async () => {
  const other = await testApp({ settings: { 'node.attr.zone': 'a' } });
  const get = async (path: string) => (await other.call('GET', path)).text;
  for (const path of ['/_nodes', '/_nodes/stats/http', '/_cluster/state/nodes', '/_tasks']) {
    expect([path, (await get(path)).includes('"attributes":{"zone":"a"}')]).toEqual([path, true]);
  }
  expect(await get('/_cat/nodeattrs?h=node,attr,value')).toBe('test-node zone a\n');
  expect(await get('/_nodes/settings?flat_settings=true')).toContain('"node.attr.zone":"a"');
  expect(await get('/_cluster/settings?include_defaults=true')).toContain('"attr":{"zone":"a"}');
  expect(await get('/_nodes/hot_threads')).toMatch(/\{dimr\}\{zone=a\}\n/);
  await other.call('PUT', '/books', {
    body: { settings: { 'index.routing.allocation.require.zone': 'b', number_of_replicas: 0 } },
  });
  const body = { index: 'books', shard: 0, primary: true };
  expect((await other.call('GET', '/_cluster/allocation/explain', { body })).json<Node>()).toMatchObject({
    can_remain_on_current_node: 'no',
    can_remain_decisions: [{ decider: 'filter' }],
  });
  await other.close();
});

test('clients that name themselves those of Elasticsearch 8 find the keys that they decode', async () => {
  const headers = { 'user-agent': 'elastic-java/8.15.0' };
  const processors = [{ set: { field: 'seen', value: 1 } }];
  await app.call('PUT', '/_ingest/pipeline/seen', { body: { processors } });
  await app.call('PUT', '/piped/_doc/1?pipeline=seen', { body: {} });
  const [stats] = await nodes('/_nodes/stats', headers);
  expect(stats).toMatchObject({
    http: { clients: [], routes: {} },
    ingest: { pipelines: { seen: { count: 1, ingested_as_first_pipeline_in_bytes: 0 } } },
    indices: {
      docs: { count: expect.any(Number) },
      fielddata: { global_ordinals: { build_time_in_millis: 0 } },
    },
  });
  expect(stats).toHaveProperty('indices.docs.total_size_in_bytes');
  await app.call('DELETE', '/piped');
  const whole = (await app.call('GET', '/_cluster/stats', { headers })).json();
  expect(whole).toMatchObject({
    ccs: { _search: { total: 0 } },
    repositories: {},
    snapshots: { current_counts: { snapshots: 0 } },
    indices: { mappings: { runtime_field_types: [] }, search: { total: 0 } },
  });
});
