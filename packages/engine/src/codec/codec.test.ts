import { crc32 } from 'node:zlib';
import { SeededRandom } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { bitWidth, pack, packedWords, unpackOne } from './bit-packing.ts';
import { countBits, fillBits, getBit } from './bits.ts';
import { compareBytes } from './bytes.ts';
import { checksumOf } from './checksum.ts';
import { sortedOrder } from './radix-sort.ts';
import { byte4ToInt, intToByte4 } from './small-float.ts';
import { GROUP, unpackCounts, unpackGaps } from './unpack-group.ts';
import { unpackersSource } from './unpackers-source.ts';
import { Utf8Scratch, utf8Of } from './utf8-scratch.ts';

test('unpack-group.ts is what unpackers-source.ts writes', async () => {
  await expect(unpackersSource()).toMatchFileSnapshot('unpack-group.ts');
});

test('every width packs and unpacks, one by one and by group', () => {
  const random = new SeededRandom(1);
  for (let width = 1; width <= 31; width++) {
    const values = Int32Array.from({ length: GROUP * 2 + 5 }, () => random.below(2 ** width));
    values[3] = 2 ** width - 1;
    const words = new Uint32Array(packedWords(values.length, width) + 1);
    expect(pack(values, 0, values.length, width, words, 1)).toBe(words.length);
    const found = values.map((_, i) => unpackOne(words, 1, width, i));
    expect(found, `width ${width}`).toEqual(values);
    const counts = new Int32Array(GROUP);
    unpackCounts(width, words, 1 + width, counts, 0);
    expect(counts).toEqual(values.slice(GROUP, GROUP * 2).map((value) => value + 1));
    const sums = new Int32Array(GROUP);
    const last = unpackGaps(width, words, 1 + width, sums, 0, -1);
    expect(sums[0]).toBe(values[GROUP]);
    expect([sums[31]! - sums[30]!, last]).toEqual([(values[GROUP * 2 - 1]! + 1) | 0, sums[31]]);
  }
  expect([0, 1, 255, 256, 2 ** 31 - 1].map(bitWidth)).toEqual([0, 1, 8, 9, 31]);
});

test('lengths are encoded as by the SmallFloat of Lucene', () => {
  const lengths = [0, 1, 39, 40, 41, 42, 55, 56, 57, 100, 1000, 35_000, 2 ** 31 - 1];
  expect(lengths.map(intToByte4)).toEqual([0, 1, 39, 40, 40, 41, 47, 48, 48, 57, 87, 128, 255]);
  for (let code = 0; code < 256; code++) expect(intToByte4(byte4ToInt(code))).toBe(code);
  expect(byte4ToInt(255)).toBe(2_013_265_944);
});

test.each([10, 300, 5000, 200_000])('%i numbers are put in stable order', (count) => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  const random = new SeededRandom(seed);
  const kinds = [
    () => random.below(50) - 25,
    () => (random.float() - 0.5) * 1e300,
    () => 1.7e12 + random.below(1e9),
    () => (random.below(2) === 0 ? -0 : 0),
  ];
  for (const make of kinds) {
    const values = Float64Array.from({ length: count }, make);
    const order = sortedOrder(values, count);
    let wrong = order.length - new Set(order).size;
    for (let i = 1; i < count; i++) {
      const difference = values[order[i]!]! - values[order[i - 1]!]!;
      if (difference < 0 || (difference === 0 && order[i]! < order[i - 1]!)) wrong++;
    }
    expect(wrong, `seed ${seed}`).toBe(0);
  }
});

test('bits past the count stay clear', () => {
  for (const count of [0, 1, 31, 32, 33, 64]) {
    const words = new Uint32Array(3).fill(0xffffffff);
    fillBits(words, count);
    expect(countBits(words)).toBe(count);
    expect([count === 0 || getBit(words, count - 1), getBit(words, count)]).toEqual([true, false]);
  }
});

test('strings are encoded like TextEncoder, short and long', () => {
  const scratch = new Utf8Scratch();
  for (const text of ['', 'plain', 'Grüße', '€'.repeat(500), 'x'.repeat(100), '🧭'.repeat(90)]) {
    const length = scratch.encode(text);
    expect(scratch.bytes.slice(0, length)).toEqual(new TextEncoder().encode(text));
    expect(utf8Of(text)).toEqual(new TextEncoder().encode(text));
  }
});

test('bytes compare unsigned, a prefix first', () => {
  const sorted = [[], [0], [0, 0], [1], [127, 255], [128], [255]].map((bytes) => Uint8Array.from(bytes));
  expect(sorted.toReversed().sort(compareBytes)).toEqual(sorted);
});

test('a checksum in parts is the checksum of the whole', () => {
  const bytes = new SeededRandom(1).bytes(1000);
  for (const part of [1, 7, 64, 999, 1000, 4096]) expect(checksumOf(bytes, part)).toBe(crc32(bytes));
  expect(checksumOf(new Uint8Array(0))).toBe(0);
});
