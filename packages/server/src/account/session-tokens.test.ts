import { createSecretKey, type KeyObject } from 'node:crypto';
import { FakeClock, SeededRandom } from '@sextant/base/testing';
import { type JWTPayload, SignJWT } from 'jose';
import { expect, test } from 'vitest';
import type { Account } from './account.ts';
import { SessionTokens } from './session-tokens.ts';

const key = createSecretKey(new Uint8Array(32).fill(1));
const account: Account = {
  id: '1',
  username: 'admin',
  passwordHash: 'scrypt$1$1$1$a$a',
  roles: [],
  created: '',
  updated: '',
  epoch: 3,
};

function setUp() {
  const clock = new FakeClock(1_700_000_000_000);
  const keys = { get: () => ({ id: 'k', key }), find: async () => ({ id: 'k', key }) };
  const tokens = new SessionTokens(keys, clock, new SeededRandom(1));
  const seconds = clock.now() / 1000;
  const good: JWTPayload = {
    iss: 'sextant',
    sub: 'admin',
    jti: 'j',
    iat: seconds,
    exp: seconds + 100,
    epoch: 3,
  };
  const sign = (payload: JWTPayload, header: Record<string, unknown> = {}, by: KeyObject = key) =>
    new SignJWT(payload).setProtectedHeader({ alg: 'HS256', typ: 'JWT', ...header }).sign(by);
  return { clock, tokens, seconds, good, sign };
}

test('a token that was issued is read until it expires', async () => {
  const { clock, tokens, seconds } = setUp();
  const token = await tokens.issue(account);
  expect(await tokens.read(token)).toMatchObject({
    username: 'admin',
    epoch: 3,
    expiresAt: seconds + 86_400,
  });
  clock.advance(86_399_999);
  expect(await tokens.read(token)).toBeDefined();
  clock.advance(1);
  expect(await tokens.read(token)).toBeUndefined();
});

test('a token without a signature, with another algorithm or of another key is refused', async () => {
  const { tokens, good, sign } = setUp();
  expect(await tokens.read(await sign(good))).toBeDefined();
  const [, payload, signature] = (await sign(good)).split('.');
  for (const alg of ['none', 'None', 'HS384', 'RS256']) {
    const head = Buffer.from(JSON.stringify({ alg, typ: 'JWT' })).toString('base64url');
    expect(await tokens.read(`${head}.${payload}.`), alg).toBeUndefined();
    expect(await tokens.read(`${head}.${payload}.${signature}`), alg).toBeUndefined();
  }
  const strong = createSecretKey(new Uint8Array(64).fill(1));
  expect(await tokens.read(await sign(good, { alg: 'HS512' }, strong))).toBeUndefined();
  const other = createSecretKey(new Uint8Array(32).fill(2));
  expect(await tokens.read(await sign(good, {}, other))).toBeUndefined();
});

test('a token that was cut, or changed in any place, is refused', async () => {
  const { tokens, good, sign } = setUp();
  const token = await sign(good);
  for (let length = 0; length < token.length; length++) {
    expect(await tokens.read(token.slice(0, length)), String(length)).toBeUndefined();
  }
  const dots = [token.indexOf('.'), token.lastIndexOf('.')];
  // The last character of a part may have bits that mean nothing.
  const ends = [...dots.map((dot) => dot - 1), token.length - 1];
  for (let i = 0; i < token.length; i++) {
    if (ends.includes(i)) continue;
    const changed = `${token.slice(0, i)}${token[i] === 'A' ? 'B' : 'A'}${token.slice(i + 1)}`;
    expect(await tokens.read(changed), String(i)).toBeUndefined();
  }
});

test('a token of another issuer or type, or without a name, number, time or session, is refused', async () => {
  const { tokens, good, sign, seconds } = setUp();
  const wrong: JWTPayload[] = [
    { ...good, iss: 'other' },
    { ...good, exp: seconds },
    { ...good, exp: seconds - 1 },
    { ...good, nbf: seconds + 10 },
    { ...good, iat: seconds + 301 },
    { ...good, epoch: '3' },
    { ...good, exp: 'soon' as unknown as number },
    { ...good, sub: 7 as unknown as string },
    { ...good, jti: {} as unknown as string },
    ...(['iss', 'sub', 'jti', 'iat', 'exp', 'epoch'] as const).map((name) => {
      const { [name]: _, ...rest } = good;
      return rest;
    }),
  ];
  for (const payload of wrong) {
    expect(await tokens.read(await sign(payload)), JSON.stringify(payload)).toBeUndefined();
  }
  expect(await tokens.read(await sign(good, { typ: 'at+jwt' }))).toBeUndefined();
  expect(await tokens.read(await sign(good, { crit: ['x'], x: 1 }).catch(() => ''))).toBeUndefined();
});

test('what is no token is refused', async () => {
  const { tokens } = setUp();
  for (const text of ['', '.', '..', '...', 'a.b.c', 'e30.e30.e30', '\u0000', '🦀.🦀.🦀', 'a'.repeat(4096)]) {
    expect(await tokens.read(text), text).toBeUndefined();
  }
});
