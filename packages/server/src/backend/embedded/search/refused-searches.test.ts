import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../testing/test-app.ts';

/*
 * The expected answers are those of OpenSearch 3.6.0.
 */
let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  for (const name of ['open', 'closed']) await app.call('PUT', `/${name}/_doc/1?refresh=true`, { body: {} });
  await app.call('POST', '/closed/_close');
});
afterAll(() => app.close());

async function reason(path: string, body?: object | string): Promise<string> {
  const answer = await app.call('POST', path, body === undefined ? {} : { body });
  expect(answer.status).toBe(400);
  return answer.json<{ error: { reason: string } }>().error.reason;
}

test('a body that is no object is named by what it is', async () => {
  for (const [body, token] of [
    ['5', 'VALUE_NUMBER'],
    ['null', 'VALUE_NULL'],
    ['true', 'VALUE_BOOLEAN'],
    ['"x"', 'VALUE_STRING'],
    ['[]', 'START_ARRAY'],
  ]) {
    expect(await reason('/open/_search', body)).toBe(`Expected [START_OBJECT] but found [${token}]`);
  }
});

test('what is no object, or no text, is told with its place', async () => {
  for (const [body, told] of [
    ['{"pit":{"id":5}}', "[1:14] [pit] id doesn't support values of type: VALUE_NUMBER"],
    ['{"pit":{"keep_alive":null}}', "[1:22] [pit] keep_alive doesn't support values of type: VALUE_NULL"],
    ['{"sort":["k",{"n":1}]}', '[1:20] [field_sort] Expected START_OBJECT but was: END_OBJECT'],
    ['{"sort":[{"n":null}]}', '[1:19] [field_sort] Expected START_OBJECT but was: END_OBJECT'],
    ['{"sort":[{"n":1,"m":2}]}', '[1:17] [field_sort] Expected START_OBJECT but was: FIELD_NAME'],
    ['{"sort":[{"n":[]}]}', '[1:16] [field_sort] Expected START_OBJECT but was: END_ARRAY'],
    ['{"sort":[{"_score":1}]}', '[1:21] [_score] Expected START_OBJECT but was: END_OBJECT'],
  ]) {
    expect(await reason('/_search', body)).toBe(told);
  }
});

test('what says how scripts sort is a text', async () => {
  for (const [name, value, token] of [
    ['type', '{"t":1}', 'START_OBJECT'],
    ['type', '1', 'VALUE_NUMBER'],
    ['mode', '[]', 'START_ARRAY'],
    ['order', 'null', 'VALUE_NULL'],
  ]) {
    const told = await reason('/open/_search', `{"sort":[{"_script":{"script":"1","${name}":${value}}}]}`);
    const at = '{"sort":[{"_script":{"script":"1",'.length + 1 + `"${name}":`.length;
    expect(told).toBe(`[1:${at}] [_script] ${name} doesn't support values of type: ${token}`);
  }
});

test('a time has no more digits than a long', async () => {
  const far = '9223372036854775808ms';
  const told = `failed to parse [${far}], fractional time values are not supported`;
  expect(await reason(`/open/_search?timeout=${far}`)).toBe(told);
  expect(await reason('/open/_search', { timeout: far })).toBe(told);
});

test('a count does not end before it begins', async () => {
  expect(await reason('/open/_count?terminate_after=-1')).toBe('terminateAfter must be > 0');
});

test('term vectors of several documents are not told where the index of one is closed', async () => {
  const docs = [
    { _index: 'open', _id: '1' },
    { _index: 'closed', _id: '1' },
  ];
  expect(await reason('/_mtermvectors', { docs })).toBe('closed');
});

test('parameters of the query of the URL are none without it', async () => {
  const unknown = 'contains unrecognized parameter';
  for (const path of ['_search', '_count']) {
    expect(await reason(`/open/${path}?default_operator=AND`)).toBe(
      `request [/open/${path}] ${unknown}: [default_operator]`,
    );
    expect(await reason(`/open/${path}?df=a&lenient=true&analyze_wildcard=true&analyzer=x`)).toBe(
      `request [/open/${path}] ${unknown}s: [analyze_wildcard], [analyzer], [df], [lenient]`,
    );
    expect((await app.call('POST', `/open/${path}?q=a&df=b&default_operator=AND`)).status).toBe(200);
  }
});

test('pools of threads are named by the path, or by a parameter', async () => {
  const names = async (path: string) => (await app.call('GET', `/_cat/thread_pool${path}`)).text.trim();
  expect(await names('?thread_pool_patterns=search&h=name')).toBe('search');
  expect(await names('/write?thread_pool_patterns=search&h=name')).toBe('write');
});

test('pages that cannot be are told of before indices that are not there', async () => {
  expect(await reason('/missing/_search', { size: -3 })).toBe(
    '[size] parameter cannot be negative, found [-3]',
  );
  expect(await reason('/missing/_search?from=-3', {})).toBe(
    '[from] parameter cannot be negative, found [-3]',
  );
});

test.each([
  ['_search', { query: { foo: {} } }, 'unknown query [foo]'],
  ['_search', { foo: 1 }, 'Unknown key for a VALUE_NUMBER in [foo].'],
  ['_search', { aggs: { a: { foo: {} } } }, 'Unknown aggregation type [foo]'],
  ['_search', { sort: { k: { foo: 1 } } }, '[1:15] [field_sort] unknown field [foo]'],
  ['_search', { query: { range: { a: { foo: 1 } } } }, '[range] query does not support [foo]'],
  ['_search/template', { source: { query: { foo: {} } } }, 'unknown query [foo]'],
  ['_count', { query: { foo: {} } }, 'unknown query [foo]'],
  ['_count', { query: {} }, 'Failed to parse'],
])('what cannot be read is told of before indices that are not there: %s %j', async (path, body, told) => {
  for (const name of ['missing', 'closed']) expect(await reason(`/${name}/${path}`, body)).toBe(told);
});

test('the name of a bool is a text', async () => {
  for (const [name, token] of [
    [5, 'VALUE_NUMBER'],
    [true, 'VALUE_BOOLEAN'],
  ]) {
    const query = { bool: { _name: name, must: [{ match_all: {} }] } };
    const place = `[1:27] [bool] _name doesn't support values of type: ${token}`;
    expect(await reason('/open/_search', { query })).toBe(place);
  }
});

test.each([
  [{ n: { gte: 7 } }, 'n:[7 TO 9223372036854775807]'],
  [{ n: { lt: 3 } }, 'n:[-9223372036854775808 TO 2]'],
  [{ i: { gte: 7 } }, 'i:[7 TO 2147483647]'],
  [{ u: { lt: 3 } }, 'u:[0 TO 2]'],
  [{ u: { gte: 7 } }, 'u:[7 TO 18446744073709551615]'],
  [{ w: { gte: 7 } }, 'w:[7.0 TO Infinity]'],
  [{ k: { gt: 'n' } }, 'k:{n TO *]'],
  [{ k: { lt: 'b' } }, 'k:[* TO b}'],
])('a range is explained by its ends: %j', async (range, text) => {
  const types = { n: 'long', i: 'integer', u: 'unsigned_long', w: 'double', k: 'keyword' };
  const properties = Object.fromEntries(Object.entries(types).map(([name, type]) => [name, { type }]));
  await app.call('PUT', '/ranges', { body: { mappings: { properties } } });
  await app.call('PUT', '/ranges/_doc/1?refresh=true', { body: { n: 5, i: 5, u: 5, w: 5, k: 'm' } });
  const answer = await app.call('POST', '/ranges/_explain/1', { body: { query: { range } } });
  const told = answer.json<{ explanation: { description: string } }>().explanation.description;
  expect(told).toMatch(/^(Approximate|ConstantScore)\(/);
  expect(told).toContain(`(${text}) doesn't match id 0`);
});

test('a search in nothing tells no total where none is wanted', async () => {
  const hits = async (path: string, body = {}) =>
    (await app.call('POST', path, { body })).json<{ hits: object }>().hits;
  expect(await hits('/nope*/_search', { track_total_hits: false })).toEqual({ max_score: 0, hits: [] });
  expect(await hits('/nope*/_search?track_total_hits=false')).toEqual({ max_score: 0, hits: [] });
  expect(await hits('/nope*/_search?track_total_hits=false&rest_total_hits_as_int=true')).toMatchObject({
    total: -1,
  });
  expect(await hits('/nope*/_search', { track_total_hits: 1 })).toMatchObject({ total: { value: 0 } });
});

test('an order of the address that is neither up nor down is not heeded', async () => {
  const sorted = async (sort: string): Promise<unknown> => {
    const { hits } = (await app.call('GET', `/open/_search?sort=${sort}`)).json<{
      readonly hits: { readonly hits: readonly { readonly sort?: unknown }[] };
    }>();
    return hits.hits[0]!.sort;
  };
  expect(await sorted('nope:foo')).toBeUndefined();
  expect(await sorted('nope:DESC,_doc:asc')).toHaveLength(1);
});
