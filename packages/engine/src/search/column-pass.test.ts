import { expect, test } from 'vitest';
import { seeded } from '../testing/random-search.ts';
import { searchableShard, searchShards } from '../testing/searchable.ts';

const seed = Number(process.env.SEXTANT_SEED ?? Math.floor(Math.random() * 2 ** 31));

const properties = {
  at: { type: 'date' },
  small: { type: 'integer' },
  fraction: { type: 'double' },
  sparse: { type: 'long' },
  several: { type: 'long' },
  key: { type: 'keyword' },
  lists: { type: 'keyword' },
  rare: { type: 'keyword' },
};

const average = { m: { avg: { field: 'fraction' } } };

const aggregations = [
  { terms: { field: 'key' } },
  { terms: { field: 'lists', size: 7 } },
  { terms: { field: 'rare', min_doc_count: 0, size: 100 } },
  { terms: { field: 'rare', missing: 'none' } },
  { terms: { field: 'small' } },
  { terms: { field: 'key', order: { m: 'desc' } }, aggs: average },
  { stats: { field: 'fraction' } },
  { extended_stats: { field: 'small' } },
  { sum: { field: 'several' } },
  { avg: { field: 'sparse', missing: 3 } },
  { min: { field: 'fraction' } },
  { value_count: { field: 'lists' } },
  { cardinality: { field: 'lists' } },
  { range: { field: 'small', ranges: [{ to: 10 }, { from: 10, to: 30 }, { from: 50 }] } },
  { range: { field: 'fraction', ranges: [{ to: 10 }, { from: 5, to: 30 }] }, aggs: average },
  { histogram: { field: 'fraction', interval: 3 } },
  { date_histogram: { field: 'at', calendar_interval: 'month' }, aggs: average },
  { missing: { field: 'sparse' } },
  { filter: { term: { key: 'k1' } }, aggs: average },
  { global: {}, aggs: average },
];

test(`what columns tell alone is what the documents tell (seed ${seed})`, () => {
  const random = seeded(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  let day = Date.UTC(2024, 0, 1);
  const nextDay = (): number => {
    day += below(3_000_000);
    return day;
  };
  const document = (): Record<string, unknown> => ({
    at: nextDay(),
    small: below(60),
    fraction: below(400) / 7,
    ...(below(3) > 0 && { sparse: below(1000) }),
    several: Array.from({ length: below(3) }, () => below(100)),
    key: `k${below(9)}`,
    lists: Array.from({ length: below(4) }, () => `l${below(300)}`),
    ...(below(4) === 0 && { rare: `r${below(40)}` }),
  });
  for (const deletes of [0, 50]) {
    const segments = [9000, 500, 40].map((size) => Array.from({ length: size }, document));
    const deleted = Array.from({ length: deletes }, () => String(1 + below(9540)));
    const shard = searchableShard({ properties, segments, deleted });
    const at = (): number => Date.UTC(2024, 0, 1) + below(9540 * 1_500_000);
    const ranges = (): object[] => [
      { range: { at: { gte: Math.min(at(), at()) } } },
      { range: { at: { lt: Math.max(at(), at()) } } },
      { range: { small: { gte: below(40) } } },
      { range: { fraction: { gte: below(20), lte: 20 + below(40) } } },
      { range: { sparse: { gte: below(500) } } },
      { term: { small: below(60) } },
      { match_all: {} },
    ];
    for (const a of aggregations) {
      for (let round = 0; round < 3; round++) {
        const filter = ranges().filter(() => below(3) === 0);
        const shown = round < 2 ? { size: 0, track_total_hits: true } : { size: 2, track_total_hits: 300 };
        const body = { ...shown, query: { bool: { filter } }, aggs: { a } };
        const columns = searchShards([shard], body);
        // With a lowest score, which all have, nobody says what matches but the documents.
        const documents = searchShards([shard], { ...body, min_score: 0 });
        expect([JSON.stringify(body), columns]).toEqual([JSON.stringify(body), documents]);
      }
    }
  }
});
