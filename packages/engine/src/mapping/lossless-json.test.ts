import { SeededRandom } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { parseLossless } from './lossless-json.ts';

const seed = Number(process.env.NUMBERS_SEED ?? Math.floor(Math.random() * 2 ** 31));
const random = new SeededRandom(seed);

function digits(most: number): string {
  return Array.from({ length: 1 + random.below(most) }, () => '0123456789'[random.below(10)]).join('');
}

function number(): string {
  const sign = random.below(4) === 0 ? '-' : '';
  const whole = digits(random.below(2) === 0 ? 3 : 22).replace(/^0+(?=\d)/, '');
  const fraction = random.below(2) === 0 ? `.${digits(random.below(2) === 0 ? 3 : 20)}` : '';
  const exponent = random.below(8) === 0 ? `e${random.below(300) - 150}` : '';
  // Of zeros there is one: no number of Java's that is whole has a sign there.
  return `${whole === '0' && fraction === '' ? '' : sign}${whole}${fraction}${exponent}`;
}

test(`every number is given back as it was written, wherever it stands (NUMBERS_SEED=${seed})`, () => {
  for (let i = 0; i < 20_000; i++) {
    const alone = number();
    const texts = [
      alone,
      `[${alone}]`,
      `[1,${alone},"10.0.0.1"]`,
      `{"at":"2026-01-01T00:00:00.000Z","n":${alone}}`,
      `{"a":{"b":[{"c":[${alone}]}]},"d":"x"}`,
    ];
    for (const text of texts) expect(JSON.stringify(parseLossless(text))).toBe(text);
  }
});
