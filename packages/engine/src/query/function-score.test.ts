import { describe, expect, test } from 'vitest';
import { murmur3 } from '../codec/hashes.ts';
import { testBudget } from '../testing/query-context.ts';
import { searchableShard, searchShards } from '../testing/searchable.ts';
import { queryTypes } from './query-types.ts';

const refused = (body: Record<string, unknown>): (() => unknown) => {
  return () => queryTypes.function_score!.parse(body, () => ({ kind: 'match_all', boost: 1 }));
};

describe('function_score', () => {
  test('a hash is that of MurmurHash3 for texts of every length modulo four', () => {
    const texts = ['', 'a', 'ab', 'abc', 'abcd', 'Hello, world!'];
    const hashes = texts.map((text) => murmur3(new TextEncoder().encode(text), 0x9747b28c) >>> 0);
    // Of the reference implementation with the same seed.
    const known = [0xebb6c228, 0x7fa09ea6, 0x74875592, 0xc84a62dd, 0xf0478627, 0x24884cba];
    expect(hashes).toEqual(known);
  });

  test('a script score without a script is refused', () => {
    expect(refused({ script_score: {} })).toThrow(/script_score/);
  });

  test.each(['gauss', 'exp', 'linear', 'field_value_factor', 'random_score'])(
    'an option of %s that nobody knows is refused',
    (name) => {
      expect(refused({ [name]: { field: 'n', nope: 1 } })).toThrow();
    },
  );

  test('a random score of a field is that of its least value as Java writes it, by its text', () => {
    const properties = { n: { type: 'integer' }, f: { type: 'double' }, k: { type: 'keyword' } };
    const documents = [
      { n: [9, 11] },
      { f: [1e10, 2] },
      { f: 2 },
      { k: '11' },
      { k: '1.0E10' },
      { k: '2.0' },
    ];
    const scores = (field: string): number[] => {
      const random = { random_score: { seed: 7, field }, boost_mode: 'replace' };
      const query = { function_score: { query: { exists: { field } }, ...random } };
      const shard = searchableShard({ properties, segments: [documents] });
      const { hits } = searchShards([shard], { query, sort: ['_doc'], track_scores: true });
      return hits.map(({ score }) => score!);
    };
    expect([...scores('n'), ...scores('f')]).toEqual(scores('k'));
  });

  test('a document may have more values than a function takes arguments', () => {
    const values = Array.from({ length: 150_000 }, (_, n) => n + 1);
    const shard = searchableShard({ properties: { n: { type: 'long' } }, segments: [[{ n: values }]] });
    const scored = (mode: string): number => {
      const decay = { linear: { n: { origin: 1, scale: 300_000 }, multi_value_mode: mode } };
      return searchShards([shard], { query: { function_score: decay } }).hits[0]!.score!;
    };
    expect(scored('min')).toBe(1);
    expect(scored('max')).toBeCloseTo(0.75);
  });

  // As OpenSearch 3.6 answers.
  test.each([
    [{ score_mode: [] }, 'array [score_mode] is not supported'],
    [{ weight: [1] }, 'array [weight] is not supported'],
    [{ query: [] }, 'array [query] is not supported'],
    [{ nope: 1 }, 'field [nope] is not supported'],
    [{ score_mode: {} }, 'unknown query [function_score]'],
    [{ weight: 2, functions: true }, 'already found function [weight], now encountering [functions]'],
    [{ functions: [{ weight: 2 }], nope: 'x' }, 'already found [functions] array, now encountering [nope]'],
  ])('a member that is of another kind is refused: %j', (body, reason) => {
    expect(refused(body)).toThrow(reason);
  });

  test('null says nothing', () => {
    expect(
      refused({ score_mode: null, max_boost: null, functions: [{ weight: 2, gauss: null }] }),
    ).not.toThrow();
  });

  test.each([
    [
      'a function',
      { function_score: { field_value_factor: { field: 'n' }, boost_mode: 'replace', boost: 0 } },
    ],
    ['a clause', { bool: { must: { function_score: { field_value_factor: { field: 'n' } } }, boost: 0 } }],
    ['a script', { script_score: { query: { match_all: {} }, script: { source: '_score * 2' }, boost: 0 } }],
    [
      'a script of what scores',
      { boosting: { positive: doubled(), negative: { term: { n: 1 } }, negative_boost: 0.5, boost: 0 } },
    ],
  ])('with a boost of 0 nothing scores, and what others score is found in all documents: %s', (_, query) => {
    const documents = Array.from({ length: 9000 }, (_, n) => ({ n }));
    const shards = [searchableShard({ properties: { n: { type: 'integer' } }, segments: [documents] })];
    const scores = (body: object) => searchShards(shards, { size: 2, ...body }).hits.map((hit) => hit.score);
    expect(scores({ query })).toEqual([0, 0]);
    const byNumber = { function_score: { field_value_factor: { field: 'n' } } };
    for (const queries of [
      { bool: { should: [query, byNumber] } },
      { dis_max: { queries: [query, byNumber] } },
    ]) {
      expect(scores({ query: queries, track_total_hits: false })).toEqual([8999, 8998]);
    }
  });

  test('with a boost of 0 the least score is one of what would be scored', () => {
    const documents = Array.from({ length: 10 }, (_, n) => ({ n }));
    const shards = [searchableShard({ properties: { n: { type: 'integer' } }, segments: [documents] })];
    const query = { function_score: { field_value_factor: { field: 'n' }, min_score: 7, boost: 0 } };
    expect(searchShards(shards, { query }).hits.map(({ score }) => score)).toEqual([0, 0, 0]);
  });
});

function doubled(): object {
  return { script_score: { query: { match_all: {} }, script: { source: '_score * 2' } } };
}

test('each value that a decay is explained by is counted', () => {
  const stepsOf = (body: object): number => {
    const budget = testBudget({ stepsPerLook: 1 });
    searchShards([decayed], { ...body, _source: false }, { budget });
    return budget.usage().steps;
  };
  const properties = { n: { type: 'long' }, g: { type: 'geo_point' } };
  const [n, g] = [
    Array.from({ length: 500 }, (_, i) => i),
    Array.from({ length: 500 }, (_, i) => [i / 10, 1]),
  ];
  const decayed = searchableShard({ properties, segments: [[{ n, g }]] });
  for (const decay of [{ n: { origin: 0, scale: 10 } }, { g: { origin: [0, 0], scale: '1km' } }]) {
    const query = { function_score: { gauss: decay } };
    expect(stepsOf({ query, explain: true }) - stepsOf({ query })).toBeGreaterThan(500);
  }
});
