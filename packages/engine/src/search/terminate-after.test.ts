import { expect, test } from 'vitest';
import { searchableShard, searchShards } from '../testing/searchable.ts';

/*
 * The expected answers are those of OpenSearch 3.6.0.
 */
const properties = { k: { type: 'keyword' }, n: { type: 'integer' } };
const shard = searchableShard({ properties, segments: [[{ k: 'a' }], [{ k: ['b', 'c'] }, {}]] });
const search = (body: Record<string, unknown>) => searchShards([shard], body);

test.each<[string, object, number, boolean, number]>([
  ['more in another segment', {}, 1, true, 1],
  ['more in the same segment', {}, 2, true, 2],
  ['no more', {}, 3, false, 3],
  ['room for more', {}, 4, false, 3],
  ['no more in the last segment', { query: { term: { k: 'b' } } }, 1, false, 1],
  ['a segment left, whatever it has', { query: { term: { k: 'a' } } }, 1, true, 1],
  ['nothing', { query: { match_none: {} } }, 1, false, 0],
  ['counts of whole segments: some left', { size: 0 }, 1, true, 1],
  ['counts of whole segments: more than wanted', { size: 0 }, 2, true, 3],
  ['counts of whole segments: all', { size: 0 }, 3, false, 3],
])('terminate_after says whether it left out something: %s', (_, body, most, isEnded, total) => {
  const found = search({ ...body, terminate_after: most });
  expect([found.terminatedEarly, found.total?.value]).toEqual([isEnded, total]);
});

test('without terminate_after nothing is said of it', () => {
  expect(search({})).not.toHaveProperty('terminatedEarly');
});

test.each([
  [1, 'c', 1, false, 4],
  [1, 'd', 1, true, 2],
  [2, 'd', 2, false, 4],
  [1, 'none', 0, false, 4],
])('terminate_after counts what passes the post_filter: %i with %s', (most, term, total, isEnded, count) => {
  const one = searchableShard({
    properties,
    segments: [
      [{ k: 'a' }, { k: ['b', 'd'] }, { k: ['c', 'd'] }, { k: 'e' }].map((each, n) => ({ ...each, n })),
    ],
  });
  const found = searchShards([one], {
    terminate_after: most,
    post_filter: { term: { k: term } },
    aggs: { n: { value_count: { field: 'n' } } },
  });
  const counted = JSON.parse(JSON.stringify(found.aggregations)) as { n: { value: number } };
  expect([found.terminatedEarly, found.total?.value, counted.n.value]).toEqual([isEnded, total, count]);
});
