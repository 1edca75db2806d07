import { refusedToPart, refuseRevealing } from '../../../patterns/partly-seen.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../exact-json.ts';
import { rewriteAggregations } from './rewrite-aggregations.ts';
import { rewriteQuery } from './rewrite-query.ts';
import { each, members, objectOf, Rewriting, unknown } from './rewriting.ts';
import type { SeenIndices } from './seen-indices.ts';

/** Of hits: what names no field, or is left out of the answer where it is hidden. */
const plainOfHits: ReadonlySet<string> = new Set([
  'name',
  'from',
  'size',
  '_source',
  'version',
  'seq_no_primary_term',
  'docvalue_fields',
  'fields',
  'stored_fields',
  'track_scores',
  'ignore_unmapped',
]);

/** Beside them, of a whole search. */
const plainOfSearch: ReadonlySet<string> = new Set([
  ...plainOfHits,
  'min_score',
  'search_after',
  'track_total_hits',
  'timeout',
  'terminate_after',
  'stats',
  'pit',
  'indices_boost',
  'include_named_queries_score',
  'max_docs',
  'conflicts',
]);
/** Refused where they ask for something; where they do not, left out. */
const told: ReadonlySet<string> = new Set(['explain', 'profile']);

const oneSort = (value: JsonValue, to: Rewriting): JsonValue => {
  if (typeof value === 'string') return to.field(value);
  const sort = objectOf(value, 'sort');
  return Object.fromEntries(
    Object.entries(sort).map(([name, body]) => {
      if (name === '_script') {
        to.script();
        return [name, isJsonObject(body) ? nestedSort(body, to) : body];
      }
      if (!isJsonObject(body)) return [to.field(name), body];
      if (name === '_geo_distance') return [name, geoSort(body, to)];
      return [to.field(name), nestedSort(body, to)];
    }),
  );
};

const geoParams = ['order', 'unit', 'mode', 'distance_type', 'ignore_unmapped', 'validation_method'];

/** A place is one of the field that it is named by, whatever that is called. */
function geoSort(body: JsonObject, to: Rewriting): JsonValue {
  const renamed = Object.entries(nestedSort(body, to)).map(([name, value]) => {
    if (name === 'nested') return [name, value];
    const isPlace = Array.isArray(value) || isJsonObject(value);
    return [geoParams.includes(name) && !isPlace ? to.param(name) : to.field(name), value];
  });
  return Object.fromEntries(renamed);
}

function nestedSort(body: JsonObject, to: Rewriting): JsonObject {
  return members(body, (name, value) => {
    if (name === 'nested') return nestedOf(objectOf(value, name), to);
    if (name === 'nested_path' || name === 'nested_filter') throw refusedToPart(name);
    return value;
  });
}

function nestedOf(body: JsonObject, to: Rewriting): JsonObject {
  return members(body, (name, value) => {
    if (name === 'path') return to.path(value);
    if (name === 'filter') return rewriteQuery(value, to);
    if (name === 'nested') return nestedOf(objectOf(value, name), to);
    return value;
  });
}

function highlight(value: JsonObject, to: Rewriting): JsonObject {
  return members(value, (name, member) => {
    if (name === 'highlight_query') return rewriteQuery(member, to);
    if (name === 'matched_fields') return each(member, (one) => to.field(one));
    if (name !== 'fields') return member;
    return each(member, (one) =>
      members(objectOf(one, name), (_field, own) => (isJsonObject(own) ? highlight(own, to) : own)),
    );
  });
}

/** What hits of any kind may ask for; undefined: it is none of that. */
function ofHits(name: string, value: JsonValue, to: Rewriting): JsonValue | undefined {
  if (plainOfHits.has(name)) return value;
  if (name === 'sort') return each(value, (one) => oneSort(one, to));
  if (name === 'highlight') return highlight(objectOf(value, name), to);
  if (name === 'script_fields') {
    to.script(name);
    return value;
  }
  if (!told.has(name)) return undefined;
  if (value === true || value === 'true') throw refusedToPart(name);
  return false;
}

function hits(body: JsonObject, to: Rewriting): JsonValue {
  return members(body, (name, value) => {
    const written = ofHits(name, value, to);
    if (written === undefined) throw unknown('parameter of hits', name);
    return written;
  });
}

function collapse(value: JsonObject, to: Rewriting): JsonValue {
  return members(value, (name, member) => {
    if (name === 'field') return to.field(member);
    if (name === 'inner_hits') return each(member, (one) => hits(objectOf(one, name), to));
    if (name === 'max_concurrent_group_searches') return member;
    throw unknown('parameter of [collapse]', name);
  });
}

/** Which values are together in a slice tells of them. */
function slice(value: JsonObject, to: Rewriting): JsonValue {
  return members(value, (name, member) => (name === 'field' ? to.field(member) : member));
}

function rescore(value: JsonValue, to: Rewriting): JsonValue {
  return each(value, (one) =>
    members(objectOf(one, 'rescore'), (name, member) => {
      if (name === 'window_size') return member;
      if (name !== 'query') throw unknown('rescorer', name);
      return members(objectOf(member, name), (key, query) =>
        key === 'rescore_query' ? rewriteQuery(query, to) : query,
      );
    }),
  );
}

/** A search as it is sent, and what is to be known of it when its answer comes. */
export interface RewrittenSearch {
  readonly body: JsonObject;
  readonly seen: SeenIndices;
  readonly globals: ReadonlySet<string>;
}

/**
 * The body of a search, count or work by query, so that the answer tells nothing of what is hidden but what hits hold. Throws
 * ApiError for what cannot be answered so, and for what is not known here.
 */
export function rewriteSearch(given: JsonValue, seen: SeenIndices): RewrittenSearch {
  const to = new Rewriting(seen, hits);
  const body = given === undefined || given === null ? {} : objectOf(given, 'search');
  const suggests = isJsonObject(body.suggest) && Object.keys(body.suggest).length > 0;
  refuseRevealing(body, suggests);
  const written = members(body, (name, value) => {
    if (name === 'query' || name === 'suggest') return undefined;
    if (name === 'post_filter') return rewriteQuery(value, to);
    if (name === 'aggs' || name === 'aggregations') return rewriteAggregations(value, to);
    if (name === 'collapse') return collapse(objectOf(value, name), to);
    if (name === 'rescore') return rescore(value, to);
    if (name === 'slice') return slice(objectOf(value, name), to);
    if (plainOfSearch.has(name)) return value;
    const own = ofHits(name, value, to);
    if (own === undefined) throw unknown('parameter of a search', name);
    return own;
  });
  const query =
    body.query === undefined || body.query === null ? { match_all: {} } : rewriteQuery(body.query, to);
  return {
    body: { ...written, query: { bool: { must: [query], filter: [to.guard] } } },
    seen,
    globals: to.globals,
  };
}

/** What a query string asks for, as a query; undefined: nothing. Its words take the place of the body's query. */
function queryOfParams(params: Readonly<Record<string, unknown>>): JsonObject | undefined {
  const { q, df, analyzer, analyze_wildcard, default_operator, lenient } = params;
  if (q === undefined) return undefined;
  const named = { query: q, default_field: df, analyzer, analyze_wildcard, default_operator, lenient };
  const given = Object.entries(named).filter(([, value]) => value !== undefined);
  return { query_string: Object.fromEntries(given) };
}

/** Parameters of a query string that say the same as parts of a body; they are not sent. */
export const bodyParams: readonly string[] = [
  'q',
  'df',
  'analyzer',
  'analyze_wildcard',
  'default_operator',
  'lenient',
  'sort',
  'explain',
  'search_pipeline',
];

/** The body with what the parameters say of it. Throws ApiError as `rewriteSearch`. */
export function withParams(body: JsonValue, params: Readonly<Record<string, unknown>>): JsonValue {
  for (const name of Object.keys(params)) if (name.startsWith('suggest_')) throw refusedToPart('suggest');
  if (params.search_pipeline !== undefined && params.search_pipeline !== '_none') {
    throw unknown('parameter', 'search_pipeline');
  }
  const given = isJsonObject(body) ? body : {};
  const query = queryOfParams(params);
  const sort = params.sort === undefined ? undefined : [params.sort].flat().map(sortOf);
  return {
    ...given,
    ...(query === undefined ? {} : { query }),
    ...(sort === undefined ? {} : { sort }),
    ...(params.explain === true ? { explain: true } : {}),
  };
}

function sortOf(text: unknown): JsonValue {
  const [, name = '', order] = /^(.*?)(?::(asc|desc))?$/.exec(String(text)) ?? [];
  return order === undefined ? name : { [name]: order };
}
