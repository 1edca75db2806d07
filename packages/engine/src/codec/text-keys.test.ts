import { expect, test } from 'vitest';
import { LongText, TextKeys } from './text-keys.ts';

const long = 'x'.repeat(32_000);
const longTexts = [
  long,
  `${long}a`,
  `${long}b`,
  `${long}ab`,
  `a${long}`,
  long.slice(1),
  `${long}${long}`,
  'x'.repeat(16_001),
];

test('long texts have keys of their own, and all else is its own key', () => {
  const keys = new TextKeys();
  const made = longTexts.map((text) => keys.of(text));
  expect(new Set(made).size).toBe(longTexts.length);
  expect(longTexts.map((text) => keys.of(` ${text}`.slice(1)))).toEqual(made);
  for (const value of ['', 'x'.repeat(16_000), 1.5, null, true]) expect(keys.of(value)).toBe(value);
});

test('no text and no number is the key of a long text, whatever it is made of', () => {
  const keys = new TextKeys();
  const made = new Set<unknown>(longTexts.map((text) => keys.of(text)));
  for (let piece = -1; piece < 20; piece++) {
    for (const text of [`\udfff${piece}`, String(piece), `${piece},x`, `${piece},${'x'.repeat(15_990)}`]) {
      expect(made.has(keys.of(text))).toBe(false);
    }
    expect(made.has(keys.of(piece))).toBe(false);
  }
  for (const key of made) expect(key).toBeInstanceOf(LongText);
});

test('the account has each piece of a long text once, and can refuse it', () => {
  let taken = 0;
  let steps = 0;
  const keys = new TextKeys({
    take: (bytes) => {
      taken += bytes;
      if (taken > 500_000) throw new Error('full');
    },
    charge: (charged) => {
      steps += charged;
    },
  });
  keys.of('x'.repeat(16_000));
  expect([taken, steps]).toEqual([0, 0]);
  keys.of(long);
  const first = taken;
  expect(first).toBeGreaterThan(2 * long.length);
  keys.of(long);
  expect([taken, steps]).toEqual([first, 62]);
  expect(() => keys.of('y'.repeat(400_000))).toThrow('full');
});
