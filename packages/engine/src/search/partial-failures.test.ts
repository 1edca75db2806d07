import { ApiError, type ErrorCause } from '@sextant/contract';
import { expect, test } from 'vitest';
import { searchableShard, searchShards } from '../testing/searchable.ts';

/*
 * Two indices that map the same fields differently. The expected answers are those of OpenSearch 3.6.0.
 */
const first = searchableShard({
  index: 'p1',
  properties: { a: { type: 'keyword' }, b: { type: 'long' }, c: { type: 'long' }, d: { type: 'date' } },
  segments: [[{ a: 'x', b: 1, c: 2, d: '2024-01-01' }]],
});
const second = searchableShard({
  index: 'p2',
  properties: { a: { type: 'text' }, b: { type: 'keyword' }, c: { type: 'double' }, d: { type: 'keyword' } },
  segments: [[{ a: 'x y', b: 'k', c: 2.5, d: 'z' }]],
});

const text =
  'Text fields are not optimised for operations that require per-document field data like aggregations and ' +
  'sorting, so these operations are disabled by default. Please use a keyword field instead. Alternatively, set ' +
  'fielddata=true on [a] in order to load field data by uninverting the inverted index. Note that this can use ' +
  'significant memory.';
const unsupported = (field: string, type: string): string =>
  `Field [${field}] of type [keyword] is not supported for aggregation [${type}]`;

test.each<[Record<string, unknown>, string, Record<string, unknown>]>([
  [{ terms: { field: 'a' } }, text, { buckets: [{ key: 'x', doc_count: 1 }] }],
  [{ avg: { field: 'b' } }, unsupported('b', 'avg'), { value: { value: 1 } }],
  [
    { histogram: { field: 'b', interval: 1 } },
    unsupported('b', 'histogram'),
    { buckets: [{ doc_count: 1 }] },
  ],
  [
    { range: { field: 'b', ranges: [{ to: 5 }] } },
    unsupported('b', 'range'),
    { buckets: [{ doc_count: 1 }] },
  ],
  [
    { date_histogram: { field: 'd', calendar_interval: 'day' } },
    unsupported('d', 'date_histogram'),
    { buckets: [{ key_as_string: '2024-01-01T00:00:00.000Z', doc_count: 1 }] },
  ],
  [{ value_count: { field: 'a' } }, text, { value: 1 }],
  [{ missing: { field: 'a' } }, text, { doc_count: 0 }],
])('%j fails on the index that it does not fit', (aggregation, reason, found) => {
  const result = searchShards([first, second], { size: 0, aggs: { t: aggregation } });
  expect(result.shards).toEqual({
    total: 2,
    successful: 1,
    skipped: 0,
    failures: [{ index: 'p2', shard: 0, cause: { type: 'illegal_argument_exception', reason } }],
  });
  expect(result.total).toEqual({ value: 1, relation: 'eq' });
  expect(result.aggregations).toMatchObject({ t: found });
});

test('an aggregation that fails on a shard takes the others of that shard with it', () => {
  const aggs = { t: { terms: { field: 'a' } }, u: { max: { field: 'c' } } };
  const { aggregations, shards } = searchShards([first, second], { size: 0, aggs });
  expect(shards.failures.map(({ index }) => index)).toEqual(['p2']);
  expect(aggregations).toMatchObject({ u: { value: { value: 2 } } });
});

test('a script that fails within a global aggregation fails on its shard alone', () => {
  const script = {
    source: 'if (_value instanceof String) { throw new IllegalArgumentException() } return _value',
  };
  const aggs = { g: { global: {}, aggs: { t: { terms: { field: 'b', script } } } } };
  const { aggregations, shards } = searchShards([first, second], { size: 0, aggs });
  expect(shards.failures.map(({ index, cause }) => [index, cause.type])).toEqual([
    ['p2', 'script_exception'],
  ]);
  expect(aggregations).toMatchObject({ g: { doc_count: 1 } });
});

test('shards that failed are told of beside what cannot be put together, in the order of the shards', () => {
  const script = { buckets_path: { n: '_count' }, script: 'none' };
  const a = { terms: { field: 'c' }, aggs: { s: { bucket_script: script } } };
  const error = errorOf({ size: 0, query: { term: { b: 'k' } }, aggs: { a } });
  expect(error).toMatchObject({ reason: '', causedBy: { type: 'script_exception' } });
  expect(error.details?.failed_shards).toMatchObject([{ index: 'p1', shard: 0 }]);
  const both = errorOf({
    size: 0,
    query: { range: { b: { gte: 'k' } } },
    aggs: { t: { avg: { field: 'd' } } },
  });
  expect(both.details?.failed_shards).toMatchObject([{ index: 'p1' }, { index: 'p2' }]);
});

test('a filter that does not fit an index fails on it with the reason alone', () => {
  const aggs = { f: { filter: { term: { b: 'k' } } } };
  const { aggregations, shards } = searchShards([first, second], { size: 0, aggs });
  const cause = { type: 'number_format_exception', reason: 'For input string: "k"' };
  expect(shards.failures).toEqual([{ index: 'p1', shard: 0, cause }]);
  expect(aggregations).toMatchObject({ f: { doc_count: 1 } });
});

test('a sort by text in one index fails on that one', () => {
  const { hits, shards } = searchShards([first, second], { sort: ['a'] });
  expect(hits.map((hit) => [hit.index, hit.sort])).toEqual([['p1', ['x']]]);
  expect(shards.failures).toEqual([
    { index: 'p2', shard: 0, cause: { type: 'illegal_argument_exception', reason: text } },
  ]);
});

function errorOf(body: Record<string, unknown>): ErrorCause {
  try {
    searchShards([first, second], body);
  } catch (error) {
    if (error instanceof ApiError) return error.error;
    throw error;
  }
  throw new Error('no error was thrown');
}

test('what fits no index fails with a reason for each', () => {
  const error = errorOf({ size: 0, aggs: { t: { avg: { field: 'a' } } } });
  expect(error).toMatchObject({
    type: 'search_phase_execution_exception',
    reason: 'all shards failed',
    status: 400,
  });
  expect(error.rootCause?.map(({ reason }) => reason)).toEqual([unsupported('a', 'avg'), text]);
});

test('terms and numbers of one field do not go together', () => {
  expect(errorOf({ size: 0, aggs: { t: { terms: { field: 'b' } } } })).toEqual({
    type: 'search_phase_execution_exception',
    reason: '',
    details: { phase: 'fetch', grouped: true, failed_shards: [] },
    rootCause: [],
    causedBy: {
      type: 'aggregation_execution_exception',
      reason:
        'Merging/Reducing the aggregations failed when computing the aggregation [t] because the field you gave ' +
        'in the aggregation query existed as two different types in two different indices',
    },
    status: 500,
  });
});

test('fields that need values per document are left out of the hits of an index that has none', () => {
  const result = searchShards([first, second], { docvalue_fields: ['a'] });
  expect(result.total).toEqual({ value: 2, relation: 'eq' });
  expect(result.hits.map((hit) => [hit.index, hit.fields])).toEqual([['p1', { a: ['x'] }]]);
  expect(result.shards.failures).toEqual([
    { index: 'p2', shard: 0, cause: { type: 'illegal_argument_exception', reason: text } },
  ]);
});
