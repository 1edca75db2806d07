/** Documents and searches made from a seed, within what both services must answer alike. */
export interface Dice {
  /** 0 <= value < limit. */
  below(limit: number): number;
}

/** mulberry32: the same numbers on every machine. */
export function dice(seed: number): Dice {
  let state = seed >>> 0;
  return {
    below: (limit) => {
      state = (state + 0x6d2b79f5) >>> 0;
      let mixed = Math.imul(state ^ (state >>> 15), state | 1);
      mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
      return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
    },
  };
}

const words =
  'the quick brown fox jumps over lazy dogs running shoes red blue green garden hose run runs runner'.split(
    ' ',
  );
const keys = ['acme', 'Acme', 'zeta', 'hydro', 'x', 'long-key'];

type Json = Readonly<Record<string, unknown>>;

function pick<T>(from: readonly T[], roll: Dice): T {
  return from[roll.below(from.length)]!;
}

/** Words near the beginning of the list come more often. */
function word(roll: Dice): string {
  return words[Math.min(roll.below(words.length), roll.below(words.length))]!;
}

function text(roll: Dice, longest: number): string {
  return Array.from({ length: 1 + roll.below(longest) }, () => word(roll)).join(' ');
}

function several<T>(roll: Dice, most: number, make: () => T): T | readonly T[] {
  const count = 1 + roll.below(most);
  return count === 1 ? make() : Array.from({ length: count }, make);
}

function dateText(roll: Dice): string {
  return new Date(1_700_000_000_000 + roll.below(400) * 86_400_000 + roll.below(86_400) * 1000).toISOString();
}

export const randomMapping: Json = {
  properties: {
    t: { type: 'text' },
    e: { type: 'text', analyzer: 'english' },
    k: { type: 'keyword' },
    n: { type: 'integer' },
    p: { type: 'double' },
    d: { type: 'date' },
    b: { type: 'boolean' },
    u: { type: 'text' },
    r: { type: 'rank_feature' },
    s: { type: 'rank_features' },
  },
};

export function randomDocument(roll: Dice): Json {
  const document: Record<string, unknown> = {};
  const maybe = (name: string, odds: number, make: () => unknown): void => {
    if (roll.below(10) < odds) document[name] = make();
  };
  maybe('t', 9, () => several(roll, 2, () => text(roll, 12)));
  maybe('e', 8, () => text(roll, 30));
  maybe('k', 8, () => several(roll, 2, () => pick(keys, roll)));
  maybe('n', 8, () => several(roll, 2, () => roll.below(40) - 10));
  maybe('p', 8, () => (roll.below(4000) - 1000) / 8);
  maybe('d', 8, () => dateText(roll));
  maybe('b', 5, () => roll.below(2) === 1);
  maybe('u', 7, () => text(roll, 6));
  maybe('r', 7, () => (1 + roll.below(4000)) / 8);
  maybe('s', 6, () =>
    Object.fromEntries([
      [word(roll), 1 + roll.below(9)],
      [word(roll), (1 + roll.below(70)) / 4],
    ]),
  );
  return document;
}

function boosted(query: Json, roll: Dice): Json {
  return roll.below(4) === 0 ? { ...query, boost: pick([0.5, 1.5, 2, 3.25], roll) } : query;
}

function span(roll: Dice, depth = 0): Json {
  const inner = (): Json => span(roll, depth + 1);
  switch (depth > 1 ? 0 : roll.below(7)) {
    case 1:
      return { span_or: { clauses: [inner(), inner()] } };
    case 2:
      return { span_not: { include: inner(), exclude: inner(), pre: roll.below(3), post: roll.below(2) } };
    case 3:
      return { span_first: { match: inner(), end: 1 + roll.below(6) } };
    case 4:
      return { span_containing: { big: near(roll, inner), little: inner() } };
    case 5:
      return { span_within: { big: near(roll, inner), little: inner() } };
    case 6:
      return near(roll, inner);
    default:
      return { span_term: { t: word(roll) } };
  }
}

function near(roll: Dice, inner: () => Json): Json {
  return { span_near: { clauses: [inner(), inner()], slop: roll.below(6), in_order: roll.below(2) === 1 } };
}

const scorings: readonly Json[] = [
  {},
  { saturation: { pivot: 7 } },
  { log: { scaling_factor: 3 } },
  { sigmoid: { pivot: 20, exponent: 0.7 } },
  { linear: {} },
];

const leaves: readonly ((roll: Dice) => Json)[] = [
  (roll) => ({ match: { [pick(['t', 'e'], roll)]: boosted({ query: text(roll, 4) }, roll) } }),
  (roll) => ({ match: { t: { query: text(roll, 3), operator: 'and' } } }),
  (roll) => ({
    match: { e: { query: text(roll, 5), minimum_should_match: pick([2, '50%', '-1', '2<75%'], roll) } },
  }),
  (roll) => ({ match_phrase: { t: boosted({ query: text(roll, 3), slop: roll.below(4) }, roll) } }),
  (roll) => span(roll),
  (roll) => near(roll, () => span(roll, 1)),
  (roll) => ({
    terms_set: { t: boosted({ terms: text(roll, 4).split(' '), minimum_should_match_field: 'n' }, roll) },
  }),
  (roll) => ({
    distance_feature: boosted({ field: 'd', origin: dateText(roll), pivot: `${1 + roll.below(90)}d` }, roll),
  }),
  (roll) => ({
    combined_fields: boosted(
      {
        query: text(roll, 4),
        fields: pick([['t', 'u'], ['t^2', 'u'], ['u^1.5', 't'], ['u']], roll),
        ...(roll.below(3) === 0 && { operator: 'and' }),
      },
      roll,
    ),
  }),
  (roll) => ({
    rank_feature: boosted({ field: pick(['r', `s.${word(roll)}`], roll), ...pick(scorings, roll) }, roll),
  }),
  (roll) => ({ match_phrase: { e: text(roll, 3) } }),
  (roll) => ({ term: { k: boosted({ value: pick(keys, roll) }, roll) } }),
  (roll) => ({ term: { t: word(roll) } }),
  (roll) => ({ term: { n: roll.below(40) - 10 } }),
  (roll) => ({ term: { b: roll.below(2) === 1 } }),
  (roll) => ({ terms: { k: [pick(keys, roll), pick(keys, roll)] } }),
  (roll) => ({ terms: { n: [roll.below(30), roll.below(30), roll.below(30)] } }),
  (roll) => ({ range: { n: { gte: roll.below(20) - 10, lt: roll.below(30) } } }),
  (roll) => ({ range: { p: boosted({ gt: roll.below(300) - 100 }, roll) } }),
  (roll) => ({ range: { d: { gte: dateText(roll).slice(0, 10) } } }),
  (roll) => ({ range: { d: { lte: `${dateText(roll).slice(0, 7)}||+1M/M` } } }),
  (roll) => ({ range: { k: { gte: 'a', lt: pick(keys, roll) } } }),
  (roll) => ({ exists: { field: pick(['t', 'k', 'n', 'p', 'd', 'b'], roll) } }),
  (roll) => ({ prefix: { t: pick(['r', 'ru', 'ga', 'q', 'zz'], roll) } }),
  () => ({ prefix: { k: { value: 'A', case_insensitive: true } } }),
  (roll) => ({ wildcard: { k: pick(['a*', '*e*', '?eta', 'x'], roll) } }),
  (roll) => ({ ids: { values: [String(roll.below(200)), String(roll.below(200))] } }),
  (roll) => ({ match: { t: { query: pick(['quikc', 'runing', 'shoe'], roll), fuzziness: 'AUTO' } } }),
  (roll) => ({
    multi_match: {
      query: text(roll, 3),
      fields: pick(
        [
          ['t', 'e'],
          ['t^2', 'e'],
          ['t', 'e^0.5'],
        ],
        roll,
      ),
      type: pick(['best_fields', 'most_fields'], roll),
    },
  }),
];

function randomQuery(roll: Dice, depth = 0): Json {
  if (depth >= 3 || roll.below(3) > 0) return pick(leaves, roll)(roll);
  const nested = (most: number): Json[] =>
    Array.from({ length: roll.below(most + 1) }, () => randomQuery(roll, depth + 1));
  switch (roll.below(6)) {
    case 0:
      return { constant_score: boosted({ filter: randomQuery(roll, depth + 1) }, roll) };
    case 1:
      return { dis_max: { queries: [randomQuery(roll, depth + 1), ...nested(2)], tie_breaker: 0.3 } };
    default: {
      const should = nested(3);
      const least = should.length > 1 && roll.below(3) === 0 ? { minimum_should_match: 2 } : {};
      return {
        bool: boosted({ must: nested(2), filter: nested(1), must_not: nested(1), should, ...least }, roll),
      };
    }
  }
}

const sorts: readonly unknown[] = [
  ['n', '_doc'],
  [{ n: 'desc' }, { k: 'asc' }],
  [{ k: { order: 'desc', missing: '_first' } }, { p: 'asc' }],
  [{ d: { order: 'desc', mode: 'min' } }],
  [{ p: { order: 'asc', missing: 12.5 } }, '_score'],
  ['_score', { n: { order: 'asc', mode: 'max' } }],
  [{ b: 'desc' }, { d: 'asc' }],
];

const aggregations: readonly Json[] = [
  { k: { terms: { field: 'k', size: 3 }, aggs: { p: { avg: { field: 'p' } } } } },
  { n: { terms: { field: 'n', size: 5, order: { _key: 'asc' } } } },
  { h: { histogram: { field: 'p', interval: 50 }, aggs: { k: { cardinality: { field: 'k' } } } } },
  {
    d: { date_histogram: { field: 'd', calendar_interval: 'month' }, aggs: { s: { stats: { field: 'n' } } } },
  },
  { r: { range: { field: 'n', ranges: [{ to: 0 }, { from: 0, to: 10 }, { from: 5 }] } } },
  { p: { percentiles: { field: 'p' } }, r: { percentile_ranks: { field: 'n', values: [3, 12.5] } } },
  { k: { terms: { field: 'k' }, aggs: { m: { median_absolute_deviation: { field: 'n' } } } } },
  {
    c: {
      composite: {
        size: 4,
        sources: [
          { k: { terms: { field: 'k', missing_bucket: true } } },
          { d: { date_histogram: { field: 'd', calendar_interval: 'quarter', order: 'desc' } } },
        ],
      },
      aggs: { s: { sum: { field: 'n' } } },
    },
  },
  { s: { stats: { field: 'p' } }, c: { value_count: { field: 'k' } }, x: { max: { field: 'd' } } },
];

export function randomSearch(roll: Dice): Json {
  const body: Record<string, unknown> = {
    query: randomQuery(roll),
    size: roll.below(30),
    _source: false,
    track_total_hits: true,
  };
  if (roll.below(4) === 0) body.from = roll.below(10);
  if (roll.below(3) === 0) body.sort = pick(sorts, roll);
  if (roll.below(4) === 0) body.aggs = pick(aggregations, roll);
  if (roll.below(8) === 0) body.post_filter = randomQuery(roll, 2);
  if (roll.below(8) === 0) body.min_score = 0.5;
  if (roll.below(8) === 0) body.track_scores = true;
  return body;
}
