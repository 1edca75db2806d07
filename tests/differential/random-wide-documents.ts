import type { Dice } from './random-search.ts';
import { address, chance, dateText, type Json, pick, point, several, text } from './random-values.ts';

/** An index with fields of many types, for what is asked of them beside queries. */
export const wideSettings: Json = {
  number_of_shards: 1,
  number_of_replicas: 0,
  // All documents are to be in one segment, in their order.
  refresh_interval: -1,
  analysis: { normalizer: { lower: { type: 'custom', filter: ['lowercase', 'asciifolding'] } } },
};

export const wideMapping: Json = {
  properties: {
    t: { type: 'text', fields: { raw: { type: 'keyword' }, en: { type: 'text', analyzer: 'english' } } },
    v: { type: 'text', term_vector: 'with_positions_offsets' },
    k: { type: 'keyword' },
    q: { type: 'keyword', normalizer: 'lower' },
    i: { type: 'integer' },
    l: { type: 'long' },
    f: { type: 'float' },
    p: { type: 'double' },
    h: { type: 'half_float' },
    z: { type: 'scaled_float', scaling_factor: 10 },
    b: { type: 'boolean' },
    d: { type: 'date' },
    a: { type: 'ip' },
    g: { type: 'geo_point' },
    w: { type: 'wildcard' },
    r: { type: 'integer_range' },
    n: { type: 'nested', properties: { c: { type: 'keyword' }, v: { type: 'integer' } } },
  },
};

const keys = ['acme', 'Acme', 'zeta', 'hydro', 'x', 'long-key', 'Ärger'];

export function wideDocument(roll: Dice): Json {
  const document: Record<string, unknown> = {};
  const maybe = (name: string, odds: number, make: () => unknown): void => {
    if (chance(roll, odds)) document[name] = make();
  };
  maybe('t', 9, () => text(roll, 25));
  maybe('v', 8, () => several(roll, 2, () => text(roll, 15)));
  maybe('k', 8, () => several(roll, 3, () => pick(keys, roll)));
  maybe('q', 8, () => several(roll, 2, () => pick(keys, roll)));
  maybe('i', 8, () => several(roll, 2, () => roll.below(40) - 10));
  maybe('l', 8, () => roll.below(1000) * 1_000_000);
  maybe('f', 8, () => (roll.below(400) - 100) / 8);
  maybe('p', 9, () => (roll.below(4000) - 1000) / 8);
  maybe('h', 7, () => roll.below(64) / 4);
  maybe('z', 7, () => roll.below(300) / 10);
  maybe('b', 7, () => chance(roll, 5));
  maybe('d', 9, () => dateText(roll));
  maybe('a', 8, () => address(roll));
  maybe('g', 8, () => several(roll, 2, () => point(roll)));
  maybe('w', 7, () => `${pick(keys, roll)}-${roll.below(20)}`);
  maybe('r', 6, () => {
    const from = roll.below(30);
    return { gte: from, lte: from + roll.below(12) };
  });
  maybe('n', 7, () =>
    Array.from({ length: 1 + roll.below(3) }, () => ({ c: pick(keys, roll), v: roll.below(20) })),
  );
  return document;
}
