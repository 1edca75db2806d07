import { apiError, isObject, mapMembers } from '@sextant/contract';
import { READ_DOCUMENTS, unwrapped } from '@sextant/engine';

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

/** A document that `more_like_this` names. */
export interface DocumentLookup {
  readonly kind: 'document';
  /** null: the document of each index that is searched. */
  readonly index: string | null;
  readonly id: string;
  readonly routing: string | undefined;
  readonly version: number | undefined;
  /** The object that names it. */
  readonly item: JsonObject;
}

/** The shape of a `geo_shape` query that stands in a document. */
export interface ShapeLookup {
  readonly kind: 'shape';
  readonly index: string;
  readonly id: string;
  readonly path: string;
  readonly routing: string | undefined;
  /** What the query says beside it. */
  readonly spec: JsonObject;
}

/** A query in base64 that looks something up. */
interface WrappedLookups {
  readonly kind: 'wrapper';
  readonly query: unknown;
  readonly lookups: Lookups;
}

/** What is looked up, by the object of the body in whose place the outcome is put. */
export type Lookups = ReadonlyMap<object, Lookup>;

type Lookup = DocumentLookup | ShapeLookup | TermsLookup | WrappedLookups;

/** Deeper than any search that can be read. */
const DEPTH_MAX = 500;

/** What stands under these is no query. */
const noQueries: ReadonlySet<string> = new Set(['_source', 'doc', 'params', 'script']);

/** The places of a body, read or not, whose queries name documents elsewhere. */
export function findLookups(body: unknown): Lookups {
  const found = new Map<object, Lookup>();
  walk(body, found, 0);
  return found;
}

function walk(value: unknown, found: Map<object, Lookup>, depth: number): void {
  if (depth > DEPTH_MAX || typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const item of value) walk(item, found, depth + 1);
    return;
  }
  for (const [name, member] of Object.entries(value)) {
    if (noQueries.has(name)) continue;
    if (name === 'terms' && isObject(member)) findTerms(member, found);
    else if (name === 'geo_shape' && isObject(member)) findShapes(member, found);
    else if (name === 'wrapper' && isObject(member)) findWrapped(member, found);
    else if (name === 'more_like_this' && isObject(member)) findDocuments(member, found);
    walk(member, found, depth + 1);
  }
}

function findTerms(query: JsonObject, found: Map<object, Lookup>): void {
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

/** Where a shape stands whose place is not named. */
const shapesIndex = 'shapes';
const shapesPath = 'shape';

function findShapes(query: JsonObject, found: Map<object, Lookup>): void {
  for (const given of Object.values(query)) {
    if (!isObject(given) || !isObject(given.indexed_shape)) continue;
    const { indexed_shape: indexed, ...spec } = given;
    const { id, index, path, routing } = indexed as JsonObject;
    if (typeof path === 'object') continue;
    if (typeof id !== 'string' && typeof id !== 'number') continue;
    found.set(given, {
      kind: 'shape',
      index: typeof index === 'string' ? index : shapesIndex,
      id: String(id),
      path: typeof path === 'string' ? path : shapesPath,
      routing: typeof routing === 'string' ? routing : undefined,
      spec,
    });
  }
}

const unreadable = 'failed to parse More Like This item. unknown field';

function findDocuments({ like, unlike }: JsonObject, found: Map<object, Lookup>): void {
  for (const item of [like, unlike].flat()) {
    if (!isObject(item) || (typeof item._id !== 'string' && typeof item._id !== 'number')) continue;
    // Nobody else may give what is read here.
    if (Object.hasOwn(item, READ_DOCUMENTS)) throw apiError('parse_exception', unreadable);
    const { _index: index, version, _version = version } = item;
    const id = String(item._id);
    const routing = item.routing ?? item._routing;
    found.set(item, {
      kind: 'document',
      index: typeof index === 'string' ? index : null,
      id,
      routing: typeof routing === 'string' ? routing : undefined,
      version: typeof _version === 'number' ? _version : undefined,
      item,
    });
  }
}

/** One that cannot be read is told when the search is. */
function findWrapped(wrapper: JsonObject, found: Map<object, Lookup>): void {
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
export function replaced(value: unknown, replacements: ReadonlyMap<unknown, unknown>): unknown {
  if (replacements.has(value)) return replacements.get(value);
  return mapMembers(value, (member) => replaced(member, replacements));
}
