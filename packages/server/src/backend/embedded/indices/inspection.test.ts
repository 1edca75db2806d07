import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  await app.call('PUT', '/books', {
    body: {
      settings: {
        number_of_replicas: 0,
        analysis: { analyzer: { mine: { tokenizer: 'whitespace', filter: ['lowercase', 'stop'] } } },
      },
      mappings: {
        properties: {
          t: { type: 'text', analyzer: 'mine', fields: { raw: { type: 'keyword', ignore_above: 5 } } },
          n: { type: 'long', coerce: false },
        },
      },
    },
  });
  await app.call('PUT', '/books/_doc/1?refresh=true', { body: { t: 'a b', n: 1 } });
});
afterAll(async () => {
  await app.close();
});

const send = async (method: string, path: string, body?: object) =>
  (await app.call(method, path, body === undefined ? {} : { body })).json<Record<string, unknown>>();

test('analyze with explain shows a built-in analyzer as one step, with the bytes of its tokens', async () => {
  const answer = await send('POST', '/_analyze', { analyzer: 'standard', text: 'Ää', explain: true });
  const token = { token: 'ää', start_offset: 0, end_offset: 2, type: '<ALPHANUM>', position: 0 };
  expect(answer).toEqual({
    detail: {
      custom_analyzer: false,
      analyzer: {
        name: 'standard',
        tokens: [{ ...token, bytes: '[c3 a4 c3 a4]', positionLength: 1, termFrequency: 1 }],
      },
    },
  });
});

test('analyze with explain takes a custom analyzer apart, also one of a field', async () => {
  const words = (steps: { name: string; tokens: { token: string }[] }[]) =>
    steps.map(({ name, tokens }) => `${name}: ${tokens.map(({ token }) => token).join(' ')}`);
  for (const which of [{ field: 't' }, { analyzer: 'mine' }]) {
    const { detail } = (await send('POST', '/books/_analyze', {
      ...which,
      text: 'The Fox',
      explain: true,
    })) as { detail: { tokenizer: never; tokenfilters: never[] } };
    expect(words([detail.tokenizer, ...detail.tokenfilters])).toEqual([
      'whitespace: The Fox',
      'lowercase: the fox',
      'stop: fox',
    ]);
  }
});

test('analyze names a filter of the request by its type and shows only the attributes asked for', async () => {
  const { detail } = await send('POST', '/_analyze', {
    tokenizer: 'standard',
    filter: [{ type: 'stop', stopwords: ['foo'] }, 'porter_stem'],
    text: 'foo bars',
    explain: true,
    attributes: ['keyword'],
  });
  expect(detail).toMatchObject({
    custom_analyzer: true,
    charfilters: [],
    tokenfilters: [{ name: '__anonymous__stop' }, { name: 'porter_stem', tokens: [{ token: 'bar' }] }],
  });
  const [, last] = (detail as { tokenfilters: { tokens: object[] }[] }).tokenfilters;
  expect(Object.keys(last!.tokens[0]!)).toEqual([
    'token',
    'start_offset',
    'end_offset',
    'type',
    'position',
    'keyword',
  ]);
});

test('field mappings are completed with defaults, in multi-fields too', async () => {
  const answer = await send('GET', '/books/_mapping/field/t,n?include_defaults=true');
  expect(answer).toMatchObject({
    books: {
      mappings: {
        t: {
          mapping: {
            t: {
              analyzer: 'mine',
              search_analyzer: 'mine',
              norms: true,
              fields: { raw: { ignore_above: 5, doc_values: true } },
            },
          },
        },
        n: { mapping: { n: { type: 'long', coerce: false, ignore_malformed: false } } },
      },
    },
  });
});

test('recovery tells how a shard was opened; closed indices have none', async () => {
  const shard = {
    id: 0,
    type: 'EMPTY_STORE',
    stage: 'DONE',
    primary: true,
    index: { files: { total: 0, percent: '0.0%', details: [] } },
    translog: { recovered: 0, percent: '100.0%' },
  };
  expect(await send('GET', '/books/_recovery?detailed=true')).toMatchObject({ books: { shards: [shard] } });
  const human = await send('GET', '/books/_recovery?human=true');
  expect(human).toHaveProperty('books.shards[0].start_time', expect.stringMatching(/^\d{4}-\d\d-\d\dT/));
  expect(human).toHaveProperty('books.shards[0].index.size.total', '0b');
  expect(await send('GET', '/_recovery?active_only=true')).toEqual({});
  await send('PUT', '/shut');
  await send('POST', '/shut/_close');
  expect(await send('GET', '/shut/_recovery')).toEqual({});
  expect(await send('GET', '/nothing/_recovery')).toMatchObject({ status: 404 });
});

test('searches are counted under the groups that they name', async () => {
  await send('POST', '/books/_search', { stats: ['red', 'blue'] });
  await send('POST', '/books/_search', { stats: ['red'], size: 0 });
  const groups = async (query: string) => {
    const answer = await send('GET', `/books/_stats/search${query}`);
    return (answer as { _all: { total: { search: { groups?: object } } } })._all.total.search.groups;
  };
  expect(await groups('')).toBeUndefined();
  expect(await groups('?groups=r*')).toMatchObject({ red: { query_total: 2, fetch_total: 1 } });
  expect(Object.keys((await groups('?groups=_all')) ?? {})).toEqual(['blue', 'red']);
});

test('sizes by kind of file are shown on request', async () => {
  const seg = { count: 1, description: 'Segment Files', size_in_bytes: expect.any(Number) };
  const asked = await send('GET', '/books/_stats/segments?include_segment_file_sizes=true');
  expect(asked).toMatchObject({ _all: { total: { segments: { file_sizes: { seg } } } } });
  expect(await send('GET', '/books/_stats/segments')).toHaveProperty('_all.total.segments.file_sizes', {});
});

test('a flush that was asked for counts though nothing was to be done', async () => {
  await send('PUT', '/idle');
  await send('POST', '/idle/_flush');
  expect(await send('GET', '/idle/_stats/flush')).toHaveProperty('_all.total.flush.total', 1);
});

test('nothing is of an older version, and upgrading says so', async () => {
  await app.call('PUT', '/up', { body: { settings: { number_of_replicas: 0 } } });
  expect((await app.call('POST', '/up/_upgrade')).json()).toEqual({
    _shards: { total: 1, successful: 1, failed: 0 },
    upgraded_indices: { up: { upgrade_version: '3.6.0', oldest_lucene_segment_version: '10.4.0' } },
  });
  const status = (await app.call('GET', '/up/_upgrade?human')).json();
  expect(status).toMatchObject({ size_to_upgrade_in_bytes: 0, indices: { up: { size_to_upgrade: '0b' } } });
  expect((await app.call('POST', '/up-nope/_upgrade')).status).toBe(404);
});

test('files of shards are told for the health that is asked for', async () => {
  await app.call('PUT', '/st-green', { body: { settings: { number_of_replicas: 0, number_of_shards: 2 } } });
  await app.call('PUT', '/st-yellow', { body: { settings: { number_of_replicas: 1 } } });
  const stores = async (query: string) => {
    const answer = await app.call('GET', `/st-*/_shard_stores${query}`);
    const { indices } = answer.json<{ indices: Record<string, { shards: Record<string, unknown> }> }>();
    return Object.entries(indices).map(([name, { shards }]) => [name, Object.keys(shards)]);
  };
  expect(await stores('')).toEqual([['st-yellow', ['0']]]);
  expect(await stores('?status=green')).toEqual([['st-green', ['0', '1']]]);
  expect((await stores('?status=all')).length).toBe(2);
  const one = await app.call('GET', '/st-green/_shard_stores?status=green');
  expect(one.text).toContain('"allocation":"primary"');
  const wrong = await app.call('GET', '/_shard_stores?status=nope');
  expect([wrong.status, wrong.text]).toEqual([
    400,
    expect.stringContaining('unknown cluster health status [nope]'),
  ]);
});
