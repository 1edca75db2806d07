import { apiError } from '@sextant/contract';
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  readExactJson,
  writeExactJson,
} from './exact-json.ts';

/** A place in a query that names the index of a document to be looked up. */
export interface Lookup {
  readonly holder: JsonObject;
  readonly key: 'index' | '_index';
}

/** Deeper than a search that the cluster accepts. */
const depthMax = 1000;

/** Where the cluster looks for a shape whose index is not named. */
const shapesIndex = 'shapes';

/**
 * The places in which a search names another index: `terms` by a document, `more_like_this`, shapes that are
 * indexed, percolated documents. Queries in base64 are opened and written again in plain.
 */
export function lookupsIn(value: JsonValue): Lookup[] {
  const found: Lookup[] = [];
  walk(value, found, 0);
  return found;
}

function walk(value: JsonValue, found: Lookup[], depth: number): void {
  if (depth > depthMax)
    throw apiError('parse_exception', `the search is nested deeper than ${depthMax} levels`);
  if (Array.isArray(value)) {
    for (const element of value) walk(element, found, depth + 1);
    return;
  }
  if (!isJsonObject(value)) return;
  for (const [kind, member] of Object.entries(value)) {
    if (kind === 'wrapper' && isJsonObject(member)) openWrapper(value, member);
    else lookups(kind, member, found);
    walk(value[kind], found, depth + 1);
  }
}

function lookups(kind: string, query: JsonValue, found: Lookup[]): void {
  if (!isJsonObject(query)) return;
  if (kind === 'phrase' && query.collate !== undefined) {
    // Its query is a template: what that names is not known here.
    throw apiError('illegal_argument_exception', '[collate] of a [phrase] suggester is not supported');
  }
  if (kind === 'terms') {
    for (const member of Object.values(query)) if (isJsonObject(member)) add(member, 'index', found);
  } else if (kind === 'indexed_shape') {
    query.index ??= shapesIndex;
    add(query, 'index', found);
  } else if (kind === 'percolate') add(query, 'index', found);
  else if (kind === 'more_like_this') {
    for (const name of ['like', 'unlike', 'docs']) {
      for (const item of [query[name]].flat()) if (isJsonObject(item)) add(item, '_index', found);
    }
  }
}

function add(holder: JsonObject, key: Lookup['key'], found: Lookup[]): void {
  if (Object.hasOwn(holder, key) && holder[key] !== null) found.push({ holder, key });
}

/** `{"wrapper":{"query":"…"}}` becomes the query itself. */
function openWrapper(holder: JsonObject, { query }: JsonObject): void {
  if (typeof query !== 'string') return;
  const inner = readExactJson(Buffer.from(query, 'base64'));
  holder.wrapper = { query: inner };
}

/** Closes what `lookupsIn` opened, so that the text is again what the cluster knows. */
export function closeWrappers(value: JsonValue): void {
  if (Array.isArray(value)) {
    for (const element of value) closeWrappers(element);
    return;
  }
  if (!isJsonObject(value)) return;
  for (const member of Object.values(value)) closeWrappers(member);
  const { wrapper } = value;
  if (isJsonObject(wrapper) && Object.hasOwn(wrapper, 'query') && typeof wrapper.query !== 'string') {
    wrapper.query = writeExactJson(wrapper.query).toString('base64');
  }
}
