import { MemoryDisk } from '@sextant/base/testing';
import { afterEach, expect, test, vi } from 'vitest';
import { ClusterLink } from '../../../testing/cluster-link.ts';
import { type TestApp, testApp } from '../../../testing/test-app.ts';

const apps: TestApp[] = [];
afterEach(async () => {
  for (const app of apps.splice(0).reverse()) await app.close();
});

interface RuleStats {
  readonly failed_indices: readonly string[];
  readonly [name: string]: unknown;
}

interface Stats extends RuleStats {
  readonly autofollow_stats: readonly RuleStats[];
}

async function two() {
  const link = new ClusterLink();
  const disk = new MemoryDisk();
  const leader = await testApp({ connectClusters: link.leader });
  const follower = await testApp({ connectClusters: link.follower, disk });
  apps.push(leader, follower);
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await apps[1]!.call(method, path, body && { body });
    const { error } = answer.json<{ error?: { type: string; reason: string } }>();
    return [answer.status, error?.type, error?.reason];
  };
  const followed = async () => {
    const answer = await apps[1]!.call('GET', '/_replication/all_status?status=SYNCING');
    return answer
      .json<readonly { leader_index: string; follower_index: string }[]>()
      .map(({ leader_index, follower_index }) => [leader_index, follower_index]);
  };
  const stats = async () => (await apps[1]!.call('GET', '/_replication/autofollow_stats')).json<Stats>();
  const restart = async () => {
    await apps.pop()!.close();
    apps.push(await testApp({ connectClusters: link.follower, disk }));
  };
  return { link, leader, ask, followed, stats, restart, clock: () => apps[1]!.clock };
}

const rule = { leader_alias: 'leader', name: 'r', pattern: 'log-*' };
const rules = '/_replication/_autofollow';
const done = [200, undefined, undefined];
const invalid = 'action_request_validation_exception';

test('a rule follows the indices that are there and those that come, but for exclusions', async () => {
  const { leader, ask, followed, stats, clock, restart } = await two();
  for (const name of ['log-1', 'log-x', 'other']) await leader.call('PUT', `/${name}`, {});
  const body = { ...rule, exclude_patterns: ['*-x'], follower_index_pattern: 'of-{{leader_index}}' };
  expect(await ask('POST', rules, body)).toEqual(done);
  await vi.waitFor(async () => expect(await followed()).toEqual([['log-1', 'of-log-1']]));
  await leader.call('PUT', '/log-2', {});
  const both = [
    ['log-1', 'of-log-1'],
    ['log-2', 'of-log-2'],
  ];
  await vi.waitFor(async () => {
    clock().advance(30_000);
    expect(await followed()).toEqual(both);
  });
  expect(await stats()).toMatchObject({
    num_success_start_replication: 2,
    num_failed_start_replication: 0,
    failed_indices: [],
    autofollow_stats: [{ name: 'r', pattern: 'log-*', leader_alias: 'leader' }],
  });
  await restart();
  await leader.call('PUT', '/log-3', {});
  await vi.waitFor(async () => {
    clock().advance(30_000);
    expect(await followed()).toEqual([...both, ['log-3', 'of-log-3']]);
  });
  expect(await ask('DELETE', rules, { leader_alias: 'leader', name: 'r' })).toEqual(done);
  expect((await stats()).autofollow_stats).toEqual([]);
  expect(await followed()).toHaveLength(3);
});

test('a paused rule begins nothing, is listed with its reason, and goes on when it is resumed', async () => {
  const { leader, ask, followed, stats } = await two();
  await ask('POST', rules, rule);
  const named = { leader_alias: 'leader', name: 'r' };
  expect(await ask('POST', `${rules}/_pause`, { ...named, reason: 'later' })).toEqual(done);
  await leader.call('PUT', '/log-1', {});
  expect((await stats()).autofollow_stats).toMatchObject([{ status: 'PAUSED', reason: 'later' }]);
  expect(await followed()).toEqual([]);
  expect(await ask('POST', `${rules}/_resume`, named)).toEqual(done);
  await vi.waitFor(async () => expect(await followed()).toEqual([['log-1', 'log-1']]));
});

test('a leader that cannot be asked and indices that cannot be followed are counted, and tried again', async () => {
  const { leader, ask, followed, stats, link, clock } = await two();
  await leader.call('PUT', '/log-1', { body: { settings: { 'index.soft_deletes.enabled': false } } });
  await ask('POST', rules, rule);
  await vi.waitFor(async () => expect((await stats()).failed_indices).toEqual(['log-1']));
  link.isCut = true;
  await vi.waitFor(async () => {
    clock().advance(30_000);
    expect((await stats()).num_failed_leader_calls).toBeGreaterThan(0);
  });
  link.isCut = false;
  await leader.call('DELETE', '/log-1');
  await leader.call('PUT', '/log-1', {});
  await vi.waitFor(async () => {
    clock().advance(3_600_000);
    expect(await followed()).toEqual([['log-1', 'log-1']]);
  });
  expect((await stats()).failed_indices).toEqual([]);
});

test('rules that are not sound, are there already or are not there are refused', async () => {
  const { ask } = await two();
  const failed = (problem: string) => [400, invalid, `Validation Failed: 1: ${problem};`];
  expect(await ask('POST', rules)).toEqual([400, 'parse_exception', 'request body is required']);
  expect(await ask('POST', rules, { pattern: 'a' })).toEqual(
    failed('Missing connection or name in the request'),
  );
  expect(await ask('POST', rules, { leader_alias: 'leader', name: 'r' })).toEqual(failed('Missing pattern'));
  const patterns: [string, string][] = [
    ['', 'must not be empty'],
    ['a b', 'must not contain the following characters [ , ", *, \\, <, |, ,, >, /, ?]'],
    ['a#', "must not contain '#' or ':'"],
    ['_a', "must not start with '_' or '-'"],
  ];
  for (const [pattern, problem] of patterns) {
    expect(await ask('POST', rules, { ...rule, pattern })).toEqual(
      failed(`Autofollow pattern: ${pattern} ${problem}`),
    );
  }
  expect(await ask('POST', rules, { ...rule, follower_index_pattern: 'x' })).toEqual(
    failed('follower_index_pattern must contain {{leader_index}}'),
  );
  expect((await ask('POST', rules, { ...rule, leader_alias: 'x' }))[1]).toBe(
    'no_such_remote_cluster_exception',
  );
  expect(await ask('POST', rules, rule)).toEqual(done);
  expect(await ask('POST', rules, rule)).toEqual([
    500,
    'exception',
    'Exisiting autofollow replication rule cannot be recreated/updated',
  ]);
  expect(await ask('DELETE', rules, rule)).toEqual(failed('Unexpected pattern'));
  expect(await ask('POST', rules, { ...rule, name: '_R', pattern: '' })).toEqual(
    failed(
      "Value _R must be lowercase;2: Value _R must not start with '_' or '-' or '+';3: Autofollow pattern:  must not be empty",
    ),
  );
  expect((await ask('POST', rules, { ...rule, name: 's', settings: { 'index.no_such': 1 } }))[2]).toContain(
    'unknown setting [index.no_such]',
  );
  expect(await ask('DELETE', rules, { leader_alias: 'leader', name: 'x' })).toEqual([
    404,
    'resource_not_found_exception',
    "Metadata for x doesn't exist",
  ]);
  const interval = { persistent: { 'replication.autofollow.fetch_poll_interval': '1s' } };
  expect((await ask('PUT', '/_cluster/settings', interval))[2]).toBe(
    'failed to parse value [1s] for setting [replication.autofollow.fetch_poll_interval], must be >= [30s]',
  );
});
