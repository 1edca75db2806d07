import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

async function call(method: string, path: string, body?: object) {
  const answer = await app.call(method, path, body === undefined ? {} : { body });
  return { status: answer.status, body: answer.json<Record<string, never>>() as Record<string, unknown> };
}

test('before anything is mapped there are no fields to show', async () => {
  await call('PUT', '/unmapped');
  expect((await call('GET', '/unmapped/_mapping/field/*')).body).toEqual({ unmapped: { mappings: {} } });
});

test('a mapping for the write index of what is not there is refused', async () => {
  const mapping = { properties: { a: { type: 'keyword' } } };
  expect((await call('PUT', '/not-there/_mapping?write_index_only=true', mapping)).status).toBe(404);
});

test('health, resolving and all aliases take the parameters that choose indices', async () => {
  await call('PUT', '/choosing', { aliases: { chosen: {} } });
  const lenient = 'ignore_unavailable=true&allow_no_indices=true&expand_wildcards=open';
  expect((await call('GET', `/_cluster/health/choos*?${lenient}`)).body.number_of_nodes).toBe(1);
  expect((await call('GET', `/_resolve/index/choosing?${lenient}`)).status).toBe(200);
  expect((await call('GET', `/_aliases?${lenient}`)).body.choosing).toEqual({ aliases: { chosen: {} } });
  expect((await call('GET', '/_aliases?expand_wildcards=none')).body).toEqual({});
  expect((await call('GET', '/_aliases?expand_wildcards=')).body).toEqual({});
});

test('an index keeps the number of its format, which cannot be changed', async () => {
  expect((await call('PUT', '/formatted', { settings: { format: 3 } })).status).toBe(200);
  expect((await call('PUT', '/formatted/_settings', { format: 4 })).status).toBe(400);
  const wrong = { settings: { shard: { check_on_startup: 'x' } } };
  expect((await call('PUT', '/unchecked', wrong)).status).toBe(400);
});

test('fields of an index without a mapping are unmapped, also those that every index has', async () => {
  await call('PUT', '/bare');
  const { body } = await call('GET', '/bare/_field_caps?fields=_id,_source');
  expect(body).toEqual({ indices: ['bare'], fields: {} });
});

test('an index that is reached by everything that there is shows no aliases in _search_shards', async () => {
  await call('PUT', '/reached', { aliases: { reachable: {} } });
  for (const path of ['', '/_all', '/*'])
    expect((await call('GET', `${path}/_search_shards`)).body.indices).toMatchObject({ reached: {} });
  const all = (await call('GET', '/*/_search_shards')).body.indices as Record<string, object>;
  expect(all.reached).toEqual({});
  const some = (await call('GET', '/reach*/_search_shards')).body.indices;
  expect(some).toEqual({ reached: { aliases: ['reachable'] } });
});

test('a query stands in the body or in the URL of a count, an explanation or a validation', async () => {
  await call('PUT', '/asked/_doc/1?refresh=true', { a: 1 });
  const query = { query: { match_all: {} } };
  for (const path of ['/asked/_count', '/asked/_explain/1', '/asked/_validate/query']) {
    const both = await call('POST', `${path}?q=a:1`, query);
    expect([both.status, JSON.stringify(both.body)]).toEqual([
      400,
      expect.stringContaining(`request [${path}] contains unrecognized parameter: [q]`),
    ]);
    expect((await call('POST', path, query)).status).toBe(200);
    expect((await call('POST', `${path}?q=a:1`)).status).toBe(200);
  }
  for (const index of ['asked', 'missing', 'missing*', '_BAD']) {
    const none = await call('POST', `/${index}/_validate/query`, {});
    expect([none.status, JSON.stringify(none.body)]).toEqual([
      400,
      expect.stringContaining('query cannot be null'),
    ]);
  }
});

test('an analysis without an index is one by the standard analyzer, with one by its default', async () => {
  await call('PUT', '/analysing');
  const nameOf = async (path: string) => {
    const { body } = await call('POST', path, { text: 'a', explain: true });
    return (body.detail as unknown as { analyzer: { name: string } }).analyzer.name;
  };
  expect([await nameOf('/_analyze'), await nameOf('/analysing/_analyze')]).toEqual(['standard', 'default']);
});

test('settings of the cluster take local', async () => {
  expect((await call('GET', '/_cluster/settings?local=true')).status).toBe(200);
});

test('a field mapping shows no object, nested or not', async () => {
  const properties = {
    o: { properties: { n: { type: 'nested' }, e: { type: 'object' }, k: { type: 'ip' } } },
  };
  await call('PUT', '/objects', { mappings: { properties } });
  const { body } = await call('GET', '/objects/_mapping/field/o*');
  const shown = { 'o.k': { full_name: 'o.k', mapping: { k: { type: 'ip' } } } };
  expect(body).toEqual({ objects: { mappings: shown } });
});

test('the state of the cluster has all indices whatever wildcards would match, unless some are named', async () => {
  await call('PUT', '/stated');
  const namesOf = async (path: string) => {
    const { body } = await call('GET', `/_cluster/state/metadata${path}?expand_wildcards=none`);
    return Object.keys((body.metadata as unknown as { indices: object }).indices);
  };
  expect(await namesOf('')).toContain('stated');
  expect(await namesOf('/stat*')).toEqual([]);
});

test('the copies that writes wait for are a number or all', async () => {
  await call('PUT', '/waiting');
  const set = (value: unknown) =>
    call('PUT', '/waiting/_settings', { 'write.wait_for_active_shards': value });
  expect((await set('all')).status).toBe(200);
  expect((await set(1)).status).toBe(200);
  const wrong = await set('x');
  expect([wrong.status, JSON.stringify(wrong.body)]).toEqual([
    400,
    expect.stringContaining('cannot parse ActiveShardCount[x]'),
  ]);
  expect((await set(-1)).status).toBe(400);
});

// As OpenSearch 3.6 answers.
test('health waits for no index that is left out, and is red where some have to be there', async () => {
  for (const name of ['sound-1', 'sound-2']) await call('PUT', `/${name}`);
  const of = async (path: string) => {
    const { status, body } = await call('GET', `/_cluster/health/${path}`);
    return [status, body.status, body.timed_out];
  };
  expect(await of('sound-*,-sound-1')).toEqual([200, 'yellow', false]);
  const strict = 'allow_no_indices=false&timeout=0s';
  expect(await of(`silent-*?${strict}`)).toEqual([200, 'red', false]);
  expect(await of(`silent-*?${strict}&wait_for_status=yellow`)).toEqual([408, 'red', true]);
  expect(await of(`sound-*,-silent?${strict}`)).toEqual([408, 'red', true]);
});

// As OpenSearch 3.6 answers.
test('aliases behind an expression are those that its wildcards meet, without what is left out', async () => {
  await call('PUT', '/behind', { aliases: { 'met-a': {}, 'met-b': {}, 'met-h': { is_hidden: true } } });
  const aliases = async (path: string) => {
    const { body } = await call('GET', `/_resolve/index/${path}`);
    return (body.aliases as unknown as { name: string }[]).map(({ name }) => name);
  };
  expect(await aliases('met-*')).toEqual(['met-a', 'met-b']);
  expect(await aliases('met-*,-met-a')).toEqual(['met-b']);
  expect(await aliases('met-*?expand_wildcards=open,hidden')).toEqual(['met-a', 'met-b', 'met-h']);
  expect(await aliases('met-*?expand_wildcards=none')).toEqual([]);
  expect(await aliases('met-h?expand_wildcards=none')).toEqual(['met-h']);
});

// As OpenSearch 3.6 answers.
test('a mapping for the write index takes a wildcard that meets one index', async () => {
  for (const name of ['written-1', 'written-2']) await call('PUT', `/${name}`);
  const mapping = { properties: { a: { type: 'keyword' } } };
  const put = (name: string) => call('PUT', `/${name}/_mapping?write_index_only=true`, mapping);
  expect((await put('written-1*')).status).toBe(200);
  const several = await put('written-*');
  expect([several.status, JSON.stringify(several.body)]).toEqual([
    400,
    expect.stringContaining('[written-*] and options provided did not point to a single write-index'),
  ]);
  expect((await put('unwritten-*')).status).toBe(404);
});

// As OpenSearch 3.6 answers.
test('writes wait for no more copies than there are', async () => {
  const made = (copies: unknown) =>
    call('PUT', '/awaited', { settings: { 'index.write.wait_for_active_shards': copies } });
  const reason = async (answer: ReturnType<typeof made>) => {
    const { status, body } = await answer;
    return [status, JSON.stringify(body)];
  };
  for (const wrong of ['99999999999', 'index-setting'])
    expect(await reason(made(wrong))).toEqual([400, expect.stringContaining(`ActiveShardCount[${wrong}]`)]);
  const tooMany = 'cannot be greater than number of shard copies [2]';
  expect(await reason(made(3))).toEqual([400, expect.stringContaining(tooMany)]);
  expect((await made('+1')).status).toBe(200);
  const more = call('PUT', '/awaited/_settings', { 'write.wait_for_active_shards': 3 });
  expect(await reason(more)).toEqual([400, expect.stringContaining(tooMany)]);
  expect(await reason(call('PUT', '/checked', { settings: { 'shard.check_on_startup': 'True' } }))).toEqual([
    400,
    expect.stringContaining('must be one of [true, false, checksum] but was: True'),
  ]);
});

// As OpenSearch 3.6 answers.
test('shards of an index whose writes wait for more copies than are active are not acknowledged', async () => {
  const settings = { number_of_replicas: 1, 'write.wait_for_active_shards': 2 };
  const acknowledged = async (method: string, path: string, body?: object) =>
    (await call(method, path, body)).body.shards_acknowledged;
  expect(await acknowledged('PUT', '/patient', { settings })).toBe(false);
  await call('POST', '/patient/_close?wait_for_active_shards=1');
  expect(await acknowledged('POST', '/patient/_open')).toBe(false);
  expect(await acknowledged('POST', '/patient/_open?wait_for_active_shards=1')).toBe(true);
  expect(await acknowledged('PUT', '/hasty?wait_for_active_shards=1', { settings })).toBe(true);
});

// As OpenSearch 3.6 answers.
test.each([
  ['PUT', '/unmade'],
  ['PUT', '/sound-1/_doc/1'],
  ['POST', '/sound-1/_close'],
  ['POST', '/sound-1/_update_by_query'],
])('a request cannot wait for the copies that an index says: %s %s', async (method, path) => {
  const { status, body } = await call(method, `${path}?wait_for_active_shards=index-setting`, {});
  expect([status, body.error]).toMatchObject([
    400,
    { reason: 'cannot parse ActiveShardCount[index-setting]' },
  ]);
});

// As OpenSearch 3.6 answers.
test('all indices are not all aliases', async () => {
  await call('PUT', '/all-1', { aliases: { 'all-a': {} } });
  const { body } = await call('GET', '/_resolve/index/_all');
  expect(body.aliases).toEqual([]);
});
