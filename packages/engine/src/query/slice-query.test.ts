import { expect, test } from 'vitest';
import { searchableShard, searchShards } from '../testing/searchable.ts';

const properties = { t: { type: 'text' }, n: { type: 'integer' } };
const documents = Array.from({ length: 40 }, (_, n) => ({ n, t: 'one '.repeat(1 + (n % 7)) }));
const shard = searchableShard({ properties, segments: [documents.slice(0, 25), documents.slice(25)] });
const search = (body: Record<string, unknown>) =>
  searchShards([shard], { size: 100, ...body }, { context: 1 }).hits.map(({ id, score }) => [id, score]);

test.each<[string, object]>([
  ['a query with scores', { query: { match: { t: 'one' } } }],
  ['all documents', {}],
  ['a filter', { query: { bool: { filter: { term: { t: 'one' } } } } }],
])('documents of a slice have the scores of the whole search, and come in their order: %s', (_, body) => {
  const whole = search({ ...body });
  for (const field of ['_id', 'n']) {
    const slices = [0, 1, 2].map((id) => search({ ...body, slice: { field, id, max: 3 } }));
    for (const slice of slices) {
      const ids = new Set(slice.map(([id]) => id));
      expect(slice).toEqual(whole.filter(([id]) => ids.has(id)));
    }
    expect(slices.flat().length).toBe(whole.length);
  }
});
