import { expect, test } from 'vitest';
import { movedWith, receivedBytes, sentBytes } from './sent-bytes.ts';

/** Every value of a byte, in the midst of a larger buffer. */
const bytesOf = (length: number): Uint8Array =>
  Uint8Array.from({ length: length + 20 }, (_, i) => i * 7).subarray(10, length + 10);

test.each([0, 1, 300, 1 << 16, (1 << 16) + 1, 3 << 20])('%d bytes arrive as they were sent', (length) => {
  const bytes = bytesOf(length);
  const sent = sentBytes(new Uint8Array(bytes));
  const received = receivedBytes(structuredClone(sent, { transfer: [...movedWith(sent)] }));
  expect(Buffer.compare(received, bytes)).toBe(0);
});

test('what is long moves, and is not copied', () => {
  const bytes = new Uint8Array(1 << 17);
  const sent = sentBytes(bytes);
  expect(sent).toBe(bytes);
  expect(movedWith(sent)).toEqual([bytes.buffer]);
  expect(movedWith(sentBytes(new Uint8Array(300)))).toEqual([]);
});

test('of a small part of a buffer nothing beside it is sent', () => {
  const sent = sentBytes(new Uint8Array(1 << 20).subarray(5, (1 << 16) + 6)) as Uint8Array;
  expect(sent.buffer.byteLength).toBe((1 << 16) + 1);
});
