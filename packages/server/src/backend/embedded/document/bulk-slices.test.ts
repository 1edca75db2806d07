import type { IndexMetadata } from '@sextant/engine';
import { expect, test } from 'vitest';
import { parseBulk } from './bulk-parser.ts';
import { sliceBatch, sliceOperations } from './bulk-slices.ts';

const text = '{"index":{"_id":"1"}}\n{"a":1}\n{"delete":{"_id":"2"}}\n{"create":{}}\n{"b":"two"}\n';

async function batchOf(body: Buffer, isLast: boolean, items = [0, 1, 2]) {
  const defaults = {
    index: 'i',
    routing: undefined,
    requireAlias: false,
    pipeline: undefined,
    filter: undefined,
  };
  const { operations } = await parseBulk(body, defaults);
  const index = { name: 'i' } as IndexMetadata;
  const [slice] = sliceOperations({ index, items, routings: items.map(() => null) }, operations);
  const batch = sliceBatch(slice!, operations, body, { refresh: 'false', isLast });
  const sources = Array.from(batch.starts, (start, i) =>
    Buffer.from(batch.source.subarray(start, batch.ends[i])).toString(),
  );
  return { batch, sources };
}

test('a body that nothing else needs goes to the writer as it is, another one as a copy', async () => {
  const own = Buffer.allocUnsafeSlow(text.length);
  own.write(text);
  const moved = await batchOf(own, true);
  expect(moved.sources).toEqual(['{"a":1}', '', '{"b":"two"}']);
  expect(moved.batch.source.buffer).toBe(own.buffer);
  // Of a Buffer `slice` is a view.
  expect(Buffer.isBuffer(moved.batch.source)).toBe(false);

  const copied = await batchOf(own, false);
  expect(copied.sources).toEqual(moved.sources);
  expect(copied.batch.source.buffer).not.toBe(own.buffer);

  const part = Buffer.concat([Buffer.alloc(8), own]).subarray(8);
  const ofPart = await batchOf(part, true);
  expect(ofPart.sources).toEqual(moved.sources);
  expect(ofPart.batch.source.buffer).not.toBe(part.buffer);
});

test('a body of which most is not written does not go to the writer with the rest', async () => {
  const refused = `{"index":{"_index":"none"}}\n{"a":"${'x'.repeat(100_000)}"}\n`;
  const own = Buffer.allocUnsafeSlow(refused.length + text.length);
  own.write(refused + text);
  const { batch, sources } = await batchOf(own, true, [1, 2, 3]);
  expect(sources).toEqual(['{"a":1}', '', '{"b":"two"}']);
  expect(batch.source.byteLength).toBeLessThan(1000);
});
