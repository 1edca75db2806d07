import { MemoryDisk } from '@sextant/base/testing';
import { afterEach, expect, test, vi } from 'vitest';
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
  const roles = 'Need roles for leader_cluster_role and follower_cluster_role';
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
    ['f', { ...started, use_roles: one }, roles],
  ];
  const names =
    "Value .A# must be lowercase;2: Value .A# must not contain '#' or ':';3: Value .A# must not start with '.'";
  cases.push(
    ['f', { ...started, leader_index: '.A#', use_roles: one }, `${names};4: ${roles}`],
    ['_f', started, "Value _f must not start with '_' or '-' or '+'"],
    ['f', { ...started, use_roles: { ...one, follower_cluster_role: null } }, roles],
  );
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

test('an index that follows itself, or has no soft deletes, is not followed', async () => {
  const [first, second] = [new ClusterLink(), new ClusterLink()];
  const leader = await testApp({ connectClusters: first.leader });
  const middle = await testApp({
    connectClusters: (handlers) => {
      second.leader(handlers);
      return first.follower();
    },
  });
  const last = await testApp({ connectClusters: second.follower });
  apps.push(leader, middle, last);
  await leader.call('PUT', '/l', {});
  await leader.call('PUT', '/hard', { body: { settings: { 'index.soft_deletes.enabled': false } } });
  const start = async (app: TestApp, leaderIndex: string) => {
    const body = { ...started, leader_index: leaderIndex };
    const answer = await app.call('PUT', '/_replication/m/_start?wait_for_restore=true', { body });
    return [answer.status, answer.json<{ error?: { reason: string } }>().error?.reason];
  };
  expect(await start(middle, 'hard')).toEqual([
    400,
    'Cannot Replicate an index where the setting index.soft_deletes.enabled is disabled',
  ]);
  expect(await start(middle, 'l')).toEqual([200, undefined]);
  expect(await start(last, 'm')).toEqual([400, 'Cannot Replicate a Replicated Index m']);
});

test('an index of a later version, and a cluster without replication, are told so', async () => {
  const link = new ClusterLink();
  const leader = await testApp({ connectClusters: link.leader });
  let change = (metadata: string): string => metadata;
  const follower = await testApp({
    connectClusters: () => {
      const { call, ...others } = link.follower();
      return {
        ...others,
        call: async (alias, action, ...rest) => {
          const answer = (await call(alias, action, ...rest)) as { readonly metadata?: string };
          return answer.metadata === undefined ? answer : { metadata: change(answer.metadata) };
        },
      };
    },
  });
  apps.push(leader, follower);
  await leader.call('PUT', '/l', {});
  const start = async () => {
    const answer = await follower.call('PUT', '/_replication/f/_start', { body: started });
    const { error } = answer.json<{ error: { type: string; reason: string } }>();
    return [answer.status, error.type, error.reason];
  };
  const later = String((4 * 1_000_000 + 10_000 + 299) ^ 0x0800_0000);
  change = (metadata) => metadata.replace(/("index.version.created":)"\d+"/, `$1"${later}"`);
  expect(await start()).toEqual([
    400,
    'illegal_argument_exception',
    'Leader index[l] is on higher version [4.1.2] than follower [3.6.0]',
  ]);
  link.leader(new Map());
  expect(await start()).toEqual([
    500,
    'unsupported_operation_exception',
    'Replication is not enabled on the remote domain',
  ]);
});

test('where the cluster is read-only nothing of replication is changed', async () => {
  const { leader, follower, start } = await two();
  await leader.call('PUT', '/l', {});
  expect((await start('f', started))[0]).toBe(200);
  const readOnly = (value: boolean | null) =>
    follower.call('PUT', '/_cluster/settings', {
      body: { persistent: { 'cluster.blocks.read_only': value } },
    });
  await readOnly(true);
  const rule = { leader_alias: 'leader', name: 'r', pattern: 'x*' };
  const calls: [string, string, object][] = [
    ['PUT', '/g/_start', started],
    ['POST', '/f/_pause', {}],
    ['POST', '/f/_resume', {}],
    ['PUT', '/f/_update', { settings: { 'index.refresh_interval': '5s' } }],
    ['POST', '/f/_stop', {}],
    ['POST', '/_autofollow', rule],
    ['DELETE', '/_autofollow', { leader_alias: 'leader', name: 'r' }],
  ];
  for (const [method, path, body] of calls) {
    const answer = await follower.call(method, `/_replication${path}`, { body });
    const { error } = answer.json<{ error?: { reason: string } }>();
    expect([path, answer.status, error?.reason]).toEqual([
      path,
      403,
      'blocked by: [FORBIDDEN/6/cluster read-only (api)];',
    ]);
  }
  expect((await follower.call('GET', '/_replication/f/_status')).status).toBe(200);
  await readOnly(null);
});

test('settings of an update are checked before it is known whether the index follows', async () => {
  const { follower } = await two();
  const body = { settings: { 'index.no_such': 1 } };
  const answer = await follower.call('PUT', '/_replication/f/_update', { body });
  expect(answer.text).toContain('unknown setting [index.no_such]');
});

test('each body is read by a parser of its own name', async () => {
  const { follower } = await two();
  const calls: [string, string, string][] = [
    ['PUT', '/f/_start', 'FollowIndexRequestParser'],
    ['POST', '/f/_pause', 'PauseReplicationRequestParser'],
    ['POST', '/f/_resume', 'ResumeReplicationRequestParser'],
    ['POST', '/f/_stop', 'StopReplicationRequestParser'],
    ['POST', '/_autofollow', 'AutoFollowRequestParser'],
    ['DELETE', '/_autofollow', 'AutoFollowRequestParser'],
  ];
  for (const [method, path, parser] of calls) {
    const answer = await follower.call(method, `/_replication${path}`, { body: { foo: 1 } });
    const { error } = answer.json<{ error: { type: string; reason: string } }>();
    expect([path, answer.status, error.type]).toEqual([path, 400, 'x_content_parse_exception']);
    expect(error.reason).toContain(`[${parser}] unknown field [foo]`);
  }
  const bodyRequired = [
    ['POST', '/f/_resume'],
    ['POST', '/f/_stop'],
  ] as const;
  for (const [method, path] of bodyRequired) {
    const answer = await follower.call(method, `/_replication${path}`);
    expect(answer.text).toContain('request body or source parameter is required');
  }
});

test('a name that an alias has here is refused before anything is copied', async () => {
  const { leader, follower, start } = await two();
  await leader.call('PUT', '/l', {});
  await follower.call('PUT', '/i', { body: { aliases: { f: {} } } });
  expect(await start('f', started)).toEqual([
    400,
    'invalid_index_name_exception',
    'Invalid index name [f], already exists as alias',
  ]);
  const template = { index_patterns: ['s*'], data_stream: {} };
  await follower.call('PUT', '/_index_template/t', { body: template });
  await follower.call('PUT', '/_data_stream/s');
  expect((await start('s', started))[2]).toBe('Invalid index name [s], already exists as data stream');
  expect((await follower.call('GET', '/_replication/all_status')).json()).toEqual([]);
});

test('an index of which a primary is not active is not followed', async () => {
  const disk = new MemoryDisk();
  const before = await testApp({ disk });
  await before.call('PUT', '/l', {});
  await before.call('PUT', '/l/_doc/1', { body: { n: 1 } });
  const { uuid } = (await before.call('GET', '/_cat/indices/l?format=json')).json<{ uuid: string }[]>()[0]!;
  await before.close();
  disk.damage(`/data/indices/${uuid}/0/commit.point`, 30);
  const link = new ClusterLink();
  const follower = await testApp({ connectClusters: link.follower });
  apps.push(await testApp({ connectClusters: link.leader, disk }), follower);
  const answer = await follower.call('PUT', '/_replication/f/_start', { body: started });
  expect(answer.status).toBe(400);
  expect(answer.json()).toMatchObject({
    error: {
      type: 'validation_exception',
      reason: 'Validation Failed: 1: Primary shards in the Index[leader:l] are not active;',
    },
  });
  expect((await follower.call('GET', '/_replication/all_status')).json()).toEqual([]);
});

test.each([
  ['', '30s', 30_000],
  ['?timeout=5s', '5s', 5000],
])('a start%s whose files do not come is answered after %s, and goes on', async (query, shown, ms) => {
  const { leader, follower, link } = await two();
  await leader.call('PUT', '/l', {});
  await leader.call('PUT', '/l/_doc/1', { body: { n: 1 } });
  link.cutAfter('indices:data/read/plugins/replication/file_chunk');
  const waits = `${query === '' ? '?' : `${query}&`}wait_for_restore=true`;
  const path = `/_replication/f/_start${waits}`;
  let answer: Awaited<ReturnType<typeof follower.call>> | undefined;
  const asked = follower.call('PUT', path, { body: started }).then((given) => {
    answer = given;
  });
  await vi.waitFor(() => expect(link.isCut).toBe(true));
  follower.clock.advance(ms - 1);
  expect(answer).toBeUndefined();
  follower.clock.advance(1);
  await asked;
  expect(answer?.status).toBe(500);
  expect(answer?.json()).toMatchObject({
    error: {
      type: 'illegal_state_exception',
      reason: `Timed out when waiting for persistent task after ${shown}`,
    },
  });
  link.isCut = false;
  await vi.waitFor(async () => {
    follower.clock.advance(60_000);
    const { status } = (await follower.call('GET', '/_replication/f/_status')).json<{ status: string }>();
    expect(status).toBe('SYNCING');
  }, 10_000);
});
