import { ApiError, type ErrorCause } from '@sextant/contract';
import { expect, test } from 'vitest';
import { runThrough } from '../budget/slices.ts';
import { WorkBudget } from '../budget/work-budget.ts';
import { TestMemory } from '../testing/memory-account.ts';
import { testBudget } from '../testing/query-context.ts';
import { allAggregations, randomShard, seeded } from '../testing/random-search.ts';
import { searchShards, searchSteps } from '../testing/searchable.ts';

const shard = randomShard(seeded(7), [20_000]);

/** Searches that go through much, a kind of loop each, and what they find little of is not their merit. */
const searches: Record<string, Record<string, unknown>> = {
  'all documents': { sort: ['plain'] },
  term: { query: { term: { body: 'w0' } }, min_score: 0 },
  disjunction: { query: { match: { body: 'w0 w1 w2' } }, track_total_hits: true },
  conjunction: { query: { match: { body: { query: 'w0 w1', operator: 'and' } } } },
  'minimum should match': { query: { match: { body: { query: 'w0 w1 w2', minimum_should_match: 2 } } } },
  phrase: { query: { match_phrase: { body: 'w0 w1' } } },
  'sloppy phrase': { query: { match_phrase: { body: { query: 'w0 w1 w0', slop: 3 } } } },
  wildcard: { query: { wildcard: { id: '*9*9*' } } },
  'prefix in any case': { query: { prefix: { id: { value: 'ID-0-1', case_insensitive: true } } } },
  fuzzy: { query: { fuzzy: { id: { value: 'id-0-12345', transpositions: false } } } },
  'terms of numbers': { query: { terms: { number: Array.from({ length: 3000 }, (_, i) => i) } } },
  'terms of a column': { query: { terms: { plain: [1, 2, 3] } } },
  'terms of addresses': { query: { terms: { ip: ['10.0.0.0/16', '10.0.1.1'] } } },
  'range of a column': { query: { range: { plain: { gte: 90 } } }, sort: ['several'] },
  'range of several values': { query: { range: { several: { gte: 3, lt: 5 } } } },
  'range of terms': { query: { range: { id: { gte: 'id-0-2', lt: 'id-0-9' } } } },
  ids: { query: { ids: { values: Array.from({ length: 2000 }, (_, i) => String(i)) } } },
  'must not': { query: { bool: { must_not: [{ match: { body: 'w0 w1' } }] } } },
  'best of several': {
    query: { dis_max: { queries: [{ match: { body: 'w0' } }, { match: { body: 'w1' } }], tie_breaker: 0.5 } },
  },
  'has child': {
    query: { has_child: { type: 'c', query: { match: { body: 'w0 w1' } }, score_mode: 'avg' } },
  },
  'has parent': { query: { has_parent: { parent_type: 'p', query: { match: { body: 'w0 w1' } } } } },
  'post filter': { post_filter: { match: { body: 'w0 w1' } } },
  'fetching many': { size: 5000, _source: ['tag'] },
};
const joins = {
  children: { children: { type: 'c' }, aggs: { s: { stats: { field: 'number' } } } },
  parent: {
    terms: { field: 'tag' },
    aggs: { p: { parent: { type: 'd' }, aggs: { c: { children: { type: 'c' } } } } },
  },
};
for (const [name, aggregation] of Object.entries({ ...allAggregations, ...joins })) {
  searches[`aggregation: ${name}`] = {
    query: { match: { body: 'w0 w1 w2 w3' } },
    size: 0,
    aggs: { a: aggregation },
  };
}

/** The longest charge at a time: a window of a disjunction over a few clauses, or a long document. */
const LONGEST_CHARGE = 100;

function causeOf(work: () => unknown): ErrorCause {
  try {
    work();
  } catch (error) {
    if (error instanceof ApiError) return error.error;
    throw error;
  }
  throw new Error('no error was thrown');
}

test('a cancelled search fails on all shards with the reason', () => {
  const budget = testBudget();
  budget.cancel('by user request');
  const cause = {
    type: 'task_cancelled_exception',
    reason: 'cancelled task with reason: by user request',
  };
  expect(causeOf(() => searchShards([shard], {}, { budget }))).toMatchObject({
    type: 'search_phase_execution_exception',
    reason: 'all shards failed',
    status: 500,
    causedBy: cause,
    rootCause: [cause],
  });
});

test.each(Object.entries(searches))('cancelled in its midst a search stops at once: %s', (_, body) => {
  // What searches leave to those after them is made by the first.
  searchShards([shard], body);
  const whole = testBudget({ stepsPerLook: 1 });
  searchShards([shard], body, { budget: whole });
  const { steps } = whole.usage();
  // One that charges too little would not be stopped either.
  expect(steps).toBeGreaterThan(20);
  for (const share of [0.1, 0.5, 0.9]) {
    const stopAt = Math.floor(steps * share);
    let budget!: WorkBudget;
    const clock = {
      nanos: () => {
        if (budget !== undefined && budget.usage().steps >= stopAt) budget.cancel('enough');
        return 0;
      },
    };
    budget = new WorkBudget({ clock, stepsPerLook: 1 });
    const cause = causeOf(() => searchShards([shard], body, { budget }));
    expect(cause.causedBy?.type).toBe('task_cancelled_exception');
    expect(budget.usage().steps - stopAt).toBeLessThan(LONGEST_CHARGE);
  }
});

test.each(Object.entries(searches))('out of time a search answers with what it found: %s', (_, body) => {
  for (const stepsMax of [0, 20, 100]) {
    const budget = testBudget({ stepsPerLook: 1, stepsMax });
    const result = searchShards([shard], body, { budget });
    expect(result.shards).toMatchObject({ total: 1, successful: 1, failures: [] });
    if ((result.total?.value ?? 0) < 10_000 && stepsMax < 20) expect(result.timedOut).toBe(true);
    if (body.aggs !== undefined) expect(result.aggregations).toHaveProperty('a');
  }
});

test('who wants no partial results gets an error where the time is up', () => {
  const budget = testBudget({ stepsPerLook: 1, stepsMax: 20 });
  const work = () => searchShards([shard], searches.disjunction!, { budget, partialResults: false });
  const cause = { type: 'query_phase_execution_exception', reason: 'Time exceeded' };
  expect(causeOf(work)).toMatchObject({
    type: 'search_phase_execution_exception',
    reason: 'all shards failed',
    status: 500,
    details: { phase: 'query', failed_shards: [{ shard: 0, index: 'i0', reason: cause }] },
    rootCause: [cause],
    causedBy: cause,
  });
});

test('a search gives back all memory at its end, whatever its end is', () => {
  for (const body of Object.values(searches)) {
    for (const limit of [Number.POSITIVE_INFINITY, 3000, 100_000]) {
      const memory = new TestMemory(limit);
      const budget = testBudget({ memory });
      try {
        searchShards([shard], body, { budget });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
      }
      expect(memory.used).toBe(0);
    }
  }
});

test('a search that is given up half way gives back all memory', () => {
  const memory = new TestMemory();
  const budget = testBudget({ memory, stepsPerLook: 1, sliceSteps: 1 });
  const steps = searchSteps([shard], searches['aggregation: terms of all']!, { budget });
  for (let i = 0; i < 20; i++) {
    budget.beginSlice();
    steps.next();
  }
  expect(memory.used).toBeGreaterThan(0);
  steps.return(undefined as never);
  expect(memory.used).toBe(0);
});

test('buckets are paid for when they are made, in the name of their aggregation', () => {
  const memory = new TestMemory(400_000);
  const body = {
    size: 0,
    aggs: { ids: { terms: { field: 'id' }, aggs: { parts: { terms: { field: 'number' } } } } },
  };
  const cause = causeOf(() => searchShards([shard], body, { budget: testBudget({ memory }) }));
  expect(cause.causedBy).toMatchObject({
    type: 'circuit_breaking_exception',
    reason: expect.stringMatching(/^no room for <agg \[(?:ids|parts)\]>$/),
  });
  expect(new ApiError(cause).status).toBe(429);
});

/** The most memory that a search held at a time. */
function peakOf(body: Record<string, unknown>): number {
  const memory = new TestMemory();
  runThrough(searchSteps([shard], body, { budget: testBudget({ memory }) }));
  return memory.peak;
}

test('a cardinality in a bucket of one document takes a few bytes', () => {
  const ids = (aggs: object): number =>
    peakOf({ size: 0, aggs: { t: { terms: { field: 'id', size: 1 }, aggs } } });
  const alone = ids({ v: { value_count: { field: 'number' } } });
  expect(ids({ c: { cardinality: { field: 'number' } } }) - alone).toBeLessThan(20_000 * 16);
});

test('terms without documents are no buckets until they are part of the answer', () => {
  const inner = (least: number): number =>
    peakOf({
      size: 0,
      aggs: {
        t: {
          terms: { field: 'tag' },
          aggs: { i: { terms: { field: 'id', size: 1, min_doc_count: least } } },
        },
      },
    });
  expect(inner(0)).toBeLessThan(1.2 * inner(1));
});

test('each aggregation that documents of a bucket are given to is work of its own', () => {
  const stepsOf = (count: number): number => {
    const budget = testBudget({ stepsPerLook: 1 });
    const sums = Object.fromEntries(
      Array.from({ length: count }, (_, i) => [`s${i}`, { sum: { field: 'number' } }]),
    );
    searchShards([shard], { size: 0, aggs: { a: { terms: { field: 'tag' }, aggs: sums } } }, { budget });
    return budget.usage().steps;
  };
  const fewestBlocks = 20_000 >>> 10;
  expect(stepsOf(300) - stepsOf(100)).toBeGreaterThan(200 * fewestBlocks);
});
