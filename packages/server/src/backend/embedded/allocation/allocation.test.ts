import { MemoryDisk } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../testing/test-app.ts';

type Body = Record<string, unknown>;

/** A service whose index `books` (two shards) lost the files of its first shard while it was down. */
async function withLostShard(): Promise<TestApp> {
  const disk = new MemoryDisk();
  const before = await testApp({ disk });
  await before.call('PUT', '/books', { body: { settings: { number_of_shards: 2, number_of_replicas: 1 } } });
  for (let id = 0; id < 10; id++) await before.call('PUT', `/books/_doc/${id}`, { body: { id } });
  const [row] = (await before.call('GET', '/_cat/indices/books?format=json')).json<Body[]>();
  await before.close();
  disk.removeTree(`/data/indices/${String(row!.uuid)}/0`);
  return testApp({ disk });
}

const command = (kind: string, more: Body = {}) => ({
  body: { commands: [{ [kind]: { index: 'books', shard: 0, node: 'test-node', ...more } }] },
});
const count = async (app: TestApp): Promise<Body> => (await app.call('GET', '/books/_count')).json<Body>();
const explain = async (app: TestApp, body?: Body): Promise<Body> =>
  (await app.call('GET', '/_cluster/allocation/explain', body === undefined ? {} : { body })).json<Body>();

test('a red primary is explained first, with what is wrong with its files', async () => {
  const app = await withLostShard();
  expect(await explain(app)).toMatchObject({
    index: 'books',
    shard: 0,
    primary: true,
    current_state: 'unassigned',
    unassigned_info: { reason: 'ALLOCATION_FAILED', last_allocation_status: 'no_valid_shard_copy' },
    can_allocate: 'no_valid_shard_copy',
    node_allocation_decisions: [
      { store: { store_exception: { type: 'corrupt_index_exception' } }, node_decision: 'no' },
    ],
  });
  const replica = await explain(app, { index: 'books', shard: 0, primary: false });
  expect(replica).toMatchObject({
    node_allocation_decisions: [
      {
        deciders: [
          { decider: 'replica_after_primary_active', decision: 'NO' },
          { decider: 'throttling', decision: 'NO' },
        ],
      },
    ],
  });
  await app.close();
});

test('allocate_empty_primary revives a shard whose files are gone, once its loss is accepted', async () => {
  const app = await withLostShard();
  const unconfirmed = await app.call('POST', '/_cluster/reroute', command('allocate_empty_primary'));
  expect(unconfirmed.json<{ error: Body }>().error.reason).toBe(
    '[allocate_empty_primary] allocating an empty primary for [books][0] can result in data loss. Please confirm by setting the accept_data_loss parameter to true',
  );
  const dry = '/_cluster/reroute?dry_run=true&explain=true&metric=none';
  const accepted = command('allocate_empty_primary', { accept_data_loss: true });
  expect((await app.call('POST', dry, accepted)).json<Body>()).toMatchObject({
    explanations: [{ decisions: [{ decision: 'YES', explanation: 'ignore deciders' }] }],
  });
  expect((await app.call('GET', '/_cluster/health')).json<Body>().status).toBe('red');
  const kept = (await count(app)).count;
  expect((await app.call('POST', '/_cluster/reroute?metric=none', accepted)).status).toBe(200);
  expect((await app.call('GET', '/_cluster/health')).json<Body>().status).toBe('yellow');
  expect(await count(app)).toMatchObject({ count: kept, _shards: { total: 2, successful: 2, failed: 0 } });
  const again = await app.call('POST', '/_cluster/reroute', accepted);
  expect(again.json<{ error: Body }>().error.reason).toBe(
    '[allocate_empty_primary] primary [books][0] is already assigned',
  );
  await app.close();
});

test('what cannot be read again stays red: allocate_stale_primary and retry_failed only try', async () => {
  const app = await withLostShard();
  const stale = command('allocate_stale_primary', { accept_data_loss: true });
  expect((await app.call('POST', '/_cluster/reroute?metric=none', stale)).status).toBe(200);
  expect((await app.call('POST', '/_cluster/reroute?metric=none&retry_failed=true')).status).toBe(200);
  expect((await app.call('GET', '/_cluster/health')).json<Body>().status).toBe('red');
  await app.close();
});

test('usage counts requests by their kind', async () => {
  const app = await testApp();
  await app.call('PUT', '/a/_doc/1', { body: {} });
  await app.call('GET', '/a/_search');
  await app.call('GET', '/a/_search');
  const { nodes } = (await app.call('GET', '/_nodes/usage')).json<{ nodes: Record<string, Body> }>();
  const [node] = Object.values(nodes);
  expect(node).toMatchObject({
    rest_actions: { document_index_action: 1, search_action: 2, nodes_usage_action: 1 },
  });
  await app.close();
});

test('filters of the cluster that shut this node out are kept, shown and explained', async () => {
  const app = await testApp({ settings: { 'node.attr.zone': 'a' } });
  await app.call('PUT', '/f', { body: { settings: { number_of_replicas: 0 } } });
  const explained = async (filters: Readonly<Record<string, string>>): Promise<unknown> => {
    const at = (key: string): string => `cluster.routing.allocation.${key}`;
    const transient = Object.fromEntries(Object.entries(filters).map(([key, value]) => [at(key), value]));
    const none = { [at('*')]: null };
    await app.call('PUT', '/_cluster/settings', { body: { transient: none } });
    const set = await app.call('PUT', '/_cluster/settings', { body: { transient } });
    if (set.status !== 200) return set.json<{ error: { reason: string } }>().error.reason;
    const body = { index: 'f', shard: 0, primary: true };
    const answer = await app.call('GET', '/_cluster/allocation/explain', { body });
    type Decisions = { can_remain_decisions?: { decider: string; explanation: string }[] };
    return answer.json<Decisions>().can_remain_decisions?.find(({ decider }) => decider === 'filter')
      ?.explanation;
  };
  expect(await explained({ 'exclude._name': 'other,test-*' })).toBe(
    'node matches cluster setting [cluster.routing.allocation.exclude] filters [_name:"other OR test-*"]',
  );
  expect(await explained({ 'include._name': 'other' })).toBe(
    'node does not cluster setting [cluster.routing.allocation.include] filters [_name:"other"]',
  );
  expect(await explained({ 'require.zone': 'b' })).toBe(
    'node does not match cluster setting [cluster.routing.allocation.require] filters [zone:"b"]',
  );
  expect(await explained({ 'require.zone': 'a', 'include._ip': '127.0.0.1' })).toBeUndefined();
  expect(await explained({ 'exclude._ip': 'nope' })).toBe(
    'invalid IP address [nope] for [cluster.routing.allocation.exclude._ip]',
  );
  await app.close();
});

test('what an operator notes of the cluster, and settings of rebalancing, are kept and shown', async () => {
  const app = await testApp();
  const persistent = {
    'cluster.metadata.administrator': 'ada@example.org',
    'cluster.routing.allocation.allow_rebalance': 'always',
    'cluster.routing.allocation.cluster_concurrent_rebalance': '4',
    'cluster.routing.allocation.node_initial_primaries_recoveries': '8',
    'cluster.routing.use_adaptive_replica_selection': 'false',
  };
  expect((await app.call('PUT', '/_cluster/settings', { body: { persistent } })).status).toBe(200);
  const shown = await app.call('GET', '/_cluster/settings?flat_settings=true');
  expect(shown.json<{ persistent: object }>().persistent).toEqual(persistent);
  const bad = { persistent: { 'cluster.routing.allocation.cluster_concurrent_rebalance': '-2' } };
  expect((await app.call('PUT', '/_cluster/settings', { body: bad })).text).toContain('must be >= -1');
  await app.close();
});
