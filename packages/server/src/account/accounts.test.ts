import { FakeClock, MemoryLog, SeededRandom } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { Records } from '../records/records.ts';
import { AccountGate } from '../security/gate.ts';
import { LoginThrottle } from '../security/login-throttle.ts';
import { PasswordHasher } from '../security/password-hasher.ts';
import { RoleBook } from '../security/role-book.ts';
import { SecretBox, type ServiceSecret } from '../security/secret-box.ts';
import { SecurityLog } from '../security/security-log.ts';
import { SignIn } from '../security/sign-in.ts';
import { RecordBackend } from '../testing/record-backend.ts';
import { testSecret } from '../testing/test-secret.ts';
import { testScheduler } from '../testing/test-tasks.ts';
import { Accounts } from './accounts.ts';

const noRoles = new RoleBook({
  roles: () => [],
  mappings: () => [],
  groups: () => [],
  regexTests: () => () => false,
});

function setUp(backend = new RecordBackend(), secret: ServiceSecret = testSecret) {
  const clock = new FakeClock(1_700_000_000_000);
  const random = new SeededRandom(42);
  const log = new MemoryLog();
  const hasher = new PasswordHasher();
  const records = new Records({
    call: backend.call,
    clock,
    log,
    scheduler: testScheduler(clock, log).scheduler,
    isShared: true,
    pageSize: 10,
  });
  const box = new SecretBox(secret, random);
  const accounts = new Accounts({ records, box, hasher, clock, random, log });
  const events = new SecurityLog(log, clock);
  const throttle = new LoginThrottle(clock);
  const signIn = new SignIn({ accounts: (login) => accounts.byLogin(login), throttle, hasher, events });
  const lookup = {
    byToken: (token: string) => accounts.byToken(token),
    byApiToken: async () => undefined,
    revisionOf: (login: string) => accounts.revisionOf(login),
    hasEnded: (session: string) => accounts.hasEnded(session),
  };
  const gate = new AccountGate({ accounts: lookup, book: noRoles, signIn, events, clock, random });
  const basic = (password: string, remoteAddress = '10.0.0.1') => ({
    authorization: `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`,
    remoteAddress,
  });
  const byPassword = async (login: string | undefined, password: string) =>
    (await signIn.check({ login, password, address: '10.0.0.1', way: 'login' }))?.identity;
  const bearer = (token: string) => ({ authorization: `Bearer ${token}`, remoteAddress: '10.0.0.1' });
  return { backend, accounts, clock, gate, basic, bearer, byPassword };
}

test('the first start makes the administrator and tells the password once', async () => {
  const backend = new RecordBackend();
  const first = await setUp(backend).accounts.prepare(undefined);
  expect(first?.username).toBe('admin');
  expect(first?.password).toMatch(/^\w{24}$/);
  const second = setUp(backend);
  expect(await second.accounts.prepare(undefined)).toBeUndefined();
  expect(await second.byPassword('admin', first!.password)).toMatchObject({ roles: ['superuser'] });
});

test('a reset gives the administrator another password and ends the sessions', async () => {
  const { accounts, gate, bearer, byPassword } = setUp();
  await accounts.prepare('a long enough secret');
  const token = await accounts.issueToken('admin');
  const reset = await accounts.prepare(undefined, 'admin');
  expect(reset?.password).toMatch(/^\w{24}$/);
  expect(await byPassword('admin', reset!.password)).toMatchObject({ username: 'admin' });
  expect(await byPassword('admin', 'a long enough secret')).toBeUndefined();
  await expect(gate.authenticate(bearer(token))).rejects.toMatchObject({ status: 401 });
  await expect(accounts.prepare('short', 'admin')).rejects.toThrow('Password is too short');
  expect(await accounts.prepare('yet another secret', 'admin')).toBeUndefined();
});

test('a reset mends a record of the administrator that cannot be read', async () => {
  const { backend, accounts, bearer } = setUp();
  await accounts.prepare('a long enough secret');
  const token = await accounts.issueToken('admin');
  backend.keep('user:admin', { id: 'user:admin', kind: 'user', record: '{"username":"admin"}' });
  const second = setUp(backend);
  expect(await second.accounts.prepare('a long enough secret')).toBeUndefined();
  expect(await second.byPassword('admin', 'a long enough secret')).toBeUndefined();
  const third = setUp(backend);
  await third.accounts.prepare('a long enough secret', 'admin');
  expect(await third.byPassword('admin', 'a long enough secret')).toMatchObject({ username: 'admin' });
  await expect(third.gate.authenticate(bearer(token))).rejects.toMatchObject({ status: 401 });
});

test('a given password is used, not told, and checked', async () => {
  const { accounts, byPassword } = setUp();
  await expect(accounts.prepare('short')).rejects.toThrow('Password is too short');
  expect(await accounts.prepare('a long enough secret')).toBeUndefined();
  expect(await byPassword(undefined, 'a long enough secret')).toMatchObject({ username: 'admin' });
});

test('Basic credentials are accepted when right and refused with a challenge when wrong or missing', async () => {
  const { accounts, gate, basic } = setUp();
  await accounts.prepare('a long enough secret');
  expect(await gate.authenticate(basic('a long enough secret'))).toMatchObject({
    username: 'admin',
    kind: 'basic',
  });
  await expect(gate.authenticate(basic('wrong'))).rejects.toMatchObject({ status: 401 });
  const missing = { authorization: undefined, remoteAddress: '10.0.0.1' };
  await expect(gate.authenticate(missing)).rejects.toMatchObject({
    status: 401,
    error: { details: { header: { 'WWW-Authenticate': expect.stringContaining('Basic') } } },
  });
});

test('an access token lasts 24 hours', async () => {
  const { accounts, gate, bearer, clock } = setUp();
  await accounts.prepare('a long enough secret');
  const token = await accounts.issueToken('admin');
  expect(await gate.authenticate(bearer(token))).toMatchObject({ username: 'admin', kind: 'bearer' });
  clock.advance(86_399_000);
  expect(await gate.authenticate(bearer(token))).toMatchObject({ username: 'admin' });
  clock.advance(1_000);
  await expect(gate.authenticate(bearer(token))).rejects.toMatchObject({ status: 401 });
});

test('a token that was changed, or signed by another key, is refused', async () => {
  const { accounts, gate, bearer } = setUp();
  await accounts.prepare('a long enough secret');
  const token = await accounts.issueToken('admin');
  const [head, payload, signature] = token.split('.');
  const forged = Buffer.from(JSON.stringify({ sub: 'admin', epoch: 0, jti: 'x', exp: 9e9, iss: 'sextant' }));
  await expect(
    gate.authenticate(bearer(`${head}.${forged.toString('base64url')}.${signature}`)),
  ).rejects.toThrow();
  const none = Buffer.from('{"alg":"none"}').toString('base64url');
  await expect(gate.authenticate(bearer(`${none}.${payload}.`))).rejects.toMatchObject({ status: 401 });
});

test('signing out ends that session at once, a new password ends all', async () => {
  const { accounts, gate, bearer, byPassword } = setUp();
  await accounts.prepare('a long enough secret');
  const [one, two] = [await accounts.issueToken('admin'), await accounts.issueToken('admin')];
  const principal = await gate.authenticate(bearer(one));
  await accounts.endSession(principal.session!);
  await expect(gate.authenticate(bearer(one))).rejects.toMatchObject({ status: 401 });
  expect(await gate.authenticate(bearer(two))).toMatchObject({ username: 'admin' });
  expect(await accounts.changePassword('admin', 'admin')).toBe('Password is too short');
  expect(await accounts.changePassword('admin', 'another long secret')).toBeUndefined();
  await expect(gate.authenticate(bearer(two))).rejects.toMatchObject({ status: 401 });
  expect(await byPassword('admin', 'a long enough secret')).toBeUndefined();
});

test('guessing is stopped after ten tries, and does not lock out who has the right password elsewhere', async () => {
  const { accounts, gate, basic } = setUp();
  await accounts.prepare('a long enough secret');
  await gate.authenticate(basic('a long enough secret', '10.0.0.2'));
  for (let i = 0; i < 10; i++)
    await expect(gate.authenticate(basic(`guess ${i}`))).rejects.toMatchObject({ status: 401 });
  await expect(gate.authenticate(basic('a long enough secret'))).rejects.toMatchObject({
    status: 429,
    error: { details: { header: { 'Retry-After': '600' } } },
  });
  expect(await gate.authenticate(basic('a long enough secret', '10.0.0.2'))).toMatchObject({
    username: 'admin',
  });
});
