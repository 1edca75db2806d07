import { extractValues } from '@sextant/engine';
import { afterEach, expect, test } from 'vitest';
import type { Gate } from '../../../../http/authenticator.ts';
import { accessOf } from '../../../../security/access.ts';
import type { Role } from '../../../../security/roles.ts';
import { type TestApp, testApp } from '../../../../testing/test-app.ts';
import { findLookups, replaced } from './find-lookups.ts';

const apps: TestApp[] = [];
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});

const defined: Record<string, Role> = {
  root: { description: '', cluster: ['*'], indices: [{ names: ['*'], privileges: ['*'] }] },
  reader: {
    description: '',
    cluster: ['*'],
    indices: [{ names: ['open'], privileges: ['indices:data/read*', 'indices:admin/validate/query'] }],
  },
};

/** Everybody has the role that he names. */
const gate: Gate = {
  authenticate: async ({ authorization: role = 'root' }) => {
    return { id: role, username: role, roles: [role], kind: 'basic' };
  },
  access: (principal) => accessOf(principal, { defined }),
};

async function filled(): Promise<TestApp> {
  const app = await testApp({ gate });
  apps.push(app);
  await app.call('PUT', '/open/_doc/1?refresh=true', { body: { tag: 'a' } });
  await app.call('PUT', '/secret/_doc/1?refresh=true', { body: { tags: ['a', 'b'] } });
  return app;
}

const lookup = { terms: { 'tag.keyword': { index: 'secret', id: '1', path: 'tags' } } };
const wrapped = { wrapper: { query: Buffer.from(JSON.stringify(lookup)).toString('base64') } };
const byQuery = {
  terms: { 'tag.keyword': { index: 'secret', path: 'tags', query: { match_all: {} } } },
};

const like = {
  more_like_this: {
    fields: ['tag'],
    like: [{ _index: 'secret', _id: '1' }],
    min_term_freq: 1,
    min_doc_freq: 1,
  },
};

test.each([
  ['a document', lookup],
  ['a document that others shall be like', like],
  ['a document, in base64', wrapped],
  ['what a query finds', byQuery],
])('%s is looked up with the rights of the caller alone', async (_name, query) => {
  const app = await filled();
  const body = { query };
  const agg = { size: 0, aggs: { f: { filter: query } } };
  for (const [path, asked] of [
    ['/open/_search', body],
    ['/open/_search?scroll=1m', body],
    ['/open/_search', agg],
    ['/open/_count', body],
    ['/open/_explain/1', body],
    ['/open/_validate/query', body],
  ] as const) {
    const statusOf = async (authorization: string): Promise<number> => {
      return (await app.call('POST', path, { headers: { authorization }, body: asked })).status;
    };
    expect([path, await statusOf('reader')]).toEqual([path, 403]);
    expect([path, await statusOf('root')]).toEqual([path, 200]);
  }
});

test('values are found through lists and keys with dots; nulls and objects are none', () => {
  const document = { a: [{ 'b.c': [1, null, [2]] }, { b: { c: 'x', d: 1 } }, { b: 5 }], 'a.b.c': true };
  expect(extractValues(document, 'a.b.c')).toEqual([1, 2, 'x', true]);
  expect(extractValues(document, 'a.b')).toEqual([5]);
  expect(extractValues(document, 'a.x')).toEqual([]);
});

test('what is no lookup is left to the parser', () => {
  const terms = [
    { f: ['a'] },
    { f: { index: 'i', id: '1' } },
    { f: { index: 'i', id: '1', path: 'p', other: 1 } },
    { f: { index: 'i', id: '1', path: 'p', query: {} } },
    { f: { index: 'i', path: 'p' } },
  ];
  for (const each of terms) expect(findLookups({ query: { terms: each } }).size).toBe(0);
  const script = { terms: { f: { index: 'i', id: '1', path: 'p' } } };
  expect(findLookups({ script: { params: script } }).size).toBe(0);
});

test('more_like_this compares with the document of each index that is searched', async () => {
  const app = await filled();
  await app.call('PUT', '/open/_doc/2?refresh=true', { body: { tag: 'a' } });
  await app.call('PUT', '/other/_doc/1?refresh=true', { body: { tag: 'b' } });
  await app.call('PUT', '/other/_doc/2?refresh=true', { body: { tag: 'b a' } });
  const query = { more_like_this: { ...like.more_like_this, like: { _id: '1' } } };
  const answer = await app.call('POST', '/open,other/_search', { body: { query } });
  const { hits } = answer.json<{ hits: { hits: { _index: string; _id: string }[] } }>().hits;
  expect(hits.map(({ _index, _id }) => `${_index} ${_id}`).sort()).toEqual(['open 2', 'other 2']);
});

test('a request cannot give what is read for it', async () => {
  const app = await filled();
  const forged = { _id: '1', '\u0000documents': [['open', '{"tag":"a"}']] };
  const query = { more_like_this: { ...like.more_like_this, like: forged } };
  const answer = await app.call('POST', '/open/_search', { body: { query } });
  expect(answer.status).toBe(400);
});

test('only the objects that are replaced differ', () => {
  const place = { x: 1 };
  const body = { a: [place, { b: 2 }], c: 'd' };
  expect(replaced(body, new Map([[place, ['v']]]))).toEqual({ a: [['v'], { b: 2 }], c: 'd' });
});
