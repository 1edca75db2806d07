import { expect, test } from 'vitest';
import { testBudget } from '../testing/query-context.ts';
import { searchableShard, searchShards } from '../testing/searchable.ts';
import type { SearchOptions } from './search-api.ts';

type Body = SearchOptions['body'];

/** Of 60 documents in three segments every second one has `a`, every third `b`; the first twelve are deleted. */
const properties = {
  t: { type: 'text' },
  k: { type: 'keyword' },
  n: { type: 'nested', properties: { k: { type: 'keyword' } } },
} as const;
const documents = Array.from({ length: 60 }, (_, i) => ({
  t: `${i % 2 === 0 ? 'a' : 'x'} ${i % 3 === 0 ? 'b' : 'y'} all`,
  k: i % 2 === 0 ? 'a' : 'x',
}));
const segments = [documents.slice(0, 20), documents.slice(20, 50), documents.slice(50)];
const deleted = Array.from({ length: 12 }, (_, i) => String(i + 1));
const shard = searchableShard({ properties, segments, deleted });

const a = { term: { t: 'a' } };
const b = { term: { t: 'b' } };
const all = { term: { t: 'all' } };
const queries: Readonly<Record<string, Body['query']>> = {
  or: { match: { t: 'a b' } },
  best: { dis_max: { queries: [a, b], tie_breaker: 0.3 } },
  boosted: { bool: { should: [a, b], boost: 2 } },
  of_keywords: { bool: { should: [{ term: { k: 'a' } }, b] } },
  nested_bool: { bool: { must: [{ bool: { should: [b, all] } }] } },
  both: { match: { t: { query: 'a b', operator: 'and' } } },
  without: { bool: { should: [all, b], must_not: [a] } },
  two_of_three: { bool: { should: [a, b, { term: { t: 'y' } }], minimum_should_match: 2 } },
  filtered: { bool: { should: [all, b], filter: [a] } },
  filtered_any: { bool: { should: [b, { term: { t: 'y z' } }], filter: [a], minimum_should_match: 1 } },
  of_other_fields: { dis_max: { queries: [b, { term: { unmapped: 'a' } }, a] } },
  any_or_all: { bool: { should: [b, { match_all: {} }] } },
  one_required: { bool: { must: [a], should: [b] } },
  none: { match: { t: 'nowhere' } },
};

const others: readonly Body[] = [
  {},
  { size: 0 },
  { sort: ['_doc'] },
  { sort: [{ k: 'desc' }] },
  { aggs: { k: { terms: { field: 'k' } } } },
  { min_score: 0.2 },
  { post_filter: b },
  { terminate_after: 7 },
];

test.each(Object.keys(queries))(
  'a total is told as far as it is tracked, whatever is known of it before: %s',
  (name) => {
    const query = queries[name];
    const { hits } = searchShards([shard], { query, track_total_hits: true, size: 60 });
    for (const more of others) {
      const { total: every } = searchShards([shard], { query, track_total_hits: true, size: 60, ...more });
      for (let tracked = 0; tracked < 62; tracked++) {
        const body = { query, track_total_hits: tracked, size: 60, ...more };
        const found = searchShards([shard], body);
        const expected = every!.value > tracked ? { value: tracked, relation: 'gte' } : every;
        expect(found.total, JSON.stringify(body)).toEqual(expected);
        if (Object.keys(more).length === 0) expect(found.hits).toEqual(hits);
        const looked = searchShards([shard], { post_filter: { match_all: {} }, ...body });
        expect(found).toEqual(looked);
      }
    }
  },
);

test('objects of nested fields are no documents that match', () => {
  const inner = documents.map((document) => ({ ...document, n: [{ k: 'z' }, { k: 'z' }] }));
  const nested = searchableShard({ properties, segments: [inner.slice(0, 30), inner.slice(30)] });
  const should = [{ term: { 'n.k': 'z' } }, { term: { t: 'b' } }];
  for (const tracked of [5, 19, 20, 100]) {
    const body = { query: { bool: { should } }, track_total_hits: tracked };
    const { total } = searchShards([nested], body);
    expect(total).toEqual(tracked < 20 ? { value: tracked, relation: 'gte' } : { value: 20, relation: 'eq' });
  }
});

test('where terms tell that enough match, none is counted', () => {
  const many = Array.from({ length: 20_000 }, (_, i) => ({ t: i < 20 ? 'a b' : 'a' }));
  const large = searchableShard({ properties, segments: [many] });
  const steps = (tracked: number | boolean): number => {
    let most = 0;
    for (let step = 1 << 14; step > 0; step >>= 1) {
      const body = { query: { match: { t: 'a b' } }, track_total_hits: tracked };
      if (
        searchShards([large], body, { budget: testBudget({ stepsPerLook: 1, stepsMax: most + step }) })
          .timedOut
      )
        most += step;
    }
    return most;
  };
  expect(steps(10_000)).toBeLessThan(steps(true) / 2);
  expect(steps(20_000)).toBe(steps(true));
});

test('a search whose time is up tells of as many matches as it shows at least', () => {
  const query = { match: { t: 'b a' } };
  let shown = 0;
  for (let stepsMax = 1; stepsMax < 200; stepsMax++) {
    const budget = testBudget({ stepsPerLook: 1, stepsMax });
    const body = { query, track_total_hits: 15, size: 40, from: 2 };
    const { timedOut, total, hits } = searchShards([shard], body, { budget });
    if (!timedOut) break;
    if (hits.length > 0)
      expect(total!.value, `${stepsMax} steps`).toBeGreaterThanOrEqual(Math.min(15, 2 + hits.length));
    shown = Math.max(shown, hits.length);
  }
  expect(shown).toBeGreaterThan(10);
});

test('documents that make a search fail do so still', () => {
  const documents = Array.from({ length: 12_000 }, (_, n) => ({
    t: ['a b', 'a', 'x'][n % 3],
    n,
    m: n === 9000 ? 0 : 2,
    factor: n === 9000 ? -1 : 1,
  }));
  const derived = { dv: { type: 'long', script: { source: "emit(10 / doc['m'].value)" } } };
  const numbers = { n: { type: 'long' }, m: { type: 'long' }, factor: { type: 'long' } };
  const failing = searchableShard({
    properties: { ...properties, ...numbers },
    derived,
    segments: [documents],
  });
  const words = { match: { t: 'a b' } };
  const factor = { function_score: { query: words, field_value_factor: { field: 'factor', missing: 1 } } };
  const script = { script: { script: "10 / doc['m'].value > 1" } };
  const bodies: readonly Body[] = [
    { query: { dis_max: { queries: [words, { term: { dv: 4 } }] } } },
    { query: { bool: { should: [a, factor] } }, sort: ['n', '_score'] },
    { query: { bool: { must: [words], should: [factor] } }, sort: ['n', '_score'] },
    { query: { bool: { should: [a, { bool: { filter: [b, script] } }] } }, sort: ['n'] },
  ];
  for (const body of bodies) {
    const errorOf = (tracked: number | boolean): unknown => {
      try {
        searchShards([failing], { ...body, track_total_hits: tracked });
      } catch (error) {
        return String(error);
      }
      return undefined;
    };
    expect(errorOf(true), JSON.stringify(body)).toBeDefined();
    // Those before it are fewer, and `a` alone has more.
    expect(errorOf(7_000), JSON.stringify(body)).toBe(errorOf(true));
  }
});
