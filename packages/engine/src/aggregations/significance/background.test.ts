import { expect, test } from 'vitest';
import { searchableShard, searchShards } from '../../testing/searchable.ts';

/*
 * As OpenSearch 3.6 answers.
 */
const properties = {
  g: { type: 'keyword' },
  k: { type: 'keyword' },
  b: { type: 'boolean' },
  n: { type: 'long' },
  ip: { type: 'ip' },
  t: { type: 'text', fielddata: true },
};
const values = { k: 'a', b: true, n: 1, ip: '::1', t: 'a' };
const shard = searchableShard({
  properties,
  segments: [
    [{ g: 'x', ...values }, { g: 'x', ...values }, { g: 'y', ...values }, { g: 'y' }],
    [{ g: 'y' }, { g: 'y' }],
  ],
  deleted: ['3', '4'],
});

function backgroundOf(field: string, more: object = {}): unknown {
  const aggs = { s: { significant_terms: { field, min_doc_count: 1, ...more } } };
  const { aggregations } = searchShards([shard], { size: 0, query: { term: { g: 'x' } }, aggs });
  return aggregations?.s;
}

test.each([
  ['k', 2],
  ['n', 2],
  ['ip', 2],
  ['b', 3],
  ['t', 3],
])('documents that are deleted are counted for words and booleans alone: %s', (field, count) => {
  const all = { bg_count: 6, buckets: [{ doc_count: 2, bg_count: count }] };
  expect(backgroundOf(field)).toMatchObject(all);
  const live = { bg_count: 4, buckets: [{ doc_count: 2, bg_count: 2 }] };
  expect(backgroundOf(field, { background_filter: { match_all: {} } })).toMatchObject(live);
});
