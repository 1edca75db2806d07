import type { ApiError } from '@sextant/contract';
import { expect, test } from 'vitest';
import { jsonText } from '../testing/run-aggregations.ts';
import { searchableShard, searchShards } from '../testing/searchable.ts';

const properties = {
  n: { type: 'double' },
  l: { type: 'long', index: false },
  k: { type: 'keyword', index: false },
  d: { type: 'date' },
  tags: { type: 'nested', properties: { t: { type: 'keyword' } } },
};
const first = searchableShard({
  index: 'logs-1',
  properties,
  segments: [
    [
      { n: 1.9, l: 1, k: 'a', d: 3_600_000, tags: [{ t: 'x' }] },
      { n: -1.9, l: 2, k: 'b', d: 7_200_000 },
    ],
    [{ n: 1.1, l: 3, k: 'c', d: 0 }],
  ],
});
const second = searchableShard({
  index: 'logs-2',
  properties,
  segments: [[{ n: 5, l: 4, k: 'd' }, { l: 5 }]],
});
const shards = [first, second];

function ids(body: Readonly<Record<string, unknown>>, of = shards): string[] {
  return searchShards(of, body).hits.map(({ index, id }) => `${index}/${id}`);
}

function reasonOf(body: Readonly<Record<string, unknown>>): string {
  try {
    const { shards: told } = searchShards(shards, body);
    return JSON.stringify(told.failures.map(({ cause }) => cause.reason));
  } catch (error) {
    return JSON.stringify((error as ApiError).error);
  }
}

test('documents are sorted by their sequence number and by the name of their index', () => {
  expect(ids({ sort: [{ _seq_no: 'desc' }, { _index: 'asc' }] })).toEqual([
    'logs-1/3',
    'logs-1/2',
    'logs-2/2',
    'logs-1/1',
    'logs-2/1',
  ]);
  const page = { sort: [{ _index: 'desc' }, { _seq_no: 'desc' }], search_after: ['logs-2', 0] };
  expect(ids(page)).toEqual(['logs-1/3', 'logs-1/2', 'logs-1/1']);
});

test('ids, names of indices and sequence numbers are aggregated', () => {
  const aggs = {
    ids: { terms: { field: '_id', order: { _key: 'asc' } } },
    indices: { terms: { field: '_index' }, aggs: { last: { max: { field: '_seq_no' } } } },
    count: { value_count: { field: '_id' } },
    distinct: { cardinality: { field: '_id' } },
    none: { missing: { field: '_index' } },
    without: { missing: { field: '_id' } },
  };
  const answer = JSON.parse(jsonText(searchShards(shards, { size: 0, aggs }).aggregations));
  const keys = answer.ids.buckets.map((bucket: { key: string; doc_count: number }) => [
    bucket.key,
    bucket.doc_count,
  ]);
  expect(keys).toEqual([
    ['1', 2],
    ['2', 2],
    ['3', 1],
  ]);
  const last = answer.indices.buckets.map((bucket: { key: string; last: { value: number } }) => [
    bucket.key,
    bucket.last.value,
  ]);
  expect(last).toEqual([
    ['logs-1', 2],
    ['logs-2', 1],
  ]);
  expect([
    answer.count.value,
    answer.distinct.value,
    answer.none.doc_count,
    answer.without.doc_count,
  ]).toEqual([5, 3, 0, 0]);
});

test('values of the fields of the engine are searched as those of others', () => {
  const found = (query: Readonly<Record<string, unknown>>) =>
    ids({ query, sort: [{ _index: 'asc' }, '_doc'] });
  expect(found({ range: { _seq_no: { gte: 2 } } })).toEqual(['logs-1/3']);
  expect(found({ terms: { _seq_no: [0] } })).toEqual(['logs-1/1', 'logs-2/1']);
  expect(found({ wildcard: { _index: '*-2' } })).toEqual(['logs-2/1', 'logs-2/2']);
  expect(found({ query_string: { query: '_id:(1 OR 3) AND _index:logs-1' } })).toEqual([
    'logs-1/1',
    'logs-1/3',
  ]);
  expect(found({ multi_match: { query: '2', fields: ['_id'] } })).toEqual(['logs-1/2', 'logs-2/2']);
  expect(found({ exists: { field: '_seq_no' } })).toHaveLength(5);
});

test('what cannot be asked of the fields of the engine is refused', () => {
  expect(reasonOf({ query: { term: { _source: 'a' } } })).toContain('The _source field is not searchable');
  expect(reasonOf({ query: { prefix: { _id: 'a' } } })).toContain(
    'Can only use prefix queries on keyword and text',
  );
  expect(reasonOf({ query: { regexp: { _index: 'a' } } })).toContain(
    'Can only use regexp queries on keyword and text',
  );
  expect(reasonOf({ query: { range: { _id: { gte: 'a' } } } })).toContain('does not support range queries');
  expect(reasonOf({ query: { term: { _seq_no: 1.5 } } })).toContain('Value [1.5] has a decimal part');
  expect(reasonOf({ aggs: { a: { terms: { field: '_version' } } } })).toContain(
    'Fielddata is not supported on field [_version] of type [_version]',
  );
});

test('scripts see the fields of the engine', () => {
  const script = "doc['_index'].value + '/' + doc['_id'].value + '/' + doc['_seq_no'].value";
  const { hits } = searchShards(shards, { sort: ['_id', '_index'], script_fields: { x: { script } } });
  expect(hits[0]!.fields).toEqual({ x: ['logs-1/1/0'] });
});

test('fields that are not indexed are searched by the values of their documents where a query names them', () => {
  expect(ids({ query: { multi_match: { query: '3', fields: ['l'] } } })).toEqual(['logs-1/3']);
  expect(ids({ query: { query_string: { query: 'k:b' } } })).toEqual(['logs-1/2']);
});

test('numeric_type long cuts off what follows the point', () => {
  const sort = [{ n: { numeric_type: 'long' } }, { _id: 'asc' }];
  const values = searchShards([first], { sort }).hits.map(({ sort: [value] = [] }) =>
    Number(JSON.stringify(value)),
  );
  expect(values).toEqual([-1, 1, 1]);
});

test('a number of an epoch is the local time of the time zone that a range asks for', () => {
  const range = (timeZone: string) => ({
    query: { range: { d: { gte: 3_600_000, time_zone: timeZone } } },
    sort: ['_id'],
  });
  expect(ids(range('+01:00'), [first])).toEqual(['logs-1/1', 'logs-1/2', 'logs-1/3']);
  expect(ids(range('Z'), [first])).toEqual(['logs-1/1', 'logs-1/2']);
  expect(ids(range('-01:00'), [first])).toEqual(['logs-1/2']);
});
