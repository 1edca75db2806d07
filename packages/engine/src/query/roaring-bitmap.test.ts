import { ApiError } from '@sextant/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { testBudget } from '../testing/query-context.ts';
import { bitmapIntervals } from './roaring-bitmap.ts';

const plain = (text: string, isLong = false) =>
  bitmapIntervals(Buffer.from(text, 'base64'), isLong, testBudget());

test('the numbers of listed containers are read, signed', () => {
  expect(plain('OjAAAAEAAAAAAAEAEAAAAG8A3gA=')).toEqual([
    { low: 111, high: 111 },
    { low: 222, high: 222 },
  ]);
  expect(plain('OjAAAAEAAAD//wAAEAAAAP//')).toEqual([{ low: -1, high: -1 }]);
  expect(plain('OjAAAAAAAAA=')).toEqual([]);
});

test('runs, and containers of a bit for each number, become intervals', () => {
  expect(plain('OzAAAAEAAMcAAQBkAMcA')).toEqual([{ low: 100, high: 299 }]);
  const bits = Buffer.alloc(16 + 8192);
  bits.writeUInt32LE(12_346, 0);
  bits.writeUInt32LE(1, 4);
  bits.writeUInt16LE(1, 8);
  bits.writeUInt16LE(4999, 10);
  bits.fill(0xff, 16, 16 + 625);
  expect(plain(bits.toString('base64'))).toEqual([{ low: 65_536, high: 65_536 + 4999 }]);
});

test('numbers of 64 bits stand behind their upper half', () => {
  const two = 'AgAAAAAAAAAAAAAAOjAAAAEAAAAAAAAAEAAAAAUAAQAAADowAAABAAAAAAAAABAAAAABAA==';
  expect(plain(two, true)).toEqual([
    { low: 5, high: 5 },
    { low: 2 ** 32 + 1, high: 2 ** 32 + 1 },
  ]);
});

test('whatever else is refused', () => {
  expect(() => plain('AQIDBAUGBwgJ')).toThrow('Failed to deserialize the bitmap.');
  expect(() => plain('OjAAAAEAAAAAAAEAEAAAAG8A', false)).toThrow('Failed to deserialize the bitmap.');
  expect(() => plain('xw==', true)).toThrow('Failed to deserialize the 64-bit bitmap.');
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), fc.boolean(), fc.boolean(), (bytes, isLong, hasHead) => {
      const head = hasHead ? Buffer.from([0x3b, 0x30, bytes[0] ?? 0, 0]) : Buffer.alloc(0);
      try {
        bitmapIntervals(Buffer.concat([head, bytes]), isLong, testBudget());
      } catch (error) {
        expect(error).toBeInstanceOf(ApiError);
      }
    }),
  );
});
