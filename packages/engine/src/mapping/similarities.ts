import { ApiError } from '@sextant/contract';
import { ComponentSettings } from '../analysis/component-settings.ts';
import type { FlatSettings } from '../analysis/registry.ts';
import { illegalArgument, mapperParsing } from './errors.ts';
import { javaFloat } from './java-text.ts';

/** How well a document matches by its words: Lucene's `BM25Similarity`, or `BooleanSimilarity`, which knows their boosts alone. */
export interface Similarity {
  /** Rare terms, and lengths of fields, count for nothing. */
  readonly isBoolean: boolean;
  /** Floats. */
  readonly k1: number;
  readonly b: number;
  /** What all scores are multiplied by, a float. */
  readonly factor: number;
  /** Tokens that stand where the one before them stands do not count as lengths of fields. */
  readonly discountsOverlaps: boolean;
}

/** Lucene's defaults, which OpenSearch uses. */
export const plainBm25: Similarity = {
  isBoolean: false,
  k1: Math.fround(1.2),
  b: Math.fround(0.75),
  factor: 1,
  discountsOverlaps: true,
};

const booleanSimilarity: Similarity = { ...plainBm25, isBoolean: true };

/** What fields may name besides those of the index; the others are there, but not by name. */
const builtIn: ReadonlyMap<string, Similarity> = new Map([
  ['BM25', plainBm25],
  ['boolean', booleanSimilarity],
]);
const RESERVED: ReadonlySet<string> = new Set([...builtIn.keys(), 'LegacyBM25', 'classic']);

const CLASSIC =
  'The [classic] similarity may not be used anymore. Please use the [BM25] similarity or build a custom [scripted] similarity instead.';

/** What OpenSearch has besides. */
const UNSUPPORTED: ReadonlySet<string> = new Set([
  'DFI',
  'DFR',
  'IB',
  'LMDirichlet',
  'LMJelinekMercer',
  'scripted',
]);

const PREFIX = 'index.similarity.';

/** The similarities of an index. */
export class Similarities {
  readonly #own: ReadonlyMap<string, Similarity>;

  constructor(own: ReadonlyMap<string, Similarity>) {
    this.#own = own;
  }

  /** Of fields that name none. */
  get default(): Similarity {
    return this.#own.get('default') ?? plainBm25;
  }

  /** That of a field, by the name that it was given; the default where it has none. */
  of(name: unknown): Similarity {
    return (
      (typeof name === 'string' ? (builtIn.get(name) ?? this.#own.get(name)) : undefined) ?? this.default
    );
  }

  /** Throws ApiError where a field may not have such a one. */
  check(name: string, field: string): void {
    if (name === 'classic') throw illegalArgument(CLASSIC);
    if (builtIn.has(name) || (name !== 'default' && this.#own.has(name))) return;
    throw mapperParsing(`Unknown Similarity type [${name}] for field [${field}]`);
  }
}

const known = new WeakMap<FlatSettings, Similarities>();
const NONE = new Similarities(new Map());

/** Reads those of an index. Throws ApiError where there can be none such. */
export function similaritiesOf(settings: FlatSettings): Similarities {
  let similarities = known.get(settings);
  if (similarities === undefined) {
    const groups = groupsOf(settings);
    similarities = groups.size === 0 ? NONE : new Similarities(readAll(groups));
    known.set(settings, similarities);
  }
  return similarities;
}

type Group = Readonly<Record<string, unknown>>;

/** `index.similarity.mine.k1` → mine, with k1. */
function groupsOf(settings: FlatSettings): Map<string, Group> {
  const members = new Map<string, [string, unknown][]>();
  for (const [key, value] of Object.entries(settings)) {
    if (!key.startsWith(PREFIX)) continue;
    const rest = key.slice(PREFIX.length);
    const dot = rest.indexOf('.');
    if (dot < 0) {
      const reason = `Failed to get setting group for [] setting prefix and setting [${rest}] because of a missing '.'`;
      throw new ApiError({ type: 'settings_exception', reason });
    }
    const name = rest.slice(0, dot);
    const own = members.get(name);
    const member: [string, unknown] = [rest.slice(dot + 1), value];
    if (own === undefined) members.set(name, [member]);
    else own.push(member);
  }
  return new Map(Array.from(members, ([name, own]) => [name, Object.fromEntries(own)]));
}

function readAll(groups: ReadonlyMap<string, Group>): Map<string, Similarity> {
  const own = new Map<string, Similarity>();
  for (const name of [...groups.keys()].sort()) {
    if (RESERVED.has(name))
      throw illegalArgument(`illegal value for [${PREFIX}${name}] cannot redefine built-in similarity`);
    own.set(name, read(name, groups.get(name)!));
  }
  return own;
}

function read(name: string, group: Group): Similarity {
  const settings = new ComponentSettings(name, group);
  const type = settings.text('type');
  if (type === undefined) throw illegalArgument(`Similarity [${name}] must have an associated type`);
  if (type === 'classic') throw illegalArgument(CLASSIC);
  if (UNSUPPORTED.has(type))
    throw illegalArgument(`Similarity type [${type}] of [${name}] is not supported, use [BM25] or [boolean]`);
  if (type === 'boolean') {
    checkNames(type, group, []);
    return booleanSimilarity;
  }
  if (type !== 'BM25' && type !== 'LegacyBM25')
    throw illegalArgument(`Unknown Similarity type [${type}] for [${name}]`);
  checkNames(type, group, ['k1', 'b', 'discount_overlaps']);
  const k1 = Math.fround(settings.float('k1', plainBm25.k1));
  const b = Math.fround(settings.float('b', plainBm25.b));
  const discountsOverlaps = settings.flag('discount_overlaps', true);
  if (!(k1 >= 0 && Number.isFinite(k1)))
    throw illegalArgument(`illegal k1 value: ${javaFloat(k1)}, must be a non-negative finite value`);
  if (!(b >= 0 && b <= 1)) throw illegalArgument(`illegal b value: ${javaFloat(b)}, must be between 0 and 1`);
  const factor = type === 'LegacyBM25' ? Math.fround(1 + k1) : 1;
  return { isBoolean: false, k1, b, factor, discountsOverlaps };
}

function checkNames(type: string, group: Group, accepted: readonly string[]): void {
  const unknown = Object.keys(group).filter((key) => key !== 'type' && !accepted.includes(key));
  if (unknown.length === 0) return;
  throw illegalArgument(`Unknown settings for similarity of type [${type}]: [${unknown.sort().join(', ')}]`);
}
