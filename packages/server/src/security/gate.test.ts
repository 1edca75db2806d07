import { FakeClock, MemoryLog, SeededRandom } from '@sextant/base/testing';
import { beforeAll, expect, test } from 'vitest';
import { AccountGate } from './gate.ts';
import { LoginThrottle } from './login-throttle.ts';
import { hashPassword } from './password-hash.ts';
import { PasswordHasher } from './password-hasher.ts';
import { RoleBook } from './role-book.ts';
import { SecurityLog } from './security-log.ts';
import { type Identity, SignIn } from './sign-in.ts';

let passwordHash = '';
beforeAll(async () => {
  passwordHash = await hashPassword('correct horse', new Uint8Array(16));
});

const identity: Identity = { id: '1', username: 'admin', roles: ['readonly'] };

const noRoles = new RoleBook({
  roles: () => [],
  mappings: () => [],
  groups: () => [],
  regexTests: () => () => false,
});

function setUp() {
  const clock = new FakeClock();
  const log = new MemoryLog();
  const state = { revision: '1', ended: new Set<string>(), reads: 0, owner: identity };
  const events = new SecurityLog(log, clock);
  const signIn = new SignIn({
    accounts: async (login) => {
      state.reads++;
      return login === 'admin' ? { identity, passwordHash, revision: state.revision } : undefined;
    },
    throttle: new LoginThrottle(clock),
    hasher: new PasswordHasher(),
    events,
  });
  const session = { id: 's', expiresAt: clock.now() / 1000 + 5 };
  const accounts = {
    byToken: async (token: string) =>
      token === 'good' && !state.ended.has('s')
        ? { identity: { ...identity, session }, revision: state.revision }
        : undefined,
    byApiToken: async (secret: string) => (secret === 'api' ? state.owner : undefined),
    revisionOf: () => state.revision,
    hasEnded: (id: string) => state.ended.has(id),
  };
  const gate = new AccountGate({
    accounts,
    book: noRoles,
    signIn,
    events,
    clock,
    random: new SeededRandom(1),
  });
  const ask = (authorization: string, remoteAddress = '10.0.0.1') =>
    gate.authenticate({ authorization, remoteAddress });
  return { clock, log, state, gate, ask };
}

function basic(login: string, password: string): string {
  return `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`;
}

test('fifty requests at once with the same credentials cost one hash, and none is refused', async () => {
  const { ask, state } = setUp();
  const all = await Promise.all(Array.from({ length: 50 }, () => ask(basic('admin', 'correct horse'))));
  expect(new Set(all.map(({ username }) => username))).toEqual(new Set(['admin']));
  expect(state.reads).toBe(1);
});

test('the same wrong credentials, again and again, cost one hash, and each one counts', async () => {
  const { ask, state } = setUp();
  for (let i = 0; i < 10; i++) {
    await expect(ask(basic('admin', 'wrong'))).rejects.toMatchObject({ status: 401 });
  }
  expect(state.reads).toBe(1);
  await expect(ask(basic('admin', 'wrong'))).rejects.toMatchObject({ status: 429 });
  const parallel = Array.from({ length: 30 }, () => ask(basic('eve', 'wrong'), '10.0.0.2'));
  const outcomes = await Promise.allSettled(parallel);
  const statuses = outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason.status);
  expect(new Set(statuses)).toEqual(new Set([401, 429]));
  expect(state.reads).toBe(2);
});

test('remembered credentials stop holding with a change of the account, and wrong ones may become right', async () => {
  const { ask, state } = setUp();
  await ask(basic('admin', 'correct horse'));
  await expect(ask(basic('admin', 'new'))).rejects.toMatchObject({ status: 401 });
  const before = passwordHash;
  passwordHash = await hashPassword('new', new Uint8Array(16));
  state.revision = '2';
  await expect(ask(basic('admin', 'correct horse'))).rejects.toMatchObject({ status: 401 });
  expect(await ask(basic('admin', 'new'))).toMatchObject({ username: 'admin' });
  passwordHash = before;
});

test('a remembered token stops holding when its session ends', async () => {
  const { ask, state } = setUp();
  expect(await ask('Bearer good')).toMatchObject({ username: 'admin', kind: 'bearer' });
  state.ended.add('s');
  await expect(ask('Bearer good')).rejects.toMatchObject({ status: 401 });
});

test('a remembered token is looked at anew when it expires, to the second', async () => {
  const { ask, clock } = setUp();
  const before = await ask('Bearer good');
  clock.advance(4_999);
  expect(await ask('Bearer good')).toBe(before);
  clock.advance(1);
  expect(await ask('Bearer good')).not.toBe(before);
});

test('a header that is too long is refused before anything is done with it', async () => {
  const { ask, state } = setUp();
  await expect(ask(basic('admin', 'x'.repeat(50_000)))).rejects.toMatchObject({ status: 401 });
  await expect(ask(`Bearer ${'x'.repeat(5_000)}`)).rejects.toMatchObject({ status: 401 });
  expect(state.reads).toBe(0);
});

test('what is refused is told: who, from where, what', async () => {
  const { ask, gate, log } = setUp();
  const principal = await ask(basic('admin', 'correct horse'));
  expect(() => gate.access(principal).check('indices:data/write/bulk', ['a'])).toThrow('no permissions');
  await expect(ask('Bearer bad')).rejects.toMatchObject({ status: 401 });
  await expect(ask(basic('eve', 'secret-guess'))).rejects.toMatchObject({ status: 401 });
  expect(log.entries.map(({ message, fields }) => [message, fields.user, fields.address])).toEqual([
    ['login succeeded', 'admin', '10.0.0.1'],
    ['access denied', 'admin', '10.0.0.1'],
    ['token refused', undefined, '10.0.0.1'],
    ['login failed', 'eve', '10.0.0.1'],
  ]);
  expect(log.entries[1]?.fields).toMatchObject({ action: 'indices:data/write/bulk', indices: ['a'] });
  expect(JSON.stringify(log.entries)).not.toMatch(/secret-guess|horse|Basic/);
});

test('what a caller with an API token may do is worked out once, until he or a role is changed, for each address', async () => {
  const { gate, state } = setUp();
  const ask = async (remoteAddress = '10.0.0.1') => {
    const principal = await gate.authenticate({ authorization: undefined, apiToken: 'api', remoteAddress });
    return { principal, access: gate.access(principal) };
  };
  const first = await ask();
  expect(first.principal).toMatchObject({ username: 'admin', kind: 'token', address: '10.0.0.1' });
  expect((await ask()).access).toBe(first.access);
  expect((await ask('10.0.0.2')).principal.address).toBe('10.0.0.2');
  expect((await ask()).access).toBe(first.access);
  for (let i = 0; i < 1000; i++) await ask(`10.1.${i >> 8}.${i & 255}`);
  state.owner = { ...identity };
  expect((await ask()).access).not.toBe(first.access);
});
