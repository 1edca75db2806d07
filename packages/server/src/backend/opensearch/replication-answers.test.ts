import { afterEach, expect, test } from 'vitest';
import { replyJson as json, StubClusters } from '../../testing/index.ts';

const stubs = new StubClusters();
afterEach(() => stubs.close());

const done = '{"acknowledged":true}';

test('calls of replication go to the plugin of the cluster, by its paths', async () => {
  const { url, seen } = await stubs.cluster((response) => json(response, 200, done));
  const app = await stubs.serviceOver(url);
  const use_roles = { leader_cluster_role: 'a', follower_cluster_role: 'b' };
  const rule = { leader_alias: 'l', name: 'r', pattern: 'log-*', use_roles };
  const start = { leader_alias: 'l', leader_index: 'i', use_roles };
  const calls: [string, string, object | undefined][] = [
    ['PUT', '/f/_start?wait_for_restore=true', start],
    ['POST', '/f/_pause', undefined],
    ['POST', '/f/_resume', { force_resume: true }],
    ['POST', '/f/_stop', {}],
    ['PUT', '/f/_update', { settings: { 'index.number_of_replicas': 1 } }],
    ['GET', '/f/_status?verbose=true', undefined],
    ['GET', '/leader_stats', undefined],
    ['GET', '/follower_stats', undefined],
    ['GET', '/autofollow_stats', undefined],
    ['POST', '/_autofollow', rule],
    ['DELETE', '/_autofollow', { leader_alias: 'l', name: 'r' }],
  ];
  for (const [method, path, body] of calls) {
    const answer = await app.call(method, `/_replication${path}`, body === undefined ? {} : { body });
    expect([path, answer.status, answer.text]).toEqual([path, 200, done]);
    const asked = seen.at(-1)!;
    expect([asked.method, asked.url]).toEqual([method, `/_plugins/_replication${path}`]);
    expect(asked.body === '' ? undefined : JSON.parse(asked.body)).toEqual(body);
  }
});

test('in which form an answer is wanted is not asked of the cluster', async () => {
  const { url, seen } = await stubs.cluster((response) => json(response, 200, done));
  const app = await stubs.serviceOver(url);
  const form = 'format=smile&filter_path=acknowledged&pretty&source_content_type=application/json';
  const answer = await app.call('POST', `/_replication/f/_pause?timeout=1s&${form}`);
  expect([answer.status, seen.at(-1)?.url]).toEqual([200, '/_plugins/_replication/f/_pause?timeout=1000ms']);
});

test('settings of replication are set by the names that the plugin has for them', async () => {
  const { url, seen } = await stubs.cluster((response) => json(response, 200, done));
  const app = await stubs.serviceOver(url);
  const body = {
    persistent: { 'replication.follower.metadata_sync_interval': '10s', 'cluster.max_shards_per_node': 5 },
    transient: { replication: { autofollow: { fetch_poll_interval: null } } },
  };
  await app.call('PUT', '/_cluster/settings', { body });
  expect(JSON.parse(seen.at(-1)!.body)).toEqual({
    persistent: {
      'plugins.replication.follower.metadata_sync_interval': '10s',
      'cluster.max_shards_per_node': 5,
    },
    transient: { 'plugins.replication': { autofollow: { fetch_poll_interval: null } } },
  });
});

test('all_status is made of the status of each index that follows', async () => {
  const statuses: Readonly<Record<string, object>> = {
    b: { status: 'SYNCING', reason: 'User initiated', follower_index: 'b' },
    a: { status: 'PAUSED', reason: 'AutoPaused:  + [[a][0] - x], ', follower_index: 'a' },
  };
  const { url, seen } = await stubs.cluster((response, { url: asked }) => {
    const name = /_replication\/(\w+)\/_status/.exec(asked)?.[1];
    if (asked.includes('/_settings/')) return json(response, 200, '{"b":{},"a":{},"c":{},".sextant-x":{}}');
    if (name === undefined) return json(response, 200, '{"index_stats":{"b":{}}}');
    const error = { type: 'replication_exception', reason: 'failed to fetch replication status' };
    if (name === 'c') return json(response, 500, JSON.stringify({ error, status: 500 }));
    return json(response, 200, JSON.stringify(statuses[name]));
  });
  const app = await stubs.serviceOver(url);
  const all = async (query = '') => (await app.call('GET', `/_replication/all_status${query}`)).json();
  const paused = { ...statuses.a, reason: 'AutoPaused: [[a][0] - x], ' };
  const unknown = { status: 'UNKNOWN', reason: 'failed to fetch replication status', follower_index: 'c' };
  expect(await all()).toEqual([paused, statuses.b, unknown]);
  expect(seen.map((each) => each.url)).not.toContainEqual(expect.stringContaining('sextant'));
  expect(await all('?status=paused')).toEqual([paused]);
  expect((await app.call('GET', '/_replication/a/_status')).json()).toEqual(paused);
  expect((await app.call('GET', '/_replication/all_status?status=x')).status).toBe(400);
});

test('what the plugin lacks, and where it is missing, is one error that names it', async () => {
  const reply = (uri: string, method: string) =>
    JSON.stringify({ error: `no handler found for uri [${uri}] and method [${method}]` });
  const { url } = await stubs.cluster((response, asked) =>
    json(response, 400, reply(asked.url, asked.method)),
  );
  const app = await stubs.serviceOver(url);
  const ask = async (method: string, path: string, body: object = {}) => {
    const answer = await app.call(method, `/_replication/${path}`, method === 'GET' ? {} : { body });
    const { error } = answer.json<{ error: { type: string; reason: string } }>();
    return [answer.status, error.type, error.reason];
  };
  const missing = [
    400,
    'illegal_argument_exception',
    'the OpenSearch cluster has no replication: install its plugin [opensearch-cross-cluster-replication] on all nodes of both clusters',
  ];
  expect(await ask('PUT', 'f/_start')).toEqual(missing);
  expect(await ask('GET', 'all_status')).toEqual(missing);
  expect(await ask('GET', 'follower_stats')).toEqual(missing);
  for (const verb of ['pause', 'resume']) {
    expect(await ask('POST', `_autofollow/_${verb}`)).toEqual([
      400,
      'illegal_argument_exception',
      expect.stringContaining(
        `[_autofollow/_${verb}]: the replication plugin of the cluster cannot pause rules`,
      ),
    ]);
  }
});

test('rules and names that could lead to indices of the service are refused, roles that do not fit are told', async () => {
  const refusal = (reason: string) =>
    JSON.stringify({ error: { type: 'security_exception', reason }, status: 403 });
  let reason = 'No mapping for User [name=sextant] on roles [a]';
  const { url, seen } = await stubs.cluster((response) => json(response, 403, refusal(reason)));
  const app = await stubs.serviceOver(url);
  const rule = { leader_alias: 'l', name: 'r' };
  for (const more of [
    { pattern: '.s*' },
    { pattern: 'a*', follower_index_pattern: '.sext{{leader_index}}' },
  ]) {
    const answer = await app.call('POST', '/_replication/_autofollow', { body: { ...rule, ...more } });
    expect([answer.status, answer.text]).toEqual([403, expect.stringContaining('of the service itself')]);
  }
  const body = { leader_alias: 'l', leader_index: '.sextant-security' };
  expect((await app.call('PUT', '/_replication/f/_start', { body })).status).toBe(403);
  expect((await app.call('PUT', '/_replication/.sextant-security/_start', { body: {} })).status).toBe(403);
  expect(seen).toEqual([]);
  const start = () => app.call('PUT', '/_replication/f/_start', { body: { ...body, leader_index: 'i' } });
  expect((await start()).text).toContain('on roles [a]');
  reason = 'no permissions for [indices:admin/x] and User [name=sextant]';
  const answer = await start();
  expect(answer.text).not.toContain('name=sextant');
  expect(answer.status).toBe(502);
});
