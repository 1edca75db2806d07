import { afterAll, beforeAll, expect, test } from 'vitest';
import { admin, as, give, hiddenFieldsApp } from '../../../testing/hidden-fields.ts';
import type { TestAnswer, TestApp } from '../../../testing/index.ts';

let app: TestApp;
beforeAll(async () => {
  app = await hiddenFieldsApp();
});
afterAll(() => app.close());

/** Asks as `ann`, whose answer must tell nothing of what is hidden; returns it. */
async function quiet(method: string, path: string, body?: object | string): Promise<TestAnswer> {
  const answer = await as('ann', method, path, body);
  expect([
    path,
    answer.status,
    /classified|hush|secret|hidden|"low"|when|deep|everything/.exec(answer.text)?.[0],
  ]).toEqual([path, 200, undefined]);
  return answer;
}

test('documents by id, their words and why they match show no hidden field', async () => {
  const shown = await quiet('GET', '/all/_doc/7');
  expect(Object.keys(shown.json<{ _source: object }>()._source)).toEqual([
    'tag',
    'n',
    'text',
    'obj',
    'parts',
    'flat',
  ]);
  await quiet('GET', '/all/_source/7');
  await quiet('GET', '/all/_doc/7?stored_fields=secretn&_source=true');
  await quiet('GET', '/all/_doc/7?stored_fields=stored');
  await quiet('GET', '/all/_search?stored_fields=stored,*');
  await quiet('GET', '/all/_source/7?_source_includes=secret,obj.hidden,tag');
  await quiet('POST', '/all/_mget', { ids: ['1', '2', '3'] });
  await quiet('GET', '/all/_termvectors/7?fields=*');
  await quiet('POST', '/all/_termvectors', { doc: { text: 'word1' } });
  await quiet('POST', '/all/_mtermvectors', { ids: ['1', '2'] });
  await admin('PUT', '/all/_doc/fresh', { tag: 't1', secret: 'hush' });
  await quiet('GET', '/all/_doc/fresh');
  await quiet('GET', '/all/_termvectors/fresh?fields=*');
  await admin('DELETE', '/all/_doc/fresh?refresh=true');
  const own = await as('ida', 'GET', '/all/_doc/7');
  expect(own.json<{ _source: object }>()._source).toEqual({
    tag: expect.any(String),
    text: expect.any(String),
    obj: { seen: expect.any(String) },
  });
});

test('mappings, capabilities and tokens are those of the seen fields', async () => {
  for (const path of [
    '/all/_mapping',
    '/all',
    '/all/_mapping/field/*',
    '/_mapping',
    '/all/_field_caps?fields=*',
    '/_cluster/state/metadata/all',
  ])
    await quiet('GET', path);
  const mapping = (await quiet('GET', '/all/_mapping')).json<{ all: { mappings: { properties: object } } }>();
  expect(Object.keys(mapping.all.mappings.properties)).toEqual(['n', 'obj', 'parts', 'tag', 'text']);
  const caps = (await as('ida', 'GET', '/all/_field_caps?fields=*')).json<{ fields: object }>();
  expect(
    Object.keys(caps.fields)
      .filter((name) => !name.startsWith('_'))
      .sort(),
  ).toEqual(['obj', 'obj.seen', 'tag', 'text', 'text.raw']);
  const filter = { index_filter: { term: { secret: 'hush1' } } };
  expect((await as('ann', 'POST', '/all/_field_caps?fields=tag', filter)).json()).toMatchObject({
    indices: [],
  });
  const tokens = async (user: string) =>
    (await as(user, 'POST', '/all/_analyze', { field: 'secretn', text: 'a b' })).status;
  expect([await tokens('admin'), await tokens('ann')]).toEqual([400, 200]);
  const valid = { query: { range: { secretn: { gte: 'no number' } } } };
  const isValid = async (user: string) =>
    (await as(user, 'POST', '/all/_validate/query', valid)).json<{ valid: boolean }>().valid;
  expect([await isValid('admin'), await isValid('ann')]).toEqual([false, true]);
});

test('scrolls, points in time, templates, lookups and kept answers show no more', async () => {
  const first = await quiet('POST', '/all/_search?scroll=1m', { size: 100 });
  const { _scroll_id } = first.json<{ _scroll_id: string }>();
  await quiet('POST', '/_search/scroll', { scroll_id: _scroll_id, scroll: '1m' });
  const pit = await quiet('POST', '/all/_search/point_in_time?keep_alive=1m');
  await quiet('POST', '/_search', { size: 100, pit: { id: pit.json<{ pit_id: string }>().pit_id } });
  await quiet(
    'POST',
    '/_msearch',
    '{"index":"all"}\n{"size":50}\n{"index":"a*"}\n{"docvalue_fields":["n"]}\n',
  );
  await quiet('POST', '/all/_search/template', { source: { query: { match_all: {} } } });
  const inner = { query: { nested: { path: 'parts', query: { match_all: {} }, inner_hits: { size: 9 } } } };
  await quiet('POST', '/all/_search', inner);
  const script = {
    script_fields: { one: { script: "params._source.containsKey('secret') ? 1 : 0" } },
    size: 1,
  };
  const made = await as('ann', 'POST', '/all/_search', script);
  expect(made.json()).toMatchObject({ hits: { hits: [{ fields: { one: [0] } }] } });
  const lookup = { terms: { tag: { index: 'all', id: '7', path: 'obj.hidden' } } };
  await admin('PUT', '/all/_doc/look?refresh=true', { tag: 't1', obj: { hidden: 't1' }, text: 'look' });
  const counted = async (query: object) =>
    (await as('ann', 'POST', '/all/_count', { query })).json<{ count: number }>().count;
  expect(await counted({ terms: { tag: { index: 'all', id: 'look', path: 'obj.hidden' } } })).toBe(0);
  expect(await counted({ terms: { tag: { index: 'all', id: 'look', path: 'tag' } } })).toBeGreaterThan(0);
  expect(await counted(lookup)).toBe(0);
  await admin('DELETE', '/all/_doc/look?refresh=true');
  const like = {
    more_like_this: { fields: ['*'], like: [{ _index: 'all', _id: '7' }], min_term_freq: 1, min_doc_freq: 1 },
  };
  const same = { more_like_this: { ...like.more_like_this, like: [{ _index: 'seen', _id: '7' }] } };
  const total = (await admin('POST', '/seen/_count', { query: same })).json<{ count: number }>().count;
  expect(await counted(like)).toBe(total);
  const kept = '/all/_search?request_cache=true&size=0';
  const body = { aggs: { one: { terms: { field: 'secret.raw' } } } };
  const texts = [];
  for (const user of ['admin', 'ann', 'admin', 'ann']) texts.push((await as(user, 'POST', kept, body)).text);
  expect(texts.map((text) => text.includes('hush'))).toEqual([true, false, true, false]);
  expect((await admin('GET', '/all/_doc/7')).text).toContain('classified');
  expect((await admin('POST', '/all/_search', { size: 1 })).text).toContain('"_ignored":["when"]');
});

test('what would show hidden fields, or write documents without them, is refused', async () => {
  const refusals: readonly [string, string, (object | string)?][] = [
    ['POST', '/all/_update/1?_source=true', { doc: { n: 1 } }],
    ['POST', '/all/_update_by_query', {}],
    ['PUT', '/all/_clone/copy'],
    ['POST', '/all/_search', { explain: true }],
    ['POST', '/all/_search', { aggs: { a: { significant_terms: { field: 'tag' } } } }],
    ['POST', '/all/_search', { collapse: { field: 'tag', inner_hits: { name: 'x', explain: true } } }],
    ['GET', '/all/_explain/1', { query: { match_all: {} } }],
  ];
  for (const [method, path, body] of refusals) {
    const { status, text } = await as('ann', method, path, body);
    expect([path, status, text]).toEqual([path, 403, expect.stringContaining('security_exception')]);
  }
  const bulk = await as('ann', 'POST', '/_bulk', '{"update":{"_index":"all","_id":"1"}}\n{"doc":{"n":1}}\n');
  expect(bulk.text).toContain('fields are hidden from the user');
});

test('copies have the seen fields alone, and of several roles each takes something away', async () => {
  await give('bob', {
    cluster: ['*'],
    indices: [
      { names: ['all'], field_security: ['tag', 'n', 'secret*'], privileges: ['*'] },
      { names: ['a*'], field_security: ['~n', 'text'], privileges: ['*'] },
      { names: ['copy', 'flat'], privileges: ['*'] },
    ],
  });
  const { _source } = (await as('bob', 'GET', '/all/_doc/7')).json<{ _source: object }>();
  expect(Object.keys(_source)).toEqual(['tag', 'text', 'secret', 'secretn', 'secrets.dotted']);
  expect((await admin('POST', '/all/_count', { query: { exists: { field: 'secret' } } })).json().count).toBe(
    200,
  );
  const body = { source: { index: 'all' }, dest: { index: 'copy' } };
  expect((await as('bob', 'POST', '/_reindex?refresh=true', body)).status).toBe(200);
  const copy = (await admin('GET', '/copy/_doc/7')).json<{ _source: object }>();
  expect(copy._source).toEqual(_source);
  await give('deb', {
    cluster: ['*'],
    indices: [
      {
        names: ['all'],
        query: '{"term":{"obj.hidden":"classified1"}}',
        field_security: ['tag'],
        privileges: ['*'],
      },
    ],
  });
  const count = (user: string, query: object) => as(user, 'POST', '/all/_count', { query });
  const hidden = { term: { 'obj.hidden': 'classified1' } };
  const total = (await count('admin', hidden)).json<{ count: number }>().count;
  expect((await count('deb', { match_all: {} })).json<{ count: number }>().count).toBe(total);
  expect((await count('deb', hidden)).json<{ count: number }>().count).toBe(0);
  expect(total).toBeGreaterThan(0);
});

test('patterns that cannot be heeded are refused, and those that can are shown as they were given', async () => {
  const role = (fls: readonly unknown[]) => ({ index_permissions: [{ index_patterns: ['all'], fls }] });
  const path = '/_plugins/_security/api/roles/shown';
  const bad = [['~'], ['a'.repeat(1025)], Array.from({ length: 1001 }, (_, i) => `f${i}`)];
  for (const fls of bad) {
    const { status, text } = await admin('PUT', path, role(fls));
    expect([fls[0], status, text]).toEqual([fls[0], 400, expect.stringContaining('[fls]')]);
  }
  expect((await admin('PUT', path, role(['a*', '~b', '!c']))).status).toBe(201);
  const shown = (await admin('GET', path)).json<{ shown: { index_permissions: { fls: unknown }[] } }>();
  expect(shown.shown.index_permissions[0]?.fls).toEqual(['a*', '~b', '~c']);
});
