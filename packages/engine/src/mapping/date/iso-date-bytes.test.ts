import { SeededRandom } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { printIsoDate } from './iso-date.ts';
import { hasIsoDate, IsoDateBytes } from './iso-date-bytes.ts';

const DAY_MS = 86_400_000;
const FIRST = -62_167_219_200_000;
const LAST = 253_402_300_799_999;

const bytes = new Uint8Array(30).fill(0x2e);
const date = new IsoDateBytes(bytes, 3);

function written(ms: number): string {
  date.set(ms);
  return String.fromCharCode(...bytes);
}

test('dates are written as they are printed, whatever was written before', () => {
  expect([hasIsoDate(FIRST - 1), hasIsoDate(FIRST), hasIsoDate(LAST), hasIsoDate(LAST + 1)]).toEqual([
    false,
    true,
    true,
    false,
  ]);
  const random = new SeededRandom(7);
  const edges = [FIRST, LAST, -1, 0, 1, -DAY_MS, DAY_MS - 1, DAY_MS];
  const some = Array.from({ length: 2000 }, () => Math.floor(FIRST + random.float() * (LAST - FIRST)));
  const years = ['1899-12-20', '2000-02-20', '2023-02-20', '2024-02-20', '9999-12-01'].flatMap((start) =>
    Array.from({ length: 31 }, (_, i) => Date.parse(start) + i * DAY_MS),
  );
  const hours = Array.from({ length: 100 }, (_, i) => Date.parse('2024-12-30T22:00:00Z') + i * 3_599_999);
  for (const ms of [...edges, ...some, ...years, ...years.reverse(), ...hours])
    expect(written(ms)).toBe(`...${printIsoDate(ms)}...`);
});
