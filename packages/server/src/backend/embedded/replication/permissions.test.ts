import { MemoryDisk } from '@sextant/base/testing';
import { afterEach, expect, test, vi } from 'vitest';
import { ClusterLink } from '../../../testing/cluster-link.ts';
import { type TestApp, testApp } from '../../../testing/test-app.ts';

const apps: TestApp[] = [];
afterEach(async () => {
  for (const app of apps.splice(0).reverse()) await app.close();
});

/** Passwords are hashed in between. */
const eventually = (check: () => Promise<void>) => vi.waitFor(check, 20_000);
const password = 'a long enough secret';
const strong = 'Str0ng-Enough-Phrase!';
const settings = { 'security.enabled': 'true', 'security.admin_password': password };
const api = '/_plugins/_security/api';

type Ask = (method: string, path: string, body?: object | string, as?: string) => Promise<unknown[]>;

/** Calls as a user; answers status, type and reason of an error, or the body. */
function asking(app: TestApp): Ask {
  return async (method, path, body, as = 'admin') => {
    const word = as === 'admin' ? password : strong;
    const authorization = `Basic ${Buffer.from(`${as}:${word}`).toString('base64')}`;
    const answer = await app.call(method, path, {
      headers: { authorization },
      ...(body === undefined ? {} : { body }),
    });
    const found = answer.json<{ error?: { type: string; reason: string } }>();
    const { error } = found;
    return error === undefined ? [answer.status, found] : [answer.status, error.type, error.reason];
  };
}

async function two({ leaderSettings = settings, followerSettings = settings } = {}) {
  const link = new ClusterLink();
  const disk = new MemoryDisk();
  const leader = await testApp({ settings: leaderSettings, connectClusters: link.leader });
  const follow = () => testApp({ settings: followerSettings, connectClusters: link.follower, disk });
  const follower = await follow();
  apps.push(leader, follower);
  /** The follower, opened again. */
  const again = async (): Promise<Ask> => {
    await apps.pop()!.close();
    apps.push(await follow());
    return asking(apps.at(-1)!);
  };
  return { link, leader, follower, disk, l: asking(leader), f: asking(follower), again };
}

const validate = 'indices:admin/plugins/replication/index/setup/validate';
const changes = 'indices:data/read/plugins/replication/changes';
const files = 'indices:data/read/plugins/replication/file_chunk';
const writes = 'indices:data/write/plugins/replication/changes';
const start = 'indices:admin/plugins/replication/index/start';

const roleOf = (actions: readonly string[], more: object = {}, patterns = ['*']) => ({
  cluster_permissions: ['cluster:admin/plugins/replication/autofollow/update'],
  index_permissions: [{ index_patterns: patterns, allowed_actions: actions, ...more }],
});

/** A user `ann` on both sides, who has the roles `lead` and `follow` there. */
async function withAnn(both: { readonly l: Ask; readonly f: Ask }): Promise<void> {
  for (const [ask, role, actions] of [
    [both.l, 'lead', [validate, changes, files]],
    [both.f, 'follow', [validate, start, writes]],
  ] as const) {
    expect((await ask('PUT', `${api}/roles/${role}`, roleOf(actions)))[0]).toBe(201);
    expect((await ask('PUT', `${api}/internalusers/ann`, { password: strong }))[0]).toBe(201);
    expect((await ask('PUT', `${api}/rolesmapping/${role}`, { users: ['ann'] }))[0]).toBe(201);
  }
}

const use_roles = { leader_cluster_role: 'lead', follower_cluster_role: 'follow' };
const started = { leader_alias: 'leader', leader_index: 'l', use_roles };
const builtIn = { leader_cluster_role: 'replication_leader', follower_cluster_role: 'replication_follower' };
const ofAdmin = { ...started, use_roles: builtIn };
const done = [200, { acknowledged: true }];
const ann = 'User [name=ann, backend_roles=[], requestedTenant=null]';
const refused = (reason: string) => [403, 'security_exception', reason];
const noRight = (action: string, who = ann) => refused(`no permissions for [${action}] and ${who}`);
const noMapping = (role: string) => refused(`No mapping for ${ann} on roles [${role}]`);
const startBy = (f: Ask, body: object = started, index = 'f', as = 'ann') =>
  f('PUT', `/_replication/${index}/_start?wait_for_restore=true`, body, as);

test('with security on roles are mandatory, after the alias is known and before the leader is asked', async () => {
  const { l, f, link } = await two();
  await withAnn({ l, f });
  const { use_roles: _, ...without } = started;
  expect((await startBy(f, { ...without, leader_alias: 'x' }))[1]).toBe('no_such_remote_cluster_exception');
  for (const body of [without, { ...without, use_roles: {} }, { ...without, use_roles: null }]) {
    expect(await startBy(f, body)).toEqual(refused('Follower roles are mandatory for replication'));
  }
  const rule = { leader_alias: 'leader', name: 'r', pattern: 'l*' };
  expect(await f('POST', '/_replication/_autofollow', rule, 'ann')).toEqual(
    refused('Follower roles are mandatory for replication'),
  );
  expect(link.asked).toEqual([]);
});

test('a start is judged for the user here, the user there, the role here and the role there, in this order', async () => {
  const { l, f, link } = await two();
  const user = `${api}/internalusers/ann`;
  for (const ask of [l, f]) await ask('PUT', user, { password: strong });
  await f('PUT', `${api}/roles/starter`, roleOf([start]));
  await f('PUT', `${api}/rolesmapping/starter`, { users: ['ann'] });
  expect(await startBy(f)).toEqual(noRight(validate));
  expect(link.asked).toEqual([]);
  await f('PUT', `${api}/roles/checked`, roleOf([validate]));
  await f('PUT', `${api}/rolesmapping/checked`, { users: ['ann'] });
  expect(await startBy(f)).toEqual(noRight(validate));
  expect(link.asked).toEqual([`${validate}/permissions`]);
  await l('PUT', `${api}/roles/checked`, roleOf([validate]));
  await l('PUT', `${api}/rolesmapping/checked`, { users: ['an*'] });
  expect(await startBy(f)).toEqual(noMapping('follow'));
  await f('PUT', `${api}/roles/follow`, roleOf([start]));
  await f('PUT', `${api}/rolesmapping/follow`, { users: ['ann'] });
  expect(await startBy(f)).toEqual(noRight(validate));
  await f('PUT', `${api}/roles/follow`, roleOf([validate]));
  expect(await startBy(f)).toEqual(noMapping('lead'));
  await l('PUT', `${api}/roles/lead`, roleOf([validate], {}, ['other*']));
  await l('PUT', `${api}/rolesmapping/lead`, { users: ['ann'] });
  expect(await startBy(f)).toEqual(noRight(validate));
  await l('PUT', `${api}/roles/lead`, roleOf([validate]));
  // Only now the leader says what it has.
  expect(await startBy(f)).toEqual([404, 'index_not_found_exception', 'no such index [l]']);
  await l('PUT', '/l', {});
  const associated = 'associated roles [follow]';
  await startBy(f);
  await eventually(async () => {
    const [, status] = await f('GET', '/_replication/f/_status');
    expect(status).toMatchObject({
      status: 'FAILED',
      reason: expect.stringContaining(`no permissions for [${writes}] and ${associated}`),
    });
  });
});

test('roles that hide documents or fields cannot follow, on neither side', async () => {
  const both = await two();
  const { l, f } = both;
  await withAnn(both);
  await l('PUT', '/l', {});
  const text = 'Cross Cluster Replication is not supported when FLS or DLS or Fieldmasking is activated';
  const hidden = [{ dls: '{"match_all":{}}' }, { fls: ['~secret'] }];
  for (const [ask, role, actions] of [
    [f, 'follow', [validate, start, writes]],
    [l, 'lead', [validate, changes, files]],
  ] as const) {
    for (const more of hidden) {
      await ask('PUT', `${api}/roles/${role}`, roleOf(actions, more));
      const [status, type, reason] = await startBy(f);
      expect([status, type, reason]).toEqual([403, 'security_exception', expect.stringContaining(text)]);
    }
    await ask('PUT', `${api}/roles/${role}`, roleOf(actions));
  }
  expect(await startBy(f)).toEqual(done);
});

test('an administrator has the built-in roles; nobody follows indices of the service, or what an alias hides', async () => {
  const { l, f } = await two();
  await l('PUT', '/l', { aliases: { other: {} } });
  await l('PUT', '/l/_doc/1', { n: 1 });
  const body = ofAdmin;
  expect(await startBy(f, body, 'f', 'admin')).toEqual(done);
  expect((await startBy(f, { ...body, leader_index: '.sextant-security' }, 'g', 'admin'))[0]).toBe(400);
  expect(await startBy(f, { ...body, leader_index: 'other' }, 'g', 'admin')).toEqual([
    404,
    'index_not_found_exception',
    'no such index [leader:other]',
  ]);
  const [, record] = await f('GET', '/_replication/f/_status');
  expect(record).toMatchObject({ status: 'SYNCING', reason: 'User initiated' });
});

test('a follower whose role loses its rights, there or here, pauses and says why; with them it goes on', async () => {
  const both = await two();
  const { l, f, follower } = both;
  await withAnn(both);
  await l('PUT', '/l', { settings: { number_of_shards: 1 } });
  expect(await startBy(f)).toEqual(done);
  const statusOf = async () => (await f('GET', '/_replication/f/_status'))[1];
  for (const [ask, role, kept, lost] of [
    [l, 'lead', [validate, files], changes],
    [f, 'follow', [validate, start], writes],
  ] as const) {
    await ask('PUT', `${api}/roles/${role}`, roleOf(kept));
    await l('PUT', `/l/_doc/${role}`, { role });
    const cause = `SecurityException - "no permissions for [${lost}] and associated roles [${role}]"`;
    await eventually(async () => {
      follower.clock.advance(60_000);
      expect(await statusOf()).toMatchObject({
        status: 'PAUSED',
        reason: `AutoPaused: [[f][0] - ${cause}], `,
      });
    });
    expect(await f('POST', '/_replication/f/_resume', {})).toEqual(
      noRight(lost, `associated roles [${role}]`),
    );
    await ask('PUT', `${api}/roles/${role}`, roleOf([...kept, lost]));
    expect(await f('POST', '/_replication/f/_resume', {})).toEqual(done);
    await eventually(async () => {
      await f('POST', '/f/_refresh');
      expect((await f('GET', `/f/_doc/${role}`))[0]).toBe(200);
    });
  }
});

test('after a restart roles count as before, and of the user nothing is kept', async () => {
  const both = await two();
  const { l, f, link, disk, again } = both;
  await withAnn(both);
  await l('PUT', '/l', { settings: { number_of_shards: 1 } });
  expect(await startBy(f)).toEqual(done);
  const g = await again();
  await l('PUT', '/l/_doc/1', { n: 1 });
  await eventually(async () => {
    await g('POST', '/f/_refresh');
    expect((await g('GET', '/f/_doc/1'))[0]).toBe(200);
  });
  expect(link.callers.at(-1)).toEqual({ role: 'lead' });
  const texts = disk.files('/data').map((path) => Buffer.from(disk.readFile(path)).toString('latin1'));
  const kept = texts.filter((text) => text.includes('"roles":{"leader":"lead","follower":"follow"}'));
  expect(kept).toHaveLength(1);
  expect(kept[0]).not.toMatch(/"ann"|Phrase/);
});

test('for a user who is disabled there nothing is followed, though roles are mapped to his name', async () => {
  const both = await two();
  const { l, f } = both;
  await withAnn(both);
  await l('PUT', '/l', {});
  const enabled = (value: boolean) => [{ op: 'replace', path: '/enabled', value }];
  await l('PATCH', `${api}/internalusers/ann`, enabled(false));
  expect(await startBy(f)).toEqual(refused('the user [ann] is disabled'));
  await l('PATCH', `${api}/internalusers/ann`, enabled(true));
  expect(await startBy(f)).toEqual(done);
});

test('a name of a user or role that is too long is refused before anything is looked up', async () => {
  const { link, leader } = await two();
  await leader.call('GET', '/');
  const call = link
    .follower()
    .call('leader', validate, { index: 'l', alias: 'a' }, { role: 'x'.repeat(256) });
  await expect(call).rejects.toThrow('a name of a user or a role is too long');
});

test('the role of a rule says which indices it follows, and each start is judged by it', async () => {
  const both = await two();
  const { l, f, follower } = both;
  await withAnn(both);
  const rule = { leader_alias: 'leader', name: 'r', pattern: 'l*', use_roles };
  const create = (body: object = rule) => f('POST', '/_replication/_autofollow', body, 'ann');
  await l('PUT', `${api}/roles/lead`, roleOf([validate, changes, files], {}, ['la*']));
  expect(await create()).toEqual(noRight(validate));
  await l('PUT', `${api}/roles/lead`, roleOf([validate, changes, files], {}, ['l*']));
  expect(await create()).toEqual(done);
  await l('PUT', `${api}/roles/lead`, roleOf([validate, changes, files], {}, ['la*']));
  for (const name of ['la-1', 'lb-1']) await l('PUT', `/${name}`, {});
  const followed = async () => {
    follower.clock.advance(30_000);
    const [, all] = await f('GET', '/_replication/all_status');
    return (all as readonly { follower_index: string }[]).map((each) => each.follower_index);
  };
  await eventually(async () => expect(await followed()).toEqual(['la-1']));
  await f('PUT', `${api}/roles/follow`, roleOf([start, writes]));
  await l('PUT', '/la-2', {});
  await eventually(async () => {
    follower.clock.advance(30_000);
    const [, stats] = await f('GET', '/_replication/autofollow_stats');
    expect(stats).toMatchObject({ failed_indices: ['la-2'] });
  });
  expect(await followed()).toEqual(['la-1']);
});

test('with security off roles are ignored; on at one side alone it is refused in clear words', async () => {
  const off = { ...settings, 'security.enabled': 'false' };
  const neither = await two({ leaderSettings: off, followerSettings: off });
  await neither.l('PUT', '/l', {});
  expect(await startBy(neither.f)).toEqual(done);
  const one = await two({ leaderSettings: off });
  await one.l('PUT', '/l', {});
  const mismatch = 'security is on at one side and off at the other: have it on, or off, at both';
  expect(await startBy(one.f, ofAdmin, 'f', 'admin')).toEqual(refused(mismatch));
  const other = await two({ followerSettings: off });
  await other.l('PUT', '/l', {});
  expect(await startBy(other.f)).toEqual(refused('Leader roles are mandatory for replication'));
});
