import type { ApiError } from '@sextant/contract';
import { expect, test } from 'vitest';
import { searchableShard, searchShards } from '../testing/searchable.ts';

const versions = ['1.0.0', '1.0.0-beta.11', '1.0.0-beta.2', '10.2.3+build.5', ['2.1.0', '1.10.0']];
const shard = searchableShard({
  properties: { v: { type: 'version' } },
  segments: [versions.slice(0, 2).map((v) => ({ v })), versions.slice(2).map((v) => ({ v }))],
});

function found(query: object): readonly string[] {
  return searchShards([shard], { query, sort: ['v'] }).hits.map(({ id }) => id);
}

test('versions are found, sorted and counted in their order', () => {
  expect(found({ match_all: {} })).toEqual(['3', '2', '1', '5', '4']);
  expect(found({ term: { v: '1.10.0' } })).toEqual(['5']);
  expect(found({ term: { v: '10.2.3' } })).toEqual([]);
  expect(found({ term: { v: 'none' } })).toEqual([]);
  expect(found({ term: { v: ' 1.10.0' } })).toEqual([]);
  expect(found({ terms: { v: ['1.0.0', '2.1.0'] } })).toEqual(['1', '5']);
  const { hits, aggregations } = searchShards([shard], {
    sort: ['v'],
    search_after: ['1.0.0'],
    aggs: { t: { terms: { field: 'v', size: 2, order: { _key: 'desc' } } } },
  });
  expect(hits.map(({ sort }) => sort)).toEqual([['1.10.0'], ['10.2.3+build.5']]);
  expect(JSON.parse(JSON.stringify(aggregations))).toMatchObject({
    t: { buckets: [{ key: '10.2.3+build.5' }, { key: '2.1.0' }] },
  });
});

test('limits of ranges mean a version with all that is built of it', () => {
  expect(found({ range: { v: { gte: '1.0.0-beta', lt: '1.0.0' } } })).toEqual(['3', '2']);
  expect(found({ range: { v: { gt: '1.0.0-beta.2', lte: '1.0.0' } } })).toEqual(['2', '1']);
  expect(found({ range: { v: { gt: '2.1.0', lte: '10.2.3' } } })).toEqual(['4']);
  expect(found({ range: { v: { gt: '10.2.3' } } })).toEqual([]);
  expect(found({ range: { v: { lt: '10.2.3', gte: '2.0.0' } } })).toEqual(['5']);
});

test('a template is the query within it', () => {
  expect(found({ template: { term: { v: '1.0.0' } } })).toEqual(['1']);
  expect(found({ bool: { must_not: [{ template: { range: { v: { lt: '2.0.0' } } } }] } })).toEqual(['4']);
});

test('what is wrong within templates of templates is told once', () => {
  const bad = { nope: { text: 'x'.repeat(1000) } };
  try {
    found({ template: { bool: { must: [{ template: { template: bad } }] } } });
    expect.unreachable();
  } catch (error) {
    const told = JSON.stringify((error as ApiError).error);
    expect(told.match(/Failed to rewrite template query: \{\\"nope/g)).toHaveLength(1);
    expect(told.match(/Failed to rewrite/g)).toHaveLength(1);
  }
});
