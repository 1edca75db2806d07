import { ApiError, apiError, isObject } from '@sextant/contract';
import { locatedError, membersOf, parseSearchRequest, parseWholeQuery, readAt } from '@sextant/engine';
import type { BackendRequest, RequestBody } from '../backend.ts';

type ReadTree = (tree: unknown) => unknown;

const queryAlone = readMembers(['query']);

/** What reads the bodies of those routes whose searches are read elsewhere, by the names of these. */
const readers: ReadonlyMap<string, ReadTree> = new Map<string, ReadTree>([
  ['search', readSearch],
  ['count', queryAlone],
  ['explain', queryAlone],
  ['field_caps', readMembers(['fields', 'index_filter'])],
  ['delete_by_query', readSearch],
  ['update_by_query', readSearch],
]);

function readSearch(tree: unknown): unknown {
  return isObject(tree) ? parseSearchRequest(tree) : undefined;
}

function readMembers(names: readonly string[]): ReadTree {
  return (tree) => {
    if (!isObject(tree)) return;
    checkMembers(tree, names);
    // Of the two, a route has one.
    const name = tree.query === undefined ? 'index_filter' : 'query';
    if (tree[name] === undefined) return;
    readAt(tree, name);
    parseWholeQuery(tree[name]);
  };
}

/** Throws ApiError where the body of a request has other members. */
export function checkMembers(body: Readonly<Record<string, unknown>>, names: readonly string[]): void {
  for (const [name] of membersOf(body)) {
    if (names.includes(name)) continue;
    readAt(body, name, 'name');
    throw apiError('parsing_exception', `request does not support [${name}]`);
  }
}

/** Where the body of the request cannot be read, its error says at which line and column. */
export function withPlace(error: unknown, { route, body }: BackendRequest): unknown {
  const read = readers.get(route.name);
  return read === undefined ? error : placedIn(body.parsedBytes(), error, read);
}

/** Reads what the body holds; what it throws says at which line and column. */
export function readPlaced<Read>(
  { body }: { readonly body: Pick<RequestBody, 'parsedBytes'> },
  tree: unknown,
  read: (tree: unknown) => Read,
): Read {
  return readPlacedText(body.parsedBytes(), tree, read);
}

/** The same of a text within a body. */
export function readPlacedText<Read>(
  bytes: Uint8Array | undefined,
  tree: unknown,
  read: (tree: unknown) => Read,
): Read {
  try {
    return read(tree);
  } catch (error) {
    throw placedIn(bytes, error, read);
  }
}

/** The error of a search whose body this is, with its line and column. */
export function placedSearchError(bytes: Uint8Array, error: unknown): unknown {
  return placedIn(bytes, error, readSearch);
}

function placedIn(bytes: Uint8Array | undefined, error: unknown, read: ReadTree): unknown {
  if (bytes === undefined || !(error instanceof ApiError)) return error;
  return locatedError(error, bytes, read);
}
