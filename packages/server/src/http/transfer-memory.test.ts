import { FakeClock } from '@sextant/base/testing';
import { ApiError } from '@sextant/contract';
import { expect, test } from 'vitest';
import { MemoryAccount } from '../observe/memory-account.ts';
import { TransferMemory } from './transfer-memory.ts';

const pace = { leastBytes: 10, withinMs: 1_000, stallMs: 20_000 };

function memoryOf(limitBytes: number) {
  const account = new MemoryAccount('in_flight_requests', limitBytes);
  const clock = new FakeClock();
  const memory = new TransferMemory(account, clock, pace);
  const lost: string[] = [];
  const begin = (name: string, bytes: number) =>
    memory.begin(bytes, '<http_request>', (why) => lost.push(`${name} ${why}`));
  return { account, clock, lost, begin };
}

function refusal(act: () => unknown): ApiError {
  try {
    act();
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

test('bodies together take no more than there is, and what ended makes room again', () => {
  const { account, begin } = memoryOf(100);
  const first = begin('a', 60);
  const second = begin('b', 40);
  const error = refusal(() => begin('c', 1));
  expect(error.status).toBe(429);
  expect(error.error.details).toEqual({ bytes_wanted: 101, bytes_limit: 100, durability: 'TRANSIENT' });
  expect(account.figures()).toEqual({
    name: 'in_flight_requests',
    limitBytes: 100,
    usedBytes: 100,
    tripped: 1,
  });
  first.end();
  first.end();
  second.shrink(30);
  expect(account.figures().usedBytes).toBe(10);
  expect(refusal(() => second.grow(91)).status).toBe(429);
  second.grow(90);
  expect(account.figures()).toMatchObject({ usedBytes: 100, tripped: 2 });
});

test('where there is no room the slow lose their place, the slowest first, and only if that is enough', () => {
  const { account, clock, lost, begin } = memoryOf(100);
  begin('slowest', 40);
  clock.advance(1);
  begin('slow', 30);
  const quick = begin('quick', 30);
  clock.advance(1_001);
  quick.moved(10);
  expect(refusal(() => begin('too much', 71)).status).toBe(429);
  expect(lost).toEqual([]);
  begin('fits', 40);
  expect(lost).toEqual(['slowest slow']);
  expect(account.figures().usedBytes).toBe(100);
  begin('more', 1);
  expect(lost).toEqual(['slowest slow', 'slow slow']);
});

test('who keeps the pace in small pieces is not slow, and who has arrived cannot lose anything', () => {
  const { clock, lost, begin } = memoryOf(100);
  const trickle = begin('trickle', 50);
  const whole = begin('whole', 50);
  whole.arrived();
  for (let i = 0; i < 50; i++) {
    clock.advance(90);
    trickle.moved(1);
  }
  expect(refusal(() => begin('c', 1)).status).toBe(429);
  clock.advance(1_001);
  trickle.moved(1);
  begin('c', 50);
  expect(lost).toEqual(['trickle slow']);
});

test('a body that stops coming gives its memory back though nobody needs it', () => {
  const { account, clock, lost, begin } = memoryOf(100);
  begin('stalled', 50);
  const alive = begin('alive', 50);
  for (let i = 0; i < 5; i++) {
    clock.advance(5_000);
    alive.moved(1);
  }
  expect(lost).toEqual(['stalled stalled']);
  expect(account.figures().usedBytes).toBe(50);
  alive.end();
  clock.advance(5_000);
  expect(clock.pendingTimers).toBe(0);
});
