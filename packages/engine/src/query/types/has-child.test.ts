import { describe, expect, test } from 'vitest';
import { seeded } from '../../testing/random-search.ts';
import { searchableShard, searchShards } from '../../testing/searchable.ts';

/** `SEXTANT_SEED` runs a failed case again. */
const seed = Number(process.env.SEXTANT_SEED ?? Math.floor(Math.random() * 2 ** 31));

type Body = Readonly<Record<string, unknown>>;
type Shard = ReturnType<typeof searchableShard>;

interface Person {
  readonly id: string;
  readonly name: 'p' | 'c' | 'd';
  readonly parent: string | null;
  readonly n: number;
  readonly isDead: boolean;
}

const properties = {
  j: { type: 'join', relations: { p: ['c', 'd'], c: 'g' } },
  n: { type: 'integer' },
};

/** A family in segments, and what of it is alive. */
function family(random: () => number, count: number): { shard: Shard; alive: readonly Person[] } {
  const people = Array.from({ length: count }, (_, i): Person => {
    const name = (['p', 'c', 'c', 'd'] as const)[Math.floor(random() * 4)]!;
    const parent = name === 'p' ? null : String(1 + Math.floor(random() * count));
    return { id: String(i + 1), name, parent, n: Math.floor(random() * 50), isDead: random() < 0.15 };
  });
  const documents = people.map(({ name, parent, n }) => ({
    j: parent === null ? name : { name, parent },
    n,
  }));
  const cuts = [0, Math.floor(count / 5), Math.floor(count / 2), count];
  const segments = cuts.slice(1).map((end, i) => documents.slice(cuts[i], end));
  const deleted = people.flatMap(({ id, isDead }) => (isDead ? [id] : []));
  return {
    shard: searchableShard({ properties, segments, deleted }),
    alive: people.filter(({ isDead }) => !isDead),
  };
}

/** A query that matches where `n` is at least so much, and scores it. */
function atLeast(n: number): Body {
  return {
    function_score: {
      query: { range: { n: { gte: n } } },
      field_value_factor: { field: 'n' },
      boost_mode: 'replace',
    },
  };
}

function found(shard: Shard, query: Body): Map<string, number> {
  const { hits, total } = searchShards([shard], { query, size: 1000 });
  expect(total?.value).toBe(hits.length);
  expect(searchShards([shard], { query, size: 0 }).total?.value).toBe(hits.length);
  return new Map(
    hits.map(({ id, score }) => [id, score!] as const).sort(([a], [b]) => Number(a) - Number(b)),
  );
}

const joins: Readonly<Record<string, (scores: readonly number[]) => number>> = {
  none: () => 1,
  sum: (scores) => scores.reduce((a, b) => a + b, 0),
  avg: (scores) => Math.fround(scores.reduce((a, b) => a + b, 0) / scores.length),
  min: (scores) => Math.min(...scores),
  max: (scores) => Math.max(...scores),
};

describe('has_child and has_parent', () => {
  test(`find what a look at all pairs finds (seed ${seed})`, () => {
    const random = seeded(seed);
    for (let round = 0; round < 40; round++) {
      const { shard, alive } = family(random, 20 + Math.floor(random() * 400));
      const least = Math.floor(random() * 50);
      const min = 1 + Math.floor(random() * 2);
      const max = min + Math.floor(random() * 3);
      const scoresOf = (parent: Person): number[] =>
        alive
          .filter((each) => each.name === 'c' && each.parent === parent.id && each.n >= least)
          .map(({ n }) => n);
      for (const [mode, join] of Object.entries(joins)) {
        for (const [query, isWithin] of [
          [{}, (count: number) => count > 0],
          [{ min_children: min, max_children: max }, (count: number) => count >= min && count <= max],
        ] as const) {
          const expected = alive
            .filter((each) => each.name === 'p' && isWithin(scoresOf(each).length))
            .map((each) => [each.id, Math.fround(join(scoresOf(each)) * 2)] as const);
          const body = { type: 'c', query: atLeast(least), score_mode: mode, boost: 2, ...query };
          expect(found(shard, { has_child: body }), JSON.stringify(body)).toEqual(new Map(expected));
        }
      }
      const parents = new Map(alive.filter((each) => each.name === 'p').map((each) => [each.id, each]));
      const children = alive.flatMap((each) => {
        const parent = each.name === 'p' ? undefined : parents.get(each.parent!);
        return parent === undefined || parent.n < least ? [] : [[each.id, parent.n] as const];
      });
      const body = { parent_type: 'p', query: atLeast(least), score: true };
      expect(found(shard, { has_parent: body })).toEqual(new Map(children));
    }
  });

  test('are asked about single documents as about all', () => {
    const { shard } = family(seeded(5), 300);
    const join = { has_child: { type: 'c', query: atLeast(10), score_mode: 'sum' } };
    const all = found(shard, join);
    const narrow = found(shard, { bool: { must: [join], filter: [{ range: { n: { lte: 4 } } }] } });
    expect(narrow.size).toBeGreaterThan(0);
    for (const [id, score] of narrow) expect(all.get(id)).toBe(score);
    const others = found(shard, { bool: { must_not: [join] } });
    expect(others.size + all.size).toBe(found(shard, { match_all: {} }).size);
  });

  test('see no child that is hidden', () => {
    const documents = [
      { j: 'p' },
      { j: { name: 'c', parent: '1' }, n: 1 },
      { j: { name: 'd', parent: '1' }, n: 2 },
    ];
    const shard = searchableShard({ properties, segments: [documents.slice(0, 1), documents.slice(1)] });
    const documentFilters = new Map([['test', { bool: { must_not: [{ term: { n: 1 } }] } }]]);
    const seen = (type: string): number => {
      const query = { has_child: { type, query: { match_all: {} }, inner_hits: {} } };
      return searchShards([shard], { query }, { documentFilters }).hits.length;
    };
    expect([seen('c'), seen('d')]).toEqual([0, 1]);
    const aggs = { c: { children: { type: 'c' } }, d: { children: { type: 'd' } } };
    const { aggregations } = searchShards([shard], { size: 0, aggs }, { documentFilters });
    expect(aggregations).toEqual({ c: { doc_count: 0 }, d: { doc_count: 1 } });
  });

  test('say where the mapping has no such relation', () => {
    const shard = searchableShard({ properties, segments: [[{ j: 'p' }]] });
    const plain = searchableShard({ properties: { n: { type: 'integer' } }, segments: [[{ n: 1 }]] });
    const reason = (target: Shard, query: Body): string => {
      try {
        searchShards([target], { query });
      } catch (error) {
        return (
          String(JSON.stringify((error as { error: unknown }).error)).match(/\[(?:has|parent)_[^"]*/)?.[0] ??
          ''
        );
      }
      return 'nothing';
    };
    const query = { match_all: {} };
    expect(reason(shard, { has_child: { type: 'p', query } })).toBe(
      "[has_child] join field [j] doesn't hold [p] as a child",
    );
    expect(reason(shard, { has_parent: { parent_type: 'd', query } })).toBe(
      "[has_parent] join field [j] doesn't hold [d] as a parent",
    );
    expect(reason(plain, { has_child: { type: 'c', query } })).toBe(
      '[has_child] no join field has been configured',
    );
    expect(reason(plain, { parent_id: { type: 'c', id: '1' } })).toBe(
      '[parent_id] no join field found for index [test]',
    );
    expect(reason(shard, { parent_id: { type: 'p', id: '1' } })).toBe(
      '[parent_id] no relation found for child [p]',
    );
    expect(reason(shard, { parent_id: { type: 'c' } })).toBe("[parent_id] requires 'id' field");
    expect(reason(plain, { has_child: { type: 'c', query, ignore_unmapped: true } })).toBe('nothing');
  });
});

test('inner hits show children and parents of all segments', () => {
  const documents = [
    { j: 'p', n: 1 },
    { j: { name: 'c', parent: '1' }, n: 2 },
    { j: { name: 'c', parent: '1' }, n: 3 },
    { j: { name: 'd', parent: '1' }, n: 4 },
    { j: { name: 'c', parent: '1' }, n: 5 },
  ];
  const segments = [documents.slice(0, 2), documents.slice(2)];
  const shard = searchableShard({ properties, segments, deleted: ['3'] });
  const shown = (query: Body): unknown =>
    searchShards([shard], { query }).hits.map(({ id, innerHits }) => [
      id,
      innerHits?.map(([name, { hits }]) => [name, hits.map((hit) => hit.id)]),
    ]);
  expect(shown({ has_child: { type: 'c', query: { match_all: {} }, inner_hits: {} } })).toEqual([
    ['1', [['c', ['2', '5']]]],
  ]);
  expect(
    shown({ has_parent: { parent_type: 'p', query: { match_all: {} }, inner_hits: { name: 'up' } } }),
  ).toEqual(['2', '4', '5'].map((id) => [id, [['up', ['1']]]]));
});

test(`children and parent count what a look at all pairs counts (seed ${seed})`, () => {
  const random = seeded(seed);
  for (let round = 0; round < 20; round++) {
    const { shard, alive } = family(random, 20 + Math.floor(random() * 400));
    const decade = ({ n }: Person): number => Math.floor(n / 10) * 10;
    const sumOf = (people: readonly Person[]) => ({
      doc_count: people.length,
      s: { value: people.reduce((sum, { n }) => sum + n, 0) },
    });
    const aggs = { s: { sum: { field: 'n' } } };
    const body = {
      size: 0,
      aggs: {
        h: {
          histogram: { field: 'n', interval: 10, min_doc_count: 1 },
          aggs: { c: { children: { type: 'c' }, aggs }, p: { parent: { type: 'd' }, aggs } },
        },
        c: { children: { type: 'c' }, aggs },
      },
    };
    const parents = (bucket: number) => alive.filter((each) => each.name === 'p' && decade(each) === bucket);
    const childrenOf = (bucket: number) => {
      const ids = new Set(parents(bucket).map(({ id }) => id));
      return alive.filter((each) => each.name === 'c' && ids.has(each.parent!));
    };
    const parentsOf = (bucket: number) => {
      const ids = new Set(
        alive.flatMap((each) => (each.name === 'd' && decade(each) === bucket ? [each.parent] : [])),
      );
      return alive.filter((each) => each.name === 'p' && ids.has(each.id));
    };
    const buckets = [...new Set(alive.map(decade))].sort((a, b) => a - b);
    const found = JSON.parse(JSON.stringify(searchShards([shard], body).aggregations, plain)) as {
      h: { buckets: { key: number; c: unknown; p: unknown }[] };
      c: unknown;
    };
    expect(found.h.buckets.map(({ c, p }) => ({ c, p }))).toEqual(
      buckets.map((bucket) => ({ c: sumOf(childrenOf(bucket)), p: sumOf(parentsOf(bucket)) })),
    );
    expect(found.c).toEqual(sumOf(buckets.flatMap(childrenOf)));
  }
});

/** Doubles as numbers. */
function plain(_key: string, value: unknown): unknown {
  return typeof value === 'object' && value !== null && Object.keys(value).join() === 'value'
    ? { value: Number((value as { value: { value?: number } | number }).value) || unwrapped(value) }
    : value;
}

function unwrapped({ value }: { readonly value?: unknown }): unknown {
  return typeof value === 'object' && value !== null ? (value as { value: number }).value : value;
}
