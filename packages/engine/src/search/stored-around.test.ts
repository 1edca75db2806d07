import { expect, test } from 'vitest';
import { testBudget } from '../testing/query-context.ts';
import { searchableShard, searchShards } from '../testing/searchable.ts';

const properties = {
  o: {
    type: 'nested',
    properties: { a: { type: 'keyword' }, p: { type: 'nested', properties: { b: { type: 'double' } } } },
  },
};
const objects = Array.from({ length: 100 }, (_, i) => ({
  a: `x${i}`,
  p: [{ b: i + 0.5 }, { b: 12345678.5 }],
}));
const settings = { 'index.max_inner_result_window': '1000' };
const shard = searchableShard({
  properties,
  settings,
  segments: [[{ o: objects }, { o: objects.slice(0, 2) }]],
});

function search(path: string, innerHits: object) {
  let held = 0;
  const take = (bytes: number): void => {
    held += bytes;
  };
  const budget = testBudget({ memory: { take, give: () => undefined } });
  const query = { nested: { path, query: { match_all: {} }, inner_hits: { size: 1000, ...innerHits } } };
  const { hits } = searchShards([shard], { query }, { budget });
  const [found] = hits
    .map((hit) => hit.innerHits!.map(([, { hits: inner }]) => inner))
    .map(([inner]) => inner!);
  return { found: found!, held };
}

test('objects of the same document that are hits hold it once, and what is shown of each', () => {
  const few = search('o', { size: 1 }).held;
  const { found, held } = search('o', {});
  expect(found.map(({ source }) => JSON.parse(new TextDecoder().decode(source)))).toEqual(objects);
  expect(held - few).toBeLessThan(10 * JSON.stringify(objects).length);
});

test('fields of objects within objects are those of each', () => {
  const { found } = search('o.p', { fields: ['o.p.b'] });
  const wanted = objects.flatMap(({ p }) => p.map(({ b }) => b));
  const shown = found.map(({ fields }) => JSON.stringify(fields));
  expect(found.map(({ source }) => JSON.parse(new TextDecoder().decode(source)).b)).toEqual(wanted);
  expect(new Set(shown).size).toBe(101);
});
