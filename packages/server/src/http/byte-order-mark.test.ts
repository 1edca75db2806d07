import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { streamWithoutMark, withoutMark } from './byte-order-mark.ts';

async function* piecesOf(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

test.each([
  ['', ''],
  ['a', 'a'],
  ['{}', '{}'],
  ['\uFEFF', ''],
  ['\uFEFF{"a":1}', '{"a":1}'],
  ['{"a":"\uFEFF"}', '{"a":"\uFEFF"}'],
])('the mark before %j is taken away, in one piece and in small ones', async (text, expected) => {
  const bytes = Buffer.from(text);
  expect(withoutMark(bytes).toString()).toBe(expected);
  for (const size of [1, 2, 3, 4]) {
    const pieces = await Readable.from(streamWithoutMark(piecesOf(bytes, size))).toArray();
    expect(Buffer.concat(pieces).toString(), `pieces of ${size}`).toBe(expected);
  }
});

test('a piece that may have been a mark is not lost', async () => {
  const bytes = Buffer.from([0xef, 0xbb]);
  expect(await Readable.from(streamWithoutMark(piecesOf(bytes, 1))).toArray()).toEqual([bytes]);
  expect(withoutMark(bytes)).toEqual(bytes);
});
