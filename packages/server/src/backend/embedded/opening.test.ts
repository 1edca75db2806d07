import type { Channel } from '@sextant/base';
import { channelPair, FakeClock, MemoryDisk, SeededRandom } from '@sextant/base/testing';
import { serveMerger, serveWriter } from '@sextant/engine';
import { afterEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../testing/test-app.ts';

type Body = Record<string, unknown>;

let app: TestApp;
afterEach(() => app.close());

/** A channel that holds the call to open all shards until it is told to `proceed`. */
function held(inner: Channel): { readonly channel: Channel; readonly proceed: () => void } {
  const calls: (() => void)[] = [];
  const isHeld = (message: unknown): boolean => {
    const { method, args } = message as { readonly method?: string; readonly args?: readonly unknown[] };
    return method === 'openShards' && args?.length === 0;
  };
  const channel: Channel = {
    post: (...sent) => inner.post(...sent),
    onEnd: (listener) => inner.onEnd(listener),
    end: () => inner.end(),
    onMessage: (listener) =>
      inner.onMessage((message) => {
        if (isHeld(message)) calls.push(() => listener(message));
        else listener(message);
      }),
  };
  const proceed = (): void => {
    for (const call of calls.splice(0)) call();
  };
  return { channel, proceed };
}

/** A service that has just been started over three indices, of which no shard is open yet. */
async function starting(): Promise<{ readonly proceed: () => void }> {
  const disk = new MemoryDisk();
  const before = await testApp({ disk });
  for (const index of ['a', 'b', 'c']) {
    await before.call('PUT', `/${index}`, {
      body: { settings: { number_of_shards: 2, number_of_replicas: 0 } },
    });
    for (let id = 0; id < 5; id++) await before.call('PUT', `/${index}/_doc/${id}`, { body: { id } });
  }
  await before.close();
  const clock = new FakeClock();
  const random = new SeededRandom(2);
  const [engineEnd, writerEnd] = channelPair();
  const { channel, proceed } = held(writerEnd);
  app = await testApp({
    disk,
    threads: {
      writer: () => {
        serveWriter(channel, { disk, directory: '/data', clock, random });
        return engineEnd;
      },
      merger: () => {
        const [here, there] = channelPair();
        serveMerger(there, { disk, clock });
        return here;
      },
    },
  });
  return { proceed };
}

const get = async <T = Body>(path: string): Promise<T> => (await app.call('GET', path)).json<T>();

/** Health, as soon as no shard is being opened any more: the clock stands, so that no request can wait for it. */
async function opened(path: string): Promise<Body> {
  for (let asked = 0; asked < 100; asked++) {
    const health = await get(path);
    if (health.initializing_shards === 0) return health;
  }
  return { status: 'shards are still being opened' };
}

test('while shards are opened the service answers, red, and says which', async () => {
  const { proceed } = await starting();
  expect(await get('/_cluster/health?level=shards')).toMatchObject({
    status: 'red',
    active_primary_shards: 0,
    initializing_shards: 6,
    unassigned_shards: 0,
    active_shards_percent_as_number: 0,
    indices: { b: { status: 'red', shards: { '1': { primary_active: false, initializing_shards: 1 } } } },
  });
  const waited = await app.call('GET', '/_cluster/health?wait_for_no_initializing_shards=true&timeout=0s');
  expect(waited.status).toBe(408);
  expect(await get<Body[]>('/_cat/health?format=json')).toMatchObject([{ status: 'red', init: '6' }]);
  expect(await get<Body[]>('/_cat/indices/b?format=json')).toMatchObject([{ index: 'b', health: 'red' }]);
  const shards = await get<Body[]>('/_cat/shards/b?format=json&h=shard,state,node');
  expect(shards).toEqual(['0', '1'].map((shard) => ({ shard, state: 'INITIALIZING', node: 'test-node' })));
  const state = await get<{ routing_table: { indices: { b: { shards: Record<string, Body[]> } } } }>(
    '/_cluster/state/routing_table',
  );
  expect(state.routing_table.indices.b.shards['0']).toMatchObject([{ state: 'INITIALIZING', primary: true }]);
  proceed();
  expect(await opened('/_cluster/health')).toMatchObject({
    status: 'green',
    active_primary_shards: 6,
    initializing_shards: 0,
  });
});

test.each<[string, string, string, Body | undefined, Body]>([
  ['a search', 'POST', '/b/_search', { query: { term: { id: 3 } } }, { hits: { total: { value: 1 } } }],
  ['a count', 'GET', '/b/_count', undefined, { count: 5, _shards: { total: 2, successful: 2 } }],
  ['a read by id', 'GET', '/b/_doc/4', undefined, { found: true, _source: { id: 4 } }],
  ['a write', 'PUT', '/b/_doc/4', { id: 5 }, { result: 'updated', _version: 2 }],
  [
    'a change of the mapping',
    'PUT',
    '/b/_mapping',
    { properties: { n: { type: 'long' } } },
    { acknowledged: true },
  ],
  ['a refresh', 'POST', '/b/_refresh', undefined, { _shards: { total: 2, successful: 2 } }],
])(
  '%s waits for the shards of its index, which come before the others',
  async (_, method, path, body, answer) => {
    const { proceed } = await starting();
    const got = await app.call(method, path, body === undefined ? {} : { body });
    expect(got.json<Body>()).toMatchObject(answer);
    const { indices } = await get<{ indices: Record<string, Body> }>('/_cluster/health?level=indices');
    expect([indices.a!.status, indices.c!.status]).toEqual(['red', 'red']);
    proceed();
    expect(await opened('/_cluster/health')).toMatchObject({ status: 'green' });
    expect(await get('/a,c/_count')).toMatchObject({ count: 10 });
  },
);

test('an index can be deleted or closed before its shards are open', async () => {
  const { proceed } = await starting();
  expect((await app.call('DELETE', '/a')).status).toBe(200);
  expect((await app.call('POST', '/b/_close')).status).toBe(200);
  proceed();
  expect(await opened('/_cluster/health/c')).toMatchObject({ status: 'green' });
  expect((await app.call('POST', '/b/_open')).status).toBe(200);
  expect(await get('/_count')).toMatchObject({ count: 10 });
  expect((await get<Body[]>('/_cat/indices?format=json')).length).toBe(2);
});
