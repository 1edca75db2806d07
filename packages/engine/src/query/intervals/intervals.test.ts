import { ApiError } from '@sextant/contract';
import { expect, test } from 'vitest';
import type { Mapping } from '../../mapping/mapping.ts';
import { testBudget, testContext } from '../../testing/query-context.ts';
import { seeded } from '../../testing/random-search.ts';
import { searcherOf, segmentOf, testField } from '../../testing/segments.ts';
import { createWeight } from '../create-weight.ts';
import { parseQuery } from '../parse-query.ts';
import { DocBlock, NO_MINIMUM } from '../scorer.ts';
import type { QueryContext } from '../weight.ts';

const body = testField('body', 'text');
const mapping = { field: (name: string) => (name === 'body' ? body : undefined), flat: {} } as Mapping;

function contextOf(texts: readonly string[]): QueryContext {
  const segment = segmentOf(
    [body],
    texts.map((text) => ({ body: text })),
  );
  return testContext({ searcher: searcherOf([segment]), mapping });
}

function found(rule: unknown, context: QueryContext): number[] {
  const scorer = createWeight(parseQuery({ intervals: { body: rule } }), context).scorer(0);
  const docs: number[] = [];
  const block = new DocBlock();
  while (scorer?.nextBlock(block, 0, NO_MINIMUM)) docs.push(...block.docs.subarray(0, block.length));
  return docs;
}

/** Whether words can be placed on different positions, one behind the other, with so few between. */
function hasOrdered(text: readonly string[], wanted: readonly string[], maxGaps: number): boolean {
  return text.some((_, start) => {
    let at = start;
    if (text[start] !== wanted[0]) return false;
    for (const word of wanted.slice(1)) {
      at = text.indexOf(word, at + 1);
      if (at < 0) return false;
    }
    return maxGaps < 0 || at - start + 1 - wanted.length <= maxGaps;
  });
}

/** Each word somewhere, repeated ones on different positions, within a stretch with so few others. */
function hasUnordered(text: readonly string[], wanted: readonly string[], maxGaps: number): boolean {
  for (let start = 0; start < text.length; start++) {
    const missing = [...wanted];
    for (let at = start; at < text.length && missing.length > 0; at++) {
      const place = missing.indexOf(text[at]!);
      if (place >= 0) missing.splice(place, 1);
      if (missing.length > 0) continue;
      if (maxGaps < 0 || at - start + 1 - wanted.length <= maxGaps) return true;
    }
  }
  return false;
}

const seed = Number(process.env.INTERVALS_SEED ?? Date.now() % 2 ** 31);

test(`words in order and in any order are found where they stand (INTERVALS_SEED=${seed})`, () => {
  const random = seeded(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  const words = (count: number): string[] => Array.from({ length: count }, () => 'abcd'[below(4)]!);
  const texts = Array.from({ length: 300 }, () => words(1 + below(9)));
  const context = contextOf(texts.map((text) => text.join(' ')));
  for (let round = 0; round < 200; round++) {
    const wanted = words(1 + below(3));
    const ordered = below(2) === 0;
    const maxGaps = below(4) - 1;
    const has = ordered ? hasOrdered : hasUnordered;
    const expected = [...texts.keys()].filter((doc) => has(texts[doc]!, wanted, maxGaps));
    const match = { query: wanted.join(' '), mode: ordered ? 'ordered' : 'unordered', max_gaps: maxGaps };
    expect(found({ match }, context), JSON.stringify(match)).toEqual(expected);
  }
});

test('what comes after an interval that is not small enough is found from where its parts stand', () => {
  const context = contextOf(['d a a d b a b b', 'd b a b', 'd a d x x b d x a b']);
  const match = { query: 'd a b', mode: 'ordered', max_gaps: 1 };
  expect(found({ match }, context)).toEqual([0, 1, 2]);
});

test('choices between the same are equal in whatever order they are written, and looked for as often', () => {
  const beside = (...words: string[]) => ({
    match: { query: words.join(' '), mode: 'unordered_no_overlap' },
  });
  const rules = [
    [beside('a', 'b'), beside('b', 'a')],
    [anyOf('a', 'b'), anyOf('b', 'a')],
  ];
  const context = contextOf(['a b', 'b a', 'a x b x a', 'a']);
  const docs = rules.map((intervals) => found({ all_of: { intervals, mode: 'unordered' } }, context));
  expect(docs).toEqual([[2], [0, 1, 2]]);
});

function anyOf(...words: string[]): object {
  return { any_of: { intervals: words.map((query) => ({ match: { query } })) } };
}

test('a choice within a phrase is tried with each of its lengths', () => {
  const context = contextOf(['a b c', 'a b b c', 'a c']);
  const any = { any_of: { intervals: [{ match: { query: 'b' } }, phrase('b b')] } };
  const rule = {
    all_of: {
      intervals: [{ match: { query: 'a' } }, any, { match: { query: 'c' } }],
      mode: 'ordered',
      max_gaps: 0,
    },
  };
  expect(found(rule, context)).toEqual([0, 1]);
});

function phrase(query: string): unknown {
  return { match: { query, mode: 'ordered', max_gaps: 0 } };
}

test('choices that multiply are refused before they are made', () => {
  const context = contextOf(['a b']);
  const any = { any_of: { intervals: [phrase('a b'), phrase('b a'), phrase('a b a')] } };
  const all = { all_of: { intervals: Array.from({ length: 12 }, () => any), mode: 'ordered', max_gaps: 0 } };
  expect(() => found(all, context)).toThrow(/Too many disjunctions to expand/);
});

test('rules within rules end at a depth', () => {
  let rule: unknown = { match: { query: 'a' } };
  for (let depth = 0; depth < 40; depth++) rule = { any_of: { intervals: [rule] } };
  expect(() => found(rule, contextOf(['a']))).toThrow(ApiError);
});

test('more terms than a query may have are refused', () => {
  const query = Array.from({ length: 1100 }, (_, i) => `w${i}`).join(' ');
  expect(() => found({ match: { query } }, contextOf(['a']))).toThrow(/too many nested clauses/);
});

test('work in long texts is charged', () => {
  const context = { ...contextOf(['a b '.repeat(3000)]), budget: testBudget({ stepsMax: 500 }) };
  expect(() => found({ match: { query: 'a b', mode: 'unordered' } }, context)).toThrow();
});

test('a script says which intervals are meant', () => {
  const context = contextOf(['a b', 'a c c b', 'b a']);
  const docs = (source: string): number[] =>
    found({ match: { query: 'a b', filter: { script: { source } } } }, context);
  expect(docs('true')).toEqual([0, 1, 2]);
  expect(docs('interval.gaps > 1')).toEqual([1]);
  expect(docs('interval.start == 0 && interval.getEnd() < 2')).toEqual([0, 2]);
});
