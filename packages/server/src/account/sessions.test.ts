import { FakeClock } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import type { ServiceSecret } from '../security/secret-box.ts';
import { accountsOver } from '../testing/accounts-over.ts';
import { RecordBackend } from '../testing/record-backend.ts';
import { testSecret } from '../testing/test-secret.ts';
import { accountKind, endedSessionKind } from './account.ts';

async function settle(): Promise<void> {
  for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve));
}

/** Lets the wall clock and the looks for changes go on. */
async function goOn(clock: FakeClock, ms: number): Promise<void> {
  for (let done = 0; done < ms; done += 2_000) {
    clock.advance(2_000);
    await settle();
  }
}

const otherSecret: ServiceSecret = { ...testSecret, bytes: new Uint8Array(32).fill(8) };

test('a session that was ended stays so after a restart, among thousands of others', async () => {
  const backend = new RecordBackend();
  const clock = new FakeClock();
  const first = await accountsOver(backend, clock);
  const token = await first.accounts.issueToken('admin');
  await first.endSession(token);
  const ended = first.records.store(endedSessionKind);
  for (let i = 0; i < 2_500; i++) {
    await ended.create(`0${i}`, { id: `0${i}`, expires: clock.now() + 86_400_000 });
  }
  const second = await accountsOver(backend, clock);
  expect(await second.accepts(token)).toBe(false);
  expect(await second.accepts(await first.accounts.issueToken('admin'))).toBe(true);
});

test('tokens are refused with 503 while ended sessions cannot be read, and accepted once they can', async () => {
  const backend = new RecordBackend();
  const clock = new FakeClock();
  const { accounts, accepts } = await accountsOver(backend, clock);
  const token = await accounts.issueToken('admin');
  expect(await accepts(token)).toBe(true);
  backend.fault = new Error('the cluster is away');
  await goOn(clock, 12_000);
  await expect(accepts(token)).rejects.toMatchObject({
    status: 503,
    error: { details: { header: { 'Retry-After': '2' } } },
  });
  await expect(accounts.byLogin('admin')).rejects.toMatchObject({ status: 503 });
  expect(accounts.revisionOf('admin')).toBeUndefined();
  backend.fault = undefined;
  expect(await accepts(token)).toBe(true);
});

test('a start that cannot read ended sessions trusts no token until it can', async () => {
  const backend = new RecordBackend();
  const clock = new FakeClock();
  const first = await accountsOver(backend, clock);
  const token = await first.accounts.issueToken('admin');
  await first.endSession(token);
  const { call } = backend;
  let isBroken = true;
  const broken = Object.assign(Object.create(backend) as RecordBackend, {
    call: (async (request) => {
      if (isBroken && JSON.stringify(request.body ?? '').includes('"ended"'))
        throw new Error('a shard failed');
      return call(request);
    }) as typeof call,
  });
  const second = await accountsOver(broken, clock);
  await expect(second.accepts(token)).rejects.toMatchObject({ status: 503 });
  expect(await second.accounts.byLogin('admin')).toBeDefined();
  isBroken = false;
  expect(await second.accepts(token)).toBe(false);
});

test('what another instance does counts here within two seconds: sign-out, password, removal', async () => {
  const backend = new RecordBackend();
  const clock = new FakeClock();
  const here = await accountsOver(backend, clock);
  const there = await accountsOver(backend, clock);
  const one = await here.accounts.issueToken('admin');
  expect(await there.accepts(one)).toBe(true);
  await there.endSession(one);
  await goOn(clock, 2_000);
  expect(await here.accepts(one)).toBe(false);

  const two = await here.accounts.issueToken('admin');
  const revision = here.accounts.revisionOf('admin');
  await there.accounts.changePassword('admin', 'another long secret');
  await goOn(clock, 2_000);
  expect(await here.accepts(two)).toBe(false);
  expect(here.accounts.revisionOf('admin')).not.toBe(revision);

  const three = await here.accounts.issueToken('admin');
  const users = there.records.store(accountKind);
  await users.remove((await users.read('admin'))!);
  await goOn(clock, 2_000);
  expect(await here.accepts(three)).toBe(false);
  expect(here.accounts.revisionOf('admin')).toBeUndefined();
});

test('ended sessions are removed a day after their token has expired, and stay ended until then', async () => {
  const backend = new RecordBackend();
  const clock = new FakeClock();
  const { accounts, accepts, endSession, records } = await accountsOver(backend, clock);
  const token = await accounts.issueToken('admin');
  await endSession(token);
  // The wall clock is wrong by a day for a while.
  const now = clock.now();
  clock.setNow(now + 86_400_000 + 1_000);
  await records.sweep();
  clock.setNow(now);
  expect(await accepts(token)).toBe(false);
  clock.setNow(now + 2 * 86_400_000 + 1_000);
  await records.sweep();
  expect([...backend.documents.keys()]).toEqual(['key:session', 'user:admin']);
});

test('a clock that was set back does not make tokens live longer', async () => {
  const clock = new FakeClock();
  const { accounts, accepts } = await accountsOver(new RecordBackend(), clock);
  const token = await accounts.issueToken('admin');
  clock.setNow(clock.now() - 299_000);
  expect(await accepts(token)).toBe(true);
  clock.setNow(clock.now() - 3_600_000);
  expect(await accepts(token)).toBe(false);
});

test('the key of sessions is not in the index in clear, and all instances sign with it', async () => {
  const backend = new RecordBackend();
  const clock = new FakeClock();
  const here = await accountsOver(backend, clock);
  const there = await accountsOver(backend, clock);
  const token = await here.accounts.issueToken('admin');
  expect(await there.accepts(token)).toBe(true);
  const kept = JSON.parse(String(backend.documents.get('key:session')?.source.record));
  expect(Object.keys(kept)).toEqual(['wrapped', 'made']);
  expect(Object.keys(kept.wrapped)).toEqual(['salt', 'nonce', 'data', 'tag']);
});

test('a key that lay in clear is wrapped at the start, and sessions survive it', async () => {
  const clock = new FakeClock();
  const old = new RecordBackend();
  const secret = Buffer.alloc(32, 9).toString('base64url');
  old.mapping = { dynamic: false, properties: {} };
  old.keep('key:session', { kind: 'key', record: JSON.stringify({ secret }) });
  const { log, accounts, accepts } = await accountsOver(old, clock);
  const { SignJWT } = await import('jose');
  const seconds = Math.floor(clock.now() / 1000);
  const before = await new SignJWT({ epoch: 0 })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer('sextant')
    .setSubject('admin')
    .setJti('j')
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + 100)
    .sign(Buffer.from(secret, 'base64url'));
  expect(await accepts(before)).toBe(true);
  expect(JSON.stringify([...old.documents.values()])).not.toContain(secret);
  expect(log.entries.map(({ message }) => message)).toContain(
    'the key of sessions was kept in clear and is wrapped now',
  );
  const again = await accountsOver(old, clock);
  expect(await again.accepts(await accounts.issueToken('admin'))).toBe(true);
});

test('with another secret a new key is made, and the log says that everybody signs in again', async () => {
  const backend = new RecordBackend();
  const clock = new FakeClock();
  const first = await accountsOver(backend, clock);
  const token = await first.accounts.issueToken('admin');
  const second = await accountsOver(backend, clock, otherSecret);
  expect(await second.accepts(token)).toBe(false);
  expect(await second.accepts(await second.accounts.issueToken('admin'))).toBe(true);
  expect(second.log.entries.at(-1)?.message).toContain('everybody signs in again');
  await goOn(clock, 2_000);
  expect(first.log.entries.at(-1)?.message).toContain('another instance has another security.secret');
  expect(await first.accepts(token)).toBe(true);
});

test('an instance with a secret of its own keeps no key in the index and is alone with its sessions', async () => {
  const backend = new RecordBackend();
  const clock = new FakeClock();
  const one = await accountsOver(backend, clock, { ...testSecret, isShared: false });
  const two = await accountsOver(backend, clock, { ...otherSecret, isShared: false });
  const token = await one.accounts.issueToken('admin');
  expect([await one.accepts(token), await two.accepts(token)]).toEqual([true, false]);
  expect([...backend.documents.keys()]).toEqual(['user:admin']);
  const restarted = await accountsOver(backend, clock, { ...testSecret, isShared: false });
  expect(await restarted.accepts(token)).toBe(true);
});

test('while the clock is a year behind sessions are as ever; none of them counts when it is right again, none of before meanwhile', async () => {
  const backend = new RecordBackend();
  const clock = new FakeClock();
  const yearMs = 365 * 86_400_000;
  const now = clock.now();
  const before = await (await accountsOver(backend, clock)).accounts.issueToken('admin');
  clock.setNow(now - yearMs);
  const behind = await accountsOver(backend, clock);
  expect(await behind.accepts(before)).toBe(false);
  const [going, ended] = [
    await behind.accounts.issueToken('admin'),
    await behind.accounts.issueToken('admin'),
  ];
  await behind.endSession(ended);
  expect([await behind.accepts(going), await behind.accepts(ended)]).toEqual([true, false]);
  clock.setNow(now);
  const right = await accountsOver(backend, clock);
  expect([await right.accepts(going), await right.accepts(ended)]).toEqual([false, false]);
  expect(await right.accepts(await right.accounts.issueToken('admin'))).toBe(true);
});
