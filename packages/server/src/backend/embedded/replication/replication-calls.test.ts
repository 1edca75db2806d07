import { afterEach, expect, test, vi } from 'vitest';
import {
  type Call,
  replicatedClusters,
  same,
  twoShards as settings,
  started,
  statusOf,
  untilStatus,
  write,
} from '../../../testing/replication/two-clusters.ts';

const { two, close } = replicatedClusters();
afterEach(close);

const persistent = (f: Call, values: object) => f('PUT', '/_cluster/settings', { persistent: values });

test.each(['', 'plugins.'])(
  'no start is made while %sreplication.follower.block.start is set',
  async (prefix) => {
    const { l, f } = await two();
    await l('PUT', '/l', { settings });
    await persistent(f, { [`${prefix}replication.follower.block.start`]: true });
    const { status, body } = await f('PUT', '/_replication/f/_start', started);
    const { type, reason } = body.error;
    expect([status, type, reason]).toEqual([
      403,
      'status_exception',
      '[FORBIDDEN] Replication START block is set',
    ]);
    await persistent(f, { [`${prefix}replication.follower.block.start`]: null });
    expect((await f('PUT', '/_replication/f/_start', started)).status).toBe(200);
  },
);

test('a start is checked in this order: leader, settings, blocks of the cluster, block of starts, follower', async () => {
  const { l, f } = await two();
  await f('PUT', '/f');
  await persistent(f, { 'replication.follower.block.start': true, 'cluster.blocks.read_only': true });
  const body = { ...started, settings: { 'index.number_of_shards': 3 } };
  const problem = async (given: object) =>
    (await f('PUT', '/_replication/f/_start', given)).body.error.reason;
  expect(await problem(body)).toBe('no such index [l]');
  await l('PUT', '/l', { settings });
  expect(await problem(body)).toBe('cannot modify setting [index.number_of_shards] on restore');
  expect(await problem(started)).toBe('blocked by: [FORBIDDEN/6/cluster read-only (api)];');
  await persistent(f, { 'cluster.blocks.read_only': null });
  expect(await problem(started)).toBe('[FORBIDDEN] Replication START block is set');
  await persistent(f, { 'replication.follower.block.start': null });
  expect(await problem(started)).toBe('Cant use same index again for replication. Delete the index:f');
});

test('an index that is followed has the settings that keep its history', async () => {
  const { l, f } = await two();
  await l('PUT', '/l', { settings });
  await f('PUT', '/_replication/f/_start?wait_for_restore=true', started);
  const { index } = (await l('GET', '/l/_settings?flat_settings=true')).body.l.settings as never as {
    index?: object;
  };
  expect(index).toBeUndefined();
  expect((await l('GET', '/l/_settings?flat_settings=true')).body.l.settings).toMatchObject({
    'index.plugins.replication.translog.retention_lease.pruning.enabled': 'true',
    'index.translog.generation_threshold_size': '32mb',
  });
  const copy = (await f('GET', '/f/_settings?flat_settings=true')).body.f.settings;
  expect(Object.keys(copy)).not.toContain(
    'index.plugins.replication.translog.retention_lease.pruning.enabled',
  );
});

test('with replication.replicate.delete_index a follower goes with its leader', async () => {
  const { l, f } = await two();
  await l('PUT', '/l', { settings });
  await f('PUT', '/_replication/f/_start?wait_for_restore=true', started);
  await persistent(f, { 'plugins.replication.replicate.delete_index': true });
  await l('DELETE', '/l');
  await untilStatus(f, 'REPLICATION NOT IN PROGRESS');
  expect((await f('GET', '/f')).status).toBe(404);
});

test('a follower is not deleted because its alias leads to another cluster, where its leader is unknown', async () => {
  const { l, f, link } = await two();
  await l('PUT', '/l', { settings });
  await f('PUT', '/_replication/f/_start?wait_for_restore=true', started);
  await persistent(f, { 'plugins.replication.replicate.delete_index': true });
  link.clusterUuid = 'uuid-of-another';
  await l('DELETE', '/l');
  await untilStatus(f, 'PAUSED');
  expect((await f('GET', '/f')).status).toBe(200);
});

test('a stop switches aliases in the same moment, or does nothing', async () => {
  const { l, f } = await two();
  await l('PUT', '/l', { settings, aliases: { of_leader: {} } });
  await write(l, 0, 10);
  await f('PUT', '/old', { aliases: { active: { is_write_index: true } } });
  await f('PUT', '/_replication/f/_start?wait_for_restore=true', started);
  await same(l, f);
  const stop = async (...actions: object[]) => {
    const { status, body } = await f('POST', '/_replication/f/_stop', { actions });
    return [status, body.error?.reason];
  };
  const add = { add: { index: 'f', alias: 'active', is_write_index: true } };
  expect(await stop(add)).toEqual([500, expect.stringContaining('more than one write index')]);
  expect(await stop({ remove: { index: 'old', alias: 'none' } })).toEqual([404, 'aliases [none] missing']);
  expect((await stop({ remove_index: { index: 'old' } }))[0]).toBe(400);
  expect((await statusOf(f)).status).toBe('SYNCING');
  await write(l, 10, 20);
  await same(l, f);
  expect(await stop({ remove: { index: 'old', alias: 'active' } }, add)).toEqual([200, undefined]);
  expect((await f('GET', '/f')).body.f.aliases).toEqual({ active: { is_write_index: true }, of_leader: {} });
  expect((await f('GET', '/old/_alias')).body.old).toEqual({ aliases: {} });
  expect((await f('PUT', '/active/_doc/new', { n: 1 })).body._index).toBe('f');
});

test('lag is told in operations and in seconds, also while the leader cannot be reached', async () => {
  const { l, f, link, follower } = await two();
  await l('PUT', '/l', { settings: { ...settings, number_of_shards: 1 } });
  await f('PUT', '/_replication/f/_start?wait_for_restore=true', started);
  await untilStatus(f, 'SYNCING');
  await write(l, 0, 10);
  await same(l, f);
  await vi.waitFor(async () => {
    const { syncing_details: details } = await statusOf(f);
    expect(details).toMatchObject({ lag_operations: 0, lag_seconds: 0 });
  });
  link.isCut = true;
  await write(l, 10, 20);
  await vi.waitFor(async () => {
    follower.clock.advance(1000);
    expect((await statusOf(f)).syncing_details.lag_seconds).toBeGreaterThan(3);
  });
  const { body } = await f('GET', '/_replication/follower_stats');
  expect(body.lag_seconds).toBeGreaterThan(3);
  expect(body.index_stats.f!.lag_seconds).toBe(body.lag_seconds);
  link.isCut = false;
  await vi.waitFor(async () => {
    follower.clock.advance(1000);
    expect((await statusOf(f)).syncing_details).toMatchObject({ lag_operations: 0, lag_seconds: 0 });
  }, 10_000);
  await same(l, f);
});

test('how much history is kept for followers follows the settings of the cluster at once', async () => {
  const { l, f } = await two();
  const one = { ...settings, number_of_shards: 1, 'translog.generation_threshold_size': '1kb' };
  await l('PUT', '/l', { settings: one });
  await f('PUT', '/_replication/f/_start?wait_for_restore=true', started);
  await l('PUT', '/l/_settings', { 'index.translog.generation_threshold_size': '1kb' });
  const kept = async () => {
    await l('POST', '/l/_flush?force=true');
    const { body } = await l('GET', '/_replication/leader_stats');
    return body.index_stats.l!.translog_size_bytes!;
  };
  await persistent(l, { 'replication.translog.retention_lease.pruning.enabled': false });
  for (let n = 0; n < 200; n += 20) await write(l, n, n + 20);
  await same(l, f);
  expect(await kept()).toBeGreaterThan(8000);
  await persistent(l, { 'replication.translog.retention_size': '3kb' });
  await write(l, 200, 210);
  await same(l, f);
  expect(await kept()).toBeLessThan(8000);
  await persistent(l, { 'replication.translog.retention_lease.pruning.enabled': null });
  await write(l, 210, 220);
  await same(l, f);
  await write(l, 220, 230);
  await same(l, f);
  await vi.waitFor(async () => expect(await kept()).toBeLessThan(3000));
});

test('settings of a copy hold from the next part on', async () => {
  const { l, f, link } = await two();
  await l('PUT', '/l', { settings });
  for (let n = 0; n < 4; n++) {
    await write(l, n * 20, n * 20 + 20);
    await l('POST', '/l/_flush?force=true');
  }
  await persistent(f, {
    'replication.follower.index.recovery.max_concurrent_file_chunks': 1,
    'plugins.replication.follower.index.ops_batch_size': 16,
    'plugins.replication.follower.concurrent_readers_per_shard': 1,
  });
  await f('PUT', '/_replication/f/_start?wait_for_restore=true', started);
  const before = link.asked.length;
  await write(l, 80, 180);
  await same(l, f);
  const calls = link.asked.slice(before).filter((action) => action.endsWith('/changes'));
  expect(calls.length).toBeGreaterThan(6);
});
