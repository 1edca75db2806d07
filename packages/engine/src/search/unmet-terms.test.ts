import { expect, test } from 'vitest';
import { testBudget } from '../testing/query-context.ts';
import { searchableShard, searchShards } from '../testing/searchable.ts';

const properties = { k: { type: 'keyword' }, t: { type: 'keyword' }, n: { type: 'integer' } };
const terms = (field: string, aggs?: object) => ({
  terms: { field, min_doc_count: 0, size: 10_000 },
  ...(aggs === undefined ? {} : { aggs }),
});

// As OpenSearch 3.6.0 answers.
test('terms that no document has hold what others hold, with terms that no document has in them', () => {
  const documents = [
    { k: 'a', t: 'x', n: 1 },
    { k: 'b', t: 'y', n: 2 },
  ];
  const shard = searchableShard({ properties, segments: [documents] });
  const all = { filter: { match_all: {} }, aggs: { t: terms('t') } };
  const aggs = { k: terms('k', { t: terms('t'), all }) };
  const { aggregations } = searchShards([shard], { size: 0, query: { term: { n: 1 } }, aggs });
  const t = (x: number) => ({
    buckets: [
      { key: 'x', doc_count: x },
      { key: 'y', doc_count: 0 },
    ],
  });
  expect(aggregations).toMatchObject({
    k: {
      buckets: [
        { key: 'a', doc_count: 1, t: t(1), all: { doc_count: 1, t: t(1) } },
        { key: 'b', doc_count: 0, t: t(0), all: { doc_count: 0, t: t(0) } },
      ],
    },
  });
});

test('terms that no document has are held as memory, too', () => {
  const documents = Array.from({ length: 5000 }, (_, i) => ({ k: `k${i}`, n: 1 }));
  const shard = searchableShard({ properties, segments: [documents] });
  let held = 0;
  const take = (bytes: number): void => {
    held += bytes;
  };
  const budget = testBudget({ memory: { take, give: () => undefined } });
  const aggs = { k: terms('k', { n: { sum: { field: 'n' } } }) };
  searchShards([shard], { size: 0, query: { term: { n: 2 } }, aggs }, { budget });
  expect(held).toBeGreaterThanOrEqual(5000 * 256);
});
