import { expect, test } from 'vitest';
import { isComparedWithAll, TextKeys } from './text-keys.ts';

test('long texts have short keys of their own, and all else is its own key', () => {
  const keys = new TextKeys();
  const long = 'x'.repeat(32_000);
  const texts = [long, `${long}a`, `${long}b`, `${long}ab`, `a${long}`, long.slice(1), `${long}${long}`];
  const made = texts.map((text) => keys.of(text));
  expect(new Set(made).size).toBe(texts.length);
  for (const key of made) expect(isComparedWithAll(key)).toBe(false);
  expect(texts.map((text) => keys.of(` ${text}`.slice(1)))).toEqual(made);
  for (const value of ['', 'x'.repeat(16_000), 1.5, null, true]) expect(keys.of(value)).toBe(value);
});
