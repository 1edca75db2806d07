import { Readable } from 'node:stream';
import { apiError, dictionary, type Method, matchesWildcard, type Route } from '@sextant/contract';
import { splitNames } from '../../cluster/index-names.ts';
import { changedIndices } from '../../cluster/indices-options.ts';
import type { Access } from '../access.ts';
import { requireAliasRight, requireWholeIndex } from '../alias-right.ts';
import type { BackendRequest } from '../backend.ts';
import { canonicalName } from '../index-expression.ts';
import { indexMetricOf } from '../index-metric.ts';
import { indexNamingOf } from '../index-naming.ts';
import { recordIndex, systemIndexRefused } from '../system-index.ts';
import { BulkLines } from './bulk-lines.ts';
import { namesOfReindex, requireRights } from './by-query-names.ts';
import { idsIn } from './context-answers.ts';
import { ContextGuard } from './context-names.ts';
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  readExactJson,
  refuseOtherEncodings,
  writeExactJson,
} from './exact-json.ts';
import { guardPipeline, guardSearchPipeline } from './pipeline-guard.ts';
import { errorBody, itemError, RefusedItems } from './refused-items.ts';
import { nameForPlugin } from './replication-settings.ts';
import { SearchLines } from './search-lines.ts';
import { refuseStoredQueries } from './stored-queries.ts';
import { BodyNames, mayBeSystem, refuseSystemNames } from './upstream-body.ts';
import type { NameResolver } from './upstream-names.ts';
import { segment } from './upstream-path.ts';

/** What is written for the cluster: nothing of it was copied from what the caller wrote, but documents. */
export interface UpstreamBody {
  readonly body: Readable | Buffer | null;
  /** undefined where there is no body. */
  readonly contentType?: string;
  /** Items that stay behind; complete once the body is sent. */
  readonly refused?: RefusedItems;
  /** Of the lines of a multi search. */
  readonly lines?: Pick<SearchLines, 'rewritten'>;
  /** In place of that of the row, where the body says what stands in it. */
  readonly path?: string;
}

const contentTypes = { json: 'application/json', ndjson: 'application/x-ndjson' } as const;
const noBody: UpstreamBody = { body: null };

/** Rows whose body is a document, or a part of one: it names no index. */
const documentRows: ReadonlySet<string> = new Set(['index', 'index_auto_id', 'create', 'update']);
/** Rows whose body is a search, or has one. */
const searchRows: ReadonlySet<string> = new Set([
  'search',
  'count',
  'cat.count',
  'explain',
  'indices.validate_query',
  'field_caps',
  'search_shards',
  'update_by_query',
  'delete_by_query',
]);
/** Rows whose body says what indices are made with later. */
const templateRows: ReadonlySet<string> = new Set([
  'indices.put_index_template',
  'indices.simulate_index_template',
  'indices.simulate_template',
  'cluster.put_component_template',
  'indices.put_template',
]);
/** Rows that make an index of another one. */
const resizeRows = ['indices.shrink', 'indices.split', 'indices.clone'];
/** Rows that make an index, with what their body says of it. */
const makingRows: ReadonlySet<string> = new Set(['indices.create', 'indices.rollover', ...resizeRows]);
/** Rows whose body names no index that is read or changed. */
const freeRows: ReadonlySet<string> = new Set(['indices.analyze', 'ingest.simulate']);
const aliasRows: ReadonlySet<string> = new Set(['indices.put_alias', 'indices.put_alias_by_body']);

/** Reads the body of a row and writes it anew. Throws ApiError for what is broken or not allowed. */
export async function upstreamBody(
  request: BackendRequest,
  resolver: NameResolver,
  nowMs: number,
): Promise<UpstreamBody> {
  const { body, access, route } = request;
  const guard = new ContextGuard(access, resolver);
  if (!access.internal) await guardContexts(request, guard);
  if (route.name === 'indices.rollover') requireRolloverRight(request, nowMs);
  if (resizeRows.includes(route.name)) requireMakingRight(request, nowMs);
  await requireRights(request, resolver);
  if (route.name === 'indices.delete_alias') requireAliasRight(access, splitNames(request.pathParams.name));
  if (body.empty || body.contentType === 'none') {
    return aliasRows.has(route.name) ? aliasOfBody(request, {}, resolver, nowMs) : noBody;
  }
  if (access.internal)
    return { body: await body.bytes(), contentType: contentTypes[route.bodyFormat ?? 'json'] };
  const names = new BodyNames(request, resolver, nowMs);
  if (route.bodyFormat === 'ndjson') return linesOf(request, names);
  const bytes = await jsonBytes(request);
  if (documentRows.has(route.name)) {
    refuseOtherEncodings(bytes);
    return { body: bytes, contentType: contentTypes.json };
  }
  const value = readExactJson(bytes);
  if (value === undefined) return { body: bytes, contentType: contentTypes.json };
  if (route.name === 'mget') return itemsOfBody(request, value, names, 'indices:data/read/get');
  if (route.name === 'mtermvectors') return itemsOfBody(request, value, names, 'indices:data/read/tv');
  if (aliasRows.has(route.name))
    return aliasOfBody(request, isJsonObject(value) ? value : {}, resolver, nowMs);
  if (route.name === 'ingest.put_pipeline') guardPipeline(value);
  else if (route.name === 'search_pipeline.put') guardSearchPipeline(value);
  else if (route.name === 'indices.update_aliases') await aliasChanges(value, access, names);
  else if (route.name === 'reindex') await namesOfReindex(value, names);
  else if (contextRows.has(route.name)) await guardBody(value, { guard, route });
  else if (searchRows.has(route.name)) await names.search(value);
  else if (route.name === 'rank_eval') await ratedSearches(value, names);
  else if (route.name === 'termvectors') refuseOtherIndex(value);
  else if (!freeRows.has(route.name)) await definition(request, value, names);
  const written = { body: writeExactJson(value), contentType: contentTypes.json };
  const isPinned = route.name === 'search' && isJsonObject(value) && value.pit !== undefined;
  return isPinned && request.indices.length === 0 ? { ...written, path: '/_search' } : written;
}

/** Nobody can tell which indices a template will name. Throws ApiError. */
async function ratedSearches(value: JsonValue, names: BodyNames): Promise<void> {
  if (!isJsonObject(value)) return;
  const requests = Array.isArray(value.requests) ? value.requests : [];
  const rated = requests.filter(isJsonObject);
  if (value.templates !== undefined || rated.some((each) => each.template_id !== undefined)) {
    throw apiError(
      'illegal_argument_exception',
      '[_rank_eval] takes no templates over an OpenSearch cluster',
    );
  }
  for (const { request } of rated) if (request !== undefined) await names.search(request);
}

/** Rows that go by ids of scrolls and points in time, which may stand in path, query and body. */
const contextRows: ReadonlySet<string> = new Set([
  'scroll',
  'clear_scroll',
  'delete_pit',
  'cat.pit_segments',
]);
const rowsOfAll: ReadonlySet<string> = new Set(['delete_all_pits', 'cat.all_pit_segments']);

async function guardContexts(
  { route, params, pathParams }: BackendRequest,
  guard: ContextGuard,
): Promise<void> {
  if (rowsOfAll.has(route.name)) guard.everybody(route.privilege);
  if (route.name !== 'scroll' && route.name !== 'clear_scroll') return;
  const inPath = pathParams.scroll_id?.split(',') ?? [];
  for (const id of [...inPath, ...idsIn(params.scroll_id)]) await guardScroll(id, guard, route);
}

async function guardScroll(id: string, guard: ContextGuard, { name, privilege }: Route): Promise<void> {
  if (id === '_all' && name === 'clear_scroll') guard.everybody(privilege);
  else await guard.scroll(id);
}

async function guardBody(
  value: JsonValue,
  { guard, route }: { guard: ContextGuard; route: Route },
): Promise<void> {
  if (!isJsonObject(value)) return;
  const { scroll_id: scrolls, pit_id: pits } = value;
  for (const id of idsIn(scrolls)) await guardScroll(id, guard, route);
  const opened: string[] = [];
  for (const id of idsIn(pits)) {
    if (id === '_all') guard.everybody(route.privilege);
    opened.push(id === '_all' ? id : await guard.pointInTime(id));
  }
  if (opened.length > 0) value.pit_id = opened;
}

/** Other formats than JSON go on as JSON. */
export async function jsonBytes({ body }: Pick<BackendRequest, 'body'>): Promise<Buffer> {
  if (body.contentType === 'yaml' || body.contentType === 'cbor') return writeExactJson(await body.json());
  return body.bytes();
}

function linesOf(request: BackendRequest, names: BodyNames): UpstreamBody {
  const { body, route, indices, params } = request;
  if (body.contentType === 'yaml' || body.contentType === 'cbor') {
    throw apiError(
      'illegal_argument_exception',
      `a ${route.name} body must be NDJSON, not ${body.contentType}`,
    );
  }
  const refused = new RefusedItems(route.name === 'bulk' ? 'items' : 'responses');
  const lines =
    route.name === 'bulk'
      ? new BulkLines(names, refused, indices[0])
      : new SearchLines(names, refused, indices, params);
  const source = Readable.from(body.stream());
  source.on('error', (error) => lines.destroy(error));
  // Until the client listens nobody else does; it finds the error where it reads.
  lines.on('error', () => {});
  const searches = lines instanceof SearchLines ? { lines } : {};
  return { body: source.pipe(lines), contentType: contentTypes.ndjson, refused, ...searches };
}

/** Documents of a multi get: each is named in full. */
async function itemsOfBody(
  request: BackendRequest,
  value: JsonValue,
  names: BodyNames,
  action: string,
): Promise<UpstreamBody> {
  if (!isJsonObject(value)) throw apiError('parse_exception', 'the body of a multi get must be an object');
  const refused = new RefusedItems('docs');
  const [fallback] = request.indices;
  const { ids, docs, parameters, ...others } = value;
  const shared = isJsonObject(parameters) ? parameters : {};
  const ofIds = [ids ?? []].flat().map((id): JsonObject => ({ ...shared, _id: id }));
  const items = [...[docs ?? []].flat(), ...ofIds];
  const sent: JsonValue[] = [];
  for (const item of items) {
    const given = isJsonObject(item) ? (item._index ?? fallback) : undefined;
    if (!isJsonObject(item) || given === undefined) {
      refused.sent();
      sent.push(item);
      continue;
    }
    try {
      const name = await names.item(given, 'read', action);
      // The cluster would tell of a hidden document that it has another version.
      if (item.version !== undefined) await names.partial.refuse([name], 'version');
      sent.push({ ...item, _index: name });
      refused.sent();
    } catch (error) {
      refused.refuse({ _index: given, _id: item._id ?? null, error: errorBody(itemError(error).error) });
    }
  }
  return { body: writeExactJson({ ...others, docs: sent }), contentType: contentTypes.json, refused };
}

/** The index of the path is the one that was judged. */
function refuseOtherIndex(value: JsonValue): void {
  if (!isJsonObject(value) || value._index === undefined) return;
  throw apiError('illegal_argument_exception', '[_index] is not supported in the body of term vectors');
}

/** `PUT /i/_alias/a` with a body, which may name others: then those count, and stand in the path. */
async function aliasOfBody(
  request: BackendRequest,
  value: JsonObject,
  resolver: NameResolver,
  nowMs: number,
): Promise<UpstreamBody> {
  const names = new BodyNames(request, resolver, nowMs);
  const { index, alias, ...metadata } = value;
  const name = typeof alias === 'string' ? alias : request.pathParams.name;
  if (name === undefined) throw apiError('illegal_argument_exception', 'the alias has no name');
  requireAliasRight(request.access, [name]);
  const given = typeof index === 'string' ? index : [...request.indices];
  if (given.length === 0) throw apiError('illegal_argument_exception', "[indices] can't be empty");
  const action = request.route.privilege;
  const indices = await names.list(given, action, request.params, changedIndices);
  await refuseFilter(metadata, indices, names);
  await names.search(metadata);
  const body = Object.keys(metadata).length === 0 ? null : writeExactJson(metadata);
  const path = `/${segment(indices.join(','))}/_alias/${segment(name)}`;
  return { body, ...(body === null ? {} : { contentType: contentTypes.json }), path };
}

async function aliasChanges(value: JsonValue, access: Access, names: BodyNames): Promise<void> {
  const actions = isJsonObject(value) ? [value.actions ?? []].flat() : [];
  for (const action of actions) {
    for (const [kind, body] of isJsonObject(action) ? Object.entries(action) : []) {
      if (!isJsonObject(body)) continue;
      const { index, indices } = body;
      const given = [index ?? [], indices ?? []].flat();
      const removes = kind === 'remove_index';
      const options = removes ? { ...changedIndices, refuseAliases: true } : changedIndices;
      const privilege = removes ? 'indices:admin/delete' : 'indices:admin/aliases';
      delete body.index;
      const named = given.length === 0 ? [] : await names.list(given, privilege, {}, options);
      if (given.length > 0) body.indices = named;
      await refuseFilter(body, named, names);
      requireAliasRight(access, [body.alias ?? [], body.aliases ?? []].flat().map(String));
      await names.search(body.filter);
    }
  }
}

/** Throws ApiError: the filter of an alias, and scripts in it, would see all documents and fields. */
async function refuseFilter(
  alias: JsonValue,
  indices: readonly string[],
  { partial }: BodyNames,
): Promise<void> {
  if (isJsonObject(alias) && alias.filter !== undefined) await partial.refuse(indices, 'alias filter');
}

/** Settings, mappings and aliases of an index, settings of the cluster. */
async function definition(request: BackendRequest, value: JsonValue, names: BodyNames): Promise<void> {
  refuseSystemNames(value);
  refuseStoredQueries(value);
  const { name } = request.route;
  if (name === 'cluster.put_settings') nameForPlugin(value);
  // Scripts of such fields would be asked about documents before those that are hidden are left out.
  if (name === 'indices.put_mapping' && isJsonObject(value) && value.derived !== undefined) {
    await names.partial.refuse(request.indices, 'derived');
  }
  const parts = [value, isJsonObject(value) ? value.template : undefined];
  for (const part of parts) {
    const aliases = isJsonObject(part) ? part.aliases : undefined;
    if (isJsonObject(aliases) && (makingRows.has(name) || templateRows.has(name))) {
      const given = Object.keys(aliases).map((alias) => alias.replaceAll('{index}', '*'));
      if (given.length > 0) requireAliasRight(request.access, [...request.indices, ...given]);
      for (const alias of Object.values(aliases)) await refuseFilter(alias, request.indices, names);
    }
    await names.search(aliases);
  }
  if (templateRows.has(name)) refuseSystemPatterns(value);
}

/** A template that is not for everything, which hidden indices are not made with, may not be for the service's own indices. */
function refuseSystemPatterns(value: JsonValue): void {
  const patterns = isJsonObject(value) ? [value.index_patterns ?? [], value.template ?? []].flat() : [];
  for (const pattern of patterns) {
    if (typeof pattern !== 'string' || pattern === '*') continue;
    if (mayBeSystem(pattern) || matchesWildcard(pattern, recordIndex)) throw systemIndexRefused(pattern);
  }
}

/** The alias leads elsewhere afterwards, to an index that is made; its name is judged where it is given. */
function requireRolloverRight({ access, indices, pathParams }: BackendRequest, nowMs: number): void {
  requireAliasRight(access, indices);
  const { new_index: given } = pathParams;
  const name = given === undefined ? indices : [canonicalName(given, access, nowMs)];
  access.check('indices:admin/create', name);
}

function requireMakingRight({ access, indices, pathParams }: BackendRequest, nowMs: number): void {
  requireWholeIndex(access, indices);
  access.check('indices:admin/create', [canonicalName(pathParams.target ?? '', access, nowMs)]);
}

/** OpenSearch counts for the cat calls by GET alone; what is sent as a stream is not sent by GET. */
export function upstreamMethod({ method, route }: BackendRequest): Method {
  if (route.name === 'cat.count' || route.name === 'cat.pit_segments') return 'GET';
  return route.bodyFormat === 'ndjson' ? 'POST' : method;
}

/** Values of the path's braces. */
export function pathValues(
  { pathParams, route }: BackendRequest,
  indices: readonly string[],
): Record<string, string> {
  const values = dictionary(pathParams);
  const metrics = values.index_metric;
  if (metrics !== undefined) values.index_metric = metrics.split(',').map(indexMetricOf).join(',');
  const param = indexNamingOf(route.name)?.param;
  if (param === undefined) return values;
  delete values[param];
  return indices.length === 0 ? values : { ...values, [param]: indices.join(',') };
}
