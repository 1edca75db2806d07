import { FakeClock } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { accountsOver } from '../testing/accounts-over.ts';
import { RecordBackend } from '../testing/record-backend.ts';
import { testSecret } from '../testing/test-secret.ts';

const dayMs = 86_400_000;

test('another key signs from now on, and sessions of the last one count until they expire', async () => {
  const clock = new FakeClock();
  const { accounts, accepts } = await accountsOver(new RecordBackend(), clock);
  const before = await accounts.issueToken('admin');
  expect(await accounts.rotateKey(false)).toBe(true);
  const after = await accounts.issueToken('admin');
  const kid = (token: string): unknown =>
    JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString()).kid;
  expect(kid(after)).not.toBe(kid(before));
  expect([await accepts(before), await accepts(after)]).toEqual([true, true]);
  clock.advance(dayMs - 1_000);
  expect(await accepts(before)).toBe(true);
  await accounts.rotateKey(false);
  expect([await accepts(before), await accepts(after)]).toEqual([false, true]);
});

test('where sessions shall end they end with the key', async () => {
  const { accounts, accepts } = await accountsOver(new RecordBackend(), new FakeClock());
  const before = await accounts.issueToken('admin');
  await accounts.rotateKey(true);
  expect(await accepts(before)).toBe(false);
  expect(await accepts(await accounts.issueToken('admin'))).toBe(true);
});

test('a key of ninety days is replaced, and the next start knows both', async () => {
  const backend = new RecordBackend();
  const clock = new FakeClock();
  const { accounts } = await accountsOver(backend, clock);
  expect(await accounts.renewKey()).toBe(false);
  clock.advance(90 * dayMs + 1);
  const before = await accounts.issueToken('admin');
  expect(await accounts.renewKey()).toBe(true);
  expect(await accounts.renewKey()).toBe(false);
  const next = await accountsOver(backend, clock);
  expect(await next.accepts(before)).toBe(true);
  expect(await next.accepts(await accounts.issueToken('admin'))).toBe(true);
});

test('a token that another instance signs with a key that it has just made is accepted', async () => {
  const backend = new RecordBackend();
  const clock = new FakeClock();
  const here = await accountsOver(backend, clock);
  const there = await accountsOver(backend, clock);
  await there.accounts.rotateKey(false);
  const token = await there.accounts.issueToken('admin');
  expect(await here.accepts(token)).toBe(true);
});

test('whoever keeps what is known of sessions is told when another instance has ended them', async () => {
  const backend = new RecordBackend();
  const clock = new FakeClock();
  const here = await accountsOver(backend, clock);
  const there = await accountsOver(backend, clock);
  let ends = 0;
  here.accounts.onKeyEnd(() => ends++);
  await there.accounts.rotateKey(false);
  await here.accepts(await there.accounts.issueToken('admin'));
  expect(ends).toBe(0);
  clock.advance(1_000);
  await there.accounts.rotateKey(true);
  await here.accepts(await there.accounts.issueToken('admin'));
  expect(ends).toBe(1);
});

test('a key that is made of the secret of one instance is as it is', async () => {
  const own = { ...testSecret, isShared: false };
  const { accounts, accepts } = await accountsOver(new RecordBackend(), new FakeClock(), own);
  expect(await accounts.rotateKey(true)).toBe(false);
  expect(await accepts(await accounts.issueToken('admin'))).toBe(true);
});

const kidOf = (token: string): unknown =>
  JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString()).kid;

test('a service that is restarted each day replaces a key of ninety days as well', async () => {
  const backend = new RecordBackend();
  const clock = new FakeClock();
  const first = await accountsOver(backend, clock);
  const before = await first.accounts.issueToken('admin');
  for (let day = 1; day <= 90; day++) {
    clock.advance(dayMs);
    const { accounts } = await accountsOver(backend, clock);
    expect([day, kidOf(await accounts.issueToken('admin'))]).toEqual([day, kidOf(before)]);
  }
  clock.advance(dayMs);
  const last = await accountsOver(backend, clock);
  expect(kidOf(await last.accounts.issueToken('admin'))).not.toBe(kidOf(before));
});

test('of several instances that find the key old one makes another, and sessions of the old one go on', async () => {
  const backend = new RecordBackend();
  const clock = new FakeClock();
  const all = await Promise.all([1, 2, 3].map(() => accountsOver(backend, clock)));
  clock.advance(90 * dayMs + 1);
  const before = await all[0]!.accounts.issueToken('admin');
  const renewed = await Promise.all(all.map(({ accounts }) => accounts.renewKey()));
  expect(renewed.filter(Boolean)).toEqual([true]);
  const look = all.map(({ accepts }) => accepts(before));
  expect(await Promise.all(look)).toEqual([true, true, true]);
});

test('a key of a time that has not come, as of a clock that was wrong, is replaced', async () => {
  const backend = new RecordBackend();
  const clock = new FakeClock();
  const now = clock.now();
  clock.setNow(now + 365 * dayMs);
  const { accounts } = await accountsOver(backend, clock);
  const before = await accounts.issueToken('admin');
  clock.setNow(now);
  const next = await accountsOver(backend, clock);
  expect(kidOf(await next.accounts.issueToken('admin'))).not.toBe(kidOf(before));
  expect(await next.accepts(before)).toBe(false);
});

test('names of keys that somebody makes up keep no new key of another instance from being found', async () => {
  const backend = new RecordBackend();
  const clock = new FakeClock();
  const [here, there] = [await accountsOver(backend, clock), await accountsOver(backend, clock)];
  const [, payload, signature] = (await here.accounts.issueToken('admin')).split('.');
  const madeUp = (kid: string): string => {
    const header = Buffer.from(JSON.stringify({ alg: 'HS256', typ: 'JWT', kid })).toString('base64url');
    return `${header}.${payload}.${signature}`;
  };
  expect(await here.accepts(madeUp('x'))).toBe(false);
  await there.accounts.rotateKey(false);
  const token = await there.accounts.issueToken('admin');
  const others = Array.from({ length: 100 }, (_, i) => here.accepts(madeUp(`x${i}`)));
  const found = here.accepts(token);
  const reads = backend.calls.length;
  let isFound: boolean | undefined;
  void found.then((value) => {
    isFound = value;
  });
  await expect
    .poll(() => {
      clock.advance(100);
      return isFound;
    })
    .toBe(true);
  expect(new Set(await Promise.all(others))).toEqual(new Set([false]));
  expect(backend.calls.length - reads).toBeLessThanOrEqual(10);
});
