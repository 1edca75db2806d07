import { expect, test } from 'vitest';
import { receivedBytes, sentBytes } from './sent-bytes.ts';

/** Every value of a byte, in the midst of a larger buffer. */
const bytesOf = (length: number): Uint8Array =>
  Uint8Array.from({ length: length + 20 }, (_, i) => i * 7).subarray(10, length + 10);

test.each([0, 1, 300, 1 << 20, (1 << 20) + 1, 3 << 20])('%d bytes arrive as they were sent', (length) => {
  const bytes = bytesOf(length);
  const received = receivedBytes(structuredClone(sentBytes(bytes)));
  expect(Buffer.compare(received, bytes)).toBe(0);
});

test('what may be longer than the longest text is not made a text, and nothing beside it is sent', () => {
  const sent = sentBytes(bytesOf((1 << 20) + 1)) as Uint8Array;
  expect(sent.buffer.byteLength).toBe((1 << 20) + 1);
});
