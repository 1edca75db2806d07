import { MemoryDisk } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { type TestApp, testApp } from '../../testing/test-app.ts';

type Body = Record<string, unknown>;

/** A service over a disk on which the index `books`, with two shards and ten documents, was damaged. */
async function damaged(file: string): Promise<TestApp> {
  const disk = new MemoryDisk();
  const before = await testApp({ disk });
  await before.call('PUT', '/books', { body: { settings: { number_of_shards: 2, number_of_replicas: 0 } } });
  await before.call('PUT', '/sound', { body: { settings: { number_of_replicas: 0 } } });
  for (let id = 0; id < 10; id++) await before.call('PUT', `/books/_doc/${id}`, { body: { id } });
  const rows = (await before.call('GET', '/_cat/indices/books?format=json')).json<Body[]>();
  await before.close();
  disk.damage(`/data/indices/${String(rows[0]!.uuid)}/${file}`, 30);
  return testApp({ disk });
}

test('an index with a damaged shard is red wherever health is shown, with true counts', async () => {
  const app = await damaged('0/commit.point');
  const get = async <T = Body>(path: string): Promise<T> => (await app.call('GET', path)).json<T>();
  expect(await get('/_cluster/health?level=shards')).toMatchObject({
    status: 'red',
    active_primary_shards: 2,
    active_shards: 2,
    unassigned_shards: 1,
    indices: {
      books: {
        status: 'red',
        active_primary_shards: 1,
        shards: { '0': { status: 'red', primary_active: false }, '1': { status: 'green' } },
      },
      sound: { status: 'green' },
    },
  });
  expect(await get('/_cluster/health/sound')).toMatchObject({ status: 'green' });
  const waited = app.call('GET', '/_cluster/health?wait_for_status=yellow&timeout=0s');
  expect((await waited).status).toBe(408);
  expect(await get<Body[]>('/_cat/health?format=json')).toMatchObject([{ status: 'red', unassign: '1' }]);
  expect(await get<Body[]>('/_cat/indices?format=json&health=red')).toMatchObject([{ index: 'books' }]);
  expect(await get('/_cluster/stats')).toMatchObject({ status: 'red' });
  const shards = await get<Body[]>('/_cat/shards/books?format=json&h=shard,state,node,ur,ud');
  expect(shards).toMatchObject([
    { shard: '0', state: 'UNASSIGNED', node: null, ur: 'ALLOCATION_FAILED' },
    { shard: '1', state: 'STARTED', node: 'test-node' },
  ]);
  expect(shards[0]!.ud).toMatch(/^commit point .* checksum mismatch; run `sextant check`/);
  const state = await get<{ routing_nodes: { unassigned: Body[] } }>('/_cluster/state/routing_nodes');
  expect(state.routing_nodes.unassigned).toMatchObject([{ shard: 0, state: 'UNASSIGNED', primary: true }]);
  await app.close();
});

test('the sound shards of a damaged index are searched and written, the damaged one says why not', async () => {
  const app = await damaged('0/commit.point');
  const found = (await app.call('GET', '/books/_search')).json<{ _shards: Body; hits: { hits: Body[] } }>();
  expect(found._shards).toMatchObject({
    total: 2,
    successful: 1,
    failed: 1,
    failures: [
      {
        shard: 0,
        reason: {
          type: 'no_shard_available_action_exception',
          caused_by: { type: 'corrupt_index_exception' },
        },
      },
    ],
  });
  expect(found.hits.hits.length).toBeGreaterThan(0);
  const whole = await app.call('GET', '/books/_search?allow_partial_search_results=false');
  expect(whole.status).toBe(503);
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, id) => app.call('PUT', `/books/_doc/${id}`, { body: { id: -id } })),
  );
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.length).toBe(10 - found.hits.hits.length);
  const several = await app.call('GET', '/books/_mget', { body: { ids: answers.map((_, id) => `${id}`) } });
  expect(several.status).toBe(200);
  for (const [i, doc] of several.json<{ docs: Body[] }>().docs.entries()) {
    const isRefused = refused.includes(answers[i]!);
    expect(doc).toMatchObject(
      isRefused ? { error: { type: 'unavailable_shards_exception' } } : { found: true },
    );
  }
  const alone = `/books/_search?routing=${answers.indexOf(refused[0]!)}`;
  expect((await app.call('GET', alone)).status).toBe(503);
  for (const answer of refused) {
    expect(answer.status).toBe(503);
    expect(answer.json<{ error: Body }>().error).toMatchObject({
      type: 'unavailable_shards_exception',
      reason: expect.stringMatching(/^\[books\]\[0\] is not available: .* run `sextant check`/),
    });
  }
  expect((await app.call('POST', '/books/_refresh')).json<Body>()).toEqual({
    _shards: { total: 2, successful: 1, failed: 0 },
  });
  expect((await app.call('DELETE', '/books')).status).toBe(200);
  expect((await app.call('GET', '/_cluster/health')).json<Body>().status).toBe('green');
  await app.close();
});

test('a folder whose index cannot be told keeps the cluster red', async () => {
  const app = await damaged('index.meta');
  expect((await app.call('GET', '/books')).status).toBe(404);
  expect((await app.call('GET', '/_cluster/health')).json<Body>()).toMatchObject({ status: 'red' });
  expect((await app.call('GET', '/_cluster/health/sound')).json<Body>()).toMatchObject({ status: 'green' });
  const [entry] = app.log.entries.filter(({ level }) => level === 'error');
  expect(entry!.message).toContain('`sextant check`');
  await app.close();
});

test.each([
  ['node.id', 'the node gets a new identity'],
  ['cluster-settings.json', 'the persistent cluster settings are gone'],
  ['cluster-metadata.json', 'templates, data streams, pipelines, stored scripts and replications are gone'],
])('a damaged %s keeps the service from starting, and is named', async (name, loss) => {
  const disk = new MemoryDisk();
  const before = await testApp({ disk });
  await before.call('PUT', '/_cluster/settings', { body: { persistent: { 'search.max_buckets': 100 } } });
  await before.call('PUT', '/_template/t', { body: { index_patterns: ['t*'] } });
  await before.close();
  disk.damage(`/data/${name}`, 20);
  await expect(testApp({ disk })).rejects.toThrow(
    `the file [/data/${name}] is damaged: checksum mismatch; restore it, or remove it and ${loss}`,
  );
});

test('a data stream keeps an index whose folder is damaged, for when it can be read again', async () => {
  const disk = new MemoryDisk();
  const before = await testApp({ disk });
  const template = {
    index_patterns: ['s'],
    data_stream: {},
    template: { settings: { number_of_replicas: 0 } },
  };
  await before.call('PUT', '/_index_template/t', { body: template });
  await before.call('PUT', '/other');
  const write = (app: TestApp) => app.call('POST', '/s/_doc?refresh=true', { body: { '@timestamp': 0 } });
  await write(before);
  await before.call('POST', '/s/_rollover');
  await write(before);
  const rows = (await before.call('GET', '/_cat/indices/s?format=json&h=uuid')).json<{ uuid: string }[]>();
  await before.close();
  const flip = (): void => {
    for (const { uuid } of rows) disk.damage(`/data/indices/${uuid}/index.meta`, 30);
  };
  flip();
  const hurt = await testApp({ disk });
  expect((await hurt.call('GET', '/_cluster/health')).json<Body>().status).toBe('red');
  expect((await hurt.call('DELETE', '/other')).status).toBe(200);
  await hurt.close();
  flip();
  const again = await testApp({ disk });
  expect((await again.call('GET', '/s/_count')).json<Body>().count).toBe(2);
  expect((await write(again)).json<Body>()._index).toBe('.ds-s-000002');
  await again.close();
});

test('a data stream with an index that cannot be read is red, and says so to writes where no other one is left', async () => {
  const disk = new MemoryDisk();
  const before = await testApp({ disk });
  const template = {
    index_patterns: ['s*'],
    data_stream: {},
    template: { settings: { number_of_replicas: 0 } },
  };
  await before.call('PUT', '/_index_template/t', { body: template });
  const write = (app: TestApp, stream: string) =>
    app.call('POST', `/${stream}/_doc?refresh=true`, { body: { '@timestamp': 0 } });
  for (const stream of ['s1', 's2']) await write(before, stream);
  for (let i = 0; i < 2; i++) await before.call('POST', '/s2/_rollover');
  const rows = (await before.call('GET', '/_cat/indices/s1?format=json&h=uuid')).json<{ uuid: string }[]>();
  await before.close();
  disk.damage(`/data/indices/${rows[0]!.uuid}/index.meta`, 30);
  const app = await testApp({ disk });
  expect((await app.call('DELETE', '/.ds-s2-000002')).status).toBe(200);
  const shown = (await app.call('GET', '/_data_stream')).json<{ data_streams: object[] }>();
  expect(shown.data_streams).toMatchObject([
    { name: 's1', indices: [], status: 'RED' },
    { name: 's2', status: 'GREEN' },
  ]);
  const { status, text } = await write(app, 's1');
  expect([status, text]).toEqual([503, expect.stringContaining('no index of the data stream [s1] works')]);
  await app.close();
});

test('a copy, update or deletion by query of an index with a shard that does not work is refused: it would leave documents out', async () => {
  const app = await damaged('0/commit.point');
  const query = { match_all: {} };
  const copy = { source: { index: ['sound', 'books'] }, dest: { index: 'copy' } };
  for (const [path, body] of [
    ['/_reindex', copy],
    ['/_reindex?slices=2', copy],
    ['/books/_update_by_query', { query }],
    ['/books/_delete_by_query', { query }],
  ] as const) {
    const { status, text } = await app.call('POST', path, { body });
    expect([status, text]).toEqual([503, expect.stringContaining('due to missing shards [[books][0]]')]);
  }
  expect((await app.call('HEAD', '/copy')).status).toBe(404);
  const { routing } = await routingOf(app, 1);
  const routed = await app.call('POST', `/books/_update_by_query?routing=${routing}`);
  expect(routed.json()).toMatchObject({ failures: [] });
  const open = await app.call('GET', '/_stats/search?filter_path=_all.total.search.open_contexts');
  expect(open.json()).toEqual({ _all: { total: { search: { open_contexts: 0 } } } });
  await app.close();
});

test('a scroll says which shards it does without, and is not begun where it would have none', async () => {
  const app = await damaged('0/commit.point');
  const scroll = async (path: string) => {
    const { status, text } = await app.call('POST', `${path}scroll=1m`, { body: { size: 1 } });
    return { status, text, body: JSON.parse(text) as Body & { _scroll_id: string } };
  };
  const { body } = await scroll('/books/_search?');
  const failure = {
    type: 'no_shard_available_action_exception',
    reason: 'No shard available for [books][0]',
  };
  expect(body._shards).toMatchObject({
    total: 2,
    successful: 1,
    failed: 1,
    failures: [{ shard: 0, index: 'books', reason: failure }],
  });
  const next = await app.call('POST', '/_search/scroll', { body: { scroll_id: body._scroll_id } });
  expect(next.json<Body>()._shards).toMatchObject({ total: 1, successful: 1, failed: 0 });
  const whole = await scroll('/books/_search?allow_partial_search_results=false&');
  expect([whole.status, whole.text]).toEqual([503, expect.stringContaining('due to missing shards')]);
  const lone = await scroll('/books/_search?preference=_shards:0&');
  expect([lone.status, lone.text]).toEqual([503, expect.stringContaining('all shards failed')]);
  await app.close();
});

/** A routing of the index `books` that leads to the shard. */
async function routingOf(app: TestApp, shard: number): Promise<{ readonly routing: number }> {
  for (let routing = 0; ; routing++) {
    const { shards } = (await app.call('GET', `/books/_search_shards?routing=${routing}`)).json<{
      shards: readonly (readonly { shard: number }[])[];
    }>();
    if (shards[0]?.[0]?.shard === shard) return { routing };
  }
}
