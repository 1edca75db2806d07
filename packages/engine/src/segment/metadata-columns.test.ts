import { SeededRandom } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { runThrough } from '../budget/slices.ts';
import { WorkBudget } from '../budget/work-budget.ts';
import { compareBytes } from '../codec/bytes.ts';
import { MetadataColumns, termsByDoc } from './metadata-columns.ts';
import type { SegmentIndex } from './segment-index.ts';

const seed = Math.floor(Math.random() * 2 ** 31);
const random = new SeededRandom(seed);
const encoder = new TextEncoder();

function oneText(texts: readonly string[]) {
  const parts = texts.map((text) => encoder.encode(text));
  const starts = [0];
  for (const part of parts) starts.push(starts.at(-1)! + part.length);
  return {
    bytes: Uint8Array.from(parts.flatMap((part) => [...part])),
    startOf: (doc: number) => starts[doc]!,
  };
}

/** Texts that share beginnings, of which some are others' beginnings, some are there twice, and some are empty. */
function randomTexts(): string[] {
  const below = (end: number): number => random.below(end);
  const prefix = 'ab\u0000é'.slice(0, below(5));
  return Array.from({ length: 1 + below(300) }, () => {
    if (below(8) === 0) return '';
    return (
      prefix +
      String.fromCodePoint(...Array.from({ length: below(9) }, () => [0, 97, 98, 0x10ffff][below(4)]!))
    );
  });
}

test('terms and ordinals of one text a document are those of its texts in the order of their bytes', () => {
  for (let round = 0; round < 200; round++) {
    const texts = randomTexts();
    const budget = new WorkBudget({ clock: { nanos: () => 0 } });
    const { terms, column } = runThrough(termsByDoc(oneText(texts), texts.length, budget));
    const expected = [...new Set(texts.filter((text) => text !== ''))].sort((a, b) =>
      compareBytes(encoder.encode(a), encoder.encode(b)),
    );
    const found = Array.from({ length: terms.size }, (_, ordinal) => terms.termText(ordinal));
    expect(found, `seed ${seed}`).toEqual(expected);
    texts.forEach((text, doc) => {
      const own = [...column.data.subarray(column.offsets![doc], column.offsets![doc + 1])];
      expect(
        own.map((ordinal) => found[ordinal]),
        `seed ${seed}`,
      ).toEqual(text === '' ? [] : [text]);
    });
    const counts = expected.map((text) => texts.filter((each) => each === text).length);
    expect(
      found.map((_, ordinal) => terms.docFreq(ordinal)),
      `seed ${seed}`,
    ).toEqual(counts);
    expect(terms.docCount).toBe(texts.filter((text) => text !== '').length);
  }
});

test('sequence numbers are a column, however they are kept', () => {
  const index = (base: number, slope: 0 | 1, data: readonly number[]) => () =>
    ({ seqNos: { base, slope, data: Uint32Array.from(data) } }) as unknown as SegmentIndex;
  const valuesOf = (segment: () => SegmentIndex, maxDoc: number) => {
    const column = new MetadataColumns(maxDoc).of('_seq_no', segment, 'i')!.numeric!;
    const values = Array.from({ length: maxDoc }, (_, doc) => column.base + column.data[doc]!);
    return { values, bounds: [column.min, column.max, column.blockMin[0], column.blockMax[0]] };
  };
  expect(valuesOf(index(7, 1, []), 3)).toEqual({ values: [7, 8, 9], bounds: [7, 9, 7, 9] });
  expect(valuesOf(index(7, 1, [2, 0, 5]), 3)).toEqual({ values: [9, 8, 14], bounds: [8, 14, 8, 14] });
  expect(valuesOf(index(7, 0, [2, 0, 5]), 3)).toEqual({ values: [9, 7, 12], bounds: [7, 12, 7, 12] });
  expect(valuesOf(index(7, 0, []), 2)).toEqual({ values: [7, 7], bounds: [7, 7, 7, 7] });
});
