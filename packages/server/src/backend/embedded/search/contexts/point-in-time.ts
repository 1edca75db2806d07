import { apiError, type JsonMap } from '@sextant/contract';
import type { BackendRequest } from '../../../backend.ts';
import { type EmbeddedContext, type Handler, ok, type RequestOf } from '../../context.ts';
import { validationFailed } from '../../document/write-params.ts';
import { preferredShards } from '../preference.ts';
import { listOf } from '../search-targeted.ts';
import { searchTargets } from '../search-targets.ts';
import { contextsToEnd } from './context-body.ts';
import { readPointInTimeId } from './context-id.ts';
import type { OpenContext } from './open-contexts.ts';
import { wantedShards } from './wanted-shards.ts';

type Request = RequestOf<'create_pit' | 'open_point_in_time'>;

interface Opened {
  readonly opened: OpenContext;
  /** Also those that are not available. */
  readonly total: number;
}

async function open(context: EmbeddedContext, request: Request): Promise<Opened> {
  const { params, access } = request;
  if (params.keep_alive === undefined) throw validationFailed(['keep alive not specified']);
  context.contexts.checkKeepAlive('pointInTime', params.keep_alive);
  const routing = listOf(params.routing);
  const targets = searchTargets(context, request as BackendRequest, request.indices, params, routing);
  // The id of nothing at all is what OpenSearch falls over, too.
  if (targets.indices.length === 0) throw apiError('illegal_argument_exception', 'invalid id: [null]');
  const wants = wantedShards(targets, preferredShards(context, params.preference, targets.indices));
  let total = 0;
  for (const { name, numberOfShards } of targets.indices) {
    for (let shard = 0; shard < numberOfShards; shard++) if (wants(name, shard)) total++;
  }
  const opened = await context.contexts.open({
    kind: 'pointInTime',
    owner: access.caller,
    keepAliveMs: params.keep_alive,
    indices: targets.indices.map(({ name }) => name),
    wants,
    kept: targets,
  });
  return { opened, total };
}

function shardsBody({ opened, total }: Opened): JsonMap {
  const successful = opened.shards.length;
  return { total, successful, skipped: 0, failed: total - successful };
}

export const createPit: Handler<'create_pit'> = async (context, request) => {
  const made = await open(context, request);
  const { opened, total } = made;
  if (request.params.allow_partial_pit_creation === false && opened.shards.length < total) {
    context.contexts.end(opened);
    throw apiError('unavailable_shards_exception', 'not all shards of the point in time are available');
  }
  return ok({ pit_id: opened.id, _shards: shardsBody(made), creation_time: opened.createdAt });
};

export const openPointInTime: Handler<'open_point_in_time'> = async (context, request) => {
  const made = await open(context, request);
  // By either name that clients of this path look for.
  return ok({ id: made.opened.id, pit_id: made.opened.id, _shards: shardsBody(made) });
};

export const getAllPits: Handler<'get_all_pits'> = async (context, { access, route }) => {
  const all = context.contexts.all('pointInTime', access, route.privilege);
  const pits = [...all].reverse().map(({ id, createdAt, keepAliveMs }) => {
    return { pit_id: id, creation_time: createdAt, keep_alive: keepAliveMs };
  });
  return ok({ pits });
};

function end(
  context: EmbeddedContext,
  request: Pick<BackendRequest, 'access'>,
  ids: readonly string[],
): number {
  const { contexts } = context;
  for (const id of ids) readPointInTimeId(id);
  let ended = 0;
  for (const id of ids) {
    const found = contexts.find('pointInTime', id, request.access.caller);
    if (found !== undefined && contexts.end(found)) ended += found.shards.length;
  }
  return ended;
}

/** What is not there counts as ended. */
export const deletePit: Handler<'delete_pit'> = async (context, request) => {
  const ids = request.body.empty ? [] : contextsToEnd(await request.body.json(), 'pit_id');
  if (ids.includes('_all')) return deleteAll(context, request);
  if (ids.length === 0) throw validationFailed(['no pit ids specified']);
  const unique = [...new Set(ids)];
  end(context, request, unique);
  return ok({ pits: unique.map((id) => ({ successful: true, pit_id: id })) });
};

export const closePointInTime: Handler<'close_point_in_time'> = async (context, request) => {
  const body = request.body.empty ? undefined : await request.body.json();
  const ids = body === undefined ? [] : contextsToEnd(body, keyOf(body));
  if (ids.length === 0) throw validationFailed(['[id] is required']);
  const freed = end(context, request, ids);
  return { status: freed > 0 ? 200 : 404, kind: 'json', body: { succeeded: true, num_freed: freed } };
};

/** Clients of this path name it in either way. */
function keyOf(body: unknown): string {
  return Object.hasOwn(Object(body), 'pit_id') ? 'pit_id' : 'id';
}

function deleteAll(context: EmbeddedContext, { access, route }: Pick<BackendRequest, 'access' | 'route'>) {
  const ended = [...context.contexts.all('pointInTime', access, route.privilege)].reverse();
  for (const each of ended) context.contexts.end(each);
  return ok({ pits: ended.map(({ id }) => ({ successful: true, pit_id: id })) });
}

export const deleteAllPits: Handler<'delete_all_pits'> = async (context, request) =>
  deleteAll(context, request);
