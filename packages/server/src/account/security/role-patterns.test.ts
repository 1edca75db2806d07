import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestAnswer, type TestApp, testApp } from '../../testing/index.ts';

const password = 'a long enough secret';
const strong = 'Str0ng-Enough-Phrase!';
let app: TestApp;

function as(user: string, method: string, path: string, body?: object): Promise<TestAnswer> {
  const word = user === 'admin' ? password : strong;
  const authorization = `Basic ${Buffer.from(`${user}:${word}`).toString('base64')}`;
  return app.call(method, path, { headers: { authorization }, ...(body === undefined ? {} : { body }) });
}

/** A user with a role for the patterns. */
async function give(user: string, names: readonly string[], more: object = {}): Promise<void> {
  const role = { cluster: [], indices: [{ names, privileges: ['read', 'indices:admin/aliases'], ...more }] };
  expect((await as('admin', 'PUT', `/_security/role/${encodeURIComponent(user)}-role`, role)).status).toBe(
    201,
  );
  const account = { password: strong, roles: [`${user}-role`] };
  expect((await as('admin', 'PUT', `/_security/user/${encodeURIComponent(user)}`, account)).status).toBe(201);
}

async function readable(user: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const name of ['log-1', 'log-22', 'lag-1', 'own.ann', 'ownxann']) {
    if ((await as(user, 'GET', `/${name}/_search`)).status === 200) found.push(name);
  }
  return found;
}

beforeAll(async () => {
  app = await testApp({ settings: { 'security.enabled': 'true', 'security.admin_password': password } });
  for (const name of ['log-1', 'log-22', 'lag-1', 'own.ann', 'ownxann'])
    await as('admin', 'PUT', `/${name}/_doc/1?refresh=true`, { open: name, shut1: 'x', shut22: 'y' });
});
afterAll(() => app.close());

test('a question mark in the pattern of a role is one character, an expression has to match the whole name', async () => {
  await give('queried', ['l?g-?']);
  expect(await readable('queried')).toEqual(['log-1', 'lag-1']);
  await give('regexed', ['/log-[0-9]+/']);
  expect(await readable('regexed')).toEqual(['log-1', 'log-22']);
  const hits = (await as('regexed', 'GET', '/_search')).json<{ hits: { hits: { _index: string }[] } }>();
  expect(hits.hits.hits.map(({ _index }) => _index).sort()).toEqual(['log-1', 'log-22']);
});

/** As roles write it; no template of this file. */
const own = ['$', '{user.name}'].join('');

test('in an expression the name of the caller stands for itself', async () => {
  await give('.ann', [`/own${own}/`]);
  expect(await readable('.ann')).toEqual(['own.ann']);
  await give('own?ann', [own]);
  expect(await readable('own?ann')).toEqual([]);
});

test('neither a question mark nor an expression gives a right on a pattern of names', async () => {
  await give('aliaser', ['l?g-1', '/log-.*/']);
  const actions = (alias: string) => ({ actions: [{ remove: { index: 'log-1', alias } }] });
  expect((await as('aliaser', 'POST', '/_aliases', actions('log-*'))).status).toBe(403);
  expect((await as('aliaser', 'POST', '/_aliases', actions('l*g-1'))).status).toBe(403);
});

test('an expression that would explode is judged in linear time', async () => {
  await give('slow', ['/(l+)+$/']);
  const long = 'l'.repeat(200);
  expect((await as('slow', 'GET', `/${long}x/_search`)).status).toBe(403);
  expect((await as('slow', 'GET', `/${long}/_search`)).status).toBe(404);
});

test('fields are named by question marks and expressions too', async () => {
  await give('fields', ['log-1'], { field_security: ['~shut?'] });
  const source = async (user: string): Promise<string[]> =>
    Object.keys((await as(user, 'GET', '/log-1/_doc/1')).json<{ _source: object }>()._source);
  expect(await source('fields')).toEqual(['open', 'shut22']);
  await give('words', ['log-1'], { field_security: ['/(open|.*22)/'] });
  expect(await source('words')).toEqual(['open', 'shut22']);
  const found = await as('fields', 'GET', '/log-1/_search?q=shut1:x');
  expect(found.json<{ hits: { total: { value: number } } }>().hits.total.value).toBe(0);
});
