import { apiError, type ParamsOf } from '@sextant/contract';
import { parseWholeQuery, type SearchBody } from '@sextant/engine';
import { type Handler, ok } from '../context.ts';
import { checkMembers } from '../read-errors.ts';
import { askedThroughPipeline } from '../search-pipelines/through-pipeline.ts';
import { searchDescription } from '../tasks/descriptions.ts';
import { withLookups } from './lookups/resolve-lookups.ts';
import { observeSearch } from './observe-search.ts';
import { parsePreference, preferredShards } from './preference.ts';
import { shardsOf } from './search-answer.ts';
import { checkOneQuery, queryOfParams, readSearchBody, withDefaultTimeout } from './search-body.ts';
import { engineTargets, listOf } from './search-targeted.ts';
import { searchTargets } from './search-targets.ts';

export const count: Handler<'count'> = async (context, request) => {
  const { params } = request;
  parsePreference(params.preference);
  if (params.terminate_after !== undefined && params.terminate_after < 0) {
    throw apiError('illegal_argument_exception', 'terminateAfter must be > 0');
  }
  const given = countBody(await readSearchBody(request), params);
  if (!request.body.empty && given.query !== undefined) parseWholeQuery(given.query);
  checkOneQuery(request);
  const names = request.indices;
  const asked = await askedThroughPipeline(context, request, { names, params, body: { size: 0, ...given } });
  const { size: _size, ...body } = asked.body;
  const asSearch = { size: 0, ...body };
  request.task.describe(() => searchDescription(names, asSearch));
  const targets = readFirst(body, () =>
    searchTargets(context, request, names, params, listOf(asked.params.routing)),
  );
  if (targets.indices.length === 0) {
    if (body.query !== undefined) parseWholeQuery(body.query);
    return ok({ count: 0, _shards: { total: 0, successful: 0, skipped: 0, failed: 0 } });
  }
  const search = await withLookups(context, request, body, targets.indices);
  const terminateAfter = params.terminate_after;
  const shards = preferredShards(context, params.preference, targets.indices);
  const result = await context.engine
    .search({
      ...engineTargets(context, request, targets),
      ...observeSearch(context, request, targets.indices, asSearch),
      body: withDefaultTimeout(search, context.settings.get('search.default_search_timeout')),
      countOnly: true,
      ...(shards === undefined ? {} : { shards }),
      ...(terminateAfter === undefined ? {} : { terminateAfter }),
    })
    .catch((error: unknown) => {
      // What cannot be read is told as of a query that stands alone.
      if (body.query !== undefined) parseWholeQuery(body.query);
      throw error;
    });
  return ok({
    ...(result.terminatedEarly === undefined ? {} : { terminated_early: result.terminatedEarly }),
    count: result.total?.value ?? 0,
    _shards: shardsOf(result, context.identity.nodeId),
  });
};

/** What the work answers; of a query that cannot be read it is told before whatever fails there. */
function readFirst<Result>({ query }: SearchBody, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (query !== undefined) parseWholeQuery(query);
    throw error;
  }
}

function countBody(given: SearchBody, params: ParamsOf<'count'>): SearchBody {
  checkMembers(given, ['query']);
  const query = queryOfParams(params);
  const minScore = params.min_score;
  return {
    ...given,
    ...(query === undefined ? {} : { query }),
    ...(minScore === undefined ? {} : { min_score: minScore }),
    track_total_hits: true,
  };
}
