import { ApiError } from '@sextant/contract';
import { expect, test } from 'vitest';
import { searchableShard, searchShards } from '../testing/searchable.ts';
import { parseSearchRequest } from './search-request.ts';

const shard = searchableShard({
  properties: { t: { type: 'text' }, n: { type: 'long' }, g: { type: 'geo_point' } },
  segments: [[{ t: 'quick fox', n: '9007199254740993' }, { t: 'quick' }, { n: 1 }]],
});

const like = { like: 'quick', fields: ['t'], min_term_freq: 1, min_doc_freq: 1 };
const mlt = (part: object) => ({ query: { more_like_this: { ...like, ...part } } });
const random = (part: object) => ({
  query: { function_score: { random_score: { seed: 1, field: 'n', ...part } } },
});
const phrase = (part: object) => ({ suggest: { a: { text: 'quik', phrase: { field: 't', ...part } } } });
const rings = (range: object) => ({
  aggs: { a: { geo_distance: { field: 'g', origin: '1,1', ranges: [range] } } },
});
const end = 'Unexpected token [END_OBJECT] found after the main object.';

test.each<[object, string]>([
  [mlt({ minimum_should_match: {} }), '[mlt] query does not support [minimum_should_match]'],
  [mlt({ minimum_should_match: ['1'] }), '[mlt] query does not support [minimum_should_match]'],
  [mlt({ analyzer: {} }), '[mlt] query does not support [analyzer]'],
  [random({ field: {} }), end],
  [random({ seed: [{}] }), end],
  [phrase({ highlight: { pre_tag: 'a', post_tag: 'b', x: {} } }), end],
  [phrase({ smoothing: { laplace: { alpha: {} } } }), end],
  [phrase({ smoothing: { stupid_backoff: { x: {} } } }), end],
  [phrase({ smoothing: { linear: { x: null } } }), '[linear] unknown token [VALUE_NULL] after [x]'],
  [rings({ to: [1] }), '[geo_distance] failed to parse field [ranges]'],
  [rings({ to: '5' }), '[geo_distance] failed to parse field [ranges]'],
  [
    { query: { terms: { n: [1], value_type: null } } },
    '[terms] unknown token [VALUE_NULL] after [value_type]',
  ],
  [
    { query: { terms: { n: [1], m: {} } } },
    '[terms] query does not support more than one field. Already got: [n] but also found [m]',
  ],
  [
    { query: { geo_shape: { g: { indexed_shape: { id: '1', path: ['a'] } } } } },
    'unknown token [START_ARRAY] after [path]',
  ],
])('a value of the wrong kind is told of: %j', (body, told) => {
  expect(() => parseSearchRequest(body as Record<string, unknown>)).toThrow(ApiError);
  expect(() => parseSearchRequest(body as Record<string, unknown>)).toThrow(told);
});

test('of a list the last value counts where a parser reads one after the other, and null says nothing', () => {
  const scores = (part: object) => searchShards([shard], random(part)).hits.map(({ score }) => score);
  expect(() => scores({ field: ['n', 'no'] })).toThrow('all shards failed');
  expect(scores({ field: ['no', null, 'n'], seed: ['a', 1] })).toEqual(scores({}));
  expect(searchShards([shard], mlt({ minimum_should_match: null })).hits).toHaveLength(2);
  expect(() => parseSearchRequest(rings({ from: '1', to: '5', key: null }))).not.toThrow();
  expect(() => parseSearchRequest(rings({ from: null, to: 5 }))).not.toThrow();
});

test('a fraction for documents without a whole number that is longer than a double loses what is behind its point', () => {
  const count = (missing: number) => {
    const aggs = { a: { cardinality: { field: 'n', missing } } };
    return searchShards([shard], { size: 0, aggs }).aggregations;
  };
  expect(count(1.5)).toEqual(count(1));
});
