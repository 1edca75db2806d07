import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  await app.call('PUT', '/books', {
    body: {
      settings: {
        number_of_shards: 2,
        number_of_replicas: 0,
        analysis: { analyzer: { mine: { tokenizer: 'whitespace', filter: ['lowercase'] } } },
      },
      mappings: { properties: { t: { type: 'text', analyzer: 'simple' }, k: { type: 'keyword' } } },
      aliases: { read: {} },
    },
  });
  await app.call('PUT', '/shut', { body: { settings: { number_of_replicas: 1 } } });
  await app.call('POST', '/shut/_close');
});
afterAll(async () => {
  await app.close();
});

type Answer = Record<string, unknown>;
const get = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await app.call('GET', path, { headers });
  return { status: answer.status, body: answer.json<Answer>() };
};
/** Lets the time of the service run until the answer is there. */
const waited = async (path: string) => {
  let done = false;
  const answer = get(path).finally(() => (done = true));
  while (!done) {
    app.clock.advance(20);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return answer;
};
const put = async (body: object) => (await app.call('PUT', '/_cluster/settings', { body })).json<Answer>();

test('health counts primaries, and replicas that have no place', async () => {
  const { status, body } = await get('/_cluster/health?level=shards');
  expect(status).toBe(200);
  expect(body).toMatchObject({
    status: 'yellow',
    active_primary_shards: 3,
    active_shards: 3,
    unassigned_shards: 1,
    active_shards_percent_as_number: 75,
    indices: {
      books: { status: 'green', number_of_shards: 2, shards: { 0: { status: 'green' }, 1: {} } },
      shut: { status: 'yellow', number_of_replicas: 1, unassigned_shards: 1 },
    },
  });
  expect((await get('/_cluster/health/books')).body).toMatchObject({ status: 'green', active_shards: 2 });
});

test('health tells OpenSearch clients of the manager, and Elasticsearch clients not', async () => {
  expect((await get('/_cluster/health')).body).toHaveProperty('discovered_master', true);
  const named = await get('/_cluster/health', { 'user-agent': 'elasticsearch-py/7.17.9' });
  expect(named.body).not.toHaveProperty('discovered_master');
});

test.each([
  'wait_for_status=green',
  'wait_for_nodes=%3E1',
  'wait_for_nodes=ge(2)',
  'wait_for_active_shards=all',
])('health with %s that does not come true is 408 when the time is over', async (query) => {
  const { status, body } = await waited(`/_cluster/health?${query}&timeout=10ms`);
  expect(status).toBe(408);
  expect(body.timed_out).toBe(true);
});

test('health of a missing index is red after the wait, of a wildcard without index green', async () => {
  const missing = await waited('/_cluster/health/nothing?timeout=10ms');
  expect(missing).toMatchObject({ status: 408, body: { status: 'red', active_shards: 0 } });
  expect(await get('/_cluster/health/nothing*')).toMatchObject({ status: 200, body: { status: 'green' } });
});

test('who waits for health is answered by the change that fulfils it, while the clock stands still', async () => {
  const waiting = app.call('GET', '/_cluster/health/later?wait_for_status=green&timeout=1h');
  await app.call('PUT', '/later');
  await app.call('PUT', '/later/_settings', { body: { number_of_replicas: 0 } });
  expect((await waiting).json()).toMatchObject({ status: 'green', timed_out: false });
  await app.call('DELETE', '/later');
});

test('who waits for events waits for the changes of their priority that had begun, not for others', async () => {
  const urgent = app.tasks.begin({ action: 'indices:admin/create' });
  expect((await get('/_cluster/health?wait_for_events=immediate')).status).toBe(200);
  const late = await waited('/_cluster/health?wait_for_events=languid&timeout=10ms');
  expect(late).toMatchObject({ status: 408, body: { timed_out: true, number_of_pending_tasks: 1 } });
  const waiting = app.call('GET', '/_cluster/health?wait_for_events=urgent&timeout=1h');
  await app.call('GET', '/');
  app.tasks.end(urgent);
  expect((await waiting).json()).toMatchObject({ timed_out: false, number_of_pending_tasks: 0 });
});

test.each([
  [
    'wait_for_status=foo',
    'illegal_argument_exception: No enum constant org.opensearch.cluster.health.ClusterHealthStatus.FOO',
  ],
  ['wait_for_nodes=foo', 'number_format_exception: For input string: "foo"'],
  ['wait_for_events=foo', 'illegal_argument_exception: No enum constant org.opensearch.common.Priority.FOO'],
  [
    'wait_for_relocating_shards=1',
    'illegal_argument_exception: wait_for_relocating_shards has been removed, use wait_for_no_relocating_shards [true/false] instead',
  ],
])('health with %s is refused', async (query, expected) => {
  const { status, body } = await get(`/_cluster/health?${query}`);
  const { type, reason } = body.error as { type: string; reason: string };
  expect(`${status} ${type}: ${reason}`).toBe(`400 ${expected}`);
});

test('state shows the parts and indices asked for; wildcards leave closed indices out', async () => {
  const { body } = await get('/_cluster/state/metadata,routing_table,blocks/*');
  expect(Object.keys(body)).toEqual(['cluster_name', 'cluster_uuid', 'blocks', 'metadata', 'routing_table']);
  expect(body.metadata).toMatchObject({
    indices: {
      books: { state: 'open', aliases: ['read'], routing_num_shards: 1024, primary_terms: { 0: 1, 1: 1 } },
    },
  });
  expect(Object.keys((body.metadata as { indices: object }).indices)).toEqual(['books']);
  expect(body.blocks).toEqual({
    indices: { shut: { 4: { description: 'index closed', retryable: false, levels: ['read', 'write'] } } },
  });
  const all = await get('/_cluster/state');
  // Its closing has begun a term.
  expect(all.body.metadata).toMatchObject({ indices: { shut: { primary_terms: { 0: 2 } } } });
  expect(Object.keys((all.body.metadata as { indices: object }).indices)).toEqual(['books', 'shut']);
});

test('stats count shards, field types, analysis and the roles of the node', async () => {
  const { body } = await get('/_cluster/stats');
  expect(body).toMatchObject({
    indices: {
      count: 2,
      shards: { total: 3, primaries: 3, index: { shards: { min: 1, max: 2, avg: 1.5 } } },
      mappings: {
        field_types: [
          { name: 'keyword', count: 1, index_count: 1 },
          { name: 'text', count: 1, index_count: 1 },
        ],
      },
      analysis: {
        analyzer_types: [{ name: 'custom', count: 1, index_count: 1 }],
        built_in_tokenizers: [{ name: 'whitespace', count: 1, index_count: 1 }],
        built_in_filters: [{ name: 'lowercase', count: 1, index_count: 1 }],
        built_in_analyzers: [{ name: 'simple', count: 1, index_count: 1 }],
      },
    },
    nodes: { count: { total: 1, cluster_manager: 1, master: 1, data: 1 } },
  });
  const named = await get('/_cluster/stats', { 'user-agent': 'elasticsearch-py/7.17.9' });
  expect(named.body.nodes).not.toHaveProperty('count.cluster_manager');
  expect(named.body.nodes).toMatchObject({
    count: { data: 1, data_hot: 0, ml: 0 },
    packaging_types: [{ flavor: 'default' }],
  });
  const { fs } = (await get('/_cluster/stats?human')).body.nodes as Record<string, Answer>;
  expect(fs?.total).toMatch(/^[\d.]+[kmgt]?b$/);
});

test('settings: persistent and transient values, flat or nested, defaults, removal by null and wildcard', async () => {
  const answer = await put({
    persistent: { 'cluster.max_shards_per_node': 900, cluster: { info: { update: { interval: '1m' } } } },
    transient: { 'search.max_buckets': 50 },
  });
  expect(answer).toEqual({
    acknowledged: true,
    persistent: { cluster: { info: { update: { interval: '1m' } }, max_shards_per_node: '900' } },
    transient: { search: { max_buckets: '50' } },
  });
  const flat = await get('/_cluster/settings?flat_settings=true&include_defaults=true');
  expect(flat.body.persistent).toEqual({
    'cluster.info.update.interval': '1m',
    'cluster.max_shards_per_node': '900',
  });
  expect(flat.body.defaults).toHaveProperty(['cluster.indices.close.enable'], 'true');
  expect(flat.body.defaults).not.toHaveProperty(['cluster.max_shards_per_node']);
  await put({ persistent: { 'cluster.*': null }, transient: { 'search.max_buckets': null } });
  expect((await get('/_cluster/settings')).body).toEqual({ persistent: {}, transient: {} });
});

test.each([
  [{ persistent: { 'foo.bar': 1 } }, 'settings_exception: persistent setting [foo.bar], not recognized'],
  [
    { transient: { 'node.name': 'x' } },
    'settings_exception: transient setting [node.name], not dynamically updateable',
  ],
  [{}, 'action_request_validation_exception: Validation Failed: 1: no settings to update;'],
  [
    { persistent: { 'cluster.info.update.interval': '1s' } },
    'illegal_argument_exception: failed to parse value [1s] for setting [cluster.info.update.interval], must be >= [10s]',
  ],
])('settings %j are refused', async (body, expected) => {
  const { error } = await put(body);
  const { type, reason } = error as { type: string; reason: string };
  expect(`${type}: ${reason}`).toBe(expected);
});

test('numbers are kept as they were written', async () => {
  const body = '{"transient":{"search_backpressure":{"search_task":{"heap_variance":3.0}}}}';
  const answer = await app.call('PUT', '/_cluster/settings', { body });
  expect(answer.text).toContain('"heap_variance":"3.0"');
  await put({ transient: { 'search_backpressure.*': null } });
});

test('the settings logger.* change what is logged, until they are removed', async () => {
  await put({ transient: { 'logger.http': 'debug', 'logger._root': 'WARN' } });
  expect(app.logLevels.passes('debug', 'http.server')).toBe(true);
  expect(app.logLevels.passes('info', 'index.create')).toBe(false);
  expect((await get('/_cluster/settings')).body.transient).toEqual({
    logger: { http: 'debug', _root: 'WARN' },
  });
  await put({ transient: { 'logger.*': null } });
  expect(app.logLevels.passes('debug', 'http.server')).toBe(false);
  expect(app.logLevels.passes('info', 'index.create')).toBe(true);
});

test('nothing waits, and no remote cluster is known', async () => {
  expect((await get('/_cluster/pending_tasks')).body).toEqual({ tasks: [] });
  expect((await get('/_remote/info')).body).toEqual({});
});

test('statistics of the cluster are told by metric, and nothing is told of nodes that are not there', async () => {
  const some = (await get('/_cluster/stats/indices,os/docs,shards/nodes/_all')).body;
  expect(Object.keys(some.indices as object)).toEqual(['count', 'shards', 'docs']);
  expect(Object.keys(some.nodes as object)).toEqual(['count', 'versions', 'os']);
  const nobody = (await get('/_cluster/stats/nodes/nope')).body;
  expect(nobody).toMatchObject({
    _nodes: { total: 0 },
    indices: { count: 0 },
    nodes: { count: { total: 0 } },
  });
  expect(nobody).not.toHaveProperty('status');
});

test.each([
  ['nope', 'contains unrecognized metric: [nope]'],
  ['os/docs', 'contains index metrics [docs] but indices stats not requested'],
  ['_all,os', 'contains _all and individual metrics [_all,os]'],
  ['indices/nope', 'contains unrecognized index metric: [nope]'],
  ['indices/_all,docs', 'contains _all and individual index metrics [_all,docs]'],
])('statistics of the cluster of %s are refused', async (metric, why) => {
  const { status, body } = await get(`/_cluster/stats/${metric}/nodes/_all`);
  expect(status).toBe(400);
  const { reason } = body.error as unknown as { reason: string };
  expect(reason).toBe(`request [/_cluster/stats/${metric}/nodes/_all] ${why}`);
});

test('health tells times and shares in words, too, where people ask', async () => {
  const { body } = await get('/_cluster/health?human');
  expect(body).toMatchObject({ task_max_waiting_in_queue: '0s', active_shards_percent: '75.0%' });
  expect((await get('/_cluster/health')).body).not.toHaveProperty('active_shards_percent');
});

test('a state waits for a version of the metadata, and says when it does not come', async () => {
  const version = async (): Promise<number> => (await get('/_cluster/state/version')).body.version as number;
  const now = await version();
  const there = await get(`/_cluster/state/version?wait_for_metadata_version=${now}`);
  expect(there.body).toMatchObject({ wait_for_timed_out: false, version: now });
  const later = get(`/_cluster/state/version?wait_for_metadata_version=${now + 1}`);
  await app.call('PUT', '/books/_settings', { body: { 'index.refresh_interval': '7s' } });
  expect((await later).body).toMatchObject({ wait_for_timed_out: false, version: now + 1 });
  const never = await waited(`/_cluster/state?wait_for_metadata_version=100000&wait_for_timeout=1s`);
  expect(never.body).toEqual({
    wait_for_timed_out: true,
    cluster_name: expect.any(String),
    cluster_uuid: expect.any(String),
  });
  expect((await get('/_cluster/state?wait_for_metadata_version=0')).body.error).toMatchObject({
    reason: 'provided waitForMetadataVersion should be >= 1, but instead is [0]',
  });
  expect((await get('/_cluster/state?wait_for_metadata_version=x')).body.error).toMatchObject({
    reason: 'Failed to parse long parameter [wait_for_metadata_version] with value [x]',
  });
  expect((await get('/_cluster/state?wait_for_timeout=x')).status).toBe(400);
});

test('health is red where one of several indices is missing, and refuses names that are none', async () => {
  const { status, body } = await get('/_cluster/health/books,missing?timeout=0ms');
  expect([status, body.status, body.timed_out]).toEqual([408, 'red', true]);
  expect((await get('/_cluster/health/_x?timeout=0ms')).status).toBe(400);
});

test('state shows the blocks of the cluster', async () => {
  const settings = ['read_only', 'create_index', 'read_only_allow_delete'].map(
    (name) => `cluster.blocks.${name}`,
  );
  const set = (value: boolean | null) =>
    app.call('PUT', '/_cluster/settings', {
      body: { persistent: Object.fromEntries(settings.map((name) => [name, value])) },
    });
  await set(true);
  const { body } = await get('/_cluster/state/blocks');
  await set(null);
  expect((body.blocks as { global: object }).global).toEqual({
    6: { description: 'cluster read-only (api)', retryable: false, levels: ['write', 'metadata_write'] },
    10: { description: 'cluster create-index blocked (api)', retryable: false, levels: ['create_index'] },
    13: {
      description: 'cluster read-only / allow delete (api)',
      retryable: false,
      levels: ['write', 'metadata_write'],
    },
  });
  expect((await get('/_cluster/state/blocks')).body.blocks).not.toHaveProperty('global');
});

test('health by an attribute of nodes has nothing to tell, and goes with its level alone', async () => {
  const level = 'level=awareness_attributes';
  const { body } = await get(`/_cluster/health?${level}&awareness_attribute=zone`);
  expect(body.awareness_attributes).toEqual({ zone: {} });
  for (const [path, reason] of [
    [
      '?awareness_attribute=zone',
      'level=awareness_attributes is required with awareness_attribute parameter',
    ],
    ['?ensure_node_weighed_in=true', 'not a local request to ensure local node commissioned or weighed in'],
    [`/books?${level}`, 'awareness_attribute is not a supported parameter with index health'],
  ])
    expect(await get(`/_cluster/health${path}`)).toMatchObject({
      status: 400,
      body: { error: { reason: `Validation Failed: 1: ${reason};` } },
    });
});
