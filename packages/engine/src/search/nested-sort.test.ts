import { ApiError } from '@sextant/contract';
import { expect, test } from 'vitest';
import { searchableShard, searchShards } from '../testing/searchable.ts';

const properties = { n: { type: 'nested', properties: { v: { type: 'long' }, c: { type: 'keyword' } } } };
const objects = searchableShard({
  properties,
  segments: [[{ n: [{ v: 3, c: 'x' }, { v: 1 }] }, { n: { v: 2 } }]],
});
const plain = searchableShard({
  properties: { k: { type: 'keyword' }, g: { type: 'geo_point' } },
  segments: [[{ k: 'a' }]],
});

function sorts(sort: object, shards = [objects, plain]): unknown {
  return searchShards(shards, { sort: [sort] }).hits.map(({ sort: [value] = [] }) => {
    return (value as { digits?: string }).digits ?? String(value);
  });
}

// As OpenSearch 3.6 answers.
test.each([
  [{}, ['1', '2', '9223372036854775807']],
  [{ filter: { term: { 'n.c': 'x' } } }, ['3', '9223372036854775807', '9223372036854775807']],
  [{ filter: { range: { g: { gte: 'x' } } } }, ['9223372036854775807']],
])(
  'an index without the objects sorts by a type that is told for what is not mapped: %j',
  (more, expected) => {
    const sort = { 'n.v': { nested: { path: 'n', ...more }, unmapped_type: 'long' } };
    expect(sorts(sort, expected.length === 1 ? [plain] : undefined)).toEqual(expected);
  },
);

test.each([
  [{ nope: { nested: { path: 'n' } } }, 'No mapping found for [nope] in order to sort on'],
  [{ k: { nested: { path: 'n' } } }, '[nested] failed to find nested object under path [n]'],
  [
    { _geo_distance: { nope: [1, 1], nested: { path: 'n' } } },
    'failed to find mapper for [nope] for geo distance based sort',
  ],
])('a field that is not there is told before objects that are not: %j', (sort, reason) => {
  let error: unknown;
  try {
    sorts(sort, [plain]);
  } catch (thrown) {
    error = thrown;
  }
  if (!(error instanceof ApiError)) throw error;
  expect(error.error.rootCause).toMatchObject([{ reason }]);
});
