import { expect, test } from 'vitest';
import { searchableShard, searchShards } from '../testing/searchable.ts';

const properties = { n: { type: 'long' }, t: { type: 'keyword' } };
const docs = Array.from({ length: 300 }, (_, i) => (i % 3 === 0 ? { n: i, t: 'has' } : { t: 'none' }));
const shards = [searchableShard({ index: 'i', properties, segments: [docs, docs.slice(0, 2)] })];

/** It fails for documents without the field. */
const script = { script: { script: "doc['n'].value > 1" } };

/** It says no, where it can. */
const never = { script: { script: "doc['n'].value < 0" } };

function total(filter: readonly object[], more: object = {}): number | undefined {
  return searchShards(shards, { query: { bool: { filter, ...more } } }).total?.value;
}

test('a script beside other filters is asked about the documents that these leave, and no others', () => {
  const exists = { exists: { field: 'n' } };
  expect(total([exists, script])).toBe(99);
  expect(total([script, exists])).toBe(99);
  expect(total([{ range: { n: { gte: 30 } } }, script])).toBe(90);
  expect(total([{ term: { n: 3 } }, script])).toBe(1);
  expect(total([{ bool: { filter: [script, exists] } }, { match_all: {} }])).toBe(99);
});

test('a script is not asked about documents that must not match', () => {
  expect(total([script], { must_not: { term: { t: 'none' } } })).toBe(99);
  expect(total([{ match_all: {} }, script], { must_not: [{ term: { t: 'none' } }] })).toBe(99);
  // After a document that is excluded the next one is asked about, whatever the filters leave.
  expect(() => total([{ exists: { field: 'n' } }], { must_not: script })).toThrow('all shards failed');
  expect(total([{ exists: { field: 'n' } }], { must_not: never })).toBe(101);
  expect(total([{ exists: { field: 'n' } }], { must: { match_all: {} }, must_not: script })).toBe(2);
  expect(total([script], { must_not: script })).toBe(0);
});

const exists = { exists: { field: 'n' } };
const none = { term: { t: 'none' } };
const failsOfNone = 'fails';

/** With scores, and without. */
const bools: readonly (readonly [string, object, number | 'fails', (number | 'fails')?])[] = [
  ['a script and an exclusion', { must: [script], must_not: [none] }, 99],
  ['an excluded conjunction', { must_not: [{ bool: { filter: [exists, script] } }] }, 201],
  ['a script that may match, of what must', { must: [exists], should: [script] }, 100],
  ['one beside another that may match', { should: [script, exists], must_not: [none] }, failsOfNone],
  ['within a bool that filters', { filter: [exists, { bool: { should: [script, none] } }] }, 99],
  ['alone in a bool that filters', { filter: [{ bool: { should: [script, none] } }] }, 299, failsOfNone],
  [
    'filters and a minimum',
    { filter: [exists], should: [script, none], minimum_should_match: 1 },
    failsOfNone,
    99,
  ],
  ['what must match and a minimum', { must: [exists], should: [script, none], minimum_should_match: 1 }, 99],
  ['conjunctions that may match', { should: [{ bool: { must: [exists, script] } }, none] }, 299],
  ['exclusions that may match', { should: [{ bool: { must: [script], must_not: [none] } }, none] }, 299],
  ['a score of a script', { must: [scored()], must_not: [none] }, 100],
  ['a score of a script that may match', { should: [scored(), exists] }, failsOfNone, 300],
  ['a script beside all documents', { should: [script, { match_all: {} }] }, failsOfNone, 300],
  ['all is excluded', { should: [script, exists], must_not: [{ match_all: {} }] }, 0],
];

function scored(): object {
  return { function_score: { script_score: { script: "doc['n'].value + 1" } } };
}

test.each(bools)(
  'a script is asked about the documents that Lucene asks it about: %s',
  (_, bool, hits, count) => {
    const one = [searchableShard({ index: 'i', properties, segments: [docs] })];
    const ask = (size: number) => {
      try {
        return searchShards(one, { query: { bool }, size }).total?.value;
      } catch {
        return failsOfNone;
      }
    };
    expect([ask(10), ask(0)]).toEqual([hits, count ?? hits]);
  },
);

test('a script within a query that scores all alike is asked about what other clauses leave', () => {
  const bool = { filter: [exists, { term: { t: 'has' } }], must_not: [script] };
  const found = (query: object) => searchShards(shards, { query }).total?.value;
  expect(() => found({ bool })).toThrow('all shards failed');
  expect(found({ constant_score: { filter: { bool } } })).toBe(2);
  expect(found({ bool: { ...bool, boost: 0 } })).toBe(2);
});

test('a script that only adds to a score is not asked where the boost is 0', () => {
  const unscored = { bool: { must: [none], should: [script], boost: 0 } };
  expect(searchShards(shards, { query: { bool: { should: [unscored, none] } } }).total?.value).toBe(201);
});

test('a script is not asked where two others of a conjunction leave nothing, however deep it lies', () => {
  const rare = Array.from({ length: 300 }, (_, i) => ({
    t: i < 10 ? 'a' : 'b',
    r: i,
    ...(i < 100 ? {} : { n: i }),
  }));
  const ranked = { ...properties, r: { type: 'long' } };
  const one = [searchableShard({ index: 'i', properties: ranked, segments: [rare] })];
  const should = [{ exists: { field: 'r' } }, { match_all: {} }, script];
  const must = { bool: { must: { range: { r: { lt: 50 } } }, should, minimum_should_match: 2 } };
  const query = (...terms: string[]) => {
    const bool = { must, filter: terms.map((t) => ({ term: { t } })) };
    return searchShards(one, { query: { bool } }).total?.value;
  };
  expect(query('a', 'b')).toBe(0);
  expect(() => query('a')).toThrow('all shards failed');
});

test('of filters that all match everything one is taken that asks no script', () => {
  const all = (...should: object[]) => ({ bool: { should: [...should, { match_all: {} }] } });
  const three = { must_not: { term: { n: 3 } } };
  expect(total([all(script), all(exists)], three)).toBe(301);
  expect(total([all(exists), all(script)], three)).toBe(301);
  expect(() => total([all(script)], three)).toThrow('all shards failed');
});

test('scripts that are asked about all documents fail by those without a value', () => {
  expect(() => total([script, { match_all: {} }])).toThrow('all shards failed');
});

test('a profile is told of a script that would fail by documents which other clauses leave out', () => {
  const query = { bool: { filter: [{ exists: { field: 'n' } }, script] } };
  const result = searchShards(shards, { query, profile: true });
  expect(result.total?.value).toBe(99);
  expect(JSON.stringify(result.profile)).toContain('ScriptQuery');
});

test('a script with a score does not lead those that have no more documents', () => {
  const exists = { exists: { field: 'n' } };
  for (const bool of [{ must: [script, exists] }, { must: [script], filter: [exists] }]) {
    expect(searchShards(shards, { query: { bool } }).total?.value).toBe(99);
  }
});

test('a script that filters an aggregation is asked about the documents that come to it', () => {
  const query = { term: { t: 'has' } };
  const counted = (aggs: object, more: object = {}): unknown =>
    (searchShards(shards, { size: 0, query, aggs: { a: aggs }, ...more }).aggregations as { a: unknown }).a;
  expect(counted({ filter: script })).toMatchObject({ doc_count: 99 });
  expect(
    counted({ filters: { filters: [script, { bool: { must_not: [script, { term: { n: 0 } }] } }] } }),
  ).toMatchObject({
    buckets: [{ doc_count: 99 }, { doc_count: 0 }],
  });
  expect(counted({ adjacency_matrix: { filters: { s: script, h: query } } })).toMatchObject({
    buckets: [
      { key: 'h', doc_count: 101 },
      { key: 'h&s', doc_count: 99 },
      { key: 's', doc_count: 99 },
    ],
  });
  // Each of these has the documents of a block once more, and one before them.
  const wide = {
    filters: { filters: Array.from({ length: 80 }, (_, i) => ({ range: { n: { gte: 79 - i } } })) },
  };
  const all = { bool: { filter: [script, { match_all: {} }], must_not: [{ term: { n: 3 } }] } };
  const { buckets } = counted({ ...wide, aggs: { b: { filter: all } } }) as {
    buckets: { b: { doc_count: number } }[];
  };
  expect(buckets.map(({ b }) => b.doc_count)).toEqual(
    Array.from({ length: 80 }, (_, i) => docs.filter((doc) => doc.n! >= Math.max(79 - i, 4)).length),
  );
  expect(() => counted({ filter: script }, { query: { match_all: {} } })).toThrow('all shards failed');
});

test('a script is asked no more once a page is full of the best scores and nothing is counted', () => {
  const alike = Array.from({ length: 2000 }, (_, i) => (i < 1900 ? { n: i, t: 'has' } : { t: 'has' }));
  const long = [searchableShard({ index: 'i', properties, segments: [alike] })];
  const term = { term: { t: 'has' } };
  const bools = [
    { must: [term], must_not: [never] },
    { must: [term], filter: [{ match_all: {} }], must_not: [never] },
    { should: [term, { script: { script: "doc['n'].value >= 0" } }] },
  ];
  for (const bool of bools) {
    const found = searchShards(long, { query: { bool }, size: 3, track_total_hits: false });
    expect(found.hits.map(({ id }) => id)).toHaveLength(3);
    expect(() => searchShards(long, { query: { bool }, track_total_hits: true })).toThrow(
      'all shards failed',
    );
  }
});
