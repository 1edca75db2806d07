import { FakeClock } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { unmatchableHash } from './password-hash.ts';
import { PasswordHasher } from './password-hasher.ts';

test('few hashes run at once, some wait, and the rest is refused with a time to retry', async () => {
  const hasher = new PasswordHasher({ concurrency: 1, waitingMax: 2 });
  const all = Array.from({ length: 5 }, () => hasher.matches('a', unmatchableHash, 'strange'));
  const results = Promise.allSettled(all);
  expect(hasher.running).toBe(1);
  expect((await results).map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'fulfilled',
    'rejected',
    'rejected',
  ]);
  await expect(all[4]).rejects.toMatchObject({ limit: 'busy', retryAfterSeconds: 3 });
  expect(hasher.running).toBe(0);
});

test('who is known at an address goes before strangers, and has room when their line is full', async () => {
  const hasher = new PasswordHasher({ concurrency: 1, waitingMax: 1 });
  const order: string[] = [];
  const run = async (name: string, lane: 'known' | 'strange'): Promise<void> => {
    await hasher.matches('a', unmatchableHash, lane).then(
      () => order.push(name),
      () => order.push(`${name} refused`),
    );
  };
  await Promise.all([
    run('first', 'strange'),
    run('second', 'strange'),
    run('third', 'strange'),
    run('friend', 'known'),
  ]);
  expect(order).toEqual(['third refused', 'first', 'friend', 'second']);
});

test('hashing for strangers takes a third of one core at most, and keeps nobody else waiting', async () => {
  const clock = new FakeClock();
  const hasher = new PasswordHasher({ concurrency: 1, clock });
  const ask = (lane: 'known' | 'strange') => hasher.matches('a', unmatchableHash, lane);
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const first = ask('strange');
  await turn();
  clock.advance(50);
  await first;
  const second = ask('strange');
  await turn();
  expect(hasher.running).toBe(0);
  await ask('known');
  clock.advance(99);
  expect(hasher.running).toBe(0);
  clock.advance(1);
  expect(hasher.running).toBe(1);
  await second;
});
