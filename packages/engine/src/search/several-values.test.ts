import { ApiError } from '@sextant/contract';
import { expect, test } from 'vitest';
import { searchableShard, searchShards } from '../testing/searchable.ts';

/*
 * The expected answers, scores included, are those of OpenSearch 3.6.0.
 */
test('documents with several values of a field without doc values are counted once', () => {
  const properties = { n: { type: 'long', doc_values: false }, d: { type: 'date', doc_values: false } };
  const documents = [{ n: [1, 2, 3], d: ['2024-01-01', '2024-01-02'] }, { n: 2, d: '2024-01-02' }, { n: 9 }];
  const shard = searchableShard({ properties, segments: [documents] });
  const found = (query: object): unknown => {
    const { total, hits } = searchShards([shard], { query, track_total_hits: true });
    const counted = searchShards([shard], { query }, { countOnly: true });
    return [total?.value, hits.length, counted.total?.value];
  };
  expect(found({ range: { n: { gte: 1, lte: 3 } } })).toEqual([2, 2, 2]);
  expect(found({ range: { d: { gte: '2024-01-01' } } })).toEqual([2, 2, 2]);
  expect(found({ terms: { n: [1, 2, 3, 2] } })).toEqual([2, 2, 2]);
  expect(found({ terms: { d: ['2024-01-01', '2024-01-02'] } })).toEqual([2, 2, 2]);
});

test('a boolean is as rare as the documents that have it, however often they name it', () => {
  const documents = [{ b: [true, true] }, { b: [false, true] }];
  for (const docValues of [true, false]) {
    const properties = { b: { type: 'boolean', doc_values: docValues } };
    const shard = searchableShard({ properties, segments: [documents] });
    const { hits, total } = searchShards([shard], { query: { term: { b: true } } });
    expect(total?.value).toBe(2);
    expect(hits.map(({ score }) => score)).toEqual([Math.fround(0.09595872), Math.fround(0.09595872)]);
  }
});

test('fields are shown as they are indexed', () => {
  const properties = {
    k: { type: 'keyword', ignore_above: 3 },
    kn: { type: 'keyword', ignore_above: 3 },
    n: { type: 'long', ignore_malformed: true },
    d: { type: 'date', ignore_malformed: true },
    ip: { type: 'ip', ignore_malformed: true },
    t: { type: 'text', fields: { raw: { type: 'keyword', ignore_above: 5 } } },
    nv: { type: 'keyword', null_value: 'NONE' },
  };
  const document = {
    k: ['abc', 'abcd', 'äöü'],
    kn: 'abcd',
    n: ['x', 5],
    d: ['nope', '2024-01-01'],
    ip: ['zz', '1.2.3.4'],
    t: 'hello world',
    nv: null,
  };
  const shard = searchableShard({ properties, segments: [[document]] });
  const [hit] = searchShards([shard], { fields: ['*'] }).hits;
  expect(hit!.fields).toEqual({ k: ['abc', 'äöü'], nv: ['NONE'], t: ['hello world'] });
});

test('in place of an empty text in a field of numbers its null_value is shown', () => {
  const properties = {
    n: { type: 'long', null_value: 7, store: true },
    f: { type: 'float', null_value: 1.5 },
    s: { type: 'scaled_float', scaling_factor: 100, null_value: 2.345 },
    i: { type: 'integer' },
  };
  const shard = searchableShard({ properties, segments: [[{ n: ['', 3], f: '', s: '', i: ['', 5] }]] });
  const fields = (body: Record<string, unknown>): unknown =>
    JSON.parse(JSON.stringify(searchShards([shard], body).hits[0]!.fields));
  expect(fields({ fields: ['*'] })).toEqual({ n: [7, 3], f: [{ value: 1.5 }], s: [{ value: 2.35 }], i: [5] });
  expect(fields({ stored_fields: ['n'] })).toEqual({ n: [7, 3] });
});

const shard = searchableShard({
  properties: { t: { type: 'text' }, k: { type: 'keyword' } },
  segments: [[{ t: 'hello world', k: 'x' }]],
});
const hello = { match: { t: 'hello' } };
const reason = 'tieBreakerMultiplier must be in [0, 1]';

test.each([
  { dis_max: { tie_breaker: 1.5, queries: [hello, { match: { t: 'there' } }] } },
  { dis_max: { tie_breaker: -0.5, queries: [hello] } },
  { multi_match: { query: 'hello', fields: ['t', 'k'], tie_breaker: 2 } },
  { multi_match: { query: 'hello', type: 'most_fields', fields: ['t', 'k'], tie_breaker: 1.5 } },
  { multi_match: { query: 'hello', type: 'bool_prefix', fields: ['t', 'k'], tie_breaker: -1.5 } },
])('%j is refused', (query) => {
  const work = (): unknown => searchShards([shard], { query });
  expect(work).toThrow(ApiError);
  try {
    work();
  } catch (error) {
    expect((error as ApiError).error.causedBy).toMatchObject({
      type: 'query_shard_exception',
      reason: `failed to create query: ${reason}`,
      causedBy: { type: 'illegal_argument_exception', reason },
    });
  }
});

test('of one field a tie breaker says nothing', () => {
  const query = { multi_match: { query: 'hello', fields: ['t'], tie_breaker: -1.5 } };
  expect(searchShards([shard], { query }).hits.length).toBe(1);
});

test('points of a document are shown in the order of their texts', () => {
  const documents = [{ p: ['3.7,149.9', '26.6,-110.4'] }];
  const shard = searchableShard({ properties: { p: { type: 'geo_point' } }, segments: [documents] });
  const [hit] = searchShards([shard], { docvalue_fields: ['p'] }).hits;
  expect(hit?.fields).toEqual({
    p: ['26.59999997355044, -110.40000007487833', '3.699999963864684, 149.89999998360872'],
  });
});

test('a rare number is counted as often as documents have it, a rare term once for each', () => {
  const properties = { n: { type: 'long' }, u: { type: 'unsigned_long' }, k: { type: 'keyword' } };
  const documents = [
    { n: [1, 1], u: [1, 1], k: ['a', 'a'] },
    { n: [2, 3, 2, 2], u: '18446744073709551615', k: 'b' },
  ];
  const shard = searchableShard({ properties, segments: [documents] });
  const counts = (field: string, within: object = {}) => {
    const aggs = { r: { rare_terms: { field, max_doc_count: 3 }, aggs: within } };
    const { aggregations } = searchShards([shard], { size: 0, aggs });
    const { buckets } = (aggregations as unknown as { r: { buckets: object[] } }).r;
    return JSON.parse(JSON.stringify(buckets)) as unknown;
  };
  const rows = [
    { key: 3, doc_count: 1 },
    { key: 1, doc_count: 2 },
    { key: 2, doc_count: 3 },
  ];
  expect(counts('n')).toEqual(rows);
  const sums = [9, 4, 27].map((value) => ({ s: { value: { value } } }));
  expect(counts('n', { s: { sum: { field: 'n' } } })).toMatchObject(sums);
  expect(counts('u')).toMatchObject([{ doc_count: 1 }, { key: 1, doc_count: 2 }]);
  expect(counts('k')).toMatchObject([{ key: 'a', doc_count: 1 }, { key: 'b' }]);
});
