import { nearestDecimal } from '@sextant/contract';
import { expect, test } from 'vitest';
import { floatText } from './number-text.ts';

/** As it is defined: the fewest digits, nearest first, that are read back as the float. */
function definition(value: number): string {
  for (let digits = 6; ; digits++) {
    const decimal = nearestDecimal(value, digits);
    if (Math.fround(decimal) === value) {
      const plain = String(decimal);
      return plain.includes('.') ? plain : `${plain}.0`;
    }
  }
}

test('every float between a thousandth and ten million is written with its shortest digits', () => {
  const bits = new Int32Array(1);
  const float = new Float32Array(bits.buffer);
  const [first, last] = [0x3a83126f, 0x4b18967f];
  const seed = Math.floor(Math.random() * 9973);
  for (let at = first + seed; at <= last; at += 9973) {
    bits[0] = at;
    const value = float[0]!;
    expect(floatText(value), `seed ${seed}`).toBe(definition(value));
  }
  for (let at = last - 5000; at <= last; at++) {
    bits[0] = at;
    expect(floatText(float[0]!)).toBe(definition(float[0]!));
  }
  for (const value of [0.001, 0.01, 0.1, 1, 10, 999.99994, 1000, 9999999, 0.99999994].map(Math.fround)) {
    if (value >= 0.001) expect(floatText(value)).toBe(definition(value));
  }
});

test('of two decimals that are equally near a float the even one is written', () => {
  for (const [value, text] of [
    [159.828125, '159.82812'],
    [395.015625, '395.01562'],
    [1046.53125, '1046.5312'],
    [33_554_436, '3.3554436E7'],
  ] as const) {
    expect(floatText(value)).toBe(text);
  }
});
