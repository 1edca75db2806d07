import { afterEach, expect, test, vi } from 'vitest';
import { ClusterLink } from '../../../testing/cluster-link.ts';
import { started } from '../../../testing/replication/two-clusters.ts';
import { type TestApp, testApp } from '../../../testing/test-app.ts';
import type { WireValue } from '../../../transport/remote-clusters.ts';
import { leaderActions } from './leader-actions.ts';

const apps: TestApp[] = [];
afterEach(async () => {
  for (const app of apps.splice(0).reverse()) await app.close();
});

interface Body {
  readonly error?: { readonly reason: string };
  readonly status?: string;
  readonly f: { readonly aliases: object };
}

type Answer = { readonly [name: string]: WireValue };

/** Two clusters, of which the one that is followed answers as `change` says. */
async function two() {
  const link = new ClusterLink();
  const leader = await testApp({ connectClusters: link.leader });
  let change = (_action: string, answer: Answer): Answer => answer;
  const follower = await testApp({
    connectClusters: () => {
      const { call, ...others } = link.follower();
      return {
        ...others,
        call: async (alias, action, ...rest) =>
          change(action, (await call(alias, action, ...rest)) as Answer),
      };
    },
  });
  apps.push(leader, follower);
  const caller = (app: TestApp) => async (method: string, path: string, body?: object) => {
    const answer = await app.call(method, path, body && { body });
    return { status: answer.status, body: answer.json<Body>() };
  };
  return {
    l: caller(leader),
    f: caller(follower),
    clock: follower.clock,
    answering: (changed: typeof change) => {
      change = changed;
    },
  };
}

const changingMetadata = (more: object) => (action: string, answer: Answer) =>
  action === leaderActions.validate
    ? { metadata: JSON.stringify({ ...JSON.parse(String(answer.metadata)), ...more }) }
    : answer;

test.each([
  ['a uuid that would be a way to another folder', { uuid: '../../../home/x/' }],
  ['no uuid', { uuid: 7 }],
  ['another name', { name: 'other' }],
  ['another number of shards than its settings say', { numberOfShards: 1_000_000_000 }],
  ['aliases that are none', { aliases: { a: 1 } }],
])('a leader that tells %s is not followed', async (_, more) => {
  const { l, f, answering } = await two();
  await l('PUT', '/l', {});
  answering(changingMetadata(more));
  const { status, body } = await f('PUT', '/_replication/f/_start', started);
  expect([status, body.error?.reason]).toEqual([400, '[metadata] of a call between clusters cannot be read']);
  expect((await f('GET', '/_replication/all_status')).body).toEqual([]);
});

test('files of other shards than the index has make no index', async () => {
  const { l, f, answering } = await two();
  await l('PUT', '/l', { settings: { number_of_shards: 2 } });
  answering((action, answer) =>
    action === leaderActions.beginFiles
      ? { ...answer, shards: (answer.shards as WireValue[]).slice(1) }
      : answer,
  );
  await f('PUT', '/_replication/f/_start', started);
  await vi.waitFor(async () => {
    expect((await f('GET', '/_replication/f/_status')).body.status).toBe('FAILED');
  });
  expect((await f('GET', '/f')).status).toBe(404);
});

test('a rule begins nothing that does not fit its pattern, whatever its leader names', async () => {
  const { l, f, answering } = await two();
  for (const name of ['log-1', 'people']) await l('PUT', `/${name}`, {});
  answering((action, answer) =>
    action === leaderActions.names ? { names: [{ name: 'people' }, { name: 'log-1' }] } : answer,
  );
  const rule = { leader_alias: 'leader', name: 'r', pattern: 'log-*' };
  expect((await f('POST', '/_replication/_autofollow', rule)).status).toBe(200);
  await vi.waitFor(async () => {
    const found = (await f('GET', '/_replication/all_status')).body as unknown as {
      follower_index: string;
    }[];
    expect(found.map(({ follower_index: name }) => name)).toEqual(['log-1']);
  });
  expect((await f('GET', '/_replication/autofollow_stats')).body).toMatchObject({
    num_success_start_replication: 1,
    failed_indices: [],
  });
  expect((await f('GET', '/people')).status).toBe(404);
});

test('an alias of a leader whose name something else has here is left out until it is free', async () => {
  const { l, f, clock } = await two();
  await f('PUT', '/people/_doc/1', { own: true });
  await l('PUT', '/l', { aliases: { people: {}, ours: {} } });
  await f('PUT', '/_replication/f/_start?wait_for_restore=true', started);
  const aliases = async () => Object.keys((await f('GET', '/f/_alias')).body.f.aliases).sort();
  expect(await aliases()).toEqual(['ours']);
  await l('POST', '/_aliases', { actions: [{ add: { index: 'l', alias: 'later' } }] });
  await vi.waitFor(async () => {
    clock.advance(60_000);
    expect(await aliases()).toEqual(['later', 'ours']);
  });
  await f('DELETE', '/people');
  await vi.waitFor(async () => {
    clock.advance(60_000);
    expect(await aliases()).toEqual(['later', 'ours', 'people']);
  });
});

test('aliases that could be none here are left out', async () => {
  const { l, f, answering } = await two();
  await l('PUT', '/l', { aliases: { fine: {} } });
  answering(
    changingMetadata({ aliases: { fine: {}, '*': {}, 'a,b': {}, '.sextant-security': {}, _all: {} } }),
  );
  await f('PUT', '/_replication/f/_start?wait_for_restore=true', started);
  expect((await f('GET', '/f/_alias')).body.f.aliases).toEqual({ fine: {} });
});

const settingsOf = (more: object) => (action: string, answer: Answer) => {
  if (action !== leaderActions.validate) return answer;
  const metadata = JSON.parse(String(answer.metadata)) as { readonly settings: object };
  return { metadata: JSON.stringify({ ...metadata, settings: { ...metadata.settings, ...more } }) };
};

const refusedSettings = [
  ['of another type', { 'index.refresh_interval': 'soon' }, 'setting [index.refresh_interval]'],
  ['out of range', { 'index.mapping.total_fields.limit': '-3' }, '[index.mapping.total_fields.limit]'],
  ['that is no text', { 'index.hidden': { a: 1 } }, 'setting [index.hidden] is neither text nor a list'],
  [
    'that do not fit together',
    { 'index.merge.scheduler.max_thread_count': '9', 'index.merge.scheduler.max_merge_count': '2' },
    'maxThreadCount (= 9) should be <= maxMergeCount (= 2)',
  ],
] as const;

test.each(refusedSettings)(
  'an index with settings %s is not followed, and the cause is told',
  async (_, more, reason) => {
    const { l, f, answering } = await two();
    await l('PUT', '/l', {});
    answering(settingsOf(more));
    const { status, body } = await f('PUT', '/_replication/f/_start', started);
    expect([status, body.error?.reason]).toEqual([400, expect.stringContaining(reason)]);
    expect(body.error?.reason).toContain('settings of leader index [l] cannot be taken: ');
    expect((await f('GET', '/_replication/all_status')).body).toEqual([]);
  },
);

test.each(refusedSettings)(
  'settings %s that come later pause the follower with the cause',
  async (_, more, reason) => {
    const { l, f, answering, clock } = await two();
    await l('PUT', '/l', {});
    await f('PUT', '/_replication/f/_start?wait_for_restore=true', started);
    answering(settingsOf(more));
    const status = async () =>
      (await f('GET', '/_replication/f/_status')).body as { readonly reason?: string };
    await vi.waitFor(async () => {
      clock.advance(60_000);
      expect(await status()).toMatchObject({
        status: 'PAUSED',
        reason: expect.stringMatching(
          /^AutoPaused: \[\[f\]\[0\] - IllegalArgumentException - "settings of leader index/,
        ),
      });
    });
    expect((await status()).reason).toContain(reason);
    answering((_action, answer) => answer);
    expect((await f('POST', '/_replication/f/_resume', {})).status).toBe(200);
    await vi.waitFor(async () => expect((await status()) as object).toMatchObject({ status: 'SYNCING' }));
  },
);

test('an index of more shards than this cluster may have is not followed', async () => {
  const { l, f } = await two();
  await l('PUT', '/l', { settings: { number_of_shards: 3 } });
  await f('PUT', '/_cluster/settings', { persistent: { 'cluster.max_shards_per_node': 2 } });
  const { status, body } = await f('PUT', '/_replication/f/_start', started);
  expect([status, body.error?.reason]).toEqual([
    400,
    expect.stringContaining('this action would add [6] total'),
  ]);
});
