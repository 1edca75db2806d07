import { expect, test } from 'vitest';
import { testBudget } from '../testing/query-context.ts';
import { randomQuery, randomShard, seeded } from '../testing/random-search.ts';
import { searchableShard, searchShards } from '../testing/searchable.ts';

/** `SEXTANT_SEED` runs a failed case again. */
const seed = Number(process.env.SEXTANT_SEED ?? Math.floor(Math.random() * 2 ** 31));

/** What changes nothing in the answer, and makes the search go through every matching document. */
const everyDocument = { post_filter: { match_all: {} } };

const sorts: readonly (readonly unknown[])[] = [
  ['_score'],
  ['number'],
  [{ number: 'desc' }],
  [{ date: 'desc' }, { id: 'asc' }],
  [{ date: { order: 'asc', missing: '_first' } }, 'tag'],
  [{ number: { order: 'desc', missing: '_first' } }],
  [{ tag: 'asc' }, { number: 'asc' }],
  ['_doc'],
  [{ plain: 'asc' }],
];

test(`searches answer as if they went through every document (seed ${seed})`, () => {
  const random = seeded(seed);
  const shards = [randomShard(random, [9000, 500, 1], 0, 0.05), randomShard(random, [700, 3000], 1)];
  const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)]!;
  for (let round = 0; round < 150; round++) {
    const query = randomQuery(random, 2);
    const from = pick([0, 0, 1, 30, 500]);
    const date = { range: { date: { gte: '2024-03-01', lt: `2024-0${4 + Math.floor(random() * 5)}-07` } } };
    const body = {
      query: pick([query, query, date, { bool: { filter: [date, query] } }]),
      from,
      size: pick([0, 1, 10, 100]),
      track_total_hits: pick([true, true, 100]),
      sort: pick(sorts),
    };
    const expected = searchShards(shards, { ...body, ...everyDocument });
    expect(searchShards(shards, body), JSON.stringify(body)).toEqual(expected);
    const last = expected.hits.at(-1)?.sort;
    // What stands for a missing number is no number of JSON.
    if (last === undefined || last.some((value) => typeof value === 'object' && value !== null)) continue;
    const next = { ...body, from: 0, search_after: last };
    const following = searchShards(shards, { ...next, ...everyDocument });
    expect(searchShards(shards, next), JSON.stringify(next)).toEqual(following);
  }
});

test(`searches that ended in their midst leave nothing behind for the next ones (seed ${seed})`, () => {
  const random = seeded(seed + 1);
  const shards = [randomShard(random, [9000, 500], 0)];
  for (let round = 0; round < 60; round++) {
    const body = { query: randomQuery(random, 2), track_total_hits: random() < 0.5, size: 20 };
    const budget = testBudget({ stepsPerLook: 1, stepsMax: Math.floor(random() * 60) });
    const ended = searchShards(shards, body, { budget });
    const other = { query: randomQuery(random, 2), size: 20 };
    const expected = searchShards(shards, { ...other, ...everyDocument });
    expect(searchShards(shards, other), JSON.stringify([body, ended.timedOut, other])).toEqual(expected);
  }
});

test.each(['asc', 'desc'])('a page that continues within a frequent value is the right one (%s)', (order) => {
  const random = seeded(seed + 2);
  const documents = Array.from({ length: 5000 }, (_, i) => {
    return { flag: random() < 0.9 ? 0 : 1, id: `k${(i * 7919) % 5000}`.padStart(6, '0') };
  });
  const properties = { flag: { type: 'long' }, id: { type: 'keyword' } };
  const segments = [documents.slice(0, 4000), documents.slice(4000)];
  const shard = searchableShard({ properties, segments, deleted: ['7', '4100'] });
  let after: readonly unknown[] | undefined;
  for (let page = 0; page < 30; page++) {
    const body = {
      sort: [{ flag: order }, { id: 'asc' }],
      size: 40,
      ...(after === undefined ? {} : { search_after: after }),
    };
    const found = searchShards([shard], body);
    expect(found, `page ${page}`).toEqual(searchShards([shard], { ...body, ...everyDocument }));
    after = found.hits.at(-1)?.sort;
  }
});
