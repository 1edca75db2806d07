import type { ApiError } from '@sextant/contract';
import { expect, test } from 'vitest';
import { searchableShard, searchShards } from '../testing/searchable.ts';

/* The scores are those of OpenSearch 3.6.0. */
const settings = {
  'index.similarity.mine.type': 'BM25',
  'index.similarity.mine.k1': '0.9',
  'index.similarity.mine.b': '0.4',
  'index.similarity.flat.type': 'BM25',
  'index.similarity.flat.b': '0',
  'index.similarity.old.type': 'LegacyBM25',
  'index.similarity.old.k1': '2',
  'index.similarity.none.type': 'BM25',
  'index.similarity.none.k1': '0',
};
const text = (similarity: string) => ({ type: 'text', similarity });
const shard = searchableShard({
  settings,
  properties: {
    mine: text('mine'),
    flat: text('flat'),
    old: text('old'),
    none: text('none'),
    bool: text('boolean'),
    keyword: { type: 'keyword', use_similarity: true },
    split: { type: 'keyword', split_queries_on_whitespace: true },
  },
  segments: [
    [1, 2, 3].map((n) => ({
      mine: `quick brown fox ${'dog '.repeat(n)}`,
      flat: `quick brown dog dog ${'x '.repeat(n * 7)}`,
      old: 'quick dog dog',
      none: `quick ${'dog '.repeat(n)}`,
      bool: 'quick dog dog fox',
      keyword: n === 3 ? ['a b', 'c'] : 'a b',
      split: n === 3 ? 'Quick fox' : 'quick',
    })),
  ],
});

const scores = (query: Readonly<Record<string, unknown>>): readonly (number | null)[] =>
  searchShards([shard], { query }).hits.map(({ score }) => score);

test('BM25 has the parameters of its similarity', () => {
  expect(scores({ match: { mine: 'quick dog' } })).toEqual(
    [0.16856822, 0.1623703, 0.1460956].map(Math.fround),
  );
  const sloppy = { match_phrase: { mine: { query: 'dog quick', slop: 4 } } };
  expect(scores(sloppy)).toEqual([0.05195774, 0.048556864, 0.04557386].map(Math.fround));
});

test('without a length normalization all lengths score alike', () => {
  expect(scores({ match: { flat: 'quick dog' } })).toEqual(Array(3).fill(Math.fround(0.1441532)));
});

test('the older BM25 multiplies by the saturation', () => {
  const score = Math.fround(0.40059417);
  expect(scores({ term: { old: { value: 'dog', boost: 2 } } })).toEqual([score, score, score]);
});

test('without a saturation frequencies and lengths count for nothing', () => {
  const [first, ...others] = scores({ term: { none: 'dog' } });
  expect(first).toBeGreaterThan(0);
  expect(others).toEqual([first, first]);
});

test('a boolean similarity scores boosts alone', () => {
  expect(scores({ match: { bool: 'quick dog' } })).toEqual([2, 2, 2]);
  expect(scores({ match_phrase: { bool: { query: 'dog quick', slop: 4, boost: 3 } } })).toEqual([3, 3, 3]);
  const near = { clauses: [{ span_term: { bool: 'quick' } }, { span_term: { bool: 'dog' } }], slop: 1 };
  expect(scores({ span_near: near })).toEqual([1, 1, 1]);
  expect(scores({ fuzzy: { bool: 'dag' } })).toEqual(Array(3).fill(Math.fround(0.6666666)));
});

test('a keyword scores by its rarity where it is asked to', () => {
  const [rare] = scores({ term: { keyword: 'c' } });
  const [common] = scores({ term: { keyword: 'a b' } });
  expect(rare).toBeGreaterThan(common!);
  expect(scores({ terms: { keyword: ['a b', 'c'] } }), 'several are one constant').toEqual([1, 1, 1]);
  expect(scores({ terms: { keyword: ['c'] } }), 'one of a list is a constant').toEqual([1]);
});

test('a keyword may be asked for by each word of a query', () => {
  expect(scores({ match: { split: 'nothing quick' } })).toEqual([1, 1]);
  expect(scores({ match: { split: 'Quick fox' } }), 'a value with a blank is no word').toEqual([]);
  expect(scores({ term: { split: 'Quick fox' } })).toEqual([1]);
});

test.each(['match_phrase', 'match_phrase_prefix'])(
  'words of a query that is split are no phrase of a keyword: %s',
  (kind) => {
    const reason = 'field:[split] was indexed without position data; cannot run PhraseQuery';
    const refusal = (query: Readonly<Record<string, unknown>>): string => {
      try {
        return String(scores(query));
      } catch (error) {
        return JSON.stringify((error as ApiError).error);
      }
    };
    expect(refusal({ [kind]: { split: 'Quick fox' } })).toContain(reason);
    expect(refusal({ query_string: { query: '"Quick fox"', fields: ['split'] } })).toContain(reason);
    expect(scores({ match_phrase: { split: 'quick' } })).toEqual([1, 1]);
  },
);
