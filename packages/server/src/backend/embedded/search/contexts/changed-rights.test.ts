import { afterEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../../testing/index.ts';

const password = 'a long enough secret';
const strong = 'Str0ng-Enough-Phrase!';
const open: TestApp[] = [];
afterEach(async () => {
  for (const app of open.splice(0)) await app.close();
});

type Page = {
  readonly _scroll_id: string;
  readonly pit_id: string;
  readonly hits: { readonly hits: readonly { readonly _source: object }[] };
};

const whole = { names: ['a'], privileges: ['*'] };

/** A service with documents of two teams, and somebody who has the rights that `grant` gives last. */
async function started() {
  const app = await testApp({
    settings: { 'security.enabled': 'true', 'security.admin_password': password },
  });
  open.push(app);
  const as = (user: string) => (method: string, path: string, body?: object) => {
    const word = user === 'admin' ? password : strong;
    const authorization = `Basic ${Buffer.from(`${user}:${word}`).toString('base64')}`;
    return app.call(method, path, { headers: { authorization }, ...(body === undefined ? {} : { body }) });
  };
  const [admin, ask] = [as('admin'), as('u')];
  await admin('PUT', '/a', { mappings: { properties: { team: { type: 'keyword' } } } });
  for (let n = 0; n < 12; n++)
    await admin('PUT', `/a/_doc/${n}`, { team: n % 2 ? 'x' : 'y', secret: `s${n}` });
  await admin('POST', '/a/_refresh');
  const grant = (...indices: object[]) => admin('PUT', '/_security/role/u', { cluster: ['*'], indices });
  await grant(whole);
  await admin('PUT', '/_security/user/u', { password: strong, roles: ['u'] });
  return { ask, grant };
}

test.each([
  ['documents are', { ...whole, query: '{"term":{"team":"x"}}' }],
  ['a field is', { ...whole, field_security: ['~secret'] }],
  ['values are masked, where a field is', { ...whole, field_mask: ['secret'] }],
  ['the index is', { names: ['b'], privileges: ['*'] }],
])('a scroll ends for whoever began it when %s hidden from him', async (_, less) => {
  const { ask, grant } = await started();
  const begun = await ask('POST', '/a/_search?scroll=5m', { size: 2 });
  const { _scroll_id: id } = begun.json<Page>();
  const next = () => ask('POST', '/_search/scroll', { scroll_id: id, scroll: '5m' });
  expect((await next()).status).toBe(200);
  // A page may be made ahead by now.
  expect((await next()).status).toBe(200);
  await grant(less);
  const refused = await next();
  expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('security_exception')]);
  await grant(whole);
  expect((await next()).status).toBe(200);
});

test('a point in time shows what its owner may see by the time of the search', async () => {
  const { ask, grant } = await started();
  const { pit_id: id } = (await ask('POST', '/a/_search/point_in_time?keep_alive=5m')).json<Page>();
  const found = async () =>
    (await ask('POST', '/_search', { pit: { id }, size: 20 }))
      .json<Page>()
      .hits.hits.map((hit) => hit._source);
  expect(await found()).toHaveLength(12);
  await grant({ ...whole, query: '{"term":{"team":"x"}}', field_security: ['~secret'] });
  expect(await found()).toEqual(Array.from({ length: 6 }, () => ({ team: 'x' })));
  await grant(whole);
  expect(await found()).toHaveLength(12);
});
