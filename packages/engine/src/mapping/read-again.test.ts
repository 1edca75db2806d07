import { ApiError } from '@sextant/contract';
import { describe, expect, test } from 'vitest';
import { seeded } from '../testing/random-search.ts';
import { DocumentParser } from './document-parser.ts';
import type { ParsedDocument } from './mapped-field.ts';
import { Mapping } from './mapping.ts';
import type { JsonObject } from './mapping-parser.ts';

/** Few, so that they meet; and such as the engine or the language have themselves. */
const NAMES = ['a', 'b', 'c', 'a.b', 'a.b.c', 'b.c'];
const ODD = 'a. .a a..b _id _id.x _source.a _routing _doc properties type fields * __proto__ constructor ü 0';
const TYPES =
  'text keyword long double scaled_float date boolean ip object object nested flat_object alias constant_keyword ' +
  'token_count integer_range search_as_you_type completion geo_point rank_features match_only_text join nope';
const VALUES = [
  true,
  false,
  null,
  'x',
  '',
  0,
  2,
  'a',
  ['a', 'b'],
  {},
  { type: 'keyword' },
  'standard',
  'strict',
];
const PARAMETERS =
  'index store doc_values null_value copy_to ignore_above analyzer normalizer similarity index_options boost path value ' +
  'enabled dynamic include_in_parent meta disable_objects format fielddata index_prefixes';

/** Random mappings and documents, most of them refused for something. */
class Source {
  readonly #random: () => number;

  constructor(seed: number) {
    this.#random = seeded(seed);
  }

  under(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  #pick<T>(items: readonly T[]): T {
    return items[this.under(items.length)]!;
  }

  #name(): string {
    return this.#pick(this.under(3) > 0 ? NAMES : ODD.split(' '));
  }

  /** `__proto__` is a name as any other. */
  #object(entries: number, value: () => unknown): JsonObject {
    return Object.fromEntries(Array.from({ length: entries }, () => [this.#name(), value()]));
  }

  #property(depth: number): JsonObject {
    const type = this.#pick(TYPES.split(' '));
    const own: Record<string, unknown> = { type };
    if (depth < 3 && (type === 'object' || type === 'nested')) own.properties = this.#properties(depth + 1);
    else if (depth < 3 && this.under(4) === 0) own.fields = this.#properties(depth + 2);
    if (type === 'alias') own.path = this.#name();
    if (type === 'scaled_float') own.scaling_factor = 10;
    if (type === 'token_count') own.analyzer = 'standard';
    if (type === 'join') own.relations = { p: ['c', 'd'] };
    for (let i = this.under(3); i > 1; i--) own[this.#pick(PARAMETERS.split(' '))] = this.#pick(VALUES);
    return own;
  }

  #properties(depth: number): JsonObject {
    return this.#object(this.under(4), () => this.#property(depth));
  }

  mapping(): JsonObject {
    const templates = [{ t: { match: this.#name(), mapping: this.#property(3) } }];
    const root = { properties: this.#properties(0), dynamic: this.#pick([true, true, false, 'strict']) };
    return this.under(4) === 0 ? { ...root, dynamic_templates: templates } : root;
  }

  document(depth = 0): JsonObject {
    return this.#object(this.under(4), () => {
      if (depth < 3 && this.under(3) === 0) return this.document(depth + 1);
      return this.#pick(['x', 1, 2.5, true, null, '2020-01-01', '1.2.3.4', [1, 2], ['x', { a: 1 }]]);
    });
  }
}

/** Undefined where it is refused; an error that is none of the interface is thrown. */
function accepted(make: () => Mapping): Mapping | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

/** What others ask of it. */
function shown(mapping: Mapping): unknown {
  const paths = Array.from(mapping.mappers(), ({ path }) => path).sort();
  const found = [...NAMES, ...ODD.split(' ')].map((name) => [
    mapping.field(name)?.type,
    [...(mapping.object(name)?.children.keys() ?? ['no object'])].sort(),
    mapping.nestedPathOf(name),
  ]);
  return [paths, mapping.nestedPaths().sort(), mapping.join !== undefined, found];
}

const seed = Number(process.env.SEXTANT_SEED ?? Date.now() % 1_000_000);

describe(`a mapping that was accepted is the same when it is read again (SEXTANT_SEED=${seed})`, () => {
  test.each([
    ['of few fields', 1500, 0],
    ['of many, which are not copied for each document', 12, 1400],
  ])('%s', (_, rounds, more) => {
    const source = new Source(seed);
    const many = Object.fromEntries(
      Array.from({ length: more }, (_each, at) => [`f${at}`, { type: 'keyword' }]),
    );
    const settings = { 'index.mapping.total_fields.limit': '5000' };
    const checked = (mapping: Mapping | undefined, before: Mapping, what: unknown): Mapping => {
      if (mapping === undefined || mapping === before) return before;
      const stored = JSON.stringify(mapping.toJson());
      const where = JSON.stringify(what);
      const again = accepted(() => Mapping.create(JSON.parse(stored), settings));
      expect(again, where).toBeDefined();
      expect(JSON.stringify(again!.toJson()), where).toBe(stored);
      expect(shown(again!), where).toEqual(shown(mapping));
      return mapping;
    };
    let met = 0;
    for (let round = 0; round < rounds; round++) {
      const given = source.mapping();
      const all = { ...given, properties: { ...many, ...(given.properties as JsonObject) } };
      const made = accepted(() => Mapping.make(all, settings));
      if (made === undefined) continue;
      let mapping = checked(made, Mapping.make({}, settings), given);
      for (let step = 0; step < 8; step++) {
        const next = source.under(3) === 0 ? source.mapping() : undefined;
        const document = source.document();
        const parsed: ParsedDocument = {
          length: 0,
          fields: [],
          values: [],
          ranges: { starts: [], ends: [] },
        };
        const grown = accepted(() => {
          if (next !== undefined) return mapping.merge(next);
          return new DocumentParser().parse(
            mapping,
            Buffer.from(JSON.stringify(document)),
            parsed,
            'id',
            null,
          );
        });
        mapping = checked(grown, mapping, [mapping.toJson(), next ?? document]);
        met++;
      }
    }
    expect(met).toBeGreaterThan(8);
  });
});
