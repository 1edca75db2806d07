import { afterEach, beforeEach, expect, test } from 'vitest';
import { type TestAnswer, type TestApp, type TestCall, testApp } from '../testing/index.ts';

const password = 'a long enough secret';
const admin = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`;

let app: TestApp;
beforeEach(async () => {
  app = await testApp({ settings: { 'security.enabled': 'true', 'security.admin_password': password } });
});
afterEach(() => app.close());

interface Made {
  readonly id: string;
  readonly access_token: string;
  readonly expire_in: number;
}

function asAdmin(method: string, path: string, body?: object, of = app): Promise<TestAnswer> {
  return of.call(method, path, {
    headers: { authorization: admin },
    ...(body === undefined ? {} : { body }),
  });
}

function withToken(token: string, method: string, path: string, options: TestCall = {}): Promise<TestAnswer> {
  return app.call(method, path, { ...options, headers: { 'x-api-token': token } });
}

async function make(wish: object = {}): Promise<Made> {
  const answer = await asAdmin('POST', '/auth/access_token', wish);
  expect([answer.status, answer.text]).toEqual([200, expect.anything()]);
  return answer.json<Made>();
}

const reasonOf = (answer: TestAnswer): unknown => {
  const { error } = answer.json<{ error: { reason: string } }>();
  return [answer.status, error.reason];
};

test('a token is shown once, has the form that is promised, and opens the service for a year', async () => {
  const made = await make({ name: 'nightly', description: 'backs up' });
  expect(made).toEqual({
    _id: made.id,
    id: made.id,
    name: 'nightly',
    access_token: expect.stringMatching(
      /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}_\w{64}$/,
    ),
    expire_in: Math.floor(app.clock.now() / 1000) + 365 * 86_400,
    status: 'ok',
  });
  expect((await withToken(made.access_token, 'GET', '/_cluster/health')).status).toBe(200);
  const read = await asAdmin('GET', `/auth/access_token/${made.id}`);
  expect(read.json()).toEqual({
    id: made.id,
    created: new Date(app.clock.now()).toISOString(),
    updated: new Date(app.clock.now()).toISOString(),
    owner: 'admin',
    name: 'nightly',
    description: 'backs up',
    type: 'general',
    expire_in: made.expire_in,
    status: 'active',
    last_used: new Date(app.clock.now()).toISOString(),
    last_used_ip: '127.0.0.1',
    token_hint: made.access_token.slice(-4),
  });
  const secret = made.access_token.slice(37);
  const kept = [...app.disk.files('/')].map((path) => app.disk.readFile(path));
  expect(kept.some((bytes) => Buffer.from(bytes).includes(made.id))).toBe(true);
  expect(kept.some((bytes) => Buffer.from(bytes).includes(secret))).toBe(false);
  expect(JSON.stringify(app.log.entries)).not.toContain(secret);
});

test('it is taken as X-API-TOKEN and as ApiKey, whole or as base64 of its two parts', async () => {
  const { access_token: token } = await make();
  const [id, rest] = [token.slice(0, 36), token.slice(37)];
  const encoded = Buffer.from(`${id}:${rest}`).toString('base64');
  for (const headers of [
    { 'x-api-token': token },
    { authorization: `ApiKey ${token}` },
    { authorization: `apikey ${encoded}` },
  ]) {
    expect((await app.call('GET', '/account/profile', { headers })).json()).toMatchObject({
      username: 'admin',
    });
  }
});

test('a token that is cut, changed, unknown or expired is refused, and an expired one stays listed', async () => {
  const { access_token: token, id } = await make({ expire_in: 60 });
  const changed = `${token.slice(0, -1)}${token.endsWith('a') ? 'b' : 'a'}`;
  for (const bad of [
    token.slice(0, -1),
    changed,
    `${token}x`,
    'x',
    `${id}_`,
    `${'0'.repeat(8)}${token.slice(8)}`,
  ]) {
    const answer = await withToken(bad, 'GET', '/');
    expect(reasonOf(answer)).toEqual([401, 'invalid X-API-TOKEN']);
    expect(answer.headers['www-authenticate']).toMatch(/^Basic/);
  }
  app.clock.advance(59_999);
  expect((await withToken(token, 'GET', '/')).status).toBe(200);
  app.clock.advance(1);
  expect(reasonOf(await withToken(token, 'GET', '/'))).toEqual([401, 'token expired']);
  const account = await withToken(token, 'GET', '/account/profile');
  expect(account.json()).toEqual({ status: 401, error: { reason: 'token expired' } });
  expect(account.headers['www-authenticate']).toBe('Bearer');
  const listed = await asAdmin('GET', '/auth/access_token/_search?status=expired');
  expect(listed.json()).toMatchObject({ hits: { total: { value: 1 }, hits: [{ _id: id }] } });
});

test('a revoked token stops at once, also after a restart, and is listed for a month', async () => {
  const { access_token: token, id } = await make();
  expect((await asAdmin('DELETE', `/auth/access_token/${id}`)).json()).toEqual({
    _id: id,
    result: 'deleted',
  });
  expect(reasonOf(await withToken(token, 'GET', '/'))).toEqual([401, 'invalid X-API-TOKEN']);
  expect((await asAdmin('GET', `/auth/access_token/${id}`)).json()).toMatchObject({ status: 'revoked' });
  const rotated = await asAdmin('POST', `/auth/access_token/${id}/_rotate`);
  expect(reasonOf(rotated)).toEqual([409, 'the access token is revoked']);
  const { disk } = app;
  await app.close();
  app = await testApp({ settings: { 'security.enabled': 'true' }, disk });
  expect((await withToken(token, 'GET', '/')).status).toBe(401);
});

test('rotating gives another secret for as long as before, and ends the old one', async () => {
  const before = await make({ expire_in: 3600, permissions: ['cluster_monitor'] });
  app.clock.advance(1_800_000);
  const after = (await asAdmin('POST', `/auth/access_token/${before.id}/_rotate`)).json<Made>();
  expect(after.id).toBe(before.id);
  expect(after.expire_in).toBe(before.expire_in + 1800);
  expect((await withToken(before.access_token, 'GET', '/_cluster/health')).status).toBe(401);
  expect((await withToken(after.access_token, 'GET', '/_cluster/health')).status).toBe(200);
  expect((await withToken(after.access_token, 'GET', '/_search')).status).toBe(403);
});

test('a token does what it was given and nothing else', async () => {
  const put = { authorization: admin };
  await app.call('PUT', '/a/_doc/1?refresh=true', { headers: put, body: { n: 1 } });
  const { access_token: reader } = await make({ permissions: ['read'] });
  expect((await withToken(reader, 'GET', '/a/_search')).status).toBe(200);
  expect((await withToken(reader, 'GET', '/_search')).status).toBe(200);
  expect((await withToken(reader, 'PUT', '/a/_doc/2', { body: { n: 2 } })).status).toBe(403);
  expect((await withToken(reader, 'DELETE', '/a')).status).toBe(403);
  expect((await withToken(reader, 'GET', '/_cluster/settings')).status).toBe(403);
  expect((await withToken(reader, 'GET', '/.sextant-security/_search')).status).toBe(403);
  const bulk = await withToken(reader, 'POST', '/a/_bulk', { body: '{"index":{}}\n{"n":3}\n' });
  expect(bulk.text).toContain('security_exception');
});

test('a token cannot make, see or change tokens, nor the account, unless it was given that by name', async () => {
  const { access_token: token, id } = await make();
  const denied = (verb: string) => [403, `permission [generic:security:auth:api-token:${verb}] not allowed`];
  expect(reasonOf(await withToken(token, 'POST', '/auth/access_token'))).toEqual(denied('create'));
  expect(reasonOf(await withToken(token, 'GET', '/auth/access_token/_search'))).toEqual(denied('search'));
  expect(reasonOf(await withToken(token, 'GET', `/auth/access_token/${id}`))).toEqual(denied('read'));
  expect(reasonOf(await withToken(token, 'POST', `/auth/access_token/${id}/_rotate`))).toEqual(
    denied('update'),
  );
  const other = await make();
  expect(reasonOf(await withToken(token, 'DELETE', `/auth/access_token/${other.id}`))).toEqual(
    denied('delete'),
  );
  const change = { old_password: password, new_password: 'another long secret' };
  const reason = 'an API token may not change the account: sign in';
  expect(reasonOf(await withToken(token, 'PUT', '/account/password', { body: change }))).toEqual([
    403,
    reason,
  ]);
  expect(reasonOf(await withToken(token, 'PUT', '/account/profile', { body: { name: 'x' } }))).toEqual([
    403,
    reason,
  ]);
  expect((await withToken(token, 'GET', '/auth/access_token/_self')).json()).toMatchObject({ id });
  expect((await withToken(token, 'DELETE', `/auth/access_token/${id}`)).status).toBe(200);
  expect((await withToken(token, 'GET', '/')).status).toBe(401);

  const create = 'generic:security:auth:api-token:create';
  const { access_token: maker } = await make({ permissions: [create, 'indices:data/read/*'] });
  const made = await withToken(maker, 'POST', '/auth/access_token', { body: { permissions: ['read'] } });
  expect(reasonOf(made)).toEqual([403, 'invalid permissions']);
  const narrow = await withToken(maker, 'POST', '/auth/access_token', {
    body: { permissions: ['indices:data/read/search'] },
  });
  expect(narrow.status).toBe(200);
  const same = await withToken(maker, 'POST', '/auth/access_token');
  const self = await withToken(same.json<Made>().access_token, 'GET', '/auth/access_token/_self');
  expect(self.json().permissions).toEqual([create, 'indices:data/read/*']);
});

test('a new password leaves tokens alone, unless they are to end with it', async () => {
  const { access_token: token } = await make();
  const first = { old_password: password, new_password: 'another long secret' };
  expect((await asAdmin('PUT', '/account/password', first)).status).toBe(200);
  expect((await withToken(token, 'GET', '/')).status).toBe(200);
  const second = { old_password: 'another long secret', new_password: password, revoke_tokens: true };
  const basic = `Basic ${Buffer.from('admin:another long secret').toString('base64')}`;
  const answer = await app.call('PUT', '/account/password', {
    headers: { authorization: basic },
    body: second,
  });
  expect(answer.status).toBe(200);
  expect((await withToken(token, 'GET', '/')).status).toBe(401);
});

test('what cannot be a token is refused by name', async () => {
  const cases: readonly [object, number, string][] = [
    [{ expire_in: 365 * 86_400 + 1 }, 400, 'an API token is valid for 365 days at most'],
    [{ expires_at: '2999-01-01T00:00:00Z' }, 400, 'an API token is valid for 365 days at most'],
    [{ expire_in: -1 }, 400, 'an API token cannot end before it begins'],
    [{ expire_in: 'soon' }, 400, 'expire_in must be a number of seconds'],
    [{ expires_at: '2026-99-99T00:00:00Z' }, 400, 'expires_at is no time'],
    [{ expire_in: 1, expires_at: '' }, 400, 'expire_in and expires_at say the same: give one of them'],
    [{ name: '' }, 400, 'name is required'],
    [{ name: 'x'.repeat(129) }, 400, 'name is longer than 128 characters'],
    [{ name: 7 }, 400, 'name must be a string'],
    [{ permissions: 'read' }, 400, 'permissions must be a list of at most 100 texts'],
    [{ permissions: ['coco:document:read'] }, 400, 'unknown permission [coco:document:read]'],
    [{ roles: [] }, 400, 'unknown field [roles]'],
  ];
  for (const [wish, status, reason] of cases) {
    expect(reasonOf(await asAdmin('POST', '/auth/access_token', wish))).toEqual([status, reason]);
  }
  expect(reasonOf(await asAdmin('PUT', '/auth/access_token/none', { name: 'x' }))).toEqual([
    404,
    'access token not found',
  ]);
  const text = await app.call('POST', '/auth/access_token', {
    headers: { authorization: admin },
    body: '[1',
  });
  expect(reasonOf(text)).toEqual([400, 'invalid JSON format']);
});

test('a hundred tokens are enough, and lists go by name, page and age', async () => {
  for (let i = 0; i < 100; i++) {
    app.clock.advance(1000);
    await make({ name: `t${i}` });
  }
  const more = await asAdmin('POST', '/auth/access_token');
  expect(reasonOf(more)).toEqual([429, 'Maximum limit of 100 API tokens reached']);
  const page = await asAdmin('GET', '/auth/access_token/_search?query=T9&from=1&size=2');
  const { hits } = page.json<{ hits: { total: { value: number }; hits: { _source: { name: string } }[] } }>();
  expect(hits.total.value).toBe(11);
  expect(hits.hits.map(({ _source }) => _source.name)).toEqual(['t98', 't97']);
  expect((await asAdmin('GET', '/auth/access_token/_search?size=-1')).status).toBe(400);
});

test('the profile shows what was changed, and refuses what is none', async () => {
  const change = { name: 'Ada', email: 'Ada@Example.org', preferences: { theme: 'dark' } };
  expect((await asAdmin('PUT', '/account/profile', change)).json()).toMatchObject({ result: 'updated' });
  await asAdmin('PUT', '/account/profile', { preferences: { language: 'de' }, phone: '' });
  const shown = (await asAdmin('GET', '/account/profile')).json();
  expect(shown).toMatchObject({
    name: 'Ada',
    email: 'ada@example.org',
    preferences: { theme: 'dark', language: 'de' },
    permissions: expect.arrayContaining(['*', 'generic:security:auth:api-token:create']),
  });
  expect(shown).not.toHaveProperty('phone');
  const login = await app.call('POST', '/account/login', { body: { email: 'ADA@example.org', password } });
  expect(login.status).toBe(200);
  for (const [bad, reason] of [
    [{ email: 'a b' }, 'email is no email address'],
    [
      { avatar: 'javascript:alert(1)' },
      'avatar must be an address that begins with https:// or an image as data:',
    ],
    [{ roles: ['superuser'] }, 'unknown field [roles]'],
    [{ preferences: { size: '1' } }, 'unknown field [size]'],
  ] as const) {
    expect(reasonOf(await asAdmin('PUT', '/account/profile', bad))).toEqual([400, reason]);
  }
});
