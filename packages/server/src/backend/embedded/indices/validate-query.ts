import { ApiError, apiError, type ErrorCause, type JsonMap } from '@sextant/contract';
import { type Handler, ok } from '../context.ts';
import { withLookups } from '../search/lookups/resolve-lookups.ts';
import { queryOfParams, readSearchBody } from '../search/search-body.ts';
import { engineTargets } from '../search/search-targeted.ts';
import { searchTargets } from '../search/search-targets.ts';

/** Tries the query out: an error of the query is the answer, not an error of the call. */
export const validateQuery: Handler<'indices.validate_query'> = async (context, request) => {
  const { params } = request;
  const explain = params.explain === true || params.rewrite === true;
  try {
    const body = await readSearchBody(request);
    const unknown = Object.keys(body).find((key) => key !== 'query');
    if (unknown !== undefined) throw apiError('parsing_exception', `request does not support [${unknown}]`);
    const query = queryOfParams(params) ?? body.query;
    const targets = searchTargets(context, request, request.indices, params, []);
    const shards = { total: 1, successful: 1, failed: 0 };
    if (targets.indices.length > 0) {
      await context.engine.search({
        ...engineTargets(context, request, targets),
        body:
          query === undefined ? {} : { query: await withLookups(context, request, query, targets.indices) },
        countOnly: true,
        terminateAfter: 1,
      });
    }
    const explanations = targets.indices.map((index) => ({ index: index.name, valid: true }));
    return ok({ _shards: shards, valid: true, ...(explain ? { explanations } : {}) });
  } catch (error) {
    const cause = error instanceof ApiError ? queryProblem(error.error) : undefined;
    if (cause === undefined) throw error;
    return ok(invalid(cause, explain));
  }
};

/** Errors that the names of the request are to blame for. */
const ofIndices: ReadonlySet<string> = new Set([
  'index_not_found_exception',
  'index_closed_exception',
  'security_exception',
]);

/** The part of an error that the query is to blame for; undefined where it is not. */
function queryProblem(cause: ErrorCause): ErrorCause | undefined {
  if (cause.type === 'search_phase_execution_exception') return cause.causedBy;
  return ofIndices.has(cause.type) ? undefined : cause;
}

function invalid(cause: ErrorCause, explain: boolean): JsonMap {
  if (!explain) return { valid: false };
  const { index, index_uuid: uuid } = cause.details ?? {};
  if (typeof index === 'string') {
    const error = `[${index}/${String(uuid)}] ${thrown(cause)}`;
    const shards = { total: 1, successful: 1, failed: 0 };
    return { _shards: shards, valid: false, explanations: [{ index, valid: false, error }] };
  }
  const because = cause.causedBy === undefined ? '' : `; ${cause.causedBy.type}: ${cause.causedBy.reason}`;
  return { valid: false, error: `${cause.type}: ${cause.reason}${because}` };
}

/** As Java prints an exception and its cause. */
function thrown({ type, reason, causedBy }: ErrorCause): string {
  const own = `${className(type)}[${reason}]`;
  if (causedBy === undefined) return own;
  const cause = className(causedBy.type);
  return `${own}; nested: ${cause}[${causedBy.reason}];; java.lang.${cause}: ${causedBy.reason}`;
}

/** `query_shard_exception`: `QueryShardException` */
function className(type: string): string {
  return type.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
