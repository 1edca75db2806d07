import { ApiError, apiError, isObject, type JsonMap } from '@sextant/contract';
import { type AliasMetadata, parseQuery } from '@sextant/engine';
import { causeOf } from '../error-body.ts';
import { findLookups } from '../search/lookups/find-lookups.ts';

type Draft = { -readonly [K in keyof AliasMetadata]: AliasMetadata[K] };

/**
 * What a body says of an alias; keys that are unknown are refused. `ignored`: keys that the caller has read.
 */
export function parseAlias(
  alias: string,
  body: unknown,
  ignored: ReadonlySet<string> = new Set(),
): AliasMetadata {
  const draft: Draft = {};
  if (body === undefined || body === null) return draft;
  if (!isObject(body)) throw apiError('parse_exception', `alias [${alias}] must be an object`);
  for (const [key, value] of Object.entries(body)) {
    if (ignored.has(key) || value === null || (key === 'filter' && isEmptyObject(value))) continue;
    switch (key) {
      case 'filter':
        draft.filter = checkedFilter(alias, value);
        break;
      case 'routing':
        draft.indexRouting ??= singleRouting(alias, String(value));
        draft.searchRouting ??= String(value);
        break;
      case 'index_routing':
      case 'indexRouting':
      case 'index-routing':
        draft.indexRouting = singleRouting(alias, String(value));
        break;
      case 'search_routing':
      case 'searchRouting':
      case 'search-routing':
        draft.searchRouting = String(value);
        break;
      case 'is_write_index':
        draft.isWriteIndex = booleanOf(key, value);
        break;
      case 'is_hidden':
        draft.isHidden = booleanOf(key, value);
        break;
      default:
        throw apiError('illegal_argument_exception', `unknown field [${key}]`);
    }
  }
  return draft;
}

/** A filter that says nothing is none. */
function isEmptyObject(value: unknown): boolean {
  return isObject(value) && Object.keys(value).length === 0;
}

/** A filter that cannot be read would make every search through the alias fail. */
function checkedFilter(alias: string, value: unknown): Readonly<Record<string, unknown>> {
  const reason = `failed to parse filter for alias [${alias}]`;
  if (!isObject(value)) throw apiError('illegal_argument_exception', reason);
  try {
    parseQuery(value);
    // It is read again by every search.
    if (findLookups(value).size === 0) return value;
    throw apiError('illegal_state_exception', 'async actions are left after rewrite');
  } catch (error) {
    throw new ApiError({ type: 'illegal_argument_exception', reason, causedBy: causeOf(error) });
  }
}

function singleRouting(alias: string, routing: string): string {
  if (!routing.includes(',')) return routing;
  throw apiError(
    'illegal_argument_exception',
    `alias [${alias}] has several index routing values associated with it`,
  );
}

function booleanOf(key: string, value: unknown): boolean {
  if (value === true || value === 'true') return true;
  if (value === false || value === 'false') return false;
  throw apiError('parse_exception', `Unexpected value [${String(value)}] for [${key}]`);
}

/** An alias as the answers show it. */
export function aliasBody(alias: AliasMetadata): JsonMap {
  return {
    filter: alias.filter as JsonMap | undefined,
    index_routing: alias.indexRouting,
    search_routing: alias.searchRouting,
    is_write_index: alias.isWriteIndex,
    is_hidden: alias.isHidden,
  };
}

/** All aliases of an index by name. */
export function aliasesBody(aliases: Readonly<Record<string, AliasMetadata>>): JsonMap {
  return Object.fromEntries(Object.entries(aliases).map(([name, alias]) => [name, aliasBody(alias)]));
}
