import { SeededRandom } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import type { WireValue } from './remote-clusters.ts';
import { decodeWire, encodeWire } from './wire-codec.ts';

const encoded = (value: WireValue): Buffer => Buffer.concat(encodeWire(value));
const hex = (text: string): Uint8Array => Buffer.from(text.replaceAll(' ', ''), 'hex');

test('each kind of value comes back as it was', () => {
  for (const value of [
    null,
    true,
    false,
    0,
    -1,
    23,
    24,
    255,
    256,
    65_535,
    65_536,
    2 ** 32,
    Number.MAX_SAFE_INTEGER,
    Number.MIN_SAFE_INTEGER,
    1.5,
    -0,
    1e300,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    '',
    'größe \u{1f600}',
    [],
    [1, ['a'], {}],
    {},
    { a: { b: [null] }, c: '' },
  ]) {
    expect(decodeWire(encoded(value))).toEqual(value);
  }
  expect(decodeWire(encoded(Uint8Array.of(1, 2, 255)))).toEqual(Buffer.of(1, 2, 255));
});

test('members that are undefined do not cross, and keys of the prototype are keys', () => {
  expect(decodeWire(encoded({ a: undefined, b: 1 }))).toEqual({ b: 1 });
  const odd = decodeWire(hex('a1 69 5f5f70726f746f5f5f a1 6178 01'));
  expect(Object.getPrototypeOf(odd)).toBe(null);
  expect(Object.keys(odd as object)).toEqual(['__proto__']);
});

test('a long byte string is not copied on either side', () => {
  const bytes = new Uint8Array(1_000_000);
  expect(encodeWire({ bytes })).toContain(bytes);
  const whole = encoded({ bytes });
  const read = decodeWire(whole) as { bytes: Uint8Array };
  expect(read.bytes.buffer).toBe(whole.buffer);
});

test.each([
  ['', 'the message ends too early at byte 0'],
  ['f6f6', 'there is more after the value at byte 1'],
  ['63 6161', 'the message ends too early at byte 1'],
  ['62 ffff', 'a text is not UTF-8 at byte 3'],
  ['9affffffff', 'there are more than 2000000 values at byte 5'],
  ['9a000fffff', 'the message ends too early at byte 5'],
  ['ba0007ffff', 'the message ends too early at byte 5'],
  ['5b7fffffffffffffff', 'a number that is too large at byte 9'],
  ['9f ff', 'a length that is not supported at byte 1'],
  ['c0 60', 'the byte 192 begins nothing at byte 1'],
  ['a1 01 01', 'a key is no text at byte 2'],
  ['a2 6161 01 6161 02', 'a key comes twice at byte 6'],
  ['81'.repeat(300), 'nesting is deeper than 200 levels at byte 201'],
])('what is no message is refused with its place: %s', (text, reason) => {
  expect(() => decodeWire(hex(text))).toThrow(reason);
});

test('what is nested too deep to be read is not written', () => {
  let value: WireValue = 1;
  for (let i = 0; i < 202; i++) value = [value];
  expect(() => encodeWire(value)).toThrow('a message is nested deeper than 200 levels');
});

test('no bytes bring the reader out of its ways', () => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  const random = new SeededRandom(seed);
  const sample = encoded({ a: [1, 'text', { b: Uint8Array.of(1, 2, 3) }], c: 1.5, d: null });
  for (let i = 0; i < 2_000; i++) {
    const bytes = Buffer.from(sample);
    for (let j = 0; j <= random.below(4); j++) bytes[random.below(bytes.length)] = random.below(256);
    let failure: unknown;
    try {
      decodeWire(bytes.subarray(0, random.below(bytes.length + 1)));
    } catch (error) {
      failure = error;
    }
    const message = failure instanceof Error ? failure.message : 'at byte 0';
    expect(message, `seed ${seed}`).toMatch(/ at byte \d+$|^at byte 0$/);
  }
});
