import fc from 'fast-check';
import { expect, test } from 'vitest';
import { searchableShard, searchShards } from '../../testing/searchable.ts';

type Query = Readonly<Record<string, unknown>>;
const words = ['a', 'b', 'c'];
const term = (t: string): Query => ({ span_term: { t } });

/** What has spans in a text by the definition of each query, from `start` up to `end`. */
type Span = readonly [start: number, end: number];

function ordered(lists: readonly (readonly Span[])[], text: readonly string[]): boolean {
  const [first, ...rest] = lists;
  return (first ?? []).some(([, end]) => {
    let at = end;
    return rest.every((list) => {
      const next = list.find(([start]) => start >= at);
      if (next === undefined) return false;
      at = next[1];
      return at <= text.length;
    });
  });
}

const places = (text: readonly string[], word: string): Span[] =>
  text.flatMap((each, i) => (each === word ? [[i, i + 1] as const] : []));

const texts = fc.array(fc.array(fc.constantFrom(...words), { maxLength: 7 }), {
  minLength: 1,
  maxLength: 12,
});

function found(docs: readonly (readonly string[])[], query: Query): number[] {
  const half = docs.length >> 1;
  const segments = [docs.slice(0, half), docs.slice(half)].map((part) =>
    part.map((t) => ({ t: t.join(' ') })),
  );
  const shard = searchableShard({ properties: { t: { type: 'text' } }, segments });
  const { hits } = searchShards([shard], { query, size: 100 });
  return hits.map(({ id }) => Number(id) - 1).sort((a, b) => a - b);
}

const expected = (docs: readonly (readonly string[])[], is: (text: readonly string[]) => boolean): number[] =>
  docs.flatMap((text, i) => (is(text) ? [i] : []));

test('spans in order, in any order, without others near, at the beginning and within others are found', () => {
  fc.assert(
    fc.property(texts, fc.integer({ min: 0, max: 3 }), (docs, n) => {
      const any = { clauses: [term('a'), term('b')], slop: 100 };
      const inOrder = { span_near: { ...any, in_order: true } };
      expect(found(docs, inOrder)).toEqual(
        expected(docs, (text) => ordered([places(text, 'a'), places(text, 'b')], text)),
      );
      expect(found(docs, { span_near: { ...any, slop: n, in_order: false } })).toEqual(
        expected(docs, (text) =>
          places(text, 'a').some(([a]) => places(text, 'b').some(([b]) => Math.abs(a - b) - 1 <= n)),
        ),
      );
      expect(found(docs, { span_not: { include: term('a'), exclude: term('b'), pre: n, post: 1 } })).toEqual(
        expected(docs, (text) =>
          places(text, 'a').some(([a]) => !places(text, 'b').some(([b]) => b < a + 2 && b >= a - n)),
        ),
      );
      expect(found(docs, { span_first: { match: term('c'), end: n } })).toEqual(
        expected(docs, (text) => text.slice(0, n).includes('c')),
      );
      const around = expected(docs, (text) =>
        places(text, 'c').some(([c]) => text.slice(0, c).includes('a') && text.slice(c).includes('b')),
      );
      // The nearest ends of what is around are taken: these may leave out some, and never find others.
      const within = found(docs, { span_within: { little: term('c'), big: inOrder } });
      const containing = found(docs, { span_containing: { little: term('c'), big: inOrder } });
      expect(around).toEqual(expect.arrayContaining(within));
      expect(within).toEqual(containing);
      expect(found(docs, { span_or: { clauses: [term('b'), term('c')] } })).toEqual(
        expected(docs, (text) => text.includes('b') || text.includes('c')),
      );
    }),
    { numRuns: 60 },
  );
});

test('a gap keeps its place', () => {
  const docs = [
    ['a', 'b', 'c'],
    ['a', 'c'],
    ['a', 'b', 'b', 'c'],
  ];
  const gap = (width: number): Query => ({
    span_near: { clauses: [term('a'), { span_gap: { t: width } }, term('c')], slop: 0, in_order: true },
  });
  expect([0, 1, 2].map((width) => found(docs, gap(width)))).toEqual([[1], [0], [2]]);
});

test('a pattern stands for all its terms', () => {
  const docs = [
    ['aa', 'x'],
    ['ab', 'x'],
    ['ab', 'b', 'x'],
    ['b', 'x'],
  ];
  const prefix = { span_multi: { match: { prefix: { t: 'a' } } } };
  expect(found(docs, { span_near: { clauses: [prefix, term('x')], slop: 0 } })).toEqual([0, 1]);
});

// As OpenSearch 3.6 answers.
test('a document without the field that is masked has the shortest length there', () => {
  const properties = { t: { type: 'text' }, v: { type: 'text' } };
  const shard = searchableShard({ properties, segments: [[{ v: 'a' }, { t: 'a', v: 'a' }, { t: 'b c' }]] });
  const masked = { span_field_masking: { query: { span_term: { v: 'a' } }, field: 't' } };
  const { hits } = searchShards([shard], { query: { span_or: { clauses: [masked] } } });
  expect(hits.map(({ id, score }) => [id, score])).toEqual([
    ['1', hits[0]!.score],
    ['2', hits[0]!.score],
  ]);
});

// As OpenSearch 3.6 answers.
test('a document whose masked field has a text without words has none of its length, unlike one without the field', () => {
  const properties = { t: { type: 'text', analyzer: 'stop' }, v: { type: 'text' } };
  const others = Array.from({ length: 9 }, () => ({ t: 'red dog' }));
  const documents = [{ v: 'fox' }, { t: 'the', v: 'fox' }, { t: 'fox', v: 'fox' }, ...others];
  const shard = searchableShard({ properties, segments: [documents] });
  const masked = { span_field_masking: { query: { span_term: { v: 'fox' } }, field: 't' } };
  const { hits } = searchShards([shard], { query: { span_or: { clauses: [masked] } } });
  expect(hits.map(({ id }) => id)).toEqual(['2', '1', '3']);
  expect(hits[1]!.score).toBe(hits[2]!.score);
});
