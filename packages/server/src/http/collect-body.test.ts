import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { FakeClock } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { MemoryAccount } from '../observe/memory-account.ts';
import { type BeginTransfer, collectAnnounced } from './collect-body.ts';
import { TransferMemory } from './transfer-memory.ts';

const pace = { leastBytes: 10, withinMs: 1_000, stallMs: 20_000 };

function bodies(): { readonly account: MemoryAccount; readonly begin: BeginTransfer } {
  const account = new MemoryAccount('in_flight_requests', 10_000);
  const memory = new TransferMemory(account, new FakeClock(), pace);
  return { account, begin: (bytes, onLost) => memory.begin(bytes, '<http_request>', onLost) };
}

test('a short body that has come whole is the memory that it came in, and is waited for no longer', async () => {
  const { account, begin } = bodies();
  const source = new IncomingMessage(new Socket());
  const whole = Buffer.allocUnsafeSlow(5);
  whole.write('whole');
  source.push(whole);
  const body = await collectAnnounced(source, 5, begin);
  expect(body.toString()).toBe('whole');
  expect(body.buffer).toBe(whole.buffer);
  expect(account.figures().usedBytes).toBe(5);
});

test("a short body in memory that is others' too is copied to its own, which can go to another thread", async () => {
  const source = new IncomingMessage(new Socket());
  const shared = Buffer.alloc(20, 'x');
  source.push(shared.subarray(4, 10));
  const body = await collectAnnounced(source, 6, bodies().begin);
  expect(body.toString()).toBe('xxxxxx');
  expect([body.byteOffset, body.buffer.byteLength]).toEqual([0, 6]);
});

test.each([3, 3_000])(
  'a short body that has come in pieces of %d bytes is in memory that can go to another thread',
  async (bytes) => {
    const source = new IncomingMessage(new Socket());
    source.push(Buffer.alloc(bytes, 'a'));
    source.push(Buffer.alloc(bytes, 'b'));
    source.push(null);
    const body = await collectAnnounced(source, 2 * bytes, bodies().begin);
    const { buffer } = body;
    expect([body.byteOffset, buffer.byteLength]).toEqual([0, 2 * bytes]);
    const moved = structuredClone(buffer, { transfer: [buffer as ArrayBuffer] });
    expect(Buffer.from(moved as ArrayBuffer).toString()).toBe('a'.repeat(bytes) + 'b'.repeat(bytes));
  },
);

test('who leaves when a short body was taken harms nobody', async () => {
  const source = new IncomingMessage(new Socket());
  source.push(Buffer.from('whole'));
  source.push(null);
  const body = collectAnnounced(source, 5, bodies().begin);
  source.destroy(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }));
  expect((await body).toString()).toBe('whole');
});

test('a short body whose sender has left before it was asked for is refused, though all of it has come', async () => {
  const { account, begin } = bodies();
  const source = new IncomingMessage(new Socket());
  source.push(Buffer.from('whole'));
  source.push(null);
  source.destroy();
  await expect(collectAnnounced(source, 5, begin)).rejects.toThrow('cut off');
  expect(account.figures().usedBytes).toBe(0);
});

test('a short body of which a part has come is waited for', async () => {
  const source = new IncomingMessage(new Socket());
  source.push(Buffer.from('wh'));
  const body = collectAnnounced(source, 5, bodies().begin);
  source.push(Buffer.from('ole'));
  source.push(null);
  expect((await body).toString()).toBe('whole');
});

test('what a piece of a body took is given back as soon as it is copied, but not what others hold a part of', async () => {
  const source = new PassThrough();
  const body = collectAnnounced(source, 11, bodies().begin);
  const whole = Buffer.allocUnsafeSlow(5);
  whole.write('whole');
  const shared = Buffer.alloc(20, 'x');
  source.write(whole);
  source.write(shared.subarray(4, 10));
  source.end();
  expect((await body).toString()).toBe('wholexxxxxx');
  expect([whole.byteLength, shared.byteLength]).toEqual([0, 20]);
});
