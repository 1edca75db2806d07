import { MemoryDisk } from '@sextant/base/testing';
import { afterEach, expect, test } from 'vitest';
import type { Gate } from '../../../../http/authenticator.ts';
import { accessOf } from '../../../../security/access.ts';
import { type TestApp, type TestAppOptions, testApp } from '../../../../testing/test-app.ts';

const apps: TestApp[] = [];

async function filled(options: TestAppOptions = {}, headers: Record<string, string> = {}): Promise<TestApp> {
  const app = await testApp(options);
  apps.push(app);
  await app.call('PUT', '/s', { headers, body: { settings: { number_of_replicas: 0 } } });
  for (let n = 1; n <= 5; n++) {
    await app.call('PUT', `/s/_doc/${n}?refresh=true`, { headers, body: { n } });
  }
  return app;
}

afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});

interface Page {
  readonly _scroll_id: string;
  readonly hits: { readonly hits: readonly { readonly _id: string }[] };
}

const idsOf = ({ hits }: Page): string[] => hits.hits.map(({ _id }) => _id);

async function firstPage(app: TestApp, keepAlive = '1m'): Promise<Page> {
  return (await app.call('POST', `/s/_search?scroll=${keepAlive}&size=2&sort=n`)).json<Page>();
}

const next = (app: TestApp, scroll_id: string, headers: Record<string, string> = {}) =>
  app.call('POST', '/_search/scroll', { headers, body: { scroll: '1m', scroll_id } });

test('a scroll that nobody has used for longer than its keep-alive ends, one that is used stays', async () => {
  const app = await filled();
  const { _scroll_id: id } = await firstPage(app, '90s');
  app.clock.advance(80_000);
  expect(idsOf((await next(app, id)).json<Page>())).toEqual(['3', '4']);
  app.clock.advance(80_000);
  expect(idsOf((await next(app, id)).json<Page>())).toEqual(['5']);
  app.clock.advance(200_000);
  expect((await next(app, id)).json()).toMatchObject({
    status: 404,
    error: { root_cause: [{ type: 'search_context_missing_exception' }] },
  });
});

test('a page of a scroll tells of each shard that has gone with its index', async () => {
  const app = await filled();
  await app.call('PUT', '/gone', { body: { settings: { number_of_shards: 3, number_of_replicas: 0 } } });
  const first = await app.call('POST', '/s,gone/_search?scroll=1m&size=2');
  await app.call('DELETE', '/gone');
  const page = (await next(app, first.json<Page>()._scroll_id)).json<Page & { readonly _shards: object }>();
  const reasons = [expect.any(String), expect.any(String), expect.any(String)];
  const failures = reasons.map((reason) => {
    return { shard: -1, index: null, reason: { type: 'search_context_missing_exception', reason } };
  });
  expect(page._shards).toEqual({ total: 4, successful: 1, skipped: 0, failed: 3, failures });
});

test('more contexts than the limits allow are refused, and ending one makes room', async () => {
  const app = await filled();
  const settings = { 'search.max_open_scroll_context': 1, 'search.max_open_pit_context': 1 };
  await app.call('PUT', '/_cluster/settings', { body: { transient: settings } });
  const { _scroll_id: id } = await firstPage(app);
  expect((await app.call('POST', '/s/_search?scroll=1m')).json()).toMatchObject({
    status: 429,
    error: { root_cause: [{ type: 'rejected_execution_exception' }] },
  });
  expect((await app.call('DELETE', '/_search/scroll', { body: { scroll_id: id } })).json()).toEqual({
    succeeded: true,
    num_freed: 1,
  });
  expect((await app.call('POST', '/s/_search?scroll=1m')).status).toBe(200);
  const open = () => app.call('POST', '/s/_search/point_in_time?keep_alive=1m');
  expect([(await open()).status, (await open()).status]).toEqual([200, 429]);
});

test('the statistics count contexts that are open, and those that have ended with their time', async () => {
  const app = await filled();
  const figures = async () => {
    const { _all } = (await app.call('GET', '/s/_stats/search')).json<{
      _all: { total: { search: object } };
    }>();
    return _all.total.search;
  };
  const { _scroll_id: id } = await firstPage(app);
  await app.call('POST', '/s/_search/point_in_time?keep_alive=1m');
  expect(await figures()).toMatchObject({ open_contexts: 2, scroll_current: 1, point_in_time_current: 1 });
  app.clock.advance(500);
  await app.call('DELETE', `/_search/scroll/${id}`);
  expect(await figures()).toMatchObject({
    open_contexts: 1,
    scroll_current: 0,
    scroll_total: 1,
    scroll_time_in_millis: 500,
  });
});

test('a context is lost with the process, and its id then finds nothing', async () => {
  const disk = new MemoryDisk();
  const app = await filled({ disk });
  const { _scroll_id: id } = await firstPage(app);
  await app.close();
  apps.splice(0);
  const again = await testApp({ disk });
  apps.push(again);
  expect((await next(again, id)).status).toBe(404);
});

test('a slice without its number, or without how many there are, finds nothing, unless it is the first', async () => {
  const app = await filled();
  const pit = (await app.call('POST', '/s/_search/point_in_time?keep_alive=1m')).json<{ pit_id: string }>();
  const found = async (path: string, body: object): Promise<unknown> => {
    const { _shards, hits } = (await app.call('POST', path, { body })).json<{
      readonly _shards: { readonly total: number };
      readonly hits: Page['hits'];
    }>();
    return [_shards.total, hits.hits.length];
  };
  for (const [slice, inScroll, inPit, inSearch] of [
    [{}, [0, 0], [1, 0], 200],
    [{ id: 1 }, [0, 0], [1, 0], 200],
    [{ max: 2 }, [1, 0], [1, 0], 500],
    [{ id: 0 }, [1, 5], [1, 5], 500],
  ] as const) {
    expect(await found('/s/_search?scroll=1m', { slice })).toEqual(inScroll);
    expect(await found('/_search', { slice, pit: { id: pit.pit_id } })).toEqual(inPit);
    expect((await app.call('POST', '/s/_search', { body: { slice } })).status).toBe(inSearch);
  }
});

test('concurrent requests for pages get one page each', async () => {
  const app = await filled();
  const { _scroll_id: id } = await firstPage(app);
  const pages = await Promise.all([next(app, id), next(app, id)]);
  expect(pages.map((page) => idsOf(page.json<Page>())).sort()).toEqual([['3', '4'], ['5']]);
});

/** Everybody is who he says. */
const gate: Gate = {
  authenticate: async ({ authorization: username = 'nobody' }) => {
    const roles = [username === 'root' ? 'superuser' : 'readonly'];
    return { id: username, username, roles, kind: 'basic' };
  },
  access: (principal) => accessOf(principal),
};

test('the context of another caller is not found; only who may use all indices ends those of everybody', async () => {
  const root = { authorization: 'root' };
  const app = await filled({ gate }, root);
  const open = await app.call('POST', '/s/_search?scroll=1m&size=2&sort=n', {
    headers: { authorization: 'a' },
  });
  const { _scroll_id: id } = open.json<Page>();
  const pit = await app.call('POST', '/s/_search/point_in_time?keep_alive=1m', {
    headers: { authorization: 'a' },
  });
  const { pit_id } = pit.json<{ pit_id: string }>();
  const body = { pit: { id: pit_id } };
  expect((await next(app, id, { authorization: 'b' })).status).toBe(404);
  expect((await app.call('POST', '/_search', { headers: { authorization: 'b' }, body })).status).toBe(404);
  expect((await app.call('POST', '/_search', { headers: { authorization: 'a' }, body })).status).toBe(200);
  expect(idsOf((await next(app, id, { authorization: 'a' })).json<Page>())).toEqual(['3', '4']);
  await app.call('DELETE', '/_search/scroll/_all', { headers: root });
  expect((await next(app, id, { authorization: 'a' })).status).toBe(404);
});

test("a point in time goes by Elasticsearch's paths too", async () => {
  const app = await filled();
  const { id } = (await app.call('POST', '/s/_pit?keep_alive=1m')).json<{ id: string }>();
  await app.call('PUT', '/s/_doc/9?refresh=true', { body: { n: 9 } });
  const found = await app.call('POST', '/_search', { body: { pit: { id, keep_alive: '1m' }, sort: ['n'] } });
  expect(found.json()).toMatchObject({ pit_id: id, hits: { total: { value: 5 } } });
  expect((await app.call('DELETE', '/_pit', { body: { id } })).json()).toEqual({
    succeeded: true,
    num_freed: 1,
  });
  expect((await app.call('DELETE', '/_pit', { body: { id } })).status).toBe(404);
});

test('what a point in time keeps is shown, segment by segment', async () => {
  const app = await filled();
  await app.call('POST', '/s/_forcemerge?max_num_segments=1');
  const { pit_id } = (await app.call('POST', '/s/_search/point_in_time?keep_alive=1m')).json<{
    pit_id: string;
  }>();
  await app.call('PUT', '/s/_doc/9?refresh=true', { body: { n: 9 } });
  const rows = (body?: object) =>
    app.call(
      'GET',
      `/_cat/pit_segments${body === undefined ? '/_all' : ''}?h=index,docs.count`,
      body && { body },
    );
  expect((await rows()).text).toBe('s 5\n');
  expect((await rows({ pit_id })).text).toBe('s 5\n');
});
