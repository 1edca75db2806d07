import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(async () => {
  await app.close();
});

const properties = {
  n: { type: 'long' },
  f: { type: 'float' },
  k: { type: 'keyword' },
  t: { type: 'text' },
  plain: { type: 'keyword', doc_values: false },
  g: { type: 'geo_point' },
  u: { type: 'unsigned_long' },
  other: { type: 'alias', path: 'k' },
  o: { type: 'nested', properties: { p: { type: 'integer' } } },
};

async function create(name: string, sort: object): Promise<string> {
  const settings = { number_of_shards: 1, number_of_replicas: 0, sort };
  const answer = await app.call('PUT', `/${name}`, { body: { settings, mappings: { properties } } });
  const { error } = answer.json<{ error?: { reason: string } }>();
  return error === undefined ? `${answer.status}` : `${answer.status} ${error.reason}`;
}

test.each([
  [{ field: 'x' }, 'unknown index sort field:[x]'],
  [{ field: 't' }, 'docvalues not found for index sort field:[t]'],
  [{ field: 'plain' }, 'docvalues not found for index sort field:[plain]'],
  [{ field: 'u' }, 'invalid index sort field:[u]'],
  [{ field: 'g' }, "can't sort on geo_point field without using specific sorting feature, like geo_distance"],
  [
    { field: 'o.p' },
    'index sorting on nested fields is not supported: found nested sort field [o.p] in [bad]',
  ],
  [{ field: 'n', order: 'up' }, 'Illegal sort order:up'],
  [{ field: 'n', mode: 'avg' }, 'Illegal index sort mode:[AVG], must be one of [MAX, MIN]'],
  [{ field: 'n', missing: '0' }, 'Illegal missing value:[0], must be one of [_last, _first]'],
  [{ field: ['n', 'k'], mode: 'min' }, 'index.sort.field:[n, k] index.sort.mode:[MIN], size mismatch'],
])('an index cannot be sorted by %j', async (sort, reason) => {
  expect(await create('bad', sort)).toBe(`400 ${reason}`);
  expect((await app.call('HEAD', '/bad')).status).toBe(404);
});

test('documents of a sorted index are found in its order, in clones too, and segments show it', async () => {
  const sort = {
    field: ['other', 'n', 'f'],
    order: ['desc', 'asc', 'DESC'],
    missing: ['_last', '_first', '_last'],
  };
  expect(await create('i', sort)).toBe('200');
  const documents = [
    { k: 'a', n: 2 },
    { k: 'b', n: 1 },
    {},
    { k: 'a' },
    { k: ['0', 'c'], n: 3 },
    { k: 'b', n: 1, f: 2 },
  ];
  for (const [id, body] of documents.entries()) await app.call('PUT', `/i/_doc/${id}`, { body });
  await app.call('POST', '/i/_refresh');
  const ids = async (index: string): Promise<string[]> => {
    const answer = await app.call('POST', `/${index}/_search`, { body: {} });
    const { hits } = answer.json<{ hits: { hits: { _id: string }[] } }>();
    return hits.hits.map(({ _id }) => _id);
  };
  expect(await ids('i')).toEqual(['4', '5', '1', '3', '0', '2']);
  await app.call('PUT', '/i/_settings', { body: { 'index.blocks.write': true } });
  await app.call('POST', '/i/_clone/j');
  expect(await ids('j')).toEqual(['4', '5', '1', '3', '0', '2']);
  const shown = [
    { field: 'k', mode: 'max', missing: 'SortField.STRING_FIRST', reverse: true },
    { field: 'n', mode: 'min', missing: '-9223372036854775808', reverse: false },
    { field: 'f', mode: 'max', missing: '-Infinity', reverse: true },
  ];
  for (const index of ['i', 'j']) {
    const path = `/${index}/_segments?filter_path=indices.*.shards.*.segments.*.sort`;
    expect(JSON.stringify((await app.call('GET', path)).json())).toContain(JSON.stringify(shown));
  }
});

test('the order of an index stays as it is', async () => {
  expect(await create('k', { field: 'n' })).toBe('200');
  await app.call('POST', '/k/_close');
  const answer = await app.call('PUT', '/k/_settings', { body: { 'index.sort.field': 'k' } });
  expect(answer.json<{ error: { reason: string } }>().error.reason).toBe(
    'final k setting [index.sort.field], not updateable',
  );
});

test('segments are sorted by versions', async () => {
  const settings = { number_of_shards: 1, sort: { field: 'v' } };
  await app.call('PUT', '/versions', {
    body: { settings, mappings: { properties: { v: { type: 'version' } } } },
  });
  for (const [i, v] of ['1.10.0', '1.2.0', '1.2.0-alpha'].entries()) {
    await app.call('PUT', `/versions/_doc/${i}`, { body: { v } });
  }
  await app.call('POST', '/versions/_refresh');
  const answer = await app.call('POST', '/versions/_search', { body: {} });
  const { hits } = answer.json<{ hits: { hits: { _source: { v: string } }[] } }>().hits;
  expect(hits.map(({ _source }) => _source.v)).toEqual(['1.2.0-alpha', '1.2.0', '1.10.0']);
});
