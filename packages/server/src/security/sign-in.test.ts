import { FakeClock, MemoryLog } from '@sextant/base/testing';
import { beforeAll, expect, test } from 'vitest';
import { LoginThrottle } from './login-throttle.ts';
import { hashPassword } from './password-hash.ts';
import { PasswordHasher } from './password-hasher.ts';
import { SecurityLog } from './security-log.ts';
import { SignIn } from './sign-in.ts';
import { TooManyAttempts } from './too-many-attempts.ts';

let passwordHash = '';
beforeAll(async () => {
  passwordHash = await hashPassword('correct horse', new Uint8Array(16));
});

function setUp() {
  const clock = new FakeClock();
  const log = new MemoryLog();
  const asked: (string | undefined)[] = [];
  const identity = { id: '1', username: 'admin', roles: ['superuser'] };
  const signIn = new SignIn({
    accounts: async (login) => {
      asked.push(login);
      return login === 'admin' ? { identity, passwordHash, revision: '1' } : undefined;
    },
    throttle: new LoginThrottle(clock),
    hasher: new PasswordHasher({ concurrency: 2 }),
    events: new SecurityLog(log, clock),
  });
  const check = (login: string, password: string, address = '10.0.0.1') =>
    signIn.check({ login, password, address, way: 'basic' });
  return { clock, log, asked, check };
}

test('of three hundred parallel guesses ten are hashed, and the right password comes in from elsewhere', async () => {
  const { check, asked, log } = setUp();
  const guesses = Array.from({ length: 300 }, (_, i) => check('admin', `guess ${i}`));
  const outcomes = await Promise.allSettled(guesses);
  expect(asked).toHaveLength(10);
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
  expect(refused).toHaveLength(290);
  expect(refused.every(({ reason }) => reason instanceof TooManyAttempts)).toBe(true);
  expect(JSON.stringify(log.entries)).not.toContain('guess');
});

test('a password or a name that nobody can have costs neither a hash nor a read, and counts', async () => {
  const { check, asked } = setUp();
  for (let i = 0; i < 4; i++) {
    expect(await check('admin', 'x'.repeat(4097))).toBeUndefined();
    expect(await check('n'.repeat(257), 'password')).toBeUndefined();
  }
  expect(await check('\ud800', 'password')).toBeUndefined();
  expect(await check('admin', 'x'.repeat(50_000_000))).toBeUndefined();
  expect(asked).toEqual([]);
  await expect(check('admin', 'correct horse')).rejects.toThrow('too many login attempts');
});

test('the right password comes in, and what it was is in no line', async () => {
  const { check, log } = setUp();
  expect(await check('admin', 'correct horse')).toMatchObject({ identity: { username: 'admin' } });
  expect(await check('nobody', 'correct horse')).toBeUndefined();
  expect(log.entries.map(({ message }) => message)).toEqual(['login succeeded', 'login failed']);
  expect(JSON.stringify(log.entries)).not.toContain('horse');
});

test('where accounts cannot be read nothing is counted', async () => {
  const clock = new FakeClock();
  const throttle = new LoginThrottle(clock);
  const signIn = new SignIn({
    accounts: () => Promise.reject(new Error('the backend is away')),
    throttle,
    hasher: new PasswordHasher(),
    events: new SecurityLog(new MemoryLog(), clock),
  });
  for (let i = 0; i < 30; i++) {
    await expect(
      signIn.check({ login: 'admin', password: 'x', address: '10.0.0.1', way: 'login' }),
    ).rejects.toThrow('away');
  }
  expect(throttle.size).toBe(0);
});
