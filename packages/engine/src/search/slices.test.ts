import { expect, test } from 'vitest';
import { runThrough, type Steps } from '../budget/slices.ts';
import { testBudget } from '../testing/query-context.ts';
import { randomSearch, randomShard, seeded } from '../testing/random-search.ts';
import { searchSteps } from '../testing/searchable.ts';
import type { SearchResult } from './search-api.ts';

/** `SEXTANT_SEED` runs a failed case again. */
const seed = Number(process.env.SEXTANT_SEED ?? Math.floor(Math.random() * 2 ** 31));

const random = seeded(seed);
const shards = [randomShard(random, [5000, 300, 1], 0), randomShard(random, [900], 1)];

function steps(body: object): Steps<SearchResult> {
  return searchSteps(shards, body as Record<string, unknown>);
}

/** The same, a block at a step. */
function blocks(body: object): Steps<SearchResult> {
  const budget = testBudget({ stepsPerLook: 1, sliceSteps: 1 });
  const work = searchSteps(shards, body as Record<string, unknown>, { budget });
  return (function* () {
    for (;;) {
      const step = work.next();
      if (step.done === true) return step.value;
      yield;
      budget.beginSlice();
    }
  })();
}

test(`a search in slices of one block finds what it finds in one go (seed ${seed})`, () => {
  let slices = 0;
  for (let round = 0; round < 150; round++) {
    const body = randomSearch(random);
    const expected = runThrough(steps(body));
    const sliced = blocks(body);
    for (let step = sliced.next(); ; step = sliced.next()) {
      slices++;
      if (step.done !== true) continue;
      expect(step.value, JSON.stringify(body)).toEqual(expected);
      break;
    }
  }
  expect(slices).toBeGreaterThan(150 * 10);
});

test(`searches that take turns do not disturb each other (seed ${seed})`, () => {
  for (let round = 0; round < 40; round++) {
    const bodies = Array.from({ length: 4 }, () => randomSearch(random));
    const expected = bodies.map((body) => runThrough(steps(body)));
    const searches = bodies.map(blocks);
    const results: SearchResult[] = [];
    while (results.filter(Boolean).length < searches.length) {
      const at = Math.floor(random() * searches.length);
      if (results[at] !== undefined) continue;
      const step = searches[at]!.next();
      if (step.done === true) results[at] = step.value;
    }
    expect(results, JSON.stringify(bodies)).toEqual(expected);
  }
});

test.each([
  ['at the top', (aggregation: object) => ({ a: aggregation })],
  ['in buckets', (aggregation: object) => ({ t: { terms: { field: 'tag' }, aggs: { a: aggregation } } })],
  ['of all documents', (aggregation: object) => ({ g: { global: {}, aggs: { a: aggregation } } })],
])('others get their turn between the filters of an aggregation %s', (_, aggs) => {
  const slicesOf = (count: number): number => {
    const filters = Array.from({ length: count }, () => ({ match: { body: 'w0 w1' } }));
    const work = blocks({
      size: 0,
      query: { term: { tag: 'nothing' } },
      aggs: aggs({ filters: { filters } }),
    });
    let slices = 0;
    while (work.next().done !== true) slices++;
    return slices;
  };
  // Four segments.
  expect(slicesOf(51) - slicesOf(1)).toBeGreaterThanOrEqual(50 * 4);
});
