import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestAnswer, type TestApp, testApp } from '../../../testing/index.ts';

const password = 'a long enough secret';
const strong = 'Str0ng-Enough-Phrase!';
let app: TestApp;

function as(user: string, method: string, path: string, body?: object | string): Promise<TestAnswer> {
  const word = user === 'admin' ? password : strong;
  const authorization = `Basic ${Buffer.from(`${user}:${word}`).toString('base64')}`;
  return app.call(method, path, { headers: { authorization }, ...(body === undefined ? {} : { body }) });
}

beforeAll(async () => {
  app = await testApp({ settings: { 'security.enabled': 'true', 'security.admin_password': password } });
  const pipeline = {
    request_processors: [{ filter_query: { query: { terms: { team: ['x', 'y'] } } } }],
    response_processors: [{ sort: { field: 'list' } }],
  };
  await as('admin', 'PUT', '/_search/pipeline/own', pipeline);
  const settings = { number_of_shards: 1, number_of_replicas: 0, 'search.default_pipeline': 'own' };
  const properties = { team: { type: 'keyword' }, secret: { type: 'keyword' }, list: { type: 'integer' } };
  await as('admin', 'PUT', '/docs', { settings, mappings: { properties } });
  const documents = ['x', 'y', 'z', 'x'].map((team, i) => ({ team, secret: `s${i}`, list: [2, 1] }));
  const lines = documents.map((each, i) => `{"index":{"_id":"${i}"}}\n${JSON.stringify(each)}\n`);
  await as('admin', 'POST', '/docs/_bulk?refresh=true', lines.join(''));
  const part = {
    names: ['docs'],
    query: '{"term":{"team":"x"}}',
    field_security: ['~secret'],
    privileges: ['read'],
  };
  await as('admin', 'PUT', '/_security/role/part', { cluster: [], indices: [part] });
  const all = { names: ['docs'], privileges: ['read'] };
  await as('admin', 'PUT', '/_security/role/whole', { cluster: [], indices: [all] });
  for (const [user, role] of [
    ['ann', 'part'],
    ['bob', 'whole'],
  ] as const) {
    const made = await as('admin', 'PUT', `/_security/user/${user}`, { password: strong, roles: [role] });
    expect(made.status).toBe(201);
  }
});
afterAll(() => app.close());

interface Found {
  readonly hits: { readonly hits: readonly { readonly _id: string; readonly _source: object }[] };
  readonly error?: { readonly type: string };
}

const search = async (user: string, body: object): Promise<{ text: string; found: Found }> => {
  const answer = await as(user, 'POST', '/docs/_search', body);
  return { text: answer.text, found: answer.json<Found>() };
};

const idsOf = ({ found }: { found: Found }): readonly string[] => found.hits.hits.map(({ _id }) => _id);

test('a pipeline shows a caller no document and no field that he may not see', async () => {
  expect(idsOf(await search('bob', {}))).toEqual(['0', '1', '3']);
  const seen = await search('ann', {});
  expect(idsOf(seen)).toEqual(['0', '3']);
  expect(seen.found.hits.hits[0]!._source).toEqual({ team: 'x', list: [1, 2] });
  const adHoc = {
    verbose_pipeline: true,
    search_pipeline: {
      request_processors: [
        { filter_query: { query: { match_all: {} } } },
        { oversample: { sample_factor: 3 } },
      ],
      response_processors: [
        { rename_field: { field: 'secret', target_field: 'told' } },
        { truncate_hits: {} },
      ],
    },
  };
  const { text, found } = await search('ann', adHoc);
  expect(idsOf({ found })).toEqual(['0', '3']);
  expect(text).not.toMatch(/"s\d"|"team":"[yz]"/);
});

test('a filter of a pipeline finds nothing by a field that is hidden', async () => {
  const search_pipeline = { request_processors: [{ filter_query: { query: { term: { secret: 's0' } } } }] };
  expect(idsOf(await search('bob', { search_pipeline }))).toEqual(['0']);
  expect(idsOf(await search('ann', { search_pipeline }))).toEqual([]);
});

test('what would reveal what is hidden is refused also where only a script asks for it', async () => {
  const script = { source: 'ctx._source.profile = true' };
  const search_pipeline = { request_processors: [{ script }] };
  const direct = await search('ann', { profile: true });
  const scripted = await search('ann', { search_pipeline });
  expect(direct.found.error).toBeDefined();
  expect(scripted.found.error).toEqual(direct.found.error);
  expect(idsOf(await search('bob', { search_pipeline })).length).toBe(4);
});

test('pipelines are made and read by those alone who have the right', async () => {
  for (const method of ['PUT', 'GET', 'DELETE']) {
    const body = method === 'PUT' ? {} : undefined;
    expect((await as('bob', method, '/_search/pipeline/own', body)).status, method).toBe(403);
  }
});
