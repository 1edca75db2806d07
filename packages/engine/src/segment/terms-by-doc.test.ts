import { SeededRandom } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { runThrough } from '../budget/slices.ts';
import { WorkBudget } from '../budget/work-budget.ts';
import { getBit } from '../codec/bits.ts';
import { compareBytes } from '../codec/bytes.ts';
import { termsByDoc } from './terms-by-doc.ts';
import type { OneText } from './text-order.ts';

const seed = Math.floor(Math.random() * 2 ** 31);
const random = new SeededRandom(seed);
const encoder = new TextEncoder();

const budget = () => new WorkBudget({ clock: { nanos: () => 0 } });

function oneText(texts: readonly string[]): OneText {
  const parts = texts.map((text) => encoder.encode(text));
  const starts = [0];
  for (const part of parts) starts.push(starts.at(-1)! + part.length);
  const bytes = new Uint8Array(starts.at(-1)!);
  for (const [i, part] of parts.entries()) bytes.set(part, starts[i]);
  return { bytes, starts: Uint32Array.from(starts) };
}

/** The same, telling of each byte that is read. */
function watchReads({ bytes, starts }: OneText, told: () => void): OneText {
  const get = (target: Uint8Array, name: string): unknown => {
    told();
    return target[Number(name)];
  };
  return { bytes: new Proxy(bytes, { get: get as never }), starts };
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

function inOrder(texts: readonly string[]): string[] {
  return [...new Set(texts.filter((text) => text !== ''))].sort((a, b) =>
    compareBytes(encoder.encode(a), encoder.encode(b)),
  );
}

test('terms and ordinals of one text a document are those of its texts in the order of their bytes', () => {
  for (let round = 0; round < 200; round++) {
    const texts = randomTexts();
    let held = 0;
    const made = runThrough(
      termsByDoc(oneText(texts), texts.length, budget(), (bytes) => {
        held = bytes;
      }),
    );
    const { terms, column } = made;
    expect(held).toBe(made.bytes);
    const expected = inOrder(texts);
    const found = Array.from({ length: terms.size }, (_, ordinal) => terms.termText(ordinal));
    expect(found, `seed ${seed}`).toEqual(expected);
    const own = texts.map((_, doc) => {
      return column.present === null || getBit(column.present, doc) ? found[column.data[doc]!] : '';
    });
    expect(own, `seed ${seed}`).toEqual(texts);
    const counts = expected.map((text) => texts.filter((each) => each === text).length);
    expect(
      found.map((_, ordinal) => terms.docFreq(ordinal)),
      `seed ${seed}`,
    ).toEqual(counts);
    expect(terms.docCount).toBe(texts.filter((text) => text !== '').length);
  }
});

/** Of `count` documents: numbers behind what all have in common, and an odd one. */
function alike(count: number): string[] {
  const texts = Array.from({ length: count }, (_, i) => `order/of/2026/${String((i * 7919) % count)}`);
  texts[count >>> 1] = 'x';
  return texts;
}

test.each([
  ['one odd id among many that begin alike', alike(15_000)],
  [
    'ids of which each is the beginning of the next',
    Array.from({ length: 9000 }, (_, i) => 'a\u0000'.repeat(i % 200)),
  ],
  [
    'ids that end in the same way',
    Array.from({ length: 6000 }, (_, i) => `${String.fromCharCode(97 + (i % 3))}${'-'.repeat(60)}${i}`),
  ],
])('the budget is looked at while texts are put in order: %s', (_, texts) => {
  let sinceLook = 0;
  let longest = 0;
  const given = oneText(texts);
  const counted = watchReads(given, () => {
    sinceLook++;
  });
  const watched = budget();
  const charge = watched.charge.bind(watched);
  watched.charge = (steps) => {
    longest = Math.max(longest, sinceLook);
    sinceLook = 0;
    charge(steps);
  };
  const { terms } = runThrough(termsByDoc(counted, texts.length, watched, () => {}));
  expect(Array.from({ length: terms.size }, (__, i) => terms.termText(i))).toEqual(inOrder(texts));
  expect(longest).toBeLessThan(60_000);
});

test('what has no room is refused before it is made', () => {
  const given = oneText(['b', 'a', 'b']);
  const refused = new Error('refused');
  let read = 0;
  const counted = watchReads(given, () => {
    read++;
  });
  const made = termsByDoc(counted, 3, budget(), () => {
    read = 0;
    throw refused;
  });
  expect(() => runThrough(made)).toThrow(refused);
  expect(read).toBe(0);
});
