import { MemoryDisk } from '@sextant/base/testing';
import { afterEach, expect, test, vi } from 'vitest';
import {
  documents,
  replicatedClusters,
  same,
  twoShards as settings,
  started,
  statusOf,
  write,
} from '../../../testing/replication/two-clusters.ts';

const { two, close } = replicatedClusters();
afterEach(close);

test('an index follows another one: files first, then operations with their numbers and versions', async () => {
  const { l, f } = await two();
  await l('PUT', '/l', { settings, aliases: { a: { is_write_index: true } } });
  await write(l, 0, 80);
  await l('POST', '/l/_flush');
  const answer = await f('PUT', '/_replication/f/_start?wait_for_restore=true', started);
  expect(answer).toEqual({ status: 200, body: { acknowledged: true } });
  await same(l, f);
  await write(l, 80, 130);
  await l('DELETE', '/l/_doc/3');
  await l('PUT', '/l/_doc/new', { n: 1000, another: { field: true } });
  await same(l, f);
  const status = await statusOf(f);
  expect(status).toMatchObject({
    status: 'SYNCING',
    reason: 'User initiated',
    leader_alias: 'leader',
    leader_index: 'l',
    follower_index: 'f',
    syncing_details: {
      leader_checkpoint: 130,
      follower_checkpoint: 130,
      seq_no: 132,
      lag_operations: 0,
      lag_seconds: 0,
    },
  });
  const verbose = await f('GET', '/_plugins/_replication/f/_status?verbose=true');
  expect(verbose.body.shard_replication_details).toHaveLength(2);
  const { body } = await f('GET', '/f');
  expect(body.f.aliases).toEqual({ a: { is_write_index: false } });
  const another = { properties: { field: { type: 'boolean' } } };
  expect(body.f.mappings).toMatchObject({ properties: { another } });
  expect((await f('GET', '/_replication/all_status?status=running')).body).toEqual([status]);
  expect((await f('GET', '/_replication/all_status?status=PAUSED')).body).toEqual([]);
});

test('a follower is read-only until replication is stopped, and is an ordinary index then', async () => {
  const { l, f } = await two();
  await l('PUT', '/l', { settings });
  await write(l, 0, 20);
  await f('PUT', '/_replication/f/_start?wait_for_restore=true', started);
  const reason = 'index [f] blocked by: [FORBIDDEN/1000/index read-only(cross-cluster-replication)];';
  const calls: [string, string, object?][] = [
    ['PUT', '/f/_doc/1', { n: 1 }],
    ['DELETE', '/f/_doc/1'],
    ['PUT', '/f/_mapping', { properties: { x: { type: 'long' } } }],
    ['PUT', '/f/_settings', { index: { refresh_interval: '5s' } }],
    ['POST', '/f/_close'],
    ['POST', '/f/_forcemerge'],
    ['DELETE', '/f'],
  ];
  for (const [method, path, body] of calls) {
    const answer = await f(method, path, body);
    expect([method, path, answer.status, answer.body.error.type, answer.body.error.reason]).toEqual([
      method,
      path,
      403,
      'cluster_block_exception',
      reason,
    ]);
  }
  for (const path of ['/f/_refresh', '/f/_flush', '/f/_search']) {
    expect((await f('POST', path)).status, path).toBe(200);
  }
  expect((await f('POST', '/_replication/f/_stop', {})).status).toBe(200);
  expect(await statusOf(f)).toEqual({ status: 'REPLICATION NOT IN PROGRESS' });
  expect((await f('PUT', '/f/_doc/1', { n: 1 })).status).toBe(200);
  await vi.waitFor(async () => {
    const { body } = await l('GET', '/_replication/leader_stats');
    expect(body.num_replicated_indices).toBe(0);
  });
});

test('pause and resume, and what is refused in each state', async () => {
  const { l, f } = await two();
  await l('PUT', '/l', { settings });
  const none = 'No replication in progress for index:f';
  for (const verb of ['pause', 'resume', 'stop']) {
    const answer = await f('POST', `/_replication/f/_${verb}`, {});
    expect([verb, answer.status, answer.body.error.reason]).toEqual([verb, 400, none]);
  }
  await f('PUT', '/_replication/f/_start?wait_for_restore=true', started);
  const running = await f('POST', '/_replication/f/_resume', {});
  expect([running.status, running.body.error.type, running.body.error.reason]).toEqual([
    400,
    'resource_already_exists_exception',
    'Replication on Index f is already running',
  ]);
  await vi.waitFor(async () => expect((await statusOf(f)).status).toBe('SYNCING'));
  expect((await f('POST', '/_replication/f/_pause', { reason: 'for a while' })).status).toBe(200);
  expect(await statusOf(f)).toEqual({
    status: 'PAUSED',
    reason: 'for a while',
    leader_alias: 'leader',
    leader_index: 'l',
    follower_index: 'f',
  });
  const paused = await f('POST', '/_replication/f/_pause');
  expect([paused.status, paused.body.error.reason]).toEqual([400, 'Index f is already paused']);
  const update = await f('PUT', '/_replication/f/_update', { settings: { 'index.refresh_interval': '4s' } });
  expect(update.status).toBe(200);
  expect((await f('GET', '/f/_settings')).body.f.settings.index.refresh_interval).toBe('4s');
  await write(l, 0, 40);
  expect((await f('PUT', '/f/_doc/1', {})).status).toBe(403);
  expect((await f('POST', '/_replication/f/_resume', {})).status).toBe(200);
  await same(l, f);
  expect((await f('PUT', '/_replication/f/_update', { 'index.refresh_interval': '3s' })).status).toBe(200);
  expect((await f('GET', '/f/_settings')).body.f.settings.index.refresh_interval).toBe('3s');
});

test('where the leader index is deleted, or is another one of its name, the follower pauses and says why', async () => {
  const { l, f } = await two();
  await l('PUT', '/l', { settings });
  await f('PUT', '/_replication/f/_start?wait_for_restore=true', started);
  await l('DELETE', '/l');
  await vi.waitFor(async () => expect((await statusOf(f)).status).toBe('PAUSED'));
  expect((await statusOf(f)).reason).toMatch(
    /^AutoPaused: \[\[f\]\[[01]\] - IndexNotFoundException - "no such index \[l\]"\], $/,
  );
  const gone = await f('POST', '/_replication/f/_resume', {});
  expect([gone.status, gone.body.error.reason]).toEqual([404, 'no such index [l]']);
  await l('PUT', '/l', { settings });
  expect((await f('POST', '/_replication/f/_resume', {})).status).toBe(404);
  expect((await f('POST', '/_replication/f/_stop', {})).status).toBe(200);
});

test('a lease that is gone ends a pause with an error that says so', async () => {
  const { l, f, leader } = await two();
  await l('PUT', '/l', { settings });
  await f('PUT', '/_replication/f/_start?wait_for_restore=true', started);
  await vi.waitFor(async () => expect((await statusOf(f)).status).toBe('SYNCING'));
  await f('POST', '/_replication/f/_pause');
  leader.clock.advance(13 * 3_600_000);
  const answer = await f('POST', '/_replication/f/_resume', {});
  expect([answer.status, answer.body.error.type, answer.body.error.reason]).toEqual([
    404,
    'resource_not_found_exception',
    "Retention lease doesn't exist. Replication can't be resumed for f. Use force_resume=true to restore from snapshot.",
  ]);
});

test('a follower that was restarted goes on, also where the link was cut meanwhile', async () => {
  const { l, f: before, link, again } = await two();
  await l('PUT', '/l', { settings });
  await write(l, 0, 30);
  await before('PUT', '/_replication/f/_start?wait_for_restore=true', started);
  await same(l, before);
  link.isCut = true;
  await write(l, 30, 60);
  const { f, follower } = await again();
  expect((await statusOf(f)).status).toBe('SYNCING');
  expect((await f('PUT', '/f/_doc/1', {})).status).toBe(403);
  link.isCut = false;
  await vi.waitFor(async () => {
    follower.clock.advance(60_000);
    expect(await documents(f, 'f')).toEqual(await documents(l, 'l'));
  }, 10_000);
  const { body } = await f('GET', '/_replication/follower_stats');
  expect(body).toMatchObject({ num_syncing_indices: 1, num_paused_indices: 0, num_shard_tasks: 2 });
  expect(body.index_stats.f?.operations_written).toBe(30);
  const leaderStats = (await l('GET', '/_replication/leader_stats')).body;
  expect(leaderStats).toMatchObject({ num_replicated_indices: 1, operations_read_lucene: 0 });
  expect(leaderStats.index_stats.l?.operations_read).toBeGreaterThanOrEqual(30);
});

test('settings of the leader are read again and again; those of an update stay', async () => {
  const { l, f, follower } = await two();
  await l('PUT', '/l', { settings: { ...settings, refresh_interval: '7s' } });
  const body = { ...started, settings: { 'index.priority': 5 } };
  await f('PUT', '/_replication/f/_start?wait_for_restore=true', body);
  await l('PUT', '/l/_settings', { index: { refresh_interval: '9s', priority: 8, 'blocks.write': true } });
  await vi.waitFor(async () => {
    follower.clock.advance(60_000);
    const { index } = (await f('GET', '/f/_settings')).body.f.settings;
    expect(index).toMatchObject({ refresh_interval: '9s', priority: '5' });
    expect(index.blocks).toBeUndefined();
  });
});

test('a link that is cut while files come is tried again; where it is cut before, nothing begins', async () => {
  const { l, f, link, follower } = await two();
  await l('PUT', '/l', { settings });
  await write(l, 0, 40);
  link.isCut = true;
  const starting = f('PUT', '/_replication/f/_start', started);
  expect((await starting).status).toBe(503);
  expect(await statusOf(f)).toEqual({ status: 'REPLICATION NOT IN PROGRESS' });
  link.isCut = false;
  link.cutAfter('indices:data/read/plugins/replication/file_chunk');
  expect((await f('PUT', '/_replication/f/_start', started)).status).toBe(200);
  await vi.waitFor(async () => expect((await statusOf(f)).status).toBe('BOOTSTRAPPING'));
  link.isCut = false;
  await vi.waitFor(async () => {
    follower.clock.advance(60_000);
    expect((await statusOf(f)).status).toBe('SYNCING');
  }, 10_000);
  await same(l, f);
});

test('a follower that is killed while its files come begins anew, and is whole then', async () => {
  const disk = new MemoryDisk();
  const { l, f: before, link, beside } = await two(disk);
  await l('PUT', '/l', { settings });
  await write(l, 0, 40);
  link.cutAfter('indices:data/read/plugins/replication/file_chunk');
  expect((await before('PUT', '/_replication/f/_start', started)).status).toBe(200);
  const left = disk.clone();
  left.crash();
  link.isCut = false;
  const f = await beside(left);
  await vi.waitFor(async () => expect((await statusOf(f)).status).toBe('SYNCING'), 10_000);
  await same(l, f);
});
