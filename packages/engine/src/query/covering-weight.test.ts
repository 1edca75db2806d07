import { expect, test } from 'vitest';
import { searchableShard, searchShards } from '../testing/searchable.ts';

const COUNT = 9000;
const letters = ['a', 'b', 'c'];
/** Longer than a window of documents; document n has the letters of the bits of n and wants n modulo 4 of them. */
const docs = Array.from({ length: COUNT }, (_, n) => ({
  k: letters.filter((_letter, bit) => (n & (1 << bit)) !== 0),
  ...(n % 5 === 0 ? {} : { least: n % 4 }),
}));
const shard = searchableShard({
  properties: { k: { type: 'keyword' }, least: { type: 'integer' } },
  segments: [docs],
});

test('terms_set finds the documents that have as many of the terms as they ask for, and one at least', () => {
  const query = { terms_set: { k: { terms: letters, minimum_should_match_field: 'least' } } };
  const { total, hits } = searchShards([shard], { query, size: COUNT, track_total_hits: true });
  const expected = docs.flatMap(({ k, least }, n) =>
    least !== undefined && k.length >= Math.max(1, least) ? [`${n + 1} ${k.length}`] : [],
  );
  expect(total?.value).toBe(expected.length);
  expect(hits.map(({ id, score }) => `${id} ${score}`).sort()).toEqual(expected.sort());
});

test('a term that is asked for twice counts twice', () => {
  const query = { terms_set: { k: { terms: ['a', 'a'], minimum_should_match_field: 'least' } } };
  const { total } = searchShards([shard], { query, size: 0, track_total_hits: true });
  const expected = docs.filter(({ k, least }) => k.includes('a') && least !== undefined && least <= 2);
  expect(total?.value).toBe(expected.length);
});

test('a document whose script says null wants more terms than there are', () => {
  const source = 'doc["least"].size() == 0 ? null : doc["least"].value';
  const byScript = (text: string): object => ({
    terms_set: { k: { terms: letters, minimum_should_match_script: { source: text } } },
  });
  const byField = { terms_set: { k: { terms: letters, minimum_should_match_field: 'least' } } };
  const found = (query: object): unknown => {
    const { total, hits } = searchShards([shard], { query, size: COUNT, track_total_hits: true });
    return [total?.value, hits.map(({ id, score }) => `${id} ${score}`).sort()];
  };
  expect(found(byScript(`def least = ${source}; return least`))).toEqual(found(byField));
  const never = byScript('return null');
  expect(found({ bool: { should: [never, byField, never] } })).toEqual(found(byField));
  expect(found(never)).toEqual([0, []]);
});

test('null is no value of anything', () => {
  const search = (options: object) => () =>
    searchShards([shard], { query: { terms_set: { k: { terms: letters, ...options } } } });
  for (const name of ['minimum_should_match_field', 'minimum_should_match_script', 'boost', 'nothing'])
    expect(search({ [name]: null })).toThrow(`[terms_set] unknown token [VALUE_NULL] after [${name}]`);
});
