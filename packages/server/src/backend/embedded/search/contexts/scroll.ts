import { ApiError, apiError, type JsonMap, type RawJson } from '@sextant/contract';
import { allShardsFailed, parseSearchRequest } from '@sextant/engine';
import type { BackendRequest } from '../../../backend.ts';
import { catalogOf, type EmbeddedContext, type Handler, ok } from '../../context.ts';
import { viewKey } from '../../document/visible-documents.ts';
import { validationFailed } from '../../document/write-params.ts';
import type { PipedSearch } from '../../search-pipelines/through-pipeline.ts';
import { indexBoosts } from '../index-boosts.ts';
import { withLookups } from '../lookups/resolve-lookups.ts';
import { preferredShards } from '../preference.ts';
import { emptyAnswer } from '../search-answer.ts';
import { listOf, tellsPhases } from '../search-targeted.ts';
import { searchTargets } from '../search-targets.ts';
import { contextsToEnd, readContextBody } from './context-body.ts';
import { readScrollId } from './context-id.ts';
import { missingShards, searchRejected } from './missing-shards.ts';
import { contextLost, type OpenContext, onNoShard } from './open-contexts.ts';
import { page } from './scroll-page.ts';
import { type HeldScroll, scrollState } from './scroll-state.ts';
import { wantedShards, wantsAny } from './wanted-shards.ts';

/** The first page of a scroll. Throws ApiError. */
export async function openScroll(
  context: EmbeddedContext,
  request: BackendRequest,
  { body: given, params, asTree = false }: PipedSearch,
  keepAliveMs: number,
): Promise<JsonMap | RawJson> {
  const body = { ...given, track_total_hits: true };
  const targets = searchTargets(context, request, request.indices, params, listOf(params.routing));
  // What cannot be read keeps nothing open.
  const { slice } = parseSearchRequest(body);
  if (targets.indices.length === 0) return noPage(context, params);
  const search = await withLookups(context, request, body, targets.indices);
  const only = preferredShards(context, params.preference, targets.indices);
  const view = viewKey(context, request, targets.indices);
  const wants = wantedShards(targets, only, slice);
  if (!wantsAny(targets, wants)) return noPage(context, params);
  const opened = await onEachShard(context, targets.indices[0]!.name, () =>
    context.contexts.open<HeldScroll>({
      kind: 'scroll',
      owner: request.access.caller,
      keepAliveMs: keepAliveMs < 0 ? context.settings.get('search.default_keep_alive') : keepAliveMs,
      indices: targets.indices.map(({ name }) => name),
      wants,
      kept: { ...scrollState(targets, search, params, indexBoosts(context, request, body, params)), view },
    }),
  );
  try {
    const missing = missingShards(context.engine, targets, { pinned: opened.number, wants });
    if (missing.length > 0 && params.allow_partial_search_results === false) throw searchRejected(missing);
    if (missing.length > 0 && opened.shards.length === 0) {
      throw allShardsFailed(missing, context.identity.nodeId);
    }
    return await context.contexts.use(opened, undefined, () =>
      page({ context, request, opened, goesOn: true, asTree, missing }),
    );
  } catch (error) {
    context.contexts.end(opened);
    throw error;
  }
}

/** Of a scroll that has no shard: there is nothing to go on with. */
function noPage(context: EmbeddedContext, params: PipedSearch['params']): JsonMap {
  const phaseTook = tellsPhases(context, params);
  const totalAsInt = params.rest_total_hits_as_int === true;
  return emptyAnswer(0, { nodeId: '', documentType: false, bare: false, phaseTook, totalAsInt }, true);
}

/** What keeps a context from being opened is told as a failure of shards. */
async function onEachShard<Result>(
  { identity }: EmbeddedContext,
  index: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const { type } = error instanceof ApiError ? error.error : { type: '' };
    if (type !== 'rejected_execution_exception' && type !== 'illegal_argument_exception') throw error;
    throw allShardsFailed([{ index, shard: 0, cause: (error as ApiError).error }], identity.nodeId);
  }
}

function scrollLost(id: string, nodeId: string): ApiError {
  const { node, numbers } = readScrollId(id);
  if (node === nodeId) return contextLost(numbers, undefined, nodeId);
  const reason = `scroll_id references node [${node}] which was not found in the cluster`;
  return onNoShard([{ type: 'illegal_argument_exception', reason }]);
}

/** Throws ApiError: a scroll holds the search that it was begun with, and so what its caller might see then. */
function requireSameView(
  context: EmbeddedContext,
  request: BackendRequest,
  { targets: { indices }, view }: HeldScroll,
): void {
  const catalog = catalogOf(context, request, 'indices:data/read/search');
  for (const { name } of indices) catalog.get(name);
  if (viewKey(context, request, indices) === view) return;
  const reason = 'the scroll was begun by somebody who may see other documents or fields';
  throw apiError('security_exception', reason);
}

/** The next page; without `scroll` it is the last that is given. */
export const scroll: Handler<'scroll'> = async (context, request) => {
  const { params, pathParams } = request;
  const body = await readContextBody(request, ['scroll_id', 'scroll']);
  const id = body.scroll_id ?? params.scroll_id ?? pathParams.scroll_id;
  if (id === undefined) throw validationFailed(['scrollId is missing']);
  const keepAliveMs = body.scroll ?? params.scroll;
  request.task.describe(
    () => `scrollId[${id}], scroll[${keepAliveMs === undefined ? 'null' : `${keepAliveMs}ms`}]`,
  );
  const { nodeId } = context.identity;
  const opened = context.contexts.find('scroll', id, request.access.caller);
  if (opened === undefined) throw scrollLost(id, nodeId);
  requireSameView(context, request, opened.kept as HeldScroll);
  const goesOn = keepAliveMs !== undefined;
  const answer = await context.contexts.use(opened, keepAliveMs, () =>
    page({ context, request, opened: opened as OpenContext<HeldScroll>, goesOn }),
  );
  if (!goesOn) context.contexts.end(opened);
  return ok(answer);
};

export const clearScroll: Handler<'clear_scroll'> = async (context, request) => {
  const { params, pathParams, access, route } = request;
  const body = request.body.empty ? undefined : await request.body.json();
  const inBody = body === undefined ? undefined : contextsToEnd(body, 'scroll_id');
  const given = inBody ?? params.scroll_id ?? pathParams.scroll_id?.split(',') ?? [];
  if (given.length === 0) throw validationFailed(['no scroll ids specified']);
  const { contexts } = context;
  if (given.length === 1 && given[0] === '_all') {
    for (const each of contexts.all('scroll', access, route.privilege)) contexts.end(each);
    // OpenSearch counts the nodes that have done so.
    return ok({ succeeded: true, num_freed: 1 });
  }
  let freed = 0;
  for (const each of given.map((id) => contexts.find('scroll', id, access.caller))) {
    if (each !== undefined && contexts.end(each)) freed += each.shards.length;
  }
  return { status: freed > 0 ? 200 : 404, kind: 'json', body: { succeeded: true, num_freed: freed } };
};
