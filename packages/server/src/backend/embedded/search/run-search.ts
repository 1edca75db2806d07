import type { JsonMap, RawJson } from '@sextant/contract';
import { parseSearchRequest } from '@sextant/engine';
import type { BackendRequest } from '../../backend.ts';
import type { EmbeddedContext } from '../context.ts';
import { throughPipeline } from '../search-pipelines/through-pipeline.ts';
import { searchPointInTime } from './contexts/search-point-in-time.ts';
import { indexBoosts } from './index-boosts.ts';
import { withLookups } from './lookups/resolve-lookups.ts';
import { preferredShards } from './preference.ts';
import { listOf, searchTargeted, type TargetedSearch } from './search-targeted.ts';
import { searchTargets } from './search-targets.ts';

export interface SearchCall extends Pick<TargetedSearch, 'params' | 'body' | 'status' | 'task' | 'asTree'> {
  readonly names: readonly string[];
}

/** One search, as `_search` and `_msearch` make it. Throws ApiError. */
export function runSearch(
  context: EmbeddedContext,
  request: BackendRequest,
  call: SearchCall,
): Promise<JsonMap | RawJson> {
  return throughPipeline(context, request, call, (asked) => search(context, request, { ...call, ...asked }));
}

async function search(
  context: EmbeddedContext,
  request: BackendRequest,
  call: SearchCall,
): Promise<JsonMap | RawJson> {
  if (call.body.pit !== undefined) return searchPointInTime(context, request, call);
  const { params } = call;
  const targets = targetsOf(context, request, call);
  const body = await withLookups(context, request, call.body, targets.indices);
  const shards = preferredShards(context, params.preference, targets.indices);
  const boosts = indexBoosts(context, request, call.body, params);
  const more = { ...boosts, ...(shards === undefined ? {} : { shards }) };
  const { answer } = await searchTargeted(context, request, { ...call, body, targets, more });
  return answer;
}

/** Throws ApiError: of what cannot be read, before indices that are not there. */
function targetsOf(
  context: EmbeddedContext,
  request: BackendRequest,
  { names, params, body }: SearchCall,
): ReturnType<typeof searchTargets> {
  try {
    return searchTargets(context, request, names, params, listOf(params.routing));
  } catch (error) {
    parseSearchRequest(body);
    throw error;
  }
}
