import { afterEach, expect, test } from 'vitest';
import { ClusterLink } from '../../../testing/cluster-link.ts';
import { type TestApp, testApp } from '../../../testing/test-app.ts';

const apps: TestApp[] = [];
afterEach(async () => {
  for (const app of apps.splice(0).reverse()) await app.close();
});

async function two() {
  const link = new ClusterLink();
  const leader = await testApp({ connectClusters: link.leader });
  const follower = await testApp({ connectClusters: link.follower });
  apps.push(leader, follower);
  const start = async (index: string, body?: object) => {
    const answer = await follower.call('PUT', `/_replication/${index}/_start`, body && { body });
    const { error } = answer.json<{ error?: { type: string; reason: string } }>();
    return [answer.status, error?.type, error?.reason];
  };
  return { leader, follower, link, start };
}

const started = { leader_alias: 'leader', leader_index: 'l' };
const invalid = 'action_request_validation_exception';

test('a start that cannot be read or is not sound is refused before the leader is asked', async () => {
  const { start, link } = await two();
  expect(await start('f')).toEqual([400, 'parse_exception', 'request body or source parameter is required']);
  const unknown = await start('f', { ...started, foo: 1 });
  expect(unknown.slice(0, 2)).toEqual([400, 'x_content_parse_exception']);
  expect(unknown[2]).toContain('[FollowIndexRequestParser] unknown field [foo]');
  const mandatory = 'Mandatory params [leader_alias, leader_index] are missing for the request';
  const one = { leader_cluster_role: 'a' };
  const cases: [string, object, string][] = [
    ['f', {}, mandatory],
    ['f', { leader_alias: 'leader' }, mandatory],
    ['f', { ...started, leader_index: 'L' }, 'Value L must be lowercase'],
    ['f', { ...started, leader_index: 'a#b' }, "Value a#b must not contain '#' or ':'"],
    ['f', { ...started, leader_index: '_a' }, "Value _a must not start with '_' or '-' or '+'"],
    ['f', { ...started, leader_index: '.a' }, "Value .a must not start with '.'"],
    [
      'f',
      { ...started, leader_index: 'x'.repeat(256) },
      `Value ${'x'.repeat(256)} must not be longer than 255 bytes`,
    ],
    ['f', { ...started, use_roles: one }, 'Need roles for leader_cluster_role and follower_cluster_role'],
  ];
  for (const [index, body, problem] of cases) {
    expect(await start(index, body)).toEqual([400, invalid, `Validation Failed: 1: ${problem};`]);
  }
  expect(await start('f', { ...started, leader_alias: 'x' })).toEqual([
    404,
    'no_such_remote_cluster_exception',
    'no such remote cluster: [x]',
  ]);
  expect(link.asked).toEqual([]);
});

test('an index that cannot be followed is refused in the words of its leader', async () => {
  const { start, leader, follower } = await two();
  expect(await start('f', started)).toEqual([404, 'index_not_found_exception', 'no such index [l]']);
  await leader.call('PUT', '/real', { body: { aliases: { l: {} } } });
  expect(await start('f', started)).toEqual([404, 'index_not_found_exception', 'no such index [leader:l]']);
  await leader.call('POST', '/real/_close');
  expect(await start('f', { ...started, leader_index: 'real' })).toEqual([
    400,
    'index_closed_exception',
    'closed',
  ]);
  await leader.call('PUT', '/ok', {});
  await follower.call('PUT', '/f', {});
  expect(await start('f', { ...started, leader_index: 'ok' })).toEqual([
    400,
    'illegal_argument_exception',
    'Cant use same index again for replication. Delete the index:f',
  ]);
  const settings = { 'index.number_of_shards': 3 };
  expect(await start('g', { ...started, leader_index: 'ok', settings })).toEqual([
    400,
    'illegal_argument_exception',
    'cannot modify setting [index.number_of_shards] on restore',
  ]);
  expect((await start('h', { ...started, leader_index: '.sextant-security' }))[0]).toBe(400);
});

test('without a way to other clusters no alias is known', async () => {
  const app = await testApp();
  apps.push(app);
  const answer = await app.call('PUT', '/_replication/f/_start', { body: started });
  expect([answer.status, answer.text]).toEqual([
    404,
    expect.stringContaining('no such remote cluster: [leader]'),
  ]);
});
