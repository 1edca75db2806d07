import { ApiError, apiError, routeTable } from '@sextant/contract';
import type { BackendRequest, BackendResponse } from '../../backend.ts';
import { isJsonObject, type JsonObject, type JsonValue, writeExactJson } from '../exact-json.ts';
import { seenHit } from './seen-answer.ts';
import type { Partial, SeenIndices } from './seen-indices.ts';

type Answer = { readonly status: number; readonly body: JsonValue };

/** The cluster, as documents are read from it. */
export interface DocumentsOf {
  readonly partial: Partial;
  /** The answer to a row, read whole. */
  readonly answer: (request: BackendRequest) => Promise<Answer>;
  /** The answer to a search of one index. */
  readonly search: (index: string, body: JsonObject) => Promise<Answer>;
}

const askedAtOnce = 500;
const rows: ReadonlySet<string> = new Set(['get', 'get_source', 'mget']);

export function readsDocuments({ route }: BackendRequest): boolean {
  return rows.has(route.name);
}

/**
 * Documents by id, as the caller may see them; undefined: the row is answered as for anybody. Where some documents are hidden, only
 * what a refresh has made visible is read, as only that can be asked whether it is to be seen.
 */
export async function answerDocuments(
  request: BackendRequest,
  cluster: DocumentsOf,
): Promise<BackendResponse | undefined> {
  if (cluster.partial.isWhole) return undefined;
  if (request.route.name === 'mget') return many(request, cluster);
  const [name] = request.indices;
  const target = name === undefined ? undefined : await cluster.partial.ofOne(name);
  return target === undefined ? undefined : one(request, cluster, target);
}

async function one(
  request: BackendRequest,
  cluster: DocumentsOf,
  { index, seen }: { readonly index: string; readonly seen: SeenIndices },
): Promise<BackendResponse> {
  const route = routeTable.find(({ name }) => name === 'get')!;
  const { version, version_type: _type, ...params } = request.params;
  const asked = { ...params, ...(seen.hidesDocuments ? { realtime: false } : {}) };
  const { status, body } = await cluster.answer({ ...request, route, method: 'GET', params: asked });
  const id = request.pathParams.id ?? '';
  if (status >= 400 && !(isJsonObject(body) && body.found === false)) return answered(request, status, body);
  // Where the name leads elsewhere by now, that is judged.
  const parts = isIn(body, index) ? new Map([[index, seen]]) : await partsOf([body], cluster.partial);
  const [shown] = await shownOf([body], cluster, parts);
  if (!isJsonObject(shown) || shown.found !== true) return missing(request, index, id);
  if (version !== undefined && shown._version !== version && version !== -3) {
    throw new ApiError({
      type: 'version_conflict_engine_exception',
      reason: `[${id}]: version conflict, current version [${String(shown._version)}] is different than the one provided [${String(version)}]`,
      details: { index },
    });
  }
  if (request.route.name === 'get') return answered(request, 200, shown);
  return shown._source === undefined ? missing(request, index, id) : answered(request, 200, shown._source);
}

async function many(request: BackendRequest, cluster: DocumentsOf): Promise<BackendResponse> {
  const params = { ...request.params, realtime: false };
  const { status, body } = await cluster.answer({ ...request, params });
  const docs = isJsonObject(body) ? body.docs : undefined;
  if (status >= 400 || !isJsonObject(body) || !Array.isArray(docs)) return answered(request, status, body);
  const parts = await partsOf(docs, cluster.partial);
  return answered(request, status, { ...body, docs: await shownOf(docs, cluster, parts) });
}

function isIn(doc: JsonValue, index: string): boolean {
  return isJsonObject(doc) && doc._index === index;
}

/** Of their indices those of which something is hidden. */
async function partsOf(docs: readonly JsonValue[], partial: Partial): Promise<Map<string, SeenIndices>> {
  const parts = new Map<string, SeenIndices>();
  for (const name of new Set(docs.map((doc) => (isJsonObject(doc) ? String(doc._index) : '')))) {
    const target = await partial.ofOne(name);
    if (target?.index === name) parts.set(name, target.seen);
  }
  return parts;
}

/** What is hidden is answered as what is not there. */
async function shownOf(
  docs: readonly JsonValue[],
  cluster: DocumentsOf,
  parts: ReadonlyMap<string, SeenIndices>,
): Promise<JsonValue[]> {
  const places = new Set<string>();
  for (const [index, { parts: own }] of parts) {
    const filter = own.get(index)?.filter;
    if (filter === undefined) continue;
    const found = docs.filter((doc) => isJsonObject(doc) && doc._index === index && doc.found === true);
    const ids = [...new Set(found.map((doc) => String((doc as JsonObject)._id)))];
    for (let from = 0; from < ids.length; from += askedAtOnce) {
      const values = ids.slice(from, from + askedAtOnce);
      const query = { bool: { filter: [{ ids: { values } }, filter] } };
      // Ids are those of one shard: with routings, one may be in several.
      const body = {
        query,
        size: 10_000,
        seq_no_primary_term: true,
        _source: false,
        search_pipeline: '_none',
      };
      for (const hit of hitsIn(await cluster.search(index, body))) {
        places.add(placeOf(hit, false));
        places.add(placeOf(hit, true));
      }
    }
  }
  return docs.map((doc) => {
    const index = isJsonObject(doc) ? String(doc._index) : '';
    const seen = parts.get(index);
    if (!isJsonObject(doc) || doc.found !== true || seen === undefined) return doc;
    const isHidden = seen.parts.get(index)?.filter !== undefined && !places.has(placeOf(doc, isBare(doc)));
    return isHidden ? { _index: index, _id: doc._id, found: false } : seenHit(doc, seen);
  });
}

function hitsIn({ status, body }: Answer): JsonObject[] {
  const hits = isJsonObject(body) && isJsonObject(body.hits) ? body.hits.hits : undefined;
  const failed = isJsonObject(body) && isJsonObject(body._shards) ? body._shards.failed : undefined;
  if (status >= 400 || !Array.isArray(hits) || failed !== 0) {
    throw apiError('status_exception', 'the cluster does not say which documents the user may see');
  }
  return hits;
}

/** One version of one document. */
function placeOf({ _id, _seq_no, _primary_term, _routing = null }: JsonObject, isBare: boolean): string {
  return JSON.stringify([_id, _seq_no, _primary_term, isBare ? 'bare' : _routing]);
}

/** Where nothing of the document is shown, its routing is not either. */
function isBare(doc: JsonObject): boolean {
  return doc._source === undefined && doc.fields === undefined;
}

function missing(request: BackendRequest, index: string, id: string): BackendResponse {
  if (request.route.name === 'get') return answered(request, 404, { _index: index, _id: id, found: false });
  throw apiError('resource_not_found_exception', `Document not found [${index}]/[${id}]`);
}

function answered({ method }: BackendRequest, status: number, body: JsonValue): BackendResponse {
  if (method === 'HEAD') return { status, kind: 'empty' };
  return { status, kind: 'bytes', contentType: 'application/json', body: writeExactJson(body) };
}
