import { isObject } from '@sextant/contract';
import { unwrapped } from '@sextant/engine';

type JsonObject = Readonly<Record<string, unknown>>;

/** Values of a `terms` query that stand in a document elsewhere, or in those that a query finds. */
export interface TermsLookup {
  readonly kind: 'terms';
  readonly index: string;
  readonly path: string;
  readonly id: string | null;
  readonly query: JsonObject | null;
  readonly routing: string | undefined;
  readonly store: boolean;
}

/** A query in base64 that looks something up. */
interface WrappedLookups {
  readonly kind: 'wrapper';
  readonly query: unknown;
  readonly lookups: Lookups;
}

/** What is looked up, by the object of the body in whose place the outcome is put. */
export type Lookups = ReadonlyMap<object, TermsLookup | WrappedLookups>;

/** Deeper than any search that can be read. */
const DEPTH_MAX = 500;

/** What stands under these is no query. */
const noQueries: ReadonlySet<string> = new Set(['_source', 'doc', 'params', 'script']);

/** The places of a body, read or not, whose queries name documents elsewhere. */
export function findLookups(body: unknown): Lookups {
  const found = new Map<object, TermsLookup | WrappedLookups>();
  walk(body, found, 0);
  return found;
}

function walk(value: unknown, found: Map<object, TermsLookup | WrappedLookups>, depth: number): void {
  if (depth > DEPTH_MAX || typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const item of value) walk(item, found, depth + 1);
    return;
  }
  for (const [name, member] of Object.entries(value)) {
    if (noQueries.has(name)) continue;
    if (name === 'terms' && isObject(member)) findTerms(member, found);
    else if (name === 'wrapper' && isObject(member)) findWrapped(member, found);
    walk(member, found, depth + 1);
  }
}

function findTerms(query: JsonObject, found: Map<object, TermsLookup | WrappedLookups>): void {
  for (const spec of Object.values(query)) {
    if (!isObject(spec)) continue;
    const { index, path, id, query: inner, routing, store, ...unknown } = spec;
    // What is none is left for the parser, which says so.
    if (Object.keys(unknown).length > 0 || typeof index !== 'string' || typeof path !== 'string') continue;
    if ((typeof id === 'string') === isObject(inner)) continue;
    found.set(spec, {
      kind: 'terms',
      index,
      path,
      id: typeof id === 'string' ? id : null,
      query: isObject(inner) ? inner : null,
      routing: typeof routing === 'string' ? routing : undefined,
      store: store === true || store === 'true',
    });
  }
}

/** One that cannot be read is told when the search is. */
function findWrapped(wrapper: JsonObject, found: Map<object, TermsLookup | WrappedLookups>): void {
  const query = tryUnwrap(wrapper.query);
  const lookups = findLookups(query);
  if (lookups.size > 0) found.set(wrapper, { kind: 'wrapper', query, lookups });
}

function tryUnwrap(given: unknown): unknown {
  try {
    return unwrapped(given);
  } catch {
    return undefined;
  }
}

/** The value with others in the places of some of its objects. */
export function replaced(value: unknown, replacements: ReadonlyMap<object, unknown>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (replacements.has(value)) return replacements.get(value);
  if (Array.isArray(value)) return value.map((item) => replaced(item, replacements));
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, replaced(member, replacements)]),
  );
}
