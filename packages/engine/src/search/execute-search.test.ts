import { ApiError, type ErrorCause } from '@sextant/contract';
import { expect, test } from 'vitest';
import { searchableShard, searchShards } from '../testing/searchable.ts';
import type { SearchResult } from './search-api.ts';

/*
 * The expected answers, scores included, are those of OpenSearch 3.6.0 for the same documents in one shard.
 */
const properties = {
  n: { type: 'long' },
  t: { type: 'text' },
  k: { type: 'keyword' },
  d: { type: 'date' },
  b: { type: 'boolean' },
  ip: { type: 'ip' },
  f: { type: 'double' },
  sb: { type: 'short' },
  noi: { type: 'keyword', index: false, doc_values: false },
  o: { properties: { x: { type: 'keyword' }, y: { type: 'long' } } },
};
const first = {
  n: 1,
  t: 'quick brown fox',
  k: 'a',
  d: '2024-01-01',
  b: true,
  ip: '10.0.0.1',
  f: 1.5,
  o: { x: 'p' },
};
const second = {
  n: [2, 5],
  t: 'lazy dog',
  k: ['b', 'c'],
  d: '2024-02-01',
  b: false,
  ip: '10.0.0.2',
  f: 2.5,
  o: { y: 3 },
};
const third = { t: 'quick dog', b: true };
const shard = searchableShard({ properties, segments: [[first], [second, third]] });

function search(body: Record<string, unknown>): SearchResult {
  return searchShards([shard], body);
}

function ids(body: Record<string, unknown>): string[] {
  return search(body).hits.map((hit) => hit.id);
}

function idsAndScores(query: Record<string, unknown>): [string, number | null][] {
  return search({ query }).hits.map((hit) => [hit.id, hit.score]);
}

function errorOf(work: () => unknown): ErrorCause {
  try {
    work();
  } catch (error) {
    if (error instanceof ApiError) return error.error;
    throw error;
  }
  throw new Error('no error was thrown');
}

test.each<[Record<string, unknown>, [string, number][]]>([
  [
    { match: { t: 'quick' } },
    [
      ['3', 0.2268983],
      ['1', 0.19128054],
    ],
  ],
  [{ match: { t: { query: 'quick fox', operator: 'and' } } }, [['1', 0.59045523]]],
  [{ match_phrase: { t: { query: 'quick fox', slop: 1 } } }, [['1', 0.37065077]]],
  [
    { term: { b: true } },
    [
      ['1', 0.21363801],
      ['3', 0.21363801],
    ],
  ],
  [
    { range: { b: { gte: true } } },
    [
      ['1', 0.21363801],
      ['3', 0.21363801],
    ],
  ],
  [
    { range: { b: { gte: false } } },
    [
      ['1', 1],
      ['2', 1],
      ['3', 1],
    ],
  ],
  [
    { terms: { t: ['quick'] } },
    [
      ['1', 1],
      ['3', 1],
    ],
  ],
  [{ term: { k: 'b' } }, [['2', 1]]],
  [
    { term: { ip: '10.0.0.0/8' } },
    [
      ['1', 1],
      ['2', 1],
    ],
  ],
  [{ term: { d: '2024-01-01' } }, [['1', 1]]],
  [{ term: { n: 1.5 } }, []],
  [{ term: { sb: 100000 } }, []],
  [
    { fuzzy: { t: { value: 'quik' } } },
    [
      ['3', 0.17017373],
      ['1', 0.14346042],
    ],
  ],
  [
    { bool: { must_not: [{ term: { k: 'a' } }] } },
    [
      ['2', 0],
      ['3', 0],
    ],
  ],
  [{ bool: { filter: [{ term: { k: 'a' } }] } }, [['1', 0]]],
  [
    { bool: { filter: [{ term: { b: true } }], should: [{ match: { t: 'fox' } }] } },
    [
      ['1', 0.3991747],
      ['3', 0],
    ],
  ],
  [{ constant_score: { filter: { term: { k: 'a' } }, boost: 2.5 } }, [['1', 2.5]]],
  [
    { exists: { field: 'o' } },
    [
      ['1', 1],
      ['2', 1],
    ],
  ],
  [{ exists: { field: 'noi' } }, []],
  [{ prefix: { k: 'b' } }, [['2', 1]]],
  [
    { wildcard: { k: { value: '?' } } },
    [
      ['1', 1],
      ['2', 1],
    ],
  ],
  [{ ids: { values: '1' } }, [['1', 1]]],
  [
    { bool: {} },
    [
      ['1', 1],
      ['2', 1],
      ['3', 1],
    ],
  ],
  [{ match: { nope: 'a' } }, []],
])('%j scores as the peer does', (query, expected) => {
  expect(idsAndScores(query)).toEqual(expected.map(([id, score]) => [id, Math.fround(score)]));
});

test('hits are counted up to the number that is tracked', () => {
  expect(search({ track_total_hits: 2 }).total).toEqual({ value: 2, relation: 'gte' });
  expect(search({ track_total_hits: 3 }).total).toEqual({ value: 3, relation: 'eq' });
  expect(search({ track_total_hits: false }).total).toBeUndefined();
  expect(search({ query: { match: { t: 'quick dog' } }, track_total_hits: 1 }).total).toEqual({
    value: 1,
    relation: 'gte',
  });
});

test('a count knows all hits and returns none', () => {
  const result = searchShards([shard], { query: { match: { t: 'quick' } } }, { countOnly: true });
  expect(result.total).toEqual({ value: 2, relation: 'eq' });
  expect(result.hits).toEqual([]);
});

test('sorting by a number takes the least or the greatest value, and puts missing ones last', () => {
  const sorts = (sort: unknown): unknown[] => search({ sort }).hits.map((hit) => [hit.id, ...hit.sort!]);
  const most = { digits: '9223372036854775807' };
  const least = { digits: '-9223372036854775808' };
  expect(sorts(['n'])).toEqual(
    [
      ['1', 1],
      ['2', 2],
      ['3', most],
    ].map((row) => expect.objectContaining(row)),
  );
  expect(sorts([{ n: 'desc' }])).toEqual([
    ['2', 5],
    ['1', 1],
    ['3', expect.objectContaining(least)],
  ]);
  expect(sorts([{ n: { missing: '_first', order: 'desc' } }])[0]).toEqual([
    '3',
    expect.objectContaining(most),
  ]);
  expect(sorts([{ n: { mode: 'avg' } }])[1]).toEqual(['2', 4]);
  expect(sorts([{ n: { missing: 3 } }]).map((row) => (row as unknown[])[0])).toEqual(['1', '2', '3']);
});

test('sorting by terms compares across segments', () => {
  expect(search({ sort: [{ k: 'asc' }] }).hits.map((hit) => hit.sort)).toEqual([['a'], ['b'], [null]]);
  expect(search({ sort: [{ k: 'desc' }] }).hits.map((hit) => hit.sort)).toEqual([['c'], ['a'], [null]]);
  expect(search({ sort: [{ k: { missing: 'zz' } }] }).hits.map((hit) => hit.sort)).toEqual([
    ['a'],
    ['b'],
    ['zz'],
  ]);
  expect(search({ sort: ['ip'] }).hits.map((hit) => hit.sort)).toEqual([['10.0.0.1'], ['10.0.0.2'], [null]]);
  expect(ids({ sort: [{ _id: 'desc' }] })).toEqual(['3', '2', '1']);
});

test('search_after goes on behind the values given', () => {
  expect(ids({ sort: ['n'], search_after: [1] })).toEqual(['2', '3']);
  expect(ids({ sort: ['k'], search_after: ['a'] })).toEqual(['2', '3']);
  expect(ids({ sort: ['k'], search_after: [null] })).toEqual([]);
  expect(ids({ sort: ['d'], search_after: ['2024-01-01'] })).toEqual(['2', '3']);
  expect(ids({ sort: [{ n: 'desc' }, 'k'], search_after: [5, 'b'] })).toEqual(['1', '3']);
});

test('scores and the best score are given where the sort works them out', () => {
  expect(search({ sort: ['n'] })).toMatchObject({ maxScore: null, hits: [{ score: null }, {}, {}] });
  expect(search({ sort: ['n'], track_scores: true })).toMatchObject({
    maxScore: 1,
    hits: [{ score: 1 }, {}, {}],
  });
  expect(search({ sort: ['_score', 'n'] })).toMatchObject({ maxScore: 1 });
  expect(search({ sort: [{ _score: 'asc' }] })).toMatchObject({
    maxScore: null,
    hits: [{ score: 1 }, {}, {}],
  });
  expect(search({ size: 0 }).maxScore).toBeNull();
});

test('a post filter narrows hits and total, not aggregations', () => {
  const result = search({ post_filter: { term: { k: 'a' } }, aggs: { c: { value_count: { field: 'b' } } } });
  expect(result.total).toEqual({ value: 1, relation: 'eq' });
  expect(result.aggregations).toMatchObject({ c: { value: 3 } });
});

test('min_score and terminate_after leave documents out', () => {
  expect(search({ query: { match: { t: 'quick fox' } }, min_score: 0.3 }).total?.value).toBe(1);
  const ended = search({ terminate_after: 1 });
  expect(ended.total).toEqual({ value: 1, relation: 'eq' });
  expect(ended.terminatedEarly).toBe(true);
});

test('deleted documents are not found but still weigh in the statistics', () => {
  const before = search({ query: { match: { t: 'quick' } } }).hits.find((hit) => hit.id === '1')!.score;
  const holed = searchableShard({ properties, segments: [[first], [second, third]], deleted: ['3'] });
  const result = searchShards([holed], { query: { match: { t: 'quick' } } });
  expect(result.hits.map((hit) => [hit.id, hit.score])).toEqual([['1', before]]);
  expect(searchShards([holed], { size: 0 }).total?.value).toBe(2);
});

test('_source shows the parts asked for', () => {
  const source = (request: unknown): unknown => {
    const [hit] = search({ _source: request, size: 1 }).hits;
    return hit!.source === undefined ? undefined : JSON.parse(new TextDecoder().decode(hit!.source));
  };
  expect(source(false)).toBeUndefined();
  expect(source(true)).toEqual(first);
  expect(source(['n', 'o.*'])).toEqual({ n: 1, o: { x: 'p' } });
  expect(source({ includes: ['o'], excludes: 'o.x' })).toEqual({ o: {} });
  expect(source({ excludes: ['t', 'i*', 'd', 'f', 'b', 'o'] })).toEqual({ n: 1, k: 'a' });
});

test('numbers in a filtered _source keep their digits', () => {
  const [hit] = searchShards(
    [
      searchableShard({ properties, segments: [[]] }),
      searchableShard({ properties: { a: { type: 'double' } }, segments: [[{ a: 1 }]] }),
    ],
    { _source: ['a'] },
  ).hits;
  expect(new TextDecoder().decode(hit!.source)).toBe('{"a":1}');
});

test('fields come from the source, docvalue_fields from the columns', () => {
  const [hit] = search({ fields: ['d', 'o.*', 'n'], _source: false, size: 1 }).hits;
  expect(hit!.fields).toEqual({ d: ['2024-01-01T00:00:00.000Z'], 'o.x': ['p'], n: [1] });
  const [, other] = search({ docvalue_fields: ['k', { field: 'd', format: 'yyyy' }], size: 2 }).hits;
  expect(other!.fields).toEqual({ k: ['b', 'c'], d: ['2024'] });
});

test('hits of several shards are merged; ties go by shard, then by document', () => {
  const other = searchableShard({ index: 'other', properties, segments: [[third, first]] });
  const hits = searchShards([other, shard], {}).hits.map((hit) => `${hit.index}/${hit.id}`);
  expect(hits).toEqual(['other/1', 'other/2', 'test/1', 'test/2', 'test/3']);
  const sorted = searchShards([shard, other], { sort: [{ k: 'desc' }] }).hits.map(
    (hit) => `${hit.index}/${hit.id}`,
  );
  expect(sorted).toEqual(['test/2', 'test/1', 'other/2', 'test/3', 'other/1']);
});

test('a shard that cannot be searched fails alone', () => {
  const other = searchableShard({
    index: 'other',
    properties: { n: { type: 'keyword' } },
    segments: [[{ n: 'abc' }]],
  });
  const result = searchShards([shard, other], { query: { term: { n: 'abc' } } });
  expect(result.hits.map((hit) => hit.index)).toEqual(['other']);
  expect(result.shards).toMatchObject({ total: 2, successful: 1, failures: [{ index: 'test', shard: 0 }] });
});

test('a filter of an alias narrows its own index only', () => {
  const other = searchableShard({ index: 'other', properties, segments: [[first, second]] });
  const aliasFilters = new Map([['other', { term: { k: 'b' } }]]);
  const result = searchShards([shard, other], { query: { exists: { field: 'k' } } }, { aliasFilters });
  expect(result.hits.map((hit) => `${hit.index}/${hit.id}`)).toEqual(['test/1', 'test/2', 'other/2']);
});

test('what fails on every shard is one error with the causes in it', () => {
  expect(errorOf(() => search({ query: { term: { n: 'abc' } } }))).toEqual({
    type: 'search_phase_execution_exception',
    reason: 'all shards failed',
    status: 400,
    details: {
      phase: 'query',
      grouped: true,
      failed_shards: [
        {
          shard: 0,
          index: 'test',
          reason: {
            type: 'query_shard_exception',
            reason: 'failed to create query: For input string: "abc"',
            index: 'test',
            index_uuid: 'uuid',
            caused_by: { type: 'number_format_exception', reason: 'For input string: "abc"' },
          },
        },
      ],
    },
    rootCause: [
      {
        type: 'query_shard_exception',
        reason: 'failed to create query: For input string: "abc"',
        details: { index: 'test', index_uuid: 'uuid' },
      },
    ],
    causedBy: expect.objectContaining({ type: 'query_shard_exception' }),
  });
});

test('a date that cannot be read is the root of a failed search', () => {
  const reason = 'cannot parse empty date';
  const error = errorOf(() => search({ query: { term: { d: '' } } }));
  expect(error.rootCause).toEqual([{ type: 'parse_exception', reason }]);
  expect(error.causedBy).toEqual({ type: 'parse_exception', reason });
  expect(error.details).toMatchObject({
    failed_shards: [
      { reason: { type: 'query_shard_exception', caused_by: { type: 'parse_exception', reason } } },
    ],
  });
});

const window = [
  'Result window is too large, from + size must be less than or equal to: [10000] but was [10001]. See the',
  'scroll api for a more efficient way to request large data sets. This limit can be set by changing the',
  '[index.max_result_window] index level setting.',
].join(' ');

test.each<[Record<string, unknown>, string]>([
  [
    { query: { prefix: { n: 'a' } } },
    'Can only use prefix queries on keyword and text fields - not on [n] which is of type [long]',
  ],
  [
    { query: { term: { b: 'x' } } },
    "failed to create query: Can't parse boolean value [x], expected [true] or [false]",
  ],
  [{ query: { match: { t: { query: 'a', analyzer: 'nope' } } } }, '[match] analyzer [nope] not found'],
  [
    { query: { term: { noi: 'a' } } },
    'failed to create query: Cannot search on field [noi] since it is both not indexed, ' +
      'and does not have doc_values enabled.',
  ],
  [{ size: 10_001 }, window],
  [{ sort: 'nope' }, 'No mapping found for [nope] in order to sort on'],
  [{ sort: [{ k: { mode: 'avg' } }] }, 'we only support AVG, MEDIAN and SUM on number based fields'],
  [{ sort: ['n'], search_after: [1, 2] }, 'search_after has 2 value(s) but sort has 1.'],
  [{ search_after: [1] }, 'Sort must contain at least one field.'],
  [{ sort: ['n'], search_after: ['x'] }, 'Failed to parse search_after value for field [n].'],
  [
    { sort: ['n'], search_after: [1], from: 5 },
    '`from` parameter must be set to 0 when `search_after` is used.',
  ],
])('%j fails on the shard', (body, reason) => {
  expect(errorOf(() => search(body)).rootCause?.[0]?.reason).toBe(reason);
});
