import { expect, test } from 'vitest';
import { addCascaded } from '../aggregations/metrics/cascaded-sums.ts';
import { compensatedSum } from '../aggregations/metrics/stats-values.ts';
import { DocumentError } from '../budget/document-error.ts';
import { runThrough, type Steps } from '../budget/slices.ts';
import { testBudget } from '../testing/query-context.ts';
import { randomSearch, randomShard, seeded } from '../testing/random-search.ts';
import { searchableShard, searchShards, stillClock } from '../testing/searchable.ts';
import { executeSearch, searchParts } from './execute-search.ts';
import type { SearchResult } from './search-api.ts';
import { SearchParts } from './search-parts.ts';
import type { PartialResult, SearchTeam } from './search-team.ts';
import type { ShardTarget } from './shard-target.ts';

/** `SEXTANT_SEED` runs a failed case again. */
const seed = Number(process.env.SEXTANT_SEED ?? Math.floor(Math.random() * 2 ** 31));

type Body = Readonly<Record<string, unknown>>;

type StartHelper = (helper: number, parts: SharedArrayBuffer, nowMs: number) => Steps<PartialResult>;

/** Helpers that take turns with the one that leads, block by block, in an order made of a seed. */
class TurnsTeam implements SearchTeam {
  readonly #found = new Map<number, PartialResult | Error>();
  readonly #helpers = new Map<number, Steps<PartialResult>>();
  readonly #random: () => number;
  readonly #start: StartHelper;
  readonly #count: number;
  #waitsFor: readonly number[] = [];
  calls = 0;
  readonly helpedMs = 0;

  constructor(random: () => number, count: number, start: StartHelper) {
    this.#random = random;
    this.#count = count;
    this.#start = start;
  }

  call(parts: SharedArrayBuffer, nowMs: number): void {
    this.calls++;
    for (let i = 0; i < this.#count; i++) this.#helpers.set(2 + i, this.#start(2 + i, parts, nowMs));
  }

  wait(helpers: readonly number[]): Promise<void> {
    this.#waitsFor = helpers;
    return Promise.resolve();
  }

  found(helper: number): PartialResult {
    const found = this.#found.get(helper)!;
    if (found instanceof Error) throw found;
    return found;
  }

  run(leader: Steps<SearchResult>): SearchResult {
    for (;;) {
      const waits = this.#waitsFor.some((helper) => !this.#found.has(helper));
      const turns = [...this.#helpers.keys(), ...(waits ? [] : [0])];
      const turn = turns[Math.floor(this.#random() * turns.length)]!;
      if (turn === 0) {
        const step = leader.next();
        if (step.done === true) return step.value;
        continue;
      }
      const found = resultOf(this.#helpers.get(turn)!);
      if (found === null) continue;
      this.#helpers.delete(turn);
      this.#found.set(turn, found);
    }
  }
}

/** After one step more; null: there are others to come. */
function resultOf(helper: Steps<PartialResult>): PartialResult | Error | null {
  try {
    const step = helper.next();
    return step.done === true ? structuredClone(step.value) : null;
  } catch (error) {
    // What helpers fail by is sent as plain data: on which shard is lost.
    return error instanceof DocumentError ? new DocumentError(error.error) : (error as Error);
  }
}

/** In parts by as many threads, and how often help was called for. */
function inParts(
  shards: readonly ShardTarget[],
  body: Body,
  { helpers, random }: { readonly helpers: number; readonly random: () => number },
): { readonly result: SearchResult; readonly calls: number } {
  const indices = [...new Set(shards.map(({ searcher }) => searcher.index))];
  const options = { indices, body, maxBuckets: 65_535 };
  const resources = () => ({
    clock: stillClock,
    budget: testBudget({ stepsPerLook: 1, sliceSteps: 1 }),
  });
  const team = new TurnsTeam(random, helpers, (helper, parts, nowMs) =>
    searchParts(shards, options, resources(), { helper, parts, nowMs }),
  );
  const result = team.run(executeSearch(shards, options, { ...resources(), team }));
  return { result, calls: team.calls };
}

test(`a search in parts finds what it finds as a whole, by however many threads (seed ${seed})`, () => {
  const random = seeded(seed);
  const shards = [randomShard(random, [5000, 300, 1], 0, 0.05), randomShard(random, [900, 700], 1)];
  let calls = 0;
  for (let round = 0; round < 200; round++) {
    const body = randomSearch(random);
    const expected = searchShards(shards, body);
    const helpers = [0, 1, 2, 7][round % 4]!;
    const found = inParts(shards, body, { helpers, random });
    expect(found.result, `${helpers} helpers, round ${round}: ${JSON.stringify(body)}`).toEqual(expected);
    calls += found.calls;
  }
  expect(calls).toBeGreaterThan(120);
});

test(`a search in parts tells as many matches as are tracked, where terms tell that there are enough and where not (seed ${seed})`, () => {
  const random = seeded(seed);
  const documents = Array.from({ length: 5_000 }, (_, n) => ({
    t: ['a', 'a', 'a b', 'x', 'x'][n % 5],
  }));
  const properties = { t: { type: 'text' } };
  const shards = [0, 1].map((shard) =>
    searchableShard({ shard, properties, segments: [documents, documents] }),
  );
  for (const tracked of [10, 3_000, 11_999, 12_000, 20_000, true]) {
    for (const size of [0, 10]) {
      const body = { query: { match: { t: 'a b' } }, track_total_hits: tracked, size };
      const expected = searchShards(shards, body);
      for (let helpers = 0; helpers < 3; helpers++) {
        const { result, calls } = inParts(shards, body, { helpers, random });
        expect(result, `${helpers} helpers: ${JSON.stringify(body)}`).toEqual(expected);
        if (size > 0) expect(calls).toBe(1);
      }
      const value = Math.min(12_000, Number(tracked === true ? Number.POSITIVE_INFINITY : tracked));
      expect(expected.total).toEqual({ value, relation: value < 12_000 ? 'gte' : 'eq' });
    }
  }
});

test(`of documents that fail the first one is told, by however many threads (seed ${seed})`, () => {
  const random = seeded(seed);
  const documents = Array.from({ length: 20_000 }, (_, n) => ({ n }));
  const properties = { n: { type: 'long' } };
  const shards = [0, 1].map((shard) =>
    searchableShard({ shard, properties, segments: [documents, documents] }),
  );
  const source =
    'long n = doc.n.value; if (n > 9000 && n % 1000 == 507) throw new Exception("" + n); return true';
  const body = { query: { script: { script: { source } } } };
  const errorOf = (search: () => unknown): string => {
    try {
      search();
    } catch (error) {
      return JSON.stringify(error);
    }
    throw new Error('nothing failed');
  };
  const expected = errorOf(() => searchShards(shards, body));
  expect(expected).toContain('"9507"');
  for (let round = 0; round < 9; round++) {
    expect(errorOf(() => inParts(shards, body, { helpers: 1 + (round % 3), random }))).toBe(expected);
  }
});

test(`values that scripts derive are the same in parts, by however many threads (seed ${seed})`, () => {
  const random = seeded(seed);
  const documents = Array.from({ length: 3000 }, (_, n) => ({ n, t: n % 3 === 0 ? 'red fox' : 'blue fox' }));
  const properties = { n: { type: 'long' }, t: { type: 'text' } };
  const derived = {
    half: { type: 'long', script: "emit(doc['n'].value / 2)" },
    text: { type: 'text', script: "emit(params._source['t'])" },
    o: { type: 'object', script: "emit('{\"n\":' + doc['n'].value + '}')" },
  };
  const shards = [searchableShard({ properties, derived, segments: [documents, documents.slice(7)] })];
  const bodies: Body[] = [
    { query: { range: { half: { gte: 700 } } }, track_total_hits: true },
    { query: { match: { text: 'red fox' } }, aggs: { a: { avg: { field: 'half' } } } },
    { query: { term: { 'o.n': 44 } }, fields: ['half', 'o.n'] },
  ];
  for (const body of bodies) {
    const expected = searchShards(shards, body);
    for (const helpers of [0, 1, 3]) {
      expect(inParts(shards, body, { helpers, random }).result, JSON.stringify(body)).toEqual(expected);
    }
  }
});

test('what depends on the order of documents is not searched in parts', () => {
  const documents = Array.from({ length: 2000 }, (_, n) => ({ n, part: n / 7, big: 2 ** 52 + n }));
  const properties = { n: { type: 'long' }, part: { type: 'double' }, big: { type: 'long' } };
  const shards = [searchableShard({ properties, segments: [documents, documents] })];
  const random = seeded(seed);
  const calls = (body: Body): number => {
    const found = inParts(shards, body, { helpers: 2, random });
    expect(found.result).toEqual(searchShards(shards, body));
    return found.calls;
  };
  const stats = (field: string, kind: string): Body => ({ size: 0, aggs: { a: { [kind]: { field } } } });
  expect(calls(stats('n', 'stats'))).toBe(1);
  expect(calls(stats('n', 'extended_stats'))).toBe(1);
  expect(calls(stats('part', 'max'))).toBe(1);
  expect(calls({ query: { match_all: {} }, terminate_after: 10 })).toBe(0);
  // One chunk of fractions is no more than one thread can do.
  expect(calls(stats('part', 'avg'))).toBe(0);
  expect(calls(stats('big', 'sum'))).toBe(0);
});

test(`sums of fractions are the same in parts, each chunk in the order of its documents (seed ${seed})`, () => {
  const random = seeded(seed);
  const tiny = (): number => (random() - 0.5) * 10 ** Math.floor(random() * 16 - 8);
  const documents = Array.from({ length: 150_000 }, (_, n) => ({
    n,
    tag: `t${Math.floor(random() * 9)}`,
    part: tiny(),
    ...(random() < 0.9 ? { some: tiny() } : {}),
  }));
  const properties = {
    n: { type: 'long' },
    tag: { type: 'keyword' },
    part: { type: 'double' },
    some: { type: 'double' },
  };
  const cuts = [0, 10_000, 110_000, 150_000];
  const segments = cuts.slice(1).map((end, i) => documents.slice(cuts[i], end));
  const shards = [searchableShard({ properties, segments })];
  const sum = { sum: { field: 'part' } };
  const bodies: Body[] = [
    { size: 0, aggs: { sum } },
    {
      size: 0,
      query: { range: { n: { gte: 70_000 } } },
      aggs: { sum, e: { extended_stats: { field: 'some' } } },
    },
    { size: 3, aggs: { t: { terms: { field: 'tag', order: { sum: 'desc' } }, aggs: { sum } } } },
    {
      size: 0,
      query: { term: { tag: 't3' } },
      aggs: {
        h: {
          histogram: { field: 'n', interval: 50_000 },
          aggs: { t: { terms: { field: 'tag' }, aggs: { a: { avg: { field: 'some', missing: 0.1 } } } } },
        },
        f: { filter: { range: { n: { lt: 90_000 } } }, aggs: { sum } },
        g: { global: {}, aggs: { sum } },
      },
    },
    {
      size: 0,
      query: { range: { n: { gte: 10_000 } } },
      aggs: {
        c: {
          composite: {
            size: 30,
            sources: [{ tag: { terms: { field: 'tag', order: 'desc' } } }, { n: { terms: { field: 'n' } } }],
            after: { tag: 't5', n: 100_000 },
          },
          aggs: { sum },
        },
      },
    },
    {
      size: 0,
      aggs: {
        p: { percentiles: { field: 'part' } },
        m: { median_absolute_deviation: { field: 'some' } },
        w: { weighted_avg: { value: { field: 'part' }, weight: { field: 'n' } } },
        h: { percentile_ranks: { field: 'n', values: [5, 70_000], hdr: {} } },
        t: {
          terms: { field: 'tag', order: { 'p.50': 'asc' } },
          aggs: { p: { percentiles: { field: 'some', percents: [50] } } },
        },
      },
    },
  ];
  for (const body of bodies) {
    const expected = searchShards(shards, body);
    for (const helpers of [0, 1, 3]) {
      const found = inParts(shards, body, { helpers, random });
      expect([found.calls, found.result], JSON.stringify(body)).toEqual([1, expected]);
    }
  }
  const { aggregations } = searchShards(shards, bodies[0]!);
  const chunks = [0, 65_536, 131_072].map((from) => {
    const values = Float64Array.from(documents.slice(from, from + 65_536), ({ part }) => part);
    const [first, errors] = [new Float64Array(1), new Float64Array(1)];
    addCascaded(first, errors, values, values.length);
    return first[0]! + errors[0]!;
  });
  expect(aggregations).toMatchObject({ sum: { value: { value: compensatedSum(chunks) } } });
  // Of so many buckets sums are not kept by chunk.
  const many = { size: 0, aggs: { t: { terms: { field: 'n', size: 3 }, aggs: { sum } } } };
  expect(inParts(shards, many, { helpers: 2, random }).calls).toBe(0);
});

test('a fraction in place of a field that nobody has is summed alike in parts', () => {
  const random = seeded(seed);
  const documents = Array.from({ length: 150_000 }, (_, n) => ({ n }));
  const cuts = [0, 10_000, 110_000, 150_000];
  const segments = cuts.slice(1).map((end, i) => documents.slice(cuts[i], end));
  const shards = [searchableShard({ properties: { n: { type: 'long' } }, segments })];
  const source = { field: 'absent', missing: 1 / 3 };
  for (const kind of ['sum', 'avg', 'stats', 'extended_stats']) {
    const body = { size: 0, aggs: { a: { [kind]: source }, t: { terms: { field: 'n', size: 1 } } } };
    const expected = searchShards(shards, body);
    for (const helpers of [0, 1, 3])
      expect(inParts(shards, body, { helpers, random }).result, kind).toEqual(expected);
  }
});

test('terms that are as significant as others stand in the order in which one thread meets them', () => {
  const random = seeded(7);
  const properties = {
    n: { type: 'long' },
    wide: { type: 'long' },
    k: { type: 'keyword' },
    of: { type: 'keyword' },
  };
  const segments = [0, 1, 2].map((segment) =>
    Array.from({ length: 3000 }, (_, i) => {
      const n = (i * 7919 + segment * 1000) % 4000;
      return { n, wide: n * 1e9, k: `k${n}`, of: `of${i % 3}` };
    }),
  );
  const shards = [searchableShard({ properties, segments })];
  const of = (field: string): Body => ({ significant_terms: { field, min_doc_count: 1 } });
  const within = { terms: { field: 'of' }, aggs: { x: of('k') } };
  for (const x of [of('n'), of('wide'), of('k'), within]) {
    const body = { size: 0, query: { range: { n: { lt: 2000 } } }, aggs: { x } };
    const expected = searchShards(shards, body);
    for (const helpers of [1, 3]) {
      const { result } = inParts(shards, body, { helpers, random });
      expect(result, JSON.stringify(x)).toEqual(expected);
    }
  }
});

test('whoever helps later has no more time than is left of the search', () => {
  const properties = { n: { type: 'long' } };
  const shards = [
    searchableShard({ properties, segments: [Array.from({ length: 5000 }, (_, n) => ({ n }))] }),
  ];
  const options = {
    indices: ['i'],
    body: { timeout: '1s', query: { range: { n: { gte: 10 } } } },
    maxBuckets: 1,
  };
  const found = (waitedMs: number): number => {
    const clock = { ...stillClock, now: () => stillClock.now() + waitedMs };
    const part = { segment: 0, from: 0, to: 5000, isWhole: true, isCounted: false, goesOn: false };
    const parts = SearchParts.of([part]).memory;
    const call = { helper: 2, parts, nowMs: stillClock.now() };
    const budget = testBudget({ stepsPerLook: 1 });
    return runThrough(searchParts(shards, options, { clock, budget }, call)).total;
  };
  expect(found(900)).toBe(4990);
  expect(found(1100)).toBe(0);
});
