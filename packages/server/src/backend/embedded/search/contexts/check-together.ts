import { isObject } from '@sextant/contract';
import { parseSearchRequest, type SearchBody } from '@sextant/engine';
import { validationFailed } from '../../document/write-params.ts';

type Params = Readonly<Record<string, unknown>>;

/** Throws ApiError where what scrolls and points in time need does not go with the rest of the request. */
export function checkTogether(body: SearchBody, params: Params, indices: readonly string[]): void {
  const isPit = body.pit !== undefined;
  if (!isPit && params.scroll === undefined && !sortsByShardDoc(params.sort ?? body.sort)) return;
  // What cannot be read is told first.
  parseSearchRequest(body);
  if (isPit) refuse(againstPit(params, indices));
  refuse(againstBoth({ ...body, ...params }, params, isPit));
}

function refuse(problems: readonly string[]): void {
  if (problems.length > 0) throw validationFailed(problems);
}

function againstBoth(given: Params, params: Params, isPit: boolean): string[] {
  const ofScroll = params.scroll === undefined ? [] : againstScroll(given);
  return sortsByShardDoc(given.sort) ? [...ofScroll, ...againstShardDoc(isPit, params)] : ofScroll;
}

function againstScroll(given: Params): string[] {
  const problems: string[] = [];
  const tracked = given.track_total_hits;
  if (tracked !== undefined && tracked !== true && tracked !== 'true') {
    problems.push('disabling [track_total_hits] is not allowed in a scroll context');
  }
  if (Number(given.from) > 0) problems.push('using [from] is not allowed in a scroll context');
  if (given.size === 0) problems.push('[size] cannot be [0] in a scroll context');
  if (given.rescore !== undefined) problems.push('using [rescore] is not allowed in a scroll context');
  if (given.request_cache === true) problems.push('[request_cache] cannot be used in a scroll context');
  if (given.pit !== undefined) problems.push('using [point in time] is not allowed in a scroll context');
  return problems;
}

function sortsByShardDoc(sort: unknown): boolean {
  if (sort === undefined) return false;
  return [sort]
    .flat()
    .some((key) => (isObject(key) ? Object.hasOwn(key, '_shard_doc') : /^_shard_doc(:|$)/.test(String(key))));
}

function againstShardDoc(isPit: boolean, { scroll }: Params): string[] {
  const problems: string[] = [];
  if (scroll !== undefined) {
    problems.push('_shard_doc cannot be used with scroll. Use PIT + search_after instead.');
  }
  if (!isPit) {
    problems.push('_shard_doc is only supported with point-in-time (PIT). Add a PIT or remove _shard_doc.');
  }
  return problems;
}

const indicesOptions = ['ignore_unavailable', 'allow_no_indices', 'expand_wildcards', 'ignore_throttled'];

function againstPit(params: Params, indices: readonly string[]): string[] {
  const problems: string[] = [];
  if (indices.length > 0) problems.push('[indices] cannot be used with point in time');
  if (indicesOptions.some((name) => params[name] !== undefined)) {
    problems.push('[indicesOptions] cannot be used with point in time');
  }
  if (params.routing !== undefined) problems.push('[routing] cannot be used with point in time');
  if (params.preference !== undefined) problems.push('[preference] cannot be used with point in time');
  return problems;
}
