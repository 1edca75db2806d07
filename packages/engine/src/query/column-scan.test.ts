import { SeededRandom } from '@sextant/base/testing';
import { describe, expect, test } from 'vitest';
import type { ColumnArray } from '../segment/segment-reader.ts';
import { filterOf, probeOf, scanOf } from './column-scan.ts';

const COUNT = 500;

const kinds: readonly [string, number, (values: readonly number[]) => ColumnArray][] = [
  ['bytes', 2 ** 8 - 1, (values) => Uint8Array.from(values)],
  ['shorts', 2 ** 16 - 1, (values) => Uint16Array.from(values)],
  ['integers', 2 ** 32 - 1, (values) => Uint32Array.from(values)],
  ['doubles', 2 ** 32 - 1, (values) => Float64Array.from(values)],
];

describe.each(kinds)('of %s', (_, most, made) => {
  const random = new SeededRandom(11);
  const whole = (): number => Math.floor(random.float() * (most + 1));
  const values = [0, most, 1, most - 1, (most + 1) / 2, (most - 1) / 2];
  while (values.length < COUNT) values.push(whole());
  const data = made(values);
  const bounds = [
    Number.NEGATIVE_INFINITY,
    -(2 ** 33),
    -1,
    -0.5,
    0,
    0.5,
    1,
    (most + 1) / 2,
    most / 2,
    most - 0.5,
    most,
    most + 0.5,
    most + 1,
    2 ** 33,
    Number.POSITIVE_INFINITY,
    Number.NaN,
    whole(),
    whole() + 0.25,
  ];
  const ranges = bounds.flatMap((low) => bounds.map((high) => [low, high] as const));
  const wanted = (low: number, high: number): number[] =>
    [...values.keys()].filter((doc) => values[doc]! >= low && values[doc]! <= high);

  test('documents are found whose values lie in a range, as many as there is room for', () => {
    for (const [low, high] of ranges) {
      const found: number[] = [];
      const target = new Int32Array(64);
      for (let doc = 0; doc < COUNT; ) {
        const length = scanOf(data)(data, doc, COUNT, low, high, target);
        found.push(...target.subarray(0, length));
        doc = length === target.length ? target[length - 1]! + 1 : COUNT;
      }
      expect(found, `[${low}, ${high}]`).toEqual(wanted(low, high));
    }
  });

  test('of documents those are left, and marked, whose values lie in a range', () => {
    for (const [low, high] of ranges) {
      const expected = wanted(low, high).filter((doc) => doc % 3 === 0);
      const docs = Int32Array.from({ length: Math.ceil(COUNT / 3) }, (_, i) => 3 * i);
      const hits = new Uint8Array(docs.length);
      probeOf(data)(data, docs, docs.length, low, high, hits);
      expect(
        [...docs].filter((_, i) => hits[i] === 1),
        `[${low}, ${high}]`,
      ).toEqual(expected);
      const kept = filterOf(data)(data, docs, docs.length, low, high);
      expect([...docs.subarray(0, kept)], `[${low}, ${high}]`).toEqual(expected);
    }
  });
});
