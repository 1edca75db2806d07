import { expect, test } from 'vitest';
import { searchableShard, searchShards } from '../testing/searchable.ts';

const shard = searchableShard({
  properties: { t: { type: 'text' }, k: { type: 'keyword' }, g: { type: 'geo_point' } },
  segments: [
    [
      { t: 'quick brown fox', k: 'a', g: '5,5' },
      { t: 'quick brick house', k: 'a' },
      { t: 'brick quick', g: '50,50' },
    ],
  ],
});

/** The hits with their explanations. */
function explained(query: object): string[] {
  return searchShards([shard], { query, explain: true }).hits.map((hit) => JSON.stringify(hit));
}

test('a phrase whose last word begins so is explained with the words that it stands for', () => {
  const [one, ...others] = explained({ match_phrase_prefix: { t: 'quick bro' } });
  expect(others).toEqual([]);
  expect(one).toContain('weight(t:\\"quick brown\\" in 0) [PerFieldSimilarity], result of:');
  expect(one).toContain('phraseFreq=1.0');
  const slop = { match_phrase_prefix: { t: { query: 'quick br', slop: 3, boost: 2 } } };
  expect(explained(slop)[0]).toContain('weight(t:\\"quick (brick brown)\\"~3 in 0)');
  expect(explained(slop)).toHaveLength(3);
});

test('points within a box are explained by the box', () => {
  const query = { geo_bounding_box: { g: { top_left: [0, 10], bottom_right: [10, 0] } } };
  expect(explained(query)).toEqual([
    expect.stringContaining(
      'g:box(minLat=0.0, maxLat=9.999999990686774, minLon=0.0, maxLon=9.999999990686774)',
    ),
  ]);
});

test('what lowers a score is told as the float that it is', () => {
  const query = {
    boosting: { positive: { term: { k: 'a' } }, negative: { term: { t: 'fox' } }, negative_boost: 0.2 },
  };
  expect(explained(query).join()).toContain('^0.2)');
});
