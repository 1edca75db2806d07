import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../testing/index.ts';

const password = 'a long enough secret';
const strong = 'Str0ng-Enough-Phrase!';

let app: TestApp;
const as = (user: string) => (method: string, path: string, body?: object) => {
  const word = user === 'admin' ? password : strong;
  const authorization = `Basic ${Buffer.from(`${user}:${word}`).toString('base64')}`;
  return app.call(method, path, { headers: { authorization }, ...(body === undefined ? {} : { body }) });
};

beforeAll(async () => {
  app = await testApp({ settings: { 'security.enabled': 'true', 'security.admin_password': password } });
  const [admin, api] = [as('admin'), '/_plugins/_security/api'];
  for (const [id, who, words] of [
    ['1', 'ann', 'plain words'],
    ['2', 'bob', 'classified words'],
  ] as const) {
    await admin('PUT', `/notes/_doc/${id}?refresh=true`, { who, words });
  }
  const own = { index_patterns: ['notes'], allowed_actions: ['read'], dls: '{"term":{"who.keyword":"ann"}}' };
  await admin('PUT', `${api}/roles/own`, { index_permissions: [own] });
  await admin('PUT', `${api}/internalusers/ann`, { password: strong });
  await admin('PUT', `${api}/rolesmapping/own`, { users: ['ann'] });
});
afterAll(() => app.close());

test('who sees a part of the documents is shown no term vectors: their statistics are those of all', async () => {
  expect((await as('ann')('GET', '/notes/_doc/1')).status).toBe(200);
  const ids = { docs: [{ _id: '1' }, { _id: '2' }], parameters: { term_statistics: true } };
  const calls: readonly (readonly [string, string, object?])[] = [
    ['GET', '/notes/_termvectors/1?term_statistics=true'],
    ['GET', '/notes/_termvectors/2'],
    ['POST', '/notes/_termvectors', { doc: { words: 'classified' }, term_statistics: true }],
    ['POST', '/notes/_termvectors', { doc: { words: 'no such' } }],
    ['POST', '/notes/_mtermvectors', ids],
    ['POST', '/_mtermvectors', { docs: [{ _index: 'notes', _id: '2' }] }],
  ];
  for (const [method, path, body] of calls) {
    const answer = await as('ann')(method, path, body);
    // Several documents are answered one by one.
    const isRefused = answer.status === 403 || /"security_exception"/.test(answer.text);
    expect([path, isRefused, /classified|doc_freq|"found":true/.test(answer.text)]).toEqual([
      path,
      true,
      false,
    ]);
    expect((await as('admin')(method, path, body)).text).toContain('"took"');
  }
});
