import { expect, test } from 'vitest';
import { MemoryAccount } from './memory-account.ts';

test('an account that another thread has a part in is one account', () => {
  let limit = 1000;
  const here = new MemoryAccount('request', () => limit);
  here.take(300, 'x');
  const there = MemoryAccount.of(structuredClone(here.share()));
  there.take(600, 'y');
  expect(here.figures()).toEqual({ name: 'request', limitBytes: 1000, usedBytes: 900, tripped: 0 });
  expect(() => here.take(200, 'z')).toThrow(
    '[request] Data too large, data for [z] would be [1100/1kb], which is larger than the limit of [1000/1000b]',
  );
  expect(() => there.take(200, 'z')).toThrow('[1100/1kb]');
  expect([here.figures().tripped, there.figures().tripped]).toEqual([2, 2]);
  here.give(300);
  expect([there.usedBytes, there.hasRoom(400), there.hasRoom(401)]).toEqual([600, true, false]);
  limit = 5000;
  expect(MemoryAccount.of(here.share()).hasRoom(4000)).toBe(true);
});

test('what outlives requests leaves them a third, in whatever thread it is', () => {
  const here = new MemoryAccount('request', 900);
  const there = MemoryAccount.of(structuredClone(here.share()));
  there.lasting.take(400, 'fielddata', 'f');
  expect(() => here.lasting.take(201, 'fielddata', 'f')).toThrow(
    '[fielddata] Data too large, data for [f] would be [601/601b], which is larger than the limit of [600/600b]',
  );
  here.take(400, 'x');
  expect(() => here.lasting.take(101, 'fielddata', 'f')).toThrow('[request] Data too large');
  here.lasting.take(100, 'fielddata', 'f');
  there.lasting.give(400);
  expect([here.usedBytes, here.figures().tripped]).toEqual([500, 2]);
});
