import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  const settings = { number_of_shards: 2, number_of_replicas: 0 };
  for (const name of ['one', 'two', 'three']) await app.call('PUT', `/${name}`, { body: { settings } });
  await app.call('PUT', '/veiled', {
    body: { settings: { 'index.hidden': true, number_of_shards: 1, number_of_replicas: 1 } },
  });
  await app.call('POST', '/two/_close');
});
afterAll(async () => {
  await app.close();
});

const text = async (path: string) => (await app.call('GET', `/_list${path}`)).text;
const body = async (path: string) => (await app.call('GET', `/_list${path}`)).json<unknown>();

test('the list names its tables', async () => {
  const paths = '/_list/indices\n/_list/indices/{index}\n/_list/shards\n/_list/shards/{index}\n';
  expect(await text('')).toBe(`:\u2011|\n${paths}`);
});

test('indices come in pages, each sorted by s alone, and the last one ends with no token', async () => {
  const first = await text('/indices?size=2&h=index,status&s=index:desc&v');
  // All are of one moment, so the name decides.
  expect(first).toMatch(/^index status\nthree open\none {3}open\nnext_token \S+\n$/);
  const token = /next_token (\S+)\n$/.exec(first)?.[1];
  expect(Buffer.from(token ?? '', 'base64').toString()).toMatch(/^\d+\|three$/);
  const rest = await text(`/indices?size=2&h=index,status&next_token=${token}`);
  expect(rest).toBe('two close\nnext_token null\n');
  for (const h of ['nope', '', ',']) {
    expect(await text(`/indices/one?h=${h}&v`)).toBe('\n\nnext_token null\n');
  }
  expect(await text('/indices/none*?h=index')).toBe('next_token null\n');
});

test('a page in JSON and YAML holds its rows and its token', async () => {
  expect(await body('/indices/one?format=json&h=index,pri')).toEqual({
    next_token: null,
    indices: [{ index: 'one', pri: '2' }],
  });
  expect(await text('/indices/one?format=yaml&h=index')).toBe(
    '---\nnext_token: null\nindices:\n- index: "one"\n',
  );
});

test('a page of indices is filled before those of another health are left out', async () => {
  expect(await text('/indices/one,veiled?h=index&size=1&health=yellow')).toMatch(/^next_token [\w=]{8,}\n$/);
  expect(await text('/indices?health=blue')).toContain('unknown cluster health status [blue]');
});

test('shards: hidden and closed ones too where none is named, closed ones by name, missing ones left out', async () => {
  expect(await body('/shards?format=json&h=index,prirep,shard&s=index,shard,prirep')).toEqual({
    next_token: null,
    shards: [
      { index: 'one', prirep: 'p', shard: '0' },
      { index: 'one', prirep: 'p', shard: '1' },
      { index: 'three', prirep: 'p', shard: '0' },
      { index: 'three', prirep: 'p', shard: '1' },
      { index: 'two', prirep: 'p', shard: '0' },
      { index: 'two', prirep: 'p', shard: '1' },
      { index: 'veiled', prirep: 'p', shard: '0' },
      { index: 'veiled', prirep: 'r', shard: '0' },
    ],
  });
  expect(await text('/shards/one,none?h=index,shard')).toBe('one 0\none 1\nnext_token null\n');
  expect(await text('/shards/none,two?h=index,state')).toBe('two STARTED\ntwo STARTED\nnext_token null\n');
  expect(await text('/shards/t*o')).toBe('next_token null\n');
  expect((await app.call('GET', '/_list/indices/none')).status).toBe(404);
});

test.each([
  ['/indices?size=x', 'Failed to parse int parameter [size] with value [x]'],
  ['/indices?size=5001', 'size should be less than [5000]'],
  ['/shards?size=3', 'size should at least be [2000]'],
  ['/indices/none?next_token=xx', 'has been tainted'],
  ['/indices/one?help', 'contains unrecognized parameter: [index]'],
  ['/shards?expand_wildcards=all', 'contains unrecognized parameter: [expand_wildcards]'],
  ['/wlm_stats?h=NODE_ID', 'contains unrecognized parameter: [h]'],
  ['/wlm_stats?size=101', "Invalid value for 'size'. Allowed range: 1 to 100"],
  ['/wlm_stats?sort=x', "Invalid value for 'sort'. Allowed: 'node_id', 'workload_group'"],
  ['/wlm_stats?order=x', 'Invalid sort order: x. Allowed values: asc, desc'],
])('%s is refused', async (path, reason) => {
  const answer = await app.call('GET', `/_list${path}`);
  expect(answer.status).toBe(400);
  expect(answer.text).toContain(reason);
});

test('help tells the columns, whatever else is asked', async () => {
  expect(await text('/indices?help&size=0')).toMatch(/^health +\| h +\| current health status/);
});

test('workload groups stand in a table with bars, which ends with a line of its own', async () => {
  const [head, row, end] = (await text('/wlm_stats?v&order=DESC&sort=workload_group')).split('\n');
  expect(head).toMatch(/^NODE_ID +\| WORKLOAD_GROUP_ID +\| TOTAL_COMPLETIONS \| .* \| MEMORY_USAGE$/);
  expect(row).toMatch(/ \| DEFAULT_WORKLOAD_GROUP \| \d+ +\| 0 .* \| 0\.0$/);
  expect(end).toMatch(/^No more pages available \| - +\| - .*\| -$/);
  expect(await body('/wlm_stats?next_token=abc')).toEqual({
    error: expect.stringContaining('Pagination state has changed'),
    details: 'Invalid pagination token format',
  });
});
