import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestAnswer, type TestApp, testApp } from '../../testing/index.ts';

const password = 'a long enough secret';
const strong = 'Str0ng-Enough-Phrase!';
let app: TestApp;
beforeAll(async () => {
  app = await testApp({ settings: { 'security.enabled': 'true', 'security.admin_password': password } });
});
afterAll(() => app.close());

function as(user: string, method: string, path: string, body?: object | string): Promise<TestAnswer> {
  const word = user === 'admin' ? password : strong;
  const authorization = `Basic ${Buffer.from(`${user}:${word}`).toString('base64')}`;
  return app.call(method, path, { headers: { authorization }, ...(body === undefined ? {} : { body }) });
}

test('a name that only looks like the administrator’s is another user, without his roles and his password', async () => {
  const lookalike = '\u0430dmin';
  const path = `/_security/user/${encodeURIComponent(lookalike)}`;
  expect((await as('admin', 'PUT', path, { password: strong })).status).toBe(201);
  const own = await as(lookalike, 'GET', '/_security/account');
  expect(own.json()).toMatchObject({ username: lookalike, reserved: false, roles: [] });
  expect((await as(lookalike, 'GET', '/_security/user')).status).toBe(403);
  const authorization = `Basic ${Buffer.from(`${lookalike}:${password}`).toString('base64')}`;
  expect((await app.call('GET', '/', { headers: { authorization } })).status).toBe(401);
  expect((await as('admin', 'GET', '/_security/account')).status).toBe(200);
});

test('a key that stands twice in a role, a user or a patch is refused, and nothing is kept', async () => {
  const twice: readonly (readonly [string, string, string])[] = [
    ['PUT', '/_security/role/twice', '{"cluster":[],"indices":[],"cluster":["*"]}'],
    ['PUT', '/_security/user/twice', `{"password":"${strong}","roles":[],"roles":["superuser"]}`],
    ['PUT', '/_security/role_mapping/readonly', '{"users":[],"users":["*"]}'],
    ['PATCH', '/_security/role', '[{"op":"add","path":"/twice","path":"/other","value":{}}]'],
  ];
  for (const [method, path, body] of twice) {
    expect([path, (await as('admin', method, path, body)).status]).toEqual([path, 400]);
  }
  for (const path of ['role/twice', 'role/other', 'user/twice', 'role_mapping/readonly']) {
    expect([path, (await as('admin', 'GET', `/_security/${path}`)).status]).toEqual([path, 404]);
  }
});

test('a role that names a set which is not there grants nothing of it, and breaks nothing', async () => {
  const role = { cluster: ['no_such_set'], indices: [{ names: ['*'], privileges: ['no_such_set', 'get'] }] };
  expect((await as('admin', 'PUT', '/_security/role/odd', role)).status).toBe(201);
  await as('admin', 'PUT', '/_security/user/odd', { password: strong, roles: ['odd', 'readonly'] });
  await as('admin', 'DELETE', '/_security/role/odd');
  // The role is gone, and the user still names it.
  expect((await as('odd', 'GET', '/_cluster/health')).status).toBe(200);
  expect((await as('odd', 'PUT', '/made')).status).toBe(403);
});

test('a token longer than any that was given is refused without a look at it', async () => {
  // Ten times as long, the header itself is refused: see odd-requests.
  const long = 'a'.repeat(10_000);
  const sent: readonly Readonly<Record<string, string>>[] = [
    { authorization: `Bearer ${long}` },
    { authorization: `Basic ${long}` },
    { 'x-api-token': long },
    { authorization: `ApiKey ${long}` },
  ];
  for (const headers of sent) {
    expect((await app.call('GET', '/', { headers })).status).toBe(401);
  }
});
