import { expect, test } from 'vitest';
import { Mapping } from '../mapping/mapping.ts';
import { testBudget, testContext } from '../testing/query-context.ts';
import { seeded } from '../testing/random-search.ts';
import { searcherOf, segmentOf, testField } from '../testing/segments.ts';
import { fuzzyTerms } from './fuzzy-query.ts';
import { textOf } from './query-tokens.ts';
import { sharedPrefixes } from './shared-prefixes.ts';
import type { QueryContext } from './weight.ts';

const letters = ['a', 'b', 'c', 'ä', 'ö', '日', '本', '😀', '😁', 'z'];

function contextOf(segments: readonly (readonly string[])[]): QueryContext {
  const readers = segments.map((tags) =>
    segmentOf(
      [testField('tag', 'keyword')],
      tags.map((tag) => ({ tag })),
    ),
  );
  return testContext({ searcher: searcherOf(readers), mapping: Mapping.create({}, {}) });
}

/** Edits, where neighbours that change places are one. */
function distance(a: readonly string[], b: readonly string[]): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const other = rows[i - 1]![j - 1]! + Number(a[i - 1] !== b[j - 1]);
      row[j] = Math.min(other, rows[i - 1]![j]! + 1, row[j - 1]! + 1);
      const exchanged = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (exchanged) row[j] = Math.min(row[j]!, rows[i - 2]![j - 2]! + 1);
    }
    rows.push(row);
  }
  return rows[a.length]![b.length]!;
}

/** `SEXTANT_SEED` runs a failed case again. */
const seed = Number(process.env.SEXTANT_SEED ?? Math.floor(Math.random() * 2 ** 31));

test(`the terms of a fuzzy query are all within its edits, of however many bytes their characters are (seed ${seed})`, () => {
  const random = seeded(seed);
  const word = (most: number): string[] => {
    const kinds = 1 + Math.floor(random() * letters.length);
    return Array.from(
      { length: 1 + Math.floor(random() * most) },
      () => letters[Math.floor(random() * kinds)]!,
    );
  };
  const segments = [1500, 300, 1].map((count) => Array.from({ length: count }, () => word(9).join('')));
  const context = contextOf(segments);
  const all = [...new Set(segments.flat())];
  for (let round = 0; round < 150; round++) {
    const text = word(8);
    const edits = 1 + Math.floor(random() * 2);
    const prefixLength = Math.floor(random() * 3);
    const options = {
      fuzziness: String(edits),
      prefixLength,
      maxExpansions: 10_000,
      transpositions: true,
      isConstant: false,
    };
    if (prefixLength >= text.length) continue;
    const prefix = text.slice(0, prefixLength).join('');
    const wanted = all.filter((each) => each.startsWith(prefix) && distance(text, [...each]) <= edits);
    const found = fuzzyTerms(context, 'tag', text.join(''), options).terms.map(textOf);
    expect(found.sort(), `round ${round}: ${text.join('')}~${edits}`).toEqual(wanted.sort());
  }
});

test('where a term has no more in common with the one before it than an earlier one is known, up to 255 terms on', () => {
  const tags = [
    ...Array.from({ length: 700 }, (_, i) => `m${String(i).padStart(4, '0')}`),
    ...['a', 'ab', 'abc', 'abd', 'b', 'n'.repeat(300), `${'n'.repeat(299)}o`, 'z'],
  ];
  const terms = contextOf([tags]).searcher.segments[0]!.terms('tag')!;
  const { bytes: shared, behind } = sharedPrefixes(terms, testBudget());
  for (let ordinal = 0; ordinal < terms.size; ordinal++) {
    let next = ordinal + 1;
    while (next < terms.size && shared[next]! > shared[ordinal]!) next++;
    expect(behind[ordinal], `term ${ordinal}`).toBe(Math.min(255, next - ordinal));
  }
});
