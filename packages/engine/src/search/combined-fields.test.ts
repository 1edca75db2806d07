import { expect, test } from 'vitest';
import { searchableShard, searchShards } from '../testing/searchable.ts';

const properties = {
  title: { type: 'text' },
  body: { type: 'text' },
  plain: { type: 'text', norms: false },
  k: { type: 'keyword' },
};
const documents = [
  { title: 'red fox', body: 'a fox runs', plain: 'fox' },
  { title: 'fox', body: 'nothing here' },
  { body: 'red red dog', k: 'x' },
];

function found(query: object, segments: readonly (readonly object[])[] = [documents]): [string, number][] {
  const shard = searchableShard({ properties, segments: segments as never });
  const { hits } = searchShards([shard], { query: { combined_fields: query } });
  return hits.map(({ id, score }) => [id, score as number]);
}

test('one field alone scores as `match` does', () => {
  const shard = searchableShard({ properties, segments: [documents] });
  const { hits } = searchShards([shard], { query: { match: { title: 'red fox' } } });
  expect(found({ query: 'red fox', fields: ['title'] })).toEqual(hits.map(({ id, score }) => [id, score]));
});

test('a word counts where it stands in any of the fields, and more in one with a weight', () => {
  const [first, second] = found({ query: 'fox', fields: ['title', 'body'] });
  expect([first![0], second![0]]).toEqual(['1', '2']);
  const weighted = found({ query: 'fox', fields: ['title^9', 'body'] });
  expect(weighted.map(([id]) => id)).toEqual(['2', '1']);
});

test('scores do not depend on how documents lie in segments', () => {
  const query = { query: 'red fox', fields: ['title^2', 'body'] };
  expect(
    found(
      query,
      documents.map((document) => [document]),
    ),
  ).toEqual(found(query));
});

test('all words, or so many of them, may be asked for, each in any field', () => {
  const query = { query: 'red fox dog', fields: ['title', 'body'] };
  expect(found({ ...query, query: 'red fox', operator: 'and' }).map(([id]) => id)).toEqual(['1']);
  expect(
    found({ ...query, minimum_should_match: 2 })
      .map(([id]) => id)
      .sort(),
  ).toEqual(['1', '3']);
});

test.each([
  [{ query: 'fox', fields: ['title', 'plain'] }, 'requires norms to be consistent across fields'],
  [{ query: 'fox', fields: ['k'] }, 'Field [k] of type [keyword] does not support [combined_fields] queries'],
  [{ query: 'fox', fields: ['title^0.5'] }, 'weight must be greater or equal to 1'],
])('%j is refused', (query, reason) => {
  let error = '';
  try {
    found(query);
  } catch (thrown) {
    error = JSON.stringify((thrown as { error: object }).error);
  }
  expect(error).toContain(reason);
});
