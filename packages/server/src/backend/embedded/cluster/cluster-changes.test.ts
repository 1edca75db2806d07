import { FakeClock } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { ClusterChanges } from './cluster-changes.ts';

test('who waits is woken by the change that fulfils it, not by the clock', async () => {
  const changes = new ClusterChanges(new FakeClock());
  let value = 0;
  let looks = 0;
  const holds = (): boolean => {
    looks++;
    return value === 2;
  };
  const waiting = changes.until(holds, { timeoutMs: 1_000, signal: new AbortController().signal });
  for (let i = 0; i < 2; i++) {
    value++;
    changes.tell();
  }
  expect(await waiting).toBe(true);
  changes.tell();
  expect(looks).toBe(3);
});

test('a wait ends with its time, with its caller, and with what it cannot find out', async () => {
  const clock = new FakeClock();
  const changes = new ClusterChanges(clock);
  const caller = new AbortController();
  const never = (): boolean => false;
  const late = changes.until(never, { timeoutMs: 100, signal: caller.signal });
  clock.advance(100);
  expect(await late).toBe(false);
  const left = changes.until(never, { timeoutMs: 100, signal: caller.signal });
  caller.abort();
  expect(await left).toBe(false);
  expect(await changes.until(never, { timeoutMs: 100, signal: caller.signal })).toBe(false);
  let isBroken = false;
  const failing = changes.until(
    () => {
      if (isBroken) throw new Error('no answer');
      return false;
    },
    { timeoutMs: 100, signal: new AbortController().signal },
  );
  isBroken = true;
  changes.tell();
  await expect(failing).rejects.toThrow('no answer');
});

test('where a look takes long, the changes that come soon after it are looked at together', async () => {
  const clock = new FakeClock();
  const changes = new ClusterChanges(clock);
  let looks = 0;
  let isThere = false;
  const holds = (): boolean => {
    looks++;
    if (looks > 1) clock.advance(10);
    return isThere;
  };
  const waiting = changes.until(holds, { timeoutMs: 10_000, signal: new AbortController().signal });
  for (let change = 0; change < 100; change++) changes.tell();
  expect(looks).toBe(2);
  isThere = true;
  changes.tell();
  clock.advance(200);
  expect(await waiting).toBe(true);
  expect(looks).toBe(3);
});
