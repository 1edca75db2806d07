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

test('a key that is made of the secret of one instance is as it is', async () => {
  const own = { ...testSecret, isShared: false };
  const { accounts, accepts } = await accountsOver(new RecordBackend(), new FakeClock(), own);
  expect(await accounts.rotateKey(true)).toBe(false);
  expect(await accepts(await accounts.issueToken('admin'))).toBe(true);
});
