import type { ShardTarget } from '../search/shard-target.ts';
import { searchableShard } from './searchable.ts';

/** Numbers in [0, 1) from a seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The mapping of `randomDocument`. */
export const randomProperties = {
  body: { type: 'text' },
  tag: { type: 'keyword' },
  id: { type: 'keyword' },
  number: { type: 'long' },
  several: { type: 'long' },
  plain: { type: 'long', index: false },
  date: { type: 'date' },
  ip: { type: 'ip' },
  family: { type: 'join', relations: { p: ['c', 'd'], c: 'g' } },
};

/** A document with a value of every kind, some of them left out. */
export function randomDocument(random: () => number, id: string): Record<string, unknown> {
  const words = Array.from({ length: 1 + Math.floor(random() * 12) }, () => `w${wordOf(random)}`);
  const number = Math.floor(random() * 5000);
  return {
    body: words.join(' '),
    tag: `t${Math.floor(random() * 20)}`,
    id,
    ...(random() < 0.9 ? { number } : {}),
    several: [Math.floor(random() * 100), Math.floor(random() * 100)],
    plain: number % 97,
    date: Date.UTC(2024, Math.floor(random() * 12), 1 + Math.floor(random() * 28)),
    ip: `10.0.${Math.floor(random() * 4)}.${Math.floor(random() * 250)}`,
    ...(number % 10 === 0 ? {} : { family: familyOf(number) }),
  };
}

/** What a document is among parents and children; parents are some of the first documents of a shard. */
function familyOf(number: number): unknown {
  if (number % 3 === 0) return 'p';
  return { name: ['c', 'd', 'g'][number % 7] ?? 'c', parent: String(1 + (number % 250)) };
}

/** A shard of such documents, some of the second segment stand for several; `id` is unique. `dead`: how many of them are deleted. */
export function randomShard(
  random: () => number,
  segments: readonly number[],
  shard = 0,
  dead = 0,
): ShardTarget {
  let next = 0;
  const document = () => randomDocument(random, `id-${shard}-${next++}`);
  const counted = () =>
    random() < 0.5 ? document() : { ...document(), _doc_count: 1 + Math.floor(random() * 9) };
  const documents = segments.map((count, i) =>
    Array.from({ length: count }, () => (i === 1 ? counted() : document())),
  );
  const deleted = documents.flat().flatMap((_, i) => (dead > 0 && random() < dead ? [String(i + 1)] : []));
  return searchableShard({
    index: `i${shard}`,
    properties: randomProperties,
    segments: documents,
    shard: 0,
    deleted,
  });
}

function wordOf(random: () => number): number {
  return Math.floor(random() ** 2 * 60);
}

type Body = Readonly<Record<string, unknown>>;

function pick<Value>(random: () => number, values: readonly Value[]): Value {
  return values[Math.floor(random() * values.length)]!;
}

function joining(random: () => number, query: Body): Body {
  if (random() < 0.5)
    return { has_parent: { parent_type: pick(random, ['p', 'c']), query, score: random() < 0.5 } };
  const mode = pick(random, ['none', 'min', 'max', 'sum', 'avg']);
  const type = pick(random, ['c', 'd', 'g']);
  return { has_child: { type, query, score_mode: mode, min_children: pick(random, [1, 1, 2]) } };
}

/** Any query over the fields above, nested up to `depth`. */
export function randomQuery(random: () => number, depth: number): Body {
  const word = (): string => `w${wordOf(random)}`;
  const inner = (): Body => randomQuery(random, depth - 1);
  const simple: readonly (() => Body)[] = [
    () => ({ match: { body: `${word()} ${word()} ${word()}` } }),
    () => ({ match: { body: { query: `${word()} ${word()}`, operator: 'and' } } }),
    () => ({ match_phrase: { body: { query: `${word()} ${word()}`, slop: Math.floor(random() * 3) } } }),
    () => ({ match: { body: { query: `${word()} ${word()} ${word()}`, minimum_should_match: 2 } } }),
    () => ({ term: { tag: `t${Math.floor(random() * 20)}` } }),
    () => ({ terms: { several: [1, 2, 3, 50, 60].filter(() => random() < 0.7) } }),
    () => ({ terms: { plain: [1, 2, 3, 50, 60].filter(() => random() < 0.7) } }),
    () => ({ range: { number: { gte: Math.floor(random() * 5000) } } }),
    () => ({ range: { plain: { lt: Math.floor(random() * 97) } } }),
    () => ({ wildcard: { id: `id*${Math.floor(random() * 10)}?` } }),
    () => ({ prefix: { id: `id-0-${Math.floor(random() * 10)}` } }),
    () => ({ fuzzy: { body: word() } }),
    () => ({ exists: { field: 'number' } }),
    () => ({ terms: { ip: ['10.0.1.0/24', '10.0.2.7'] } }),
    () => ({ parent_id: { type: 'c', id: String(Math.floor(random() * 250)) } }),
    () => ({ match_all: {} }),
  ];
  const nested: readonly (() => Body)[] = [
    () => ({ bool: { must: [inner()], filter: [inner()] } }),
    () => ({ bool: { should: [inner(), inner(), inner()], minimum_should_match: pick(random, [1, 2]) } }),
    () => ({ bool: { must: [inner()], should: [inner()], must_not: [inner()] } }),
    () => ({ dis_max: { queries: [inner(), inner()], tie_breaker: 0.3 } }),
    () => ({ constant_score: { filter: inner() } }),
    () => joining(random, inner()),
  ];
  return pick(random, depth > 0 && random() < 0.6 ? nested : simple)();
}

/** Aggregations of every kind that are served. */
export const allAggregations: Readonly<Record<string, Body>> = {
  terms: { terms: { field: 'tag' }, aggs: { sum: { sum: { field: 'number' } } } },
  'terms of numbers': { terms: { field: 'number', size: 5 } },
  'terms of all': { terms: { field: 'id', size: 5 }, aggs: { c: { cardinality: { field: 'number' } } } },
  'terms without documents': {
    terms: { field: 'tag' },
    aggs: { t: { terms: { field: 'id', size: 2, min_doc_count: 0 } } },
  },
  histogram: { histogram: { field: 'number', interval: 100 }, aggs: { m: { max: { field: 'several' } } } },
  date_histogram: { date_histogram: { field: 'date', calendar_interval: 'month' } },
  range: { range: { field: 'several', ranges: [{ to: 10 }, { from: 5, to: 50 }, { from: 50 }] } },
  date_range: { date_range: { field: 'date', ranges: [{ from: '2024-03-01', to: '2024-09-01' }] } },
  cardinality: { cardinality: { field: 'id' } },
  'cardinality of numbers': { cardinality: { field: 'several' } },
  extended_stats: { extended_stats: { field: 'several' } },
  value_count: { value_count: { field: 'several' } },
  avg: { avg: { field: 'number' } },
  missing: { missing: { field: 'number' }, aggs: { t: { terms: { field: 'tag' } } } },
  filter: { filter: { match: { body: 'w1 w2' } }, aggs: { s: { stats: { field: 'number' } } } },
  filters: { filters: { filters: [{ term: { tag: 't1' } }, { range: { number: { gte: 100 } } }] } },
  global: { global: {}, aggs: { t: { terms: { field: 'several' } } } },
};

/** A search with a query, a sort, aggregations and what else changes how it is done. */
export function randomSearch(random: () => number): Body {
  const names = Object.keys(allAggregations).filter(() => random() < 0.15);
  const sort = pick(random, [
    undefined,
    undefined,
    ['number'],
    [{ id: 'desc' }],
    [{ several: 'asc' }, '_score'],
  ]);
  return {
    query: randomQuery(random, 2),
    size: pick(random, [0, 3, 10, 100]),
    track_total_hits: pick(random, [true, true, 50, false]),
    ...(sort === undefined ? {} : { sort }),
    ...(random() < 0.2 ? { post_filter: randomQuery(random, 1) } : {}),
    ...(random() < 0.1 ? { min_score: 0.5 } : {}),
    ...(random() < 0.1 ? { terminate_after: 200 } : {}),
    ...(random() < 0.2 ? { _source: ['tag', 'n*'] } : {}),
    ...(random() < 0.2 ? { fields: ['date', 'ip'] } : {}),
    aggs: Object.fromEntries(names.map((name) => [name, allAggregations[name]])),
  };
}
