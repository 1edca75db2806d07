import { type Dice, randomDocument, randomMapping, randomSearch } from './random-search.ts';
import { chance, type Json, options, pick } from './random-values.ts';

/** The documents of `random-search.ts`, most of which are parents or children of others. */
export const familyMapping: Json = {
  properties: {
    ...(randomMapping.properties as Json),
    j: { type: 'join', relations: { p: ['c', 'd'], c: 'g' } },
  },
};

export function familyDocument(roll: Dice): Json {
  const document = randomDocument(roll);
  if (chance(roll, 1)) return document;
  if (chance(roll, 3)) return { ...document, j: 'p' };
  return { ...document, j: { name: pick(['c', 'c', 'd', 'g'], roll), parent: String(roll.below(200)) } };
}

function joining(query: unknown, roll: Dice): Json {
  if (chance(roll, 4)) {
    return {
      has_parent: {
        parent_type: pick(['p', 'c'], roll),
        query,
        ...options(roll, { score: [5, () => true] }),
      },
    };
  }
  return {
    has_child: {
      type: pick(['c', 'd', 'g'], roll),
      query,
      score_mode: pick(['none', 'sum', 'avg', 'min', 'max'], roll),
      ...options(roll, {
        min_children: [3, () => 1 + roll.below(2)],
        max_children: [2, () => 2 + roll.below(3)],
        boost: [2, () => pick([0.5, 2, 3.25], roll)],
        inner_hits: [2, () => ({ _source: false, size: 1 + roll.below(3) })],
      }),
    },
  };
}

const aggregations: readonly Json[] = [
  { c: { children: { type: 'c' }, aggs: { s: { stats: { field: 'n' } } } } },
  { p: { parent: { type: 'd' }, aggs: { k: { terms: { field: 'k' } } } } },
  {
    k: {
      terms: { field: 'k' },
      aggs: {
        c: {
          children: { type: 'c' },
          aggs: { g: { children: { type: 'g' }, aggs: { s: { sum: { field: 'n' } } } } },
        },
        p: { parent: { type: 'c' } },
      },
    },
  },
];

/** One of its searches, asked of children or parents, perhaps among others. */
export function familySearch(roll: Dice): Json {
  const { aggs: _aggs, ...search } = randomSearch(roll) as { aggs?: unknown; query?: unknown };
  let query = joining(search.query, roll);
  if (chance(roll, 2)) query = joining(query, roll);
  if (chance(roll, 4)) {
    const other = (randomSearch(roll) as { query?: unknown }).query;
    query = { bool: { [pick(['must', 'should', 'filter'], roll)]: [query, other] } };
  }
  return { ...search, query, ...options(roll, { aggs: [4, () => pick(aggregations, roll)] }) };
}
