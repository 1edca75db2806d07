import { ApiError, type ErrorCause, type JsonMap, RawJson } from '@sextant/contract';
import { parseWholeQuery, type SearchHit } from '@sextant/engine';
import type { EmbeddedContext, Handler, RequestOf } from '../context.ts';
import { readRouting, readTarget } from '../document/get-document.ts';
import { sourceFilterOfParams } from '../document/source-filter.ts';
import { validationFailed } from '../document/write-params.ts';
import { checkMembers } from '../read-errors.ts';
import { withLookups } from './lookups/resolve-lookups.ts';
import { requirePreferred } from './preference.ts';
import { checkOneQuery, queryOfParams, readSearchBody } from './search-body.ts';
import { engineTargets } from './search-targeted.ts';
import { searchTargets } from './search-targets.ts';

type ExplainRequest = RequestOf<'explain'>;

/** Explains one document by a query: it is looked up by its id as searches see it, whatever the query says of it. */
export const explainDocument: Handler<'explain'> = async (context, request) => {
  const query = await queryOf(request);
  const { pathParams, params } = request;
  const { id } = pathParams;
  const index = readTarget(context, request, pathParams.index, request.route.privilege);
  // Aliases do not route it.
  const routing = readRouting(index, index.name, id, params.routing);
  requirePreferred(context, params.preference, index, { id, routing });
  const hit = await find(context, request, { query, routing });
  const head = {
    _index: index.name,
    ...(request.dialect.documentType ? { _type: '_doc' } : {}),
    _id: id,
  };
  const explained = hit?.explained;
  if (hit === undefined || explained === undefined) {
    return { status: 404, kind: 'json', body: { ...head, matched: false } };
  }
  const { matched, explanation } = explained;
  const shown = wantsDocument(params) ? { get: documentOf(hit) } : {};
  return { status: 200, kind: 'json', body: { ...head, matched, explanation, ...shown } };
};

/** Throws ApiError where there is none, or it cannot be read. */
async function queryOf(request: ExplainRequest): Promise<unknown> {
  const body = await readSearchBody(request);
  checkMembers(body, ['query']);
  const { routing: _routing, ...params } = request.params;
  const query = request.body.empty ? queryOfParams(params) : body.query;
  if (query === undefined) throw validationFailed(['query is missing']);
  parseWholeQuery(query);
  checkOneQuery(request);
  return query;
}

interface Asked {
  readonly query: unknown;
  readonly routing: string | undefined;
}

async function find(
  context: EmbeddedContext,
  request: ExplainRequest,
  { query: given, routing }: Asked,
): Promise<SearchHit | undefined> {
  const { pathParams, params } = request;
  const targets = searchTargets(context, request, request.indices, {}, []);
  const [index] = targets.indices;
  if (index === undefined) return undefined;
  const query = await withLookups(context, request, given, targets.indices);
  const filter = targets.aliasFilters.get(index.name);
  const {
    aliasFilters: _aliasFilters,
    routings: _routings,
    ...options
  } = engineTargets(context, request, targets);
  const source = sourceFilterOfParams(params);
  const search = context.engine.search({
    ...options,
    shards: [context.engine.shardOf(index.name, pathParams.id, routing)],
    explained: filter === undefined ? { query } : { query, filter },
    body: {
      query: { ids: { values: [pathParams.id] } },
      size: 1,
      explain: true,
      seq_no_primary_term: true,
      ...(params.stored_fields === undefined ? {} : { stored_fields: params.stored_fields }),
      _source:
        source === undefined || !source.enabled
          ? false
          : { includes: source.includes, excludes: source.excludes },
    },
  });
  const result = await search.catch((error: unknown) => {
    throw ofItsShard(error);
  });
  return result.hits[0];
}

/** Of the one shard that was asked it is told what failed, and not that all have. */
function ofItsShard(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.error.type !== 'search_phase_execution_exception') return error;
  const { details = {}, rootCause = [] } = error.error;
  const [failed] = (details.failed_shards ?? []) as readonly JsonMap[];
  if (failed === undefined) return error;
  return new ApiError({ ...causeOfShown(failed.reason as JsonMap), rootCause, status: error.status });
}

function causeOfShown({ type, reason, caused_by: inner, ...details }: JsonMap): ErrorCause {
  const cause = { type: type as ErrorCause['type'], reason: String(reason), details };
  return inner === undefined ? cause : { ...cause, causedBy: causeOfShown(inner as JsonMap) };
}

function wantsDocument(params: ExplainRequest['params']): boolean {
  return params.stored_fields !== undefined || sourceFilterOfParams(params)?.enabled === true;
}

function documentOf({ seqNo, primaryTerm, routing, source, fields }: SearchHit): JsonMap {
  return {
    _seq_no: seqNo,
    _primary_term: primaryTerm,
    ...(routing === null ? {} : { _routing: routing }),
    found: true,
    ...(source === undefined ? {} : { _source: new RawJson(source) }),
    fields,
  };
}
