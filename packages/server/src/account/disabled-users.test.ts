import { afterEach, beforeEach, expect, test } from 'vitest';
import { type TestAnswer, type TestApp, testApp } from '../testing/index.ts';

const password = 'a long enough secret';
const strong = 'Str0ng-Enough-Phrase!';
const basic = (user: string, word: string) => ({
  authorization: `Basic ${Buffer.from(`${user}:${word}`).toString('base64')}`,
});

let app: TestApp;
beforeEach(async () => {
  app = await testApp({
    settings: {
      'security.enabled': 'true',
      'security.admin_password': password,
      'account.mode': 'multi',
    },
  });
});
afterEach(() => app.close());

const admin = (method: string, path: string, body?: object): Promise<TestAnswer> =>
  app.call(method, path, { headers: basic('admin', password), ...(body === undefined ? {} : { body }) });
const profile = async (headers: Readonly<Record<string, string>>): Promise<number> =>
  (await app.call('GET', '/account/profile', { headers })).status;
const login = (): Promise<TestAnswer> =>
  app.call('POST', '/account/login', { body: { email: 'ann', password: strong } });

test('a disabled user is out at once, with sessions and tokens, and looks like one who is not there', async () => {
  await admin('PUT', '/_security/user/ann', { password: strong, roles: ['readonly'] });
  const session = (await login()).json<{ access_token: string }>().access_token;
  const made = await app.call('POST', '/auth/access_token', { headers: basic('ann', strong), body: {} });
  const token = { 'x-api-token': made.json<{ access_token: string }>().access_token };
  const bearer = { authorization: `Bearer ${session}` };
  for (const headers of [bearer, token, basic('ann', strong)]) expect(await profile(headers)).toBe(200);

  const off = [{ op: 'replace', path: '/enabled', value: false }];
  expect((await admin('PATCH', '/_security/user/ann', off)).status).toBe(200);
  for (const headers of [bearer, token, basic('ann', strong)]) expect(await profile(headers)).toBe(401);
  const refused = await login();
  expect([refused.status, refused.text]).toEqual([
    403,
    '{"status":403,"error":{"reason":"failed to login"}}',
  ]);
  for (const path of ['/_security/user/ann', '/_plugins/_security/api/internalusers/ann']) {
    expect((await admin('GET', path)).json()).toMatchObject({ ann: { enabled: false } });
  }

  // A change that does not speak of it leaves it so.
  await admin('PUT', '/_security/user/ann', { roles: ['readonly'] });
  expect(await profile(basic('ann', strong))).toBe(401);
  await admin('PUT', '/_security/user/ann', { roles: ['readonly'], enabled: true });
  expect((await admin('GET', '/_security/user/ann')).text).not.toContain('enabled');
  // Sessions of before stay dead.
  expect(await profile(bearer)).toBe(401);
  for (const headers of [token, basic('ann', strong)]) expect(await profile(headers)).toBe(200);
});

test('the administrator can be neither removed nor disabled, and two others who remove each other leave him', async () => {
  for (const [method, body] of [
    ['DELETE', undefined],
    ['PUT', { enabled: false }],
    ['PATCH', [{ op: 'replace', path: '/enabled', value: false }]],
  ] as const) {
    const answer = await admin(method, '/_security/user/admin', body);
    expect([method, answer.status, answer.text]).toEqual([
      method,
      403,
      '{"status":"FORBIDDEN","message":"Resource \'admin\' is reserved."}',
    ]);
  }
  for (const name of ['ann', 'bob'])
    await admin('PUT', `/_security/user/${name}`, { password: strong, roles: ['superuser'] });
  const remove = (who: string, whom: string) =>
    app.call('DELETE', `/_security/user/${whom}`, { headers: basic(who, strong) });
  const answers = await Promise.all([remove('ann', 'bob'), remove('bob', 'ann')]);
  for (const { status } of answers) expect([200, 401, 404]).toContain(status);
  expect(answers.some(({ status }) => status === 200)).toBe(true);
  const users = (await admin('GET', '/_security/user')).json<Record<string, unknown>>();
  expect(Object.keys(users)).toContain('admin');
  expect(await profile(basic('admin', password))).toBe(200);
});

test('whether a user is enabled is a boolean', async () => {
  const answer = await admin('PUT', '/_security/user/ann', { password: strong, enabled: 'no' });
  expect([answer.status, answer.json()]).toEqual([
    400,
    { status: 'error', reason: 'Wrong datatype', enabled: 'Boolean expected' },
  ]);
});
