import { PassThrough } from 'node:stream';
import { FakeClock } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { MemoryAccount } from '../observe/memory-account.ts';
import { type BeginTransfer, collectAnnounced } from './collect-body.ts';
import { TransferMemory } from './transfer-memory.ts';

const pace = { leastBytes: 10, withinMs: 1_000, stallMs: 20_000 };

test('what a piece of a body took is given back as soon as it is copied, but not what others hold a part of', async () => {
  const memory = new TransferMemory(new MemoryAccount('in_flight_requests', 1_000), new FakeClock(), pace);
  const begin: BeginTransfer = (bytes, onLost) => memory.begin(bytes, '<http_request>', onLost);
  const source = new PassThrough();
  const body = collectAnnounced(source, 11, begin);
  const whole = Buffer.allocUnsafeSlow(5);
  whole.write('whole');
  const shared = Buffer.alloc(20, 'x');
  source.write(whole);
  source.write(shared.subarray(4, 10));
  source.end();
  expect((await body).toString()).toBe('wholexxxxxx');
  expect([whole.byteLength, shared.byteLength]).toEqual([0, 20]);
});
