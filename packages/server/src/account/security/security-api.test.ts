import { afterEach, beforeEach, expect, test } from 'vitest';
import { type TestAnswer, type TestApp, testApp } from '../../testing/index.ts';

const password = 'a long enough secret';
const strong = 'Str0ng-Enough-Phrase!';
const basic = (user: string, word: string): string =>
  `Basic ${Buffer.from(`${user}:${word}`).toString('base64')}`;

let app: TestApp;
beforeEach(async () => {
  app = await testApp({ settings: { 'security.enabled': 'true', 'security.admin_password': password } });
});
afterEach(() => app.close());

function as(user: string, method: string, path: string, body?: object | string): Promise<TestAnswer> {
  const word = user === 'admin' ? password : strong;
  const headers = { authorization: basic(user, word) };
  return app.call(method, path, { headers, ...(body === undefined ? {} : { body }) });
}

const admin = (method: string, path: string, body?: object | string): Promise<TestAnswer> =>
  as('admin', method, path, body);

/** Status and body. */
async function said(answer: Promise<TestAnswer>): Promise<unknown> {
  const { status, text } = await answer;
  return [status, JSON.parse(text)];
}

const os = '/_plugins/_security/api';

test('users, roles and mappings are made, shown, changed and removed in the words of OpenSearch', async () => {
  const user = `${os}/internalusers/ask-ann`;
  expect(await said(admin('GET', user))).toEqual([
    404,
    { status: 'NOT_FOUND', message: "user 'ask-ann' not found." },
  ]);
  const wish = { password: strong, backend_roles: ['ask-team'], attributes: { department: 'x' } };
  expect(await said(admin('PUT', user, wish))).toEqual([
    201,
    { status: 'CREATED', message: "'ask-ann' created." },
  ]);
  const shown = await admin('GET', user);
  expect(shown.text).toBe(
    '{"ask-ann":{"hash":"","reserved":false,"hidden":false,"backend_roles":["ask-team"],"attributes":{"department":"x"},"opendistro_security_roles":[],"static":false}}',
  );
  expect(await said(admin('PUT', user, { backend_roles: ['a'], description: 'of the team' }))).toEqual([
    200,
    { status: 'OK', message: "'ask-ann' updated." },
  ]);
  expect((await as('ask-ann', 'GET', '/account/profile')).status).toBe(200);

  const role = `${os}/roles/ask-reader`;
  const permissions = {
    cluster_permissions: ['cluster_composite_ops_ro'],
    index_permissions: [{ index_patterns: ['ask-a*'], dls: '', fls: [], allowed_actions: ['read'] }],
  };
  expect((await admin('PUT', role, permissions)).status).toBe(201);
  expect((await admin('GET', role)).text).toBe(
    '{"ask-reader":{"reserved":false,"hidden":false,"cluster_permissions":["cluster_composite_ops_ro"],"index_permissions":[{"index_patterns":["ask-a*"],"fls":[],"masked_fields":[],"allowed_actions":["read"]}],"tenant_permissions":[],"static":false}}',
  );
  const mapping = `${os}/rolesmapping/ask-reader`;
  expect((await admin('PUT', mapping, { users: ['ask-ann'], backend_roles: [], hosts: [] })).status).toBe(
    201,
  );
  expect((await admin('GET', mapping)).text).toBe(
    '{"ask-reader":{"hosts":[],"users":["ask-ann"],"reserved":false,"hidden":false,"backend_roles":[],"and_backend_roles":[]}}',
  );
  expect((await as('ask-ann', 'GET', `${os}/account`)).text).toBe(
    '{"user_name":"ask-ann","is_reserved":false,"is_hidden":false,"is_internal_user":true,"user_requested_tenant":null,"backend_roles":["a"],"custom_attribute_names":[],"tenants":{},"roles":["ask-reader"]}',
  );
  for (const path of [role, mapping, user]) {
    const name = path.split('/').at(-1);
    expect(await said(admin('DELETE', path))).toEqual([200, { status: 'OK', message: `'${name}' deleted.` }]);
    expect((await admin('DELETE', path)).status).toBe(404);
  }
  expect((await as('ask-ann', 'GET', '/account/profile')).status).toBe(401);
});

test('a role opens what it names, at once, by mapping and by name, and nothing else', async () => {
  for (const name of ['ask-a', 'ask-b']) await admin('PUT', `/${name}/_doc/1?refresh=true`, { n: 1 });
  await admin('PUT', '/_security/user/ann', { password: strong, external_roles: ['team', 'night'] });
  const search = (index: string) => as('ann', 'GET', `/${index}/_search`);
  expect((await search('ask-a')).status).toBe(403);
  const reader = { cluster: [], indices: [{ names: ['ask-a*'], privileges: ['look'] }] };
  await admin('PUT', '/_security/role/reader', reader);
  await admin('PUT', '/_security/role_mapping/reader', { and_external_roles: ['team', 'nigh*'] });
  expect((await search('ask-a')).status).toBe(403);
  await admin('PUT', '/_security/privilege/look', { privileges: ['search', 'get'] });
  expect((await search('ask-a')).status).toBe(200);
  expect((await search('ask-a,ask-b')).status).toBe(403);
  expect((await search('ask-*')).json()).toMatchObject({ hits: { total: { value: 1 } } });
  const refused = await search('ask-b');
  expect([refused.status, refused.json<{ error: { reason: string } }>().error.reason]).toEqual([
    403,
    'no permissions for [indices:data/read/search] and User [name=ann, backend_roles=[team, night], requestedTenant=null]',
  ]);
  expect((await as('ann', 'PUT', '/ask-a/_doc/2', { n: 2 })).status).toBe(403);
  await admin('PATCH', '/_security/user/ann', [{ op: 'replace', path: '/external_roles', value: ['team'] }]);
  expect((await search('ask-a')).status).toBe(403);
  await admin('PATCH', '/_security/user/ann', [{ op: 'add', path: '/roles', value: ['reader', 'monitor'] }]);
  expect((await search('ask-a')).status).toBe(200);
  expect((await as('ann', 'GET', '/_cluster/health')).status).toBe(200);
  await admin('DELETE', '/_security/role/reader');
  expect((await search('ask-a')).status).toBe(403);
});

test("variables stand for the caller's name and attributes, and never for a wildcard", async () => {
  for (const name of ['ann', 'x-1', 'ask-b']) await admin('PUT', `/${name}/_doc/1?refresh=true`, { n: 1 });
  const indices = [{ names: ['\u0024{user.name}', '\u0024{attr.internal.team}-*'], privileges: ['read'] }];
  expect((await admin('PUT', '/_security/role/own', { indices })).status).toBe(201);
  const roles = ['own'];
  await admin('PUT', '/_security/user/ann', { password: strong, roles, attributes: { team: 'x' } });
  await admin('PUT', '/_security/user/*', { password: strong, roles, attributes: { team: '*' } });
  const count = async (user: string) => (await as(user, 'GET', '/*/_count')).json<{ count: number }>().count;
  expect(await count('ann')).toBe(2);
  expect(await count('*')).toBe(0);
});

test('only who may manage users does, and is told so in the words of OpenSearch', async () => {
  await admin('PUT', '/_security/user/ann', { password: strong, roles: ['readonly'] });
  await admin('PUT', '/_security/user/root', { password: strong, roles: ['cluster-all'] });
  const message =
    'No permission to access REST API: User ann with Security roles [readonly] does not have any role privileged for admin access. No client TLS certificate found in request';
  for (const [method, path] of [
    ['GET', `${os}/internalusers`],
    ['PUT', '/_security/role/superuser'],
    ['PATCH', '/_security/role_mapping'],
    ['DELETE', '/_security/privilege/x'],
    ['DELETE', '/_security/cache'],
  ] as const) {
    expect(await said(as('ann', method, path, method === 'GET' ? undefined : {}))).toEqual([
      403,
      { status: 'FORBIDDEN', message },
    ]);
  }
  await admin('PUT', '/_security/role/cluster-all', { cluster: ['cluster_all'] });
  await admin('PUT', '/_security/user/root', { password: strong, roles: ['cluster-all'] });
  expect((await as('root', 'GET', '/_security/user')).status).toBe(403);
  await admin('PATCH', '/_security/user/root', [{ op: 'add', path: '/roles/-', value: 'security' }]);
  expect((await as('root', 'GET', '/_security/user')).json()).toHaveProperty('ann');
  const nobody = await app.call('GET', '/_security/user');
  expect([nobody.status, nobody.headers['www-authenticate']]).toEqual([401, expect.stringMatching(/^Basic/)]);
});

test('what is built in stays: the administrator, static roles and groups', async () => {
  for (const [path, message] of [
    ['user/admin', "Resource 'admin' is reserved."],
    ['role/superuser', "Resource 'superuser' is static."],
    ['privilege/read', "Resource 'read' is static."],
  ]) {
    const body = path!.startsWith('privilege') ? { privileges: [] } : {};
    expect(await said(admin('PUT', `/_security/${path}`, body))).toEqual([
      403,
      { status: 'FORBIDDEN', message },
    ]);
    expect(await said(admin('DELETE', `/_security/${path}`))).toEqual([
      403,
      { status: 'FORBIDDEN', message },
    ]);
  }
  const patch = [{ op: 'remove', path: '/admin' }];
  expect((await admin('PATCH', '/_security/user', patch)).status).toBe(403);
  expect((await admin('GET', '/')).status).toBe(200);
});

test('what a body may not hold is named', async () => {
  const invalid = { status: 'error', reason: 'Invalid configuration' };
  const users = `${os}/internalusers/u`;
  const cases: readonly [string, string, object | string | undefined, number, object][] = [
    [
      'PUT',
      users,
      { password: strong, colour: 'red', x: 1 },
      400,
      { ...invalid, invalid_keys: { keys: 'colour,x' } },
    ],
    ['PUT', users, { password: 'weak' }, 400, { status: 'error', reason: 'Password is too short' }],
    ['PUT', users, { password: 'password1' }, 400, { status: 'error', reason: 'Weak password' }],
    [
      'PUT',
      users,
      { backend_roles: ['a'] },
      400,
      {
        status: 'BAD_REQUEST',
        message: "Please specify either 'hash' or 'password' when creating a new internal user.",
      },
    ],
    [
      'PUT',
      users,
      { password: strong, opendistro_security_roles: ['no'] },
      404,
      { status: 'NOT_FOUND', message: "role 'no' not found." },
    ],
    [
      'PUT',
      users,
      { password: strong, backend_roles: [' '] },
      400,
      { status: 'error', reason: '`null` or blank values are not allowed as json array elements' },
    ],
    [
      'PUT',
      users,
      { password: strong, attributes: { a: 1 } },
      400,
      { status: 'error', reason: 'Wrong datatype', attributes: 'Object of strings expected' },
    ],
    [
      'PUT',
      `${os}/roles/r`,
      { cluster_permissions: 'all' },
      400,
      { status: 'error', reason: 'Wrong datatype', cluster_permissions: 'Array expected' },
    ],
    [
      'PUT',
      `${os}/roles/r`,
      { index_permissions: [{ index_patterns: ['/[/'] }] },
      400,
      {
        status: 'BAD_REQUEST',
        message: 'the pattern [/[/] cannot be read: error parsing regexp: missing closing ]: `[`',
      },
    ],
    [
      'PUT',
      `${os}/roles/r`,
      { index_permissions: [{ nope: [] }] },
      400,
      { ...invalid, invalid_keys: { keys: 'index_permissions.nope' } },
    ],
    [
      'PUT',
      `${os}/roles/r`,
      { index_permissions: [7] },
      400,
      { status: 'error', reason: 'Wrong datatype', index_permissions: 'Array of objects expected' },
    ],
    [
      'PUT',
      `${os}/rolesmapping/no`,
      { users: [] },
      404,
      { status: 'NOT_FOUND', message: "role 'no' not found." },
    ],
    [
      'PUT',
      `${os}/actiongroups/g`,
      {},
      400,
      { ...invalid, missing_mandatory_keys: { keys: 'allowed_actions' } },
    ],
    [
      'PUT',
      `${os}/actiongroups/g`,
      { allowed_actions: ['g'] },
      400,
      { status: 'BAD_REQUEST', message: 'g cannot be an allowed_action of itself' },
    ],
    ['PUT', users, '[', 400, { status: 'error', reason: 'Could not parse content of request.' }],
    [
      'PUT',
      `${os}/internalusers/a%3Ab`,
      { password: strong },
      400,
      {
        status: 'BAD_REQUEST',
        message: "A restricted character(s) was detected in the account name. Please remove: ':'",
      },
    ],
    [
      'PUT',
      `${os}/internalusers/ADMIN`,
      { password: strong },
      409,
      {
        status: 'CONFLICT',
        message: "'ADMIN' differs from the name or the address of another user in nothing but case.",
      },
    ],
  ];
  for (const [method, path, body, status, answer] of cases) {
    expect(await said(admin(method, path, body))).toEqual([status, answer]);
  }
  for (const name of ['\uff41nn', 'a\u200bb', ' a', 'x'.repeat(257)]) {
    const answer = await admin('PUT', `${os}/internalusers/${encodeURIComponent(name)}`, {
      password: strong,
    });
    expect([name, answer.status]).toEqual([name, 400]);
  }
});

test('patches change what they name, all or nothing, and no prototype', async () => {
  const roles = `${os}/roles`;
  expect(
    (await admin('PATCH', roles, [{ op: 'add', path: '/a', value: { cluster_permissions: ['x:y'] } }])).text,
  ).toBe('{"status":"OK","message":"Resource updated."}');
  const same = [{ op: 'replace', path: '/a/cluster_permissions/0', value: 'x:y' }];
  expect((await admin('PATCH', roles, same)).json().message).toBe('No updates required');
  const half = [
    { op: 'add', path: '/b', value: {} },
    { op: 'remove', path: '/superuser' },
  ];
  expect((await admin('PATCH', roles, half)).status).toBe(403);
  expect((await admin('GET', `${roles}/b`)).status).toBe(404);
  const bad: readonly [object, string][] = [
    [
      [{ op: 'move', from: '/a', path: '/c' }],
      'Unsupported patch operation: move. Supported are: add,remove,replace',
    ],
    [[{ op: 'remove', path: '/none' }], 'no such path in target JSON document: [/none]'],
    [
      [{ op: 'add', path: '/a/cluster_permissions/9', value: 'x' }],
      'no such path in target JSON document: [/a/cluster_permissions/9]',
    ],
    [[{ op: 'add', path: '', value: {} }], 'no such path in target JSON document: []'],
  ];
  for (const [patch, message] of bad)
    expect((await admin('PATCH', roles, patch)).json()).toMatchObject({ message });
  for (const patch of [{}, [], [7], [{ op: 'add', path: '/a' }], 'x']) {
    expect((await admin('PATCH', roles, patch)).json()).toMatchObject({ reason: 'Wrong request body' });
  }
  const text =
    '[{"op":"add","path":"/__proto__/polluted","value":1},{"op":"add","path":"/constructor","value":{}}]';
  expect((await admin('PATCH', roles, text)).status).toBe(400);
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  await admin('PATCH', roles, [{ op: 'remove', path: '/a' }]);
  expect((await admin('GET', `${roles}/a`)).status).toBe(404);
});

test('a user who is removed and made again inherits neither sessions nor tokens', async () => {
  const make = () => admin('PUT', '/_security/user/ann', { password: strong, roles: ['superuser'] });
  await make();
  const login = await app.call('POST', '/account/login', { body: { email: 'ann', password: strong } });
  const bearer = { authorization: `Bearer ${login.json<{ access_token: string }>().access_token}` };
  const made = await app.call('POST', '/auth/access_token', { headers: bearer });
  const token = { 'x-api-token': made.json<{ access_token: string }>().access_token };
  for (const headers of [bearer, token]) expect((await app.call('GET', '/', { headers })).status).toBe(200);
  await admin('DELETE', '/_security/user/ann');
  app.clock.advance(1_000);
  await make();
  for (const headers of [bearer, token]) expect((await app.call('GET', '/', { headers })).status).toBe(401);
  expect((await as('ann', 'GET', '/')).status).toBe(200);
});

test('everybody may see who he is and change his password; caches are flushed by who may', async () => {
  await admin('PUT', '/_security/user/ann', { password: strong, attributes: { team: 'x' } });
  expect((await as('ann', 'GET', '/_plugins/_security/authinfo')).text).toBe(
    '{"user":"User [name=ann, backend_roles=[], requestedTenant=null]","user_name":"ann","user_requested_tenant":null,"remote_address":"127.0.0.1","backend_roles":[],"custom_attribute_names":["attr.internal.team"],"roles":[],"tenants":{},"principal":null,"peer_certificates":"0","sso_logout_url":null}',
  );
  const info = await admin('GET', `${os}/permissionsinfo`);
  expect(info.json()).toMatchObject({ user_name: 'admin', has_api_access: true, disabled_endpoints: {} });
  expect((await as('ann', 'GET', '/_security/account')).json()).toMatchObject({
    username: 'ann',
    builtin: true,
  });
  const account = `${os}/account`;
  const wrong = { current_password: 'no', password: 'An0ther-Enough-Phrase!' };
  expect(await said(as('ann', 'PUT', account, wrong))).toEqual([
    400,
    { status: 'BAD_REQUEST', message: 'Could not validate your current password.' },
  ]);
  expect((await as('ann', 'PUT', account, { password: 'x' })).json()).toMatchObject({
    missing_mandatory_keys: { keys: 'current_password' },
  });
  expect((await as('ann', 'PUT', account, { ...wrong, current_password: strong })).json()).toEqual({
    status: 'OK',
    message: "'ann' updated.",
  });
  expect((await as('ann', 'GET', '/account/profile')).status).toBe(401);
  expect((await admin('DELETE', `${os}/cache`)).json()).toEqual({
    status: 'OK',
    message: 'Cache flushed successfully.',
  });
  expect((await app.call('GET', '/_plugins/_security/whoami')).json()).toEqual({
    dn: null,
    is_admin: false,
    is_node_certificate_request: false,
  });
  expect((await app.call('GET', '/_security/health')).json()).toMatchObject({ status: 'UP', message: null });
});

test('a login without a name is the administrator, or refused where there are several users', async () => {
  await admin('PUT', '/_security/user/ann', { password: strong });
  const single = await app.call('POST', '/account/login', { body: { password } });
  expect(single.json()).toMatchObject({ username: 'admin' });
  const { disk } = app;
  await app.close();
  app = await testApp({ settings: { 'security.enabled': 'true', 'account.mode': 'multi' }, disk });
  const multi = await app.call('POST', '/account/login', { body: { password } });
  expect(multi.json()).toEqual({ status: 400, error: { reason: 'email and password are required' } });
  const named = await app.call('POST', '/account/login', { body: { email: 'ann', password: strong } });
  expect(named.json()).toMatchObject({ username: 'ann' });
});
