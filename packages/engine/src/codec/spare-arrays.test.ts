import { expect, test } from 'vitest';
import { ByteList, Float64List, Int32List, Uint32List } from './lists.ts';
import { SpareArrays } from './spare-arrays.ts';

test('what was outgrown is used again, and nothing is lost by it', () => {
  const spare = new SpareArrays(48 << 20);
  spare.open();
  const lists = [new Uint32List(0, spare), new Int32List(0, spare), new Float64List(0, spare)];
  for (let round = 0; round < 3; round++) {
    for (let i = 0; i < 20_000; i++) for (const list of lists) list.push(i * (round + 1));
    for (const list of lists) {
      expect(list.view().every((value, i) => value === i * (round + 1))).toBe(true);
    }
    for (const list of lists) list.release();
    expect(lists.map(({ length }) => length)).toEqual([0, 0, 0]);
  }
  const kept = spare.bytesKept;
  const bytes = new ByteList(0, spare);
  for (let i = 0; i < 100_000; i++) bytes.append(Uint8Array.of(i & 255), 0, 1);
  expect(bytes.view().every((value, i) => value === (i & 255))).toBe(true);
  expect(spare.bytesKept).toBeLessThan(kept);
});

test('small arrays, parts of arrays and what comes while it is closed are not kept', () => {
  const spare = new SpareArrays(48 << 20);
  spare.give(new Uint8Array(65_536));
  expect(spare.bytesKept).toBe(0);
  spare.open();
  spare.give(new Uint8Array(1024));
  spare.give(new Uint8Array(65_536).subarray(1));
  spare.give(new Uint8Array(new SharedArrayBuffer(65_536)));
  expect(spare.bytesKept).toBe(0);
  spare.give(new Uint8Array(65_536));
  expect(spare.take(32_768)).toBeUndefined();
  spare.give(new Uint8Array(64 * 1024 * 1024));
  expect(spare.bytesKept).toBe(65_536);
  spare.drop();
  expect(spare.take(65_536)).toBeUndefined();
});
