import { FakeClock, SeededRandom } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { LoginThrottle } from './login-throttle.ts';

function setUp() {
  const clock = new FakeClock(1_000_000);
  const throttle = new LoginThrottle(clock);
  /** One attempt with its outcome; answers `ok`, or what stands in the way. */
  const attempt = async (login: string, address: string, right = false): Promise<string> => {
    try {
      const admitted = await throttle.admit(login, address);
      if (right) admitted.succeeded(login);
      else admitted.failed();
      return 'ok';
    } catch (error) {
      return (error as { limit: string }).limit;
    }
  };
  const fail = async (times: number, login: string, address: string): Promise<void> => {
    for (let i = 0; i < times; i++) expect(await attempt(login, address)).toBe('ok');
  };
  return { clock, throttle, attempt, fail };
}

/** Lets everything run that waits for no clock. */
async function settle(): Promise<void> {
  for (let i = 0; i < 5; i++) await new Promise((resolve) => setImmediate(resolve));
}

test('ten failures within a minute block the address for ten minutes, others stay free', async () => {
  const { clock, throttle, attempt, fail } = setUp();
  for (let i = 0; i < 10; i++) await fail(1, `name ${i}`, '10.0.0.1');
  expect(await attempt('other', '10.0.0.1', true)).toBe('address');
  await expect(throttle.admit('other', '10.0.0.1')).rejects.toMatchObject({ retryAfterSeconds: 600 });
  expect(await attempt('other', '10.0.0.2', true)).toBe('ok');
  clock.advance(600_000);
  expect(await attempt('other', '10.0.0.1', true)).toBe('ok');
});

test('failures spread over more than a minute do not block', async () => {
  const { clock, attempt, fail } = setUp();
  for (const name of ['a', 'b', 'c']) {
    await fail(9, name, '10.0.0.1');
    clock.advance(61_000);
  }
  expect(await attempt('a', '10.0.0.1', true)).toBe('ok');
});

test('of three hundred guesses at once no more than ten are tried', async () => {
  const { throttle } = setUp();
  const admitted: { failed: () => void }[] = [];
  let refused = 0;
  const all = Array.from({ length: 300 }, () =>
    throttle.admit('admin', '10.0.0.1').then(
      (attempt) => admitted.push(attempt),
      () => refused++,
    ),
  );
  await settle();
  expect(admitted).toHaveLength(10);
  for (const attempt of admitted) attempt.failed();
  await Promise.all(all);
  expect([admitted.length, refused]).toEqual([10, 290]);
});

test('many who sign in at once with the right password from one address all get in', async () => {
  const { throttle } = setUp();
  const results = Array.from({ length: 50 }, async (_, i) => {
    const attempt = await throttle.admit(`user ${i}`, '10.0.0.1');
    await settle();
    attempt.succeeded(`user ${i}`);
  });
  expect(await Promise.all(results)).toHaveLength(50);
});

test('a stranger cannot lock the owner out, neither from afar nor from the same address', async () => {
  const { attempt, fail } = setUp();
  expect(await attempt('admin', '10.0.0.1', true)).toBe('ok');
  await fail(10, 'admin', '10.9.9.9');
  expect(await attempt('admin', '10.9.9.9')).toBe('address');
  for (let i = 0; i < 10; i++) await fail(1, `name ${i}`, '10.0.0.1');
  expect(await attempt('name', '10.0.0.1')).toBe('address');
  expect(await attempt('admin', '10.0.0.1', true)).toBe('ok');
});

test('who signed in is known here by every name of the account', async () => {
  const { throttle, attempt, fail } = setUp();
  (await throttle.admit('', '10.0.0.1')).succeeded('admin');
  for (let i = 0; i < 10; i++) await fail(1, `name ${i}`, '10.0.0.1');
  expect(await attempt('admin', '10.0.0.1', true)).toBe('ok');
  expect(await attempt('', '10.0.0.1', true)).toBe('ok');
  expect(await attempt('root', '10.0.0.1', true)).toBe('address');
});

test('failures for one account from everywhere delay a new address and do not refuse it', async () => {
  const { clock, attempt, fail } = setUp();
  await attempt('admin', '10.0.0.1', true);
  for (let i = 0; i < 10; i++) await fail(1, 'admin', `10.1.0.${i}`);
  const fresh = attempt('admin', '10.2.0.1', true);
  await settle();
  expect(clock.pendingTimers).toBe(1);
  expect(await attempt('admin', '10.0.0.1', true)).toBe('ok');
  clock.advance(250);
  expect(await fresh).toBe('ok');
});

test('the delay grows to eight seconds, holds twenty at most, and is forgotten after a quiet while', async () => {
  const { clock, attempt, fail } = setUp();
  for (let i = 0; i < 10; i++) await fail(1, 'admin', `10.1.0.${i}`);
  for (let i = 0; i < 40; i++) {
    const guess = attempt('admin', `10.1.1.${i}`);
    await settle();
    clock.advance(8_000);
    expect(await guess).toBe('ok');
  }
  const held = Array.from({ length: 20 }, (_, i) => attempt('admin', `10.1.2.${i}`, true));
  await settle();
  expect(await attempt('admin', '10.1.3.1')).toBe('account');
  expect(await attempt('other', '10.1.3.1', true)).toBe('ok');
  clock.advance(7_999);
  await settle();
  expect(clock.pendingTimers).toBe(20);
  clock.advance(1);
  expect(new Set(await Promise.all(held))).toEqual(new Set(['ok']));
  clock.advance(600_001);
  expect(await attempt('admin', '10.1.4.1', true)).toBe('ok');
});

test('an own account does not buy more guesses at those of others', async () => {
  const { attempt, fail } = setUp();
  await fail(9, 'admin', '10.0.0.1');
  expect(await attempt('mine', '10.0.0.1', true)).toBe('ok');
  await fail(1, 'admin', '10.0.0.1');
  expect(await attempt('admin', '10.0.0.1', true)).toBe('address');
});

test('who signed in with an account here is bound by ten failures for it all the same', async () => {
  const { attempt, fail } = setUp();
  await attempt('admin', '10.0.0.1', true);
  await fail(10, 'admin', '10.0.0.1');
  expect(await attempt('admin', '10.0.0.1', true)).toBe('account and address');
});

test('addresses of one IPv6 network are one', async () => {
  const { attempt, fail } = setUp();
  for (let i = 0; i < 10; i++) await fail(1, 'admin', `2001:db8::${i}`);
  expect(await attempt('root', '2001:db8::ffff')).toBe('address');
  expect(await attempt('root', '2001:db8:0:1::1')).toBe('ok');
});

test('setting the wall clock neither frees nor prolongs a block', async () => {
  const { clock, attempt, fail } = setUp();
  for (let i = 0; i < 10; i++) await fail(1, `name ${i}`, '10.0.0.1');
  clock.setNow(10_000_000_000);
  expect(await attempt('a', '10.0.0.1', true)).toBe('address');
  clock.setNow(0);
  clock.advance(600_000);
  expect(await attempt('a', '10.0.0.1', true)).toBe('ok');
});

test('an attacker with ever new names and addresses takes bounded memory', async () => {
  const { throttle, attempt } = setUp();
  for (let i = 0; i < 30_000; i++) await attempt(`name ${i}`, `10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`);
  expect(throttle.size).toBeLessThanOrEqual(20_002);
});

test('whatever strangers do, few of their guesses are tried and no owner is locked out', async () => {
  const seed = Number(process.env.THROTTLE_SEED ?? 1);
  const random = new SeededRandom(seed);
  const below = (limit: number): number => Math.floor(random.float() * limit);
  const { clock, attempt } = setUp();
  const owners = Array.from({ length: 5 }, (_, i) => ({ login: `user ${i}`, address: `10.0.0.${i}` }));
  for (const { login, address } of owners) await attempt(login, address, true);
  const tried = new Map<string, number>();
  const waiting: Promise<void>[] = [];
  for (let step = 0; step < 3_000; step++) {
    const stranger = `10.1.0.${below(40)}`;
    const guess = attempt(`user ${below(7)}`, stranger).then((outcome) => {
      if (outcome === 'ok') tried.set(stranger, (tried.get(stranger) ?? 0) + 1);
    });
    waiting.push(guess);
    if (below(10) === 0) {
      const { login, address } = owners[below(owners.length)]!;
      // Strangers sit at the owner's address too, and guess at the accounts of others.
      if (below(3) === 0) waiting.push(attempt('user 6', address).then(() => {}));
      expect(await attempt(login, address, true), `THROTTLE_SEED=${seed} step ${step}`).toBe('ok');
    }
    if (below(20) === 0) clock.advance(below(2_000));
  }
  for (let i = 0; i < 100; i++) {
    clock.advance(8_000);
    await settle();
  }
  await Promise.all(waiting);
  // Some 150 s passed while they guessed: nine failures in each of two minutes, and the ten that block.
  for (const [address, count] of tried)
    expect(count, `THROTTLE_SEED=${seed} ${address}`).toBeLessThanOrEqual(28);
});
