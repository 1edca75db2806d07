import { expect, test, vi } from 'vitest';
import { searchableShard, searchShards } from '../testing/searchable.ts';

const texts = ['fox', 'quick fox and fox', 'dog', 'the quick dog and a fox', 'a slow and lazy dog', 'quick'];
const documents = texts.map((t) => ({ t, u: `${t} ${t}` }));
const properties = { t: { type: 'text' }, u: { type: 'text' } };

const whole = searchableShard({ properties, segments: [documents] });
const parts = [documents.slice(0, 1), documents.slice(1)].map((segment, shard) => {
  return searchableShard({ properties, segments: [segment], shard });
});

test.each([
  { match: { t: 'quick fox' } },
  { match_phrase: { t: 'quick fox' } },
  { match_phrase: { t: { query: 'fox quick', slop: 3 } } },
  { multi_match: { query: 'quick dog', fields: ['t', 'u^2'] } },
  { combined_fields: { query: 'quick dog', fields: ['t', 'u'] } },
  { span_near: { clauses: [{ span_term: { t: 'quick' } }, { span_term: { t: 'fox' } }], slop: 4 } },
])('statistics over all shards score as one shard would: %j', (query) => {
  const scores = (shards: typeof parts, options = {}) => {
    return searchShards(shards, { query }, options).hits.map(({ score, source }) => [source, score]);
  };
  const expected = scores([whole]);
  expect(scores(parts, { sharedStatistics: true })).toEqual(expected);
  expect(scores(parts)).not.toEqual(expected);
});

test('statistics over all shards are counted once, however many shards there are', () => {
  const asked = (count: number): number => {
    const shards = Array.from({ length: count }, (_, shard) => {
      return searchableShard({ properties, segments: [documents], shard });
    });
    const spies = shards.map(({ searcher }) => vi.spyOn(searcher.segments[0]!, 'terms'));
    searchShards(shards, { query: { match: { t: 'quick fox' } } }, { sharedStatistics: true });
    return spies.reduce((sum, { mock }) => sum + mock.calls.length, 0);
  };
  expect(asked(40)).toBe(4 * asked(10));
});
