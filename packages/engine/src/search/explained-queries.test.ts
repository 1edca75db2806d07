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

test('what functions make of a score is told one by one: its filter, its weight, the mode, the bound', () => {
  const functions = [
    { filter: { term: { k: 'a' } }, weight: 3, _name: 'first' },
    { linear: { g: { origin: '5,6', scale: '200km' } }, weight: 2 },
    { filter: { term: { k: 'zzz' } }, weight: 9 },
  ];
  const query = { function_score: { query: { match_all: {} }, functions, score_mode: 'sum', max_boost: 4 } };
  const [one, two, three] = explained(query);
  for (const told of [one, two]) {
    expect(told).toContain('"function score, score mode [sum]"');
    expect(told).toContain('"match filter: ConstantScore(k:a)"');
    expect(told).toContain('"constant score 1.0(_name: first) - no function provided"');
    expect(told).not.toContain('k:zzz');
    expect(told).toContain('"maxBoost"');
  }
  // Of those that have no point the distance is 0.
  expect(two).toContain('max(0.0, ((400000.0 - MIN of: [0.0])/400000.0)');
  expect(three).toContain('(=doc value),5.0, 6.0(=origin)) - 0.0(=offset), 0)])/400000.0)');
  expect(three).not.toContain('match filter');
});

test('a score below the least one is told with what it was made of', () => {
  const inner = {
    script_score: { query: { term: { k: 'a' } }, script: { source: '_score + 1' }, min_score: 5 },
  };
  expect(explained(inner)).toEqual([]);
  const [one] = explained({ script_score: { ...inner.script_score, min_score: 0, boost: 2 } });
  expect(one).toContain('"Boosted score, product of:"');
  expect(one).toContain("lang='painless', idOrCode='_score + 1', options={}, params={}}");
  expect(one).toContain('"_score: "');
});
