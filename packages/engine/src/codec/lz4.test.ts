import { SeededRandom } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { LZ4_SLACK, Lz4Decoder } from './lz4-decoder.ts';
import { Lz4Encoder, MAX_DICTIONARY_BYTES } from './lz4-encoder.ts';

const text = (value: string): Uint8Array => new TextEncoder().encode(value);

/** The decoder over a dictionary; null where it says that the input is damaged. */
function unpacked(
  packed: Uint8Array,
  dictionary: Uint8Array,
  length: number,
  wanted = length,
): Uint8Array | null {
  const input = new Uint8Array(packed.length + LZ4_SLACK);
  input.set(packed);
  const start = dictionary.length;
  const window = new Uint8Array(start + length + LZ4_SLACK).fill(0xee);
  window.set(dictionary);
  const decoder = new Lz4Decoder();
  decoder.windowAt = start;
  const views = [new DataView(input.buffer), new DataView(window.buffer)] as const;
  const sound = decoder.fill(views[0], packed.length, views[1], start + length, start + wanted);
  if (!sound) return null;
  expect(decoder.windowAt).toBeLessThanOrEqual(start + length);
  expect(decoder.inputAt).toBeLessThanOrEqual(packed.length);
  return window.slice(start, decoder.windowAt);
}

function packed(bytes: Uint8Array, encoder = new Lz4Encoder()): Uint8Array {
  const length = encoder.encode(bytes, 0, bytes.length);
  return encoder.output.slice(0, length);
}

const dictionaryOf = (random: SeededRandom): Uint8Array =>
  text(Array.from({ length: random.below(900) }, () => `word${random.below(300)}`).join(' '));

/** Runs, repetitions near and far, pieces of the dictionary, noise. */
function randomBytes(random: SeededRandom, dictionary: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [];
  let all = Buffer.alloc(0);
  for (let i = random.below(30); i > 0; i--) {
    const kind = random.below(4);
    const length = 1 + random.below(random.below(5) === 0 ? 30_000 : 60);
    const from: Uint8Array = kind === 1 ? dictionary : all;
    const start = random.below(Math.max(1, from.length));
    let part: Uint8Array = from.slice(start, start + length);
    if (kind === 2) part = random.bytes(length);
    if (kind === 3) part = new Uint8Array(length).fill(random.below(256));
    parts.push(part);
    all = Buffer.concat(parts);
  }
  return new Uint8Array(all);
}

test('whatever is packed unpacks to the same bytes, with a dictionary and without', () => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  const random = new SeededRandom(seed);
  for (let round = 0; round < 60; round++) {
    const dictionary = round % 3 === 0 ? new Uint8Array(0) : dictionaryOf(random);
    const encoder = new Lz4Encoder(dictionary);
    for (let block = 0; block < 4; block++) {
      const bytes = randomBytes(random, dictionary);
      const found = unpacked(packed(bytes, encoder), dictionary, bytes.length);
      expect(found, `seed ${seed}, round ${round}`).not.toBeNull();
      expect(Buffer.compare(found!, bytes), `seed ${seed}, round ${round}, block ${block}`).toBe(0);
    }
  }
});

test('what is damaged in any way is unpacked within its bounds, or refused', () => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  const random = new SeededRandom(seed);
  let refused = 0;
  for (let round = 0; round < 3000; round++) {
    const dictionary = round % 2 === 0 ? new Uint8Array(0) : text('a dictionary of some words');
    const bytes = text('some words, and some words again, of a dictionary '.repeat(1 + random.below(12)));
    const block = packed(bytes, new Lz4Encoder(dictionary));
    for (let flips = 1 + random.below(3); flips > 0; flips--)
      block[random.below(block.length)] = random.below(256);
    const cut = random.below(4) === 0 ? block.slice(0, random.below(block.length)) : block;
    const found = unpacked(cut, dictionary, bytes.length);
    if (found === null) refused++;
    else expect(found.length, `seed ${seed}, round ${round}`).toBeLessThanOrEqual(bytes.length);
  }
  expect(refused, `seed ${seed}`).toBeGreaterThan(100);
});

/** From the specification of the format: token, literals, distance, and lengths in further bytes. */
test.each([
  ['literals alone', [0x30, 97, 98, 99], 'abc'],
  ['a match over itself', [0x11, 97, 1, 0, 0x20, 98, 99], 'aaaaaabc'],
  ['fifteen literals and more', [0xf0, 2, ...text('abcdefghijklmnopq')], 'abcdefghijklmnopq'],
  ['a long match', [0x2f, 97, 98, 2, 0, 1, 0x10, 99], `${'ab'.repeat(11)}c`],
])('a block of the LZ4 format is read: %s', (_, block, plain) => {
  expect(new TextDecoder().decode(unpacked(Uint8Array.from(block), new Uint8Array(0), plain.length)!)).toBe(
    plain,
  );
});

test.each([
  ['a distance of nothing', [0x11, 97, 0, 0]],
  ['a distance to before the beginning', [0x11, 97, 2, 0]],
  ['more literals than there are', [0x50, 97, 98]],
  ['a length without an end', [0xf0, 255, 255]],
  ['a distance that is cut off', [0x11, 97, 1]],
  ['a match past the end', [0x1f, 97, 1, 0, 255, 255, 0]],
])('a damaged block is refused: %s', (_, block) => {
  expect(unpacked(Uint8Array.from(block), new Uint8Array(0), 40)).toBeNull();
});

test('what is alike a dictionary is packed to little', () => {
  const dictionary = text('{"agent":"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit","country":"DE"}');
  const bytes = text('{"agent":"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit","country":"FR"}');
  expect(packed(bytes).length).toBeGreaterThan(70);
  expect(packed(bytes, new Lz4Encoder(dictionary)).length).toBeLessThan(20);
});

test('unpacking stops soon after what is asked for, and goes on from there', () => {
  const bytes = text(Array.from({ length: 400 }, (_, n) => `line ${n} of many;`).join(''));
  const block = packed(bytes);
  const input = new Uint8Array(block.length + LZ4_SLACK);
  input.set(block);
  const window = new Uint8Array(bytes.length + LZ4_SLACK);
  const views = [new DataView(input.buffer), new DataView(window.buffer)] as const;
  const decoder = new Lz4Decoder();
  for (const wanted of [1, 700, 700, 3000, bytes.length]) {
    expect(decoder.fill(views[0], block.length, views[1], bytes.length, wanted)).toBe(true);
    expect(decoder.windowAt).toBeGreaterThanOrEqual(wanted);
    expect(decoder.windowAt).toBeLessThan(wanted + 100);
    expect(Buffer.compare(window.subarray(0, wanted), bytes.subarray(0, wanted))).toBe(0);
  }
});

test('a dictionary that is too long to be reached is refused', () => {
  expect(() => new Lz4Encoder(new Uint8Array(MAX_DICTIONARY_BYTES + 1))).toThrow(RangeError);
});
