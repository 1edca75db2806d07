import { ApiError, apiError, isObject, type JsonMap, type RawJson } from '@sextant/contract';
import { allShardsFailed, membersOf, type SearchBody, tokenOf } from '@sextant/engine';
import { parseTimeMs } from '../../../../config/units.ts';
import type { BackendRequest } from '../../../backend.ts';
import { catalogOf, type EmbeddedContext } from '../../context.ts';
import { visibleParts } from '../../document/visible-documents.ts';
import { readPlaced } from '../../read-errors.ts';
import { indexBoosts } from '../index-boosts.ts';
import { withLookups } from '../lookups/resolve-lookups.ts';
import { searchTargeted, type TargetedSearch } from '../search-targeted.ts';
import type { SearchTargets } from '../search-targets.ts';
import { readPointInTimeId } from './context-id.ts';
import { contextLost, type OpenContext } from './open-contexts.ts';

/** What is kept with a point in time. */
type PointInTime = OpenContext<SearchTargets>;

/** A search whose body names a point in time. Throws ApiError. */
export async function searchPointInTime(
  context: EmbeddedContext,
  request: BackendRequest,
  { body: given, params, ...how }: Pick<TargetedSearch, 'body' | 'params' | 'status' | 'task' | 'asTree'>,
): Promise<JsonMap | RawJson> {
  const { id, keepAliveMs } = readPlaced(request, given, (tree) => readPit(tree as SearchBody));
  const opened = findPointInTime(context, id, request.access.caller);
  const catalog = catalogOf(context, request, 'indices:data/read/search');
  for (const { name } of opened.kept.indices) catalog.get(name);
  if (keepAliveMs !== undefined) checkKeepAlive(context, opened, keepAliveMs);
  // What its owner may see can have changed since.
  const targets = { ...opened.kept, visible: visibleParts(context, request, opened.kept.indices) };
  return context.contexts.use(opened, keepAliveMs, async () => {
    const body = await withLookups(context, request, given, opened.kept.indices);
    const { answer } = await searchTargeted(context, request, {
      params,
      body,
      targets,
      more: { context: opened.number, ...indexBoosts(context, request, body, params) },
      view: { pitId: id },
      ...how,
    });
    return answer;
  });
}

/** Throws ApiError where it has ended, or an index of it was deleted or closed. */
function findPointInTime(context: EmbeddedContext, id: string, caller: string): PointInTime {
  const { numbers, shards } = readPointInTimeId(id);
  for (const { index: name, uuid } of shards) {
    const index = context.engine.index(name);
    const details = { index: name, index_uuid: uuid };
    if (index === undefined || index.uuid !== uuid) {
      throw apiError('index_not_found_exception', `no such index [${name}]`, details);
    }
    if (index.state !== 'open') throw apiError('index_closed_exception', 'closed', details);
  }
  const opened = context.contexts.find('pointInTime', id, caller);
  const there = opened === undefined ? [] : context.engine.pinned(opened.number);
  if (opened === undefined || there.length < opened.shards.length) {
    throw contextLost(numbers, shards, context.identity.nodeId);
  }
  return opened as PointInTime;
}

function checkKeepAlive(
  { contexts, identity }: EmbeddedContext,
  { shards }: PointInTime,
  keepAliveMs: number,
): void {
  try {
    contexts.checkKeepAlive('pointInTime', keepAliveMs);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { index, shard } = shards[0]!;
    throw allShardsFailed([{ index, shard, cause: error.error }], identity.nodeId);
  }
}

function readPit({ pit }: SearchBody): { readonly id: string; readonly keepAliveMs: number | undefined } {
  if (!isObject(pit)) {
    throw apiError('parsing_exception', `Unknown key for a ${tokenOf(pit)} in [pit].`);
  }
  let id: string | undefined;
  let keepAliveMs: number | undefined;
  for (const [name, value] of membersOf(pit)) {
    if (name !== 'id' && name !== 'keep_alive') {
      throw apiError('x_content_parse_exception', `[pit] unknown field [${name}]`);
    }
    if (typeof value !== 'string') {
      const reason = `[pit] ${name} doesn't support values of type: ${tokenOf(value)}`;
      throw apiError('x_content_parse_exception', reason);
    }
    if (name === 'id') id = value;
    else keepAliveMs = readKeepAlive(value);
  }
  if (id === undefined) throw apiError('illegal_argument_exception', 'point int time id is not provided');
  return { id, keepAliveMs };
}

function readKeepAlive(value: string): number {
  try {
    return parseTimeMs(value, 'keep_alive');
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const reason = '[pit] failed to parse field [keep_alive]';
    throw new ApiError({ type: 'x_content_parse_exception', reason, causedBy: error.error });
  }
}
