import { randomAggregations } from './random-aggregations.ts';
import type { Dice } from './random-search.ts';
import { chance, dateText, type Json, options, pick, point, someOf, text, word } from './random-values.ts';

const queries: readonly ((roll: Dice) => Json)[] = [
  () => ({ match_all: {} }),
  (roll) => ({ match: { t: text(roll, 4) } }),
  (roll) => ({ match: { 't.en': { query: text(roll, 4), operator: pick(['and', 'or'], roll) } } }),
  (roll) => ({ match_phrase: { v: { query: text(roll, 2), slop: roll.below(3) } } }),
  (roll) => ({ match_phrase_prefix: { t: `${word(roll)} ${word(roll).slice(0, 2)}` } }),
  (roll) => ({ match_bool_prefix: { t: `${word(roll)} ${word(roll).slice(0, 2)}` } }),
  (roll) => ({
    multi_match: {
      query: text(roll, 3),
      fields: ['t^2', 'v'],
      type: pick(['best_fields', 'most_fields', 'phrase', 'bool_prefix'], roll),
      ...options(roll, { tie_breaker: [3, () => 0.4] }),
    },
  }),
  (roll) => ({ query_string: queryString(roll) }),
  (roll) => ({
    simple_query_string: {
      query: simple(roll),
      fields: ['t', 'v'],
      ...options(roll, { default_operator: [4, () => 'and'] }),
    },
  }),
  (roll) => ({
    range: { [pick(['i', 'l', 'f', 'p', 'h', 'z'], roll)]: { gte: roll.below(20) - 5, lt: roll.below(40) } },
  }),
  (roll) => ({
    range: {
      r: {
        gte: roll.below(15),
        lte: 15 + roll.below(20),
        relation: pick(['intersects', 'within', 'contains'], roll),
      },
    },
  }),
  (roll) => ({ range: { d: { gte: dateText(roll), ...options(roll, { time_zone: [3, () => '+02:00'] }) } } }),
  (roll) => ({ term: { a: pick(['10.1.0.0/16', '10.0.1.3'], roll) } }),
  (roll) => ({ term: { q: pick(['ACME', 'arger', 'x'], roll) } }),
  (roll) => ({ terms: { k: ['acme', pick(['x', 'zeta'], roll)] } }),
  (roll) => ({
    wildcard: { k: { value: pick(['*x', 'a*', '*e*', '?cm?'], roll), case_insensitive: chance(roll, 5) } },
  }),
  (roll) => ({ regexp: { k: { value: pick(['a.*', '[xz].*', '(acme|hydro)'], roll) } } }),
  (roll) => ({
    fuzzy: {
      t: {
        value: pick(['quik', 'runer', 'shoess'], roll),
        ...options(roll, { fuzziness: [5, () => pick([1, 2, 'AUTO'], roll)] }),
      },
    },
  }),
  (roll) => ({
    nested: {
      path: 'n',
      query: {
        bool: {
          must: [
            { term: { 'n.c': pick(['acme', 'x'], roll) } },
            { range: { 'n.v': { gte: roll.below(15) } } },
          ],
        },
      },
      score_mode: pick(['avg', 'max', 'none', 'sum'], roll),
    },
  }),
  (roll) => ({ geo_distance: { distance: `${1 + roll.below(8)}000km`, g: point(roll) } }),
  (roll) => ({
    geo_shape: {
      g: {
        shape: `BBOX (${-170 + roll.below(100)}, ${roll.below(170)}, ${roll.below(70)}, ${-roll.below(70)})`,
      },
    },
  }),
  (roll) => ({ exists: { field: pick(['t', 'k', 'i', 'g', 'n', 'r', 'w', 'a'], roll) } }),
  (roll) => ({
    intervals: {
      t: pick<Json>(
        [
          { match: { query: text(roll, 3), max_gaps: roll.below(6), ordered: chance(roll, 5) } },
          { any_of: { intervals: [{ match: { query: word(roll) } }, { prefix: { prefix: 'ru' } }] } },
        ],
        roll,
      ),
    },
  }),
  (roll) => ({
    boosting: {
      positive: { match: { t: text(roll, 2) } },
      negative: { term: { b: true } },
      negative_boost: 0.3,
    },
  }),
  (roll) => ({ function_score: functionScore(roll) }),
  (roll) => ({
    more_like_this: { fields: ['t'], like: text(roll, 6), min_term_freq: 1, min_doc_freq: 1 + roll.below(3) },
  }),
  (roll) => ({
    script_score: {
      query: { match: { t: word(roll) } },
      script: {
        source: "_score + (doc['i'].size() == 0 ? 0 : Math.abs(doc['i'].value) * params.m)",
        params: { m: 0.5 },
      },
    },
  }),
];

function functionScore(roll: Dice): Json {
  const functions: readonly Json[] = [
    {
      field_value_factor: {
        field: 'h',
        factor: 1.5,
        modifier: pick(['none', 'log1p', 'sqrt', 'square'], roll),
        missing: 1,
      },
    },
    { filter: { term: { b: true } }, weight: 2 },
    {
      [pick(['gauss', 'linear', 'exp'], roll)]: {
        i: { origin: 5, scale: 8, ...options(roll, { offset: [3, () => 2], decay: [3, () => 0.3] }) },
      },
    },
  ];
  return {
    query: { match: { t: text(roll, 2) } },
    functions: someOf(functions, roll, 3),
    score_mode: pick(['multiply', 'sum', 'avg', 'first', 'max', 'min'], roll),
    boost_mode: pick(['multiply', 'replace', 'sum', 'avg', 'max', 'min'], roll),
  };
}

const parts: readonly ((roll: Dice) => string)[] = [
  word,
  (roll) => `+${word(roll)}`,
  (roll) => `-${word(roll)}`,
  (roll) => `"${word(roll)} ${word(roll)}"`,
  (roll) => `"${word(roll)} ${word(roll)}"~${roll.below(4)}`,
  (roll) => `${word(roll)}^${pick(['2', '0.5'], roll)}`,
  (roll) => `${word(roll).slice(0, 2)}*`,
  (roll) => `${word(roll).slice(0, 3)}~1`,
  (roll) => `k:${pick(['acme', 'x', '(acme OR zeta)'], roll)}`,
  (roll) => `i:[${roll.below(10)} TO ${10 + roll.below(20)}]`,
  (roll) => `i:${pick(['>', '<', '>=', '<='], roll)}${roll.below(20)}`,
  (roll) => `(${word(roll)} ${pick(['AND', 'OR', '&&', '||'], roll)} ${word(roll)})`,
  (roll) => `NOT ${word(roll)}`,
  () => '_exists_:g',
  () => 'd:[2024-01 TO *]',
  (roll) => `${word(roll)} ${pick(['AND', 'OR'], roll)} ${word(roll)}`,
];

function queryString(roll: Dice): Json {
  const query = Array.from({ length: 1 + roll.below(4) }, () => pick(parts, roll)(roll)).join(' ');
  return {
    query,
    ...pick<Json>([{ default_field: 't' }, { fields: ['t', 'v^2'] }, { fields: ['t.en', 'k'] }], roll),
    ...options(roll, {
      default_operator: [3, () => 'AND'],
      minimum_should_match: [2, () => pick(['2', '50%'], roll)],
      phrase_slop: [2, () => 1],
      type: [2, () => pick(['most_fields', 'best_fields'], roll)],
      lenient: [5, () => true],
    }),
  };
}

function simple(roll: Dice): string {
  const pieces: readonly (() => string)[] = [
    () => word(roll),
    () => `+${word(roll)}`,
    () => `-${word(roll)}`,
    () => `"${word(roll)} ${word(roll)}"`,
    () => `${word(roll).slice(0, 2)}*`,
    () => `(${word(roll)} | ${word(roll)})`,
    () => `"${word(roll)} ${word(roll)}"~2`,
  ];
  return Array.from({ length: 1 + roll.below(4) }, () => pick(pieces, roll)()).join(
    pick([' ', ' | ', ' + '], roll),
  );
}

function query(roll: Dice, depth = 0): Json {
  if (depth >= 2 || chance(roll, 7)) return pick(queries, roll)(roll);
  const some = (most: number): Json[] =>
    Array.from({ length: roll.below(most + 1) }, () => query(roll, depth + 1));
  return { bool: { must: some(1), filter: some(1), must_not: some(1), should: some(2) } };
}

const fields = ['i', 'l', 'f', 'p', 'h', 'z', 'd', 'k', 'q', 'a', 'b', 't.raw'] as const;

const sorts: readonly ((roll: Dice) => unknown)[] = [
  (roll) => ({
    [pick(fields, roll)]: {
      order: pick(['asc', 'desc'], roll),
      ...options(roll, { missing: [4, () => pick(['_first', '_last'], roll)] }),
    },
  }),
  (roll) => ({
    i: { order: pick(['asc', 'desc'], roll), mode: pick(['min', 'max', 'sum', 'avg', 'median'], roll) },
  }),
  (roll) => ({
    _geo_distance: {
      g: point(roll),
      order: pick(['asc', 'desc'], roll),
      unit: 'km',
      ...options(roll, { mode: [3, () => pick(['min', 'max', 'avg'], roll)] }),
    },
  }),
  (roll) => ({
    'n.v': {
      order: pick(['asc', 'desc'], roll),
      mode: pick(['min', 'max', 'sum'], roll),
      nested: { path: 'n', ...options(roll, { filter: [4, () => ({ term: { 'n.c': 'acme' } })] }) },
    },
  }),
  (roll) => ({
    _script: {
      type: 'number',
      order: pick(['asc', 'desc'], roll),
      script: "doc['p'].size() == 0 ? -1 : doc['p'].value",
    },
  }),
  () => '_score',
  (roll) => ({ p: { order: pick(['asc', 'desc'], roll), missing: 3.25 } }),
];

function highlight(roll: Dice): Json {
  const type = pick(['unified', 'plain', 'fvh'], roll);
  return {
    type,
    fields: type === 'fvh' ? { v: {} } : { [pick(['t', 'v'], roll)]: {}, 't.en': {} },
    ...options(roll, {
      number_of_fragments: [4, () => roll.below(4)],
      fragment_size: [4, () => 20 + roll.below(80)],
      pre_tags: [3, () => ['<b>']],
      require_field_match: [3, () => false],
      order: [3, () => 'score'],
      no_match_size: [3, () => 20],
    }),
  };
}

function suggest(roll: Dice): Json {
  const misspelt = pick(['quik', 'borwn', 'gardn hse', 'runing shos', 'teapto'], roll);
  return pick<Json>(
    [
      {
        s: {
          text: misspelt,
          term: {
            field: 't',
            ...options(roll, {
              suggest_mode: [5, () => pick(['always', 'popular'], roll)],
              size: [4, () => 2],
              sort: [3, () => 'frequency'],
              min_word_length: [2, () => 3],
            }),
          },
        },
      },
      {
        s: {
          text: misspelt,
          phrase: {
            field: 't',
            ...options(roll, {
              size: [4, () => 3],
              max_errors: [4, () => 2],
              confidence: [5, () => 0],
              highlight: [3, () => ({ pre_tag: '<', post_tag: '>' })],
            }),
            direct_generator: [{ field: 't', suggest_mode: 'always' }],
          },
        },
      },
    ],
    roll,
  );
}

/** A search with whatever may stand beside its query. */
export function wideSearch(roll: Dice): Json {
  const sort = (): unknown[] => [...someOf(sorts, roll, 2).map((one) => one(roll)), '_doc'];
  return {
    query: query(roll),
    size: roll.below(12),
    _source: false,
    track_total_hits: true,
    ...options(roll, {
      sort: [4, sort],
      aggs: [5, () => randomAggregations(roll)],
      highlight: [3, () => highlight(roll)],
      suggest: [1, () => suggest(roll)],
      fields: [
        2,
        () =>
          pick<unknown>(
            [
              ['k', 'd'],
              ['i*', { field: 'd', format: 'yyyy' }],
              ['g', 'n.*'],
            ],
            roll,
          ),
      ],
      docvalue_fields: [
        2,
        () =>
          pick<unknown>(
            [
              ['i', 'k'],
              [{ field: 'p', format: '0.0' }, 'a'],
              ['d', 'b', 'z', 'g'],
            ],
            roll,
          ),
      ],
      collapse: [1, () => ({ field: pick(['h', 'l'], roll) })],
      post_filter: [1, () => query(roll, 2)],
      rescore: [
        1,
        () => ({
          window_size: 10,
          query: {
            rescore_query: { match: { v: text(roll, 2) } },
            query_weight: 0.7,
            rescore_query_weight: 1.2,
          },
        }),
      ],
      from: [2, () => roll.below(5)],
      track_scores: [2, () => true],
      script_fields: [1, () => ({ x: { script: "doc['h'].size() == 0 ? null : doc['h'].value * 2" } })],
    }),
  };
}
