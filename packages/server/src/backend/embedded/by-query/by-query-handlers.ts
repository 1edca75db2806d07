import { apiError, isObject } from '@sextant/contract';
import {
  type IndexMetadata,
  parseSearchRequest,
  readScript,
  type SearchBody,
  type WriteBatch,
  type WriteKind,
} from '@sextant/engine';
import { resolveIndices } from '../../../cluster/index-names.ts';
import { indicesOptions, openIndices } from '../../../cluster/indices-options.ts';
import type { BackendRequest } from '../../backend.ts';
import { catalogOf, type EmbeddedContext, type Handler, type RequestOf } from '../context.ts';
import { validationFailed } from '../document/write-params.ts';
import { type WriteTarget, writeTarget } from '../document/write-target.ts';
import { PipelineChoice } from '../ingest/ingest-writes.ts';
import { withStoredScripts } from '../scripts/resolve-scripts.ts';
import { checkTogether } from '../search/contexts/check-together.ts';
import type { Documents } from '../search/documents-view.ts';
import { mergeParams, readScriptedBody, readSearchBody } from '../search/search-body.ts';
import { checkPlan } from '../search/search-checks.ts';
import { listOf } from '../search/search-targeted.ts';
import { type SearchTargets, searchTargets } from '../search/search-targets.ts';
import { type ByQueryOptions, byQueryOptions } from './by-query-options.ts';
import { runByQuery } from './by-query-work.ts';
import { pickSources } from './pick-sources.ts';
import type { PagePipelines } from './piped-page.ts';
import type { PageScript } from './scripted-page.ts';

type Request = RequestOf<'update_by_query' | 'delete_by_query'>;

const actions = { index: 'indices:data/write/index', delete: 'indices:data/write/delete' } as const;

/** Writes every document anew that a search finds, so that it is indexed by the present mapping. */
export const updateByQuery: Handler<'update_by_query'> = async (context, request) => {
  const { script, ...body } = await readScriptedBody(request as BackendRequest);
  const pipelines = {
    choice: new PipelineChoice(context, request as BackendRequest),
    given: request.params.pipeline,
    mayMove: false,
  };
  return byQuery(context, request, body, {
    kind: 'index',
    script: pageScript(context, script, { destination: undefined, versionType: 'internal' }),
    pipelines,
  });
};

export const deleteByQuery: Handler<'delete_by_query'> = async (context, request) => {
  const body = await readSearchBody(request as BackendRequest);
  return byQuery(context, request, body, { kind: 'delete' });
};

/** Throws ApiError for what is no script. */
export function pageScript(
  context: EmbeddedContext,
  script: unknown,
  page: Omit<PageScript, 'spec'>,
): PageScript | undefined {
  if (script === undefined) return undefined;
  if (typeof script !== 'string' && !isObject(script)) {
    throw apiError('illegal_argument_exception', 'Script value should be a String or a Map');
  }
  return { ...page, spec: readScript(withStoredScripts(context, { script }).script) };
}

/** What becomes of each document. */
interface Doing {
  readonly kind: 'index' | 'delete';
  readonly script?: PageScript | undefined;
  readonly pipelines?: PagePipelines;
}

async function byQuery(
  context: EmbeddedContext,
  request: Request,
  { conflicts, max_docs: maxDocs, size, ...given }: SearchBody,
  { kind, script, pipelines }: Doing,
) {
  const { params } = request;
  checkPlan(params);
  const options = byQueryOptions(params, {
    ...(conflicts === undefined ? {} : { conflicts }),
    ...(maxDocs === undefined ? {} : { maxDocs: Number(maxDocs) }),
    ...(size === undefined ? {} : { pageSize: Number(size) }),
  });
  const { size: _size, from, timeout: _timeout, version: _version, ...rest } = params;
  const cache = params.request_cache === undefined ? {} : { request_cache: params.request_cache };
  const start = from === undefined ? {} : { from };
  const paged = { ...given, ...start, size: options.pageSize };
  parseSearchRequest(given);
  const isMissing = kind === 'delete' && given.query === undefined && params.q === undefined;
  // A delete reads no documents: clients say so.
  checkPages(kind === 'delete' ? { ...paged, _source: true } : paged, request.indices, {
    params: cache,
    slices: options.slices,
    problems: isMissing ? ['query is missing'] : [],
  });
  const timeout = params.search_timeout === undefined ? {} : { timeout: params.search_timeout };
  const merged = mergeParams(given, { ...rest, ...timeout } as Parameters<typeof mergeParams>[1]);
  const asked = request as BackendRequest;
  const what = kind === 'index' ? 'update-by-query' : 'delete-by-query';
  return runByQuery(context, asked, options, () => {
    const targets = searchTargets(context, asked, request.indices, params, listOf(params.routing));
    checkWritable(context, asked, actions[kind]);
    if (kind === 'index') refusePartOfFields(targets);
    return {
      targets,
      search: {
        sort: ['_doc'],
        ...merged,
        ...(kind === 'delete' ? { _source: false } : {}),
        seq_no_primary_term: true,
      },
      preference: params.preference,
      options,
      action: {
        targetName: undefined,
        activeShards: params,
        readsSource: kind === 'index',
        target: (index) => ownTarget(context, asked, index, actions[kind]),
        batch: (documents, items, target) => ownBatch(documents, items, target.index, kind),
        ...(script === undefined ? {} : { script }),
        ...(pipelines === undefined ? {} : { pipelines }),
      },
      description: `${what} [${request.indices.join(', ')}]`,
      shows: { updated: kind === 'index', created: false },
    };
  });
}

interface PageChecks {
  readonly params?: object;
  /** Of the request; a slice in the body is one of somebody else's. */
  readonly slices?: ByQueryOptions['slices'];
  /** What else is wrong. */
  readonly problems?: readonly string[];
}

/** As of a scroll, which this is. Throws ApiError. */
export function checkPages(
  body: SearchBody,
  indices: readonly string[],
  { params = {}, slices = 1, problems: others = [] }: PageChecks = {},
): void {
  const problems: string[] = [];
  if (Number(body.from) > 0) problems.push('using [from] is not allowed in a scroll context');
  if (Number(body.size) === 0) problems.push('[size] cannot be [0] in a scroll context');
  if (Number(body.from) > 0) problems.push('from is not supported in this context');
  if (slices !== 1 && body.slice !== undefined) {
    problems.push("can't specify both manual and automatic slicing at the same time");
  }
  if (body._source === false) problems.push('_source:false is not supported in this context');
  problems.push(...others);
  if (problems.length > 0) throw validationFailed(problems);
  checkTogether({ ...body, track_total_hits: true }, { ...params, scroll: 0 }, indices);
}

/** Throws ApiError where one of the indices may be read and not written. */
function checkWritable(context: EmbeddedContext, request: BackendRequest, action: string): void {
  const catalog = catalogOf(context, request, 'indices:data/read/search');
  const writable = catalogOf(context, request, action);
  const found = resolveIndices(catalog, request.indices, indicesOptions(request.params, openIndices));
  for (const { index } of found) writable.get(index.name);
}

/** Documents would be written without what their caller does not see. Throws ApiError. */
function refusePartOfFields({ visible: { fieldRules } }: SearchTargets): void {
  const [index] = fieldRules?.keys() ?? [];
  if (index === undefined) return;
  throw apiError(
    'security_exception',
    `documents of [${index}] cannot be written anew by a user from whom fields of it are hidden`,
  );
}

/** The index of a document, as it is now. */
function ownTarget(
  context: EmbeddedContext,
  request: BackendRequest,
  name: string,
  action: string,
): Promise<WriteTarget> {
  return writeTarget(context, request, name, {
    requireAlias: false,
    mayCreate: false,
    creates: false,
    action,
  });
}

/** Writes only what is still as it was found. */
function ownBatch(
  documents: Documents,
  items: readonly number[],
  index: IndexMetadata,
  kind: WriteKind,
): WriteBatch {
  const { ids, routings, seqNos, primaryTerms } = documents;
  return {
    index: index.name,
    ...pickSources(documents, items),
    kinds: items.map(() => kind),
    ids: items.map((item) => ids[item]!),
    routings: items.map((item) => routings[item]!),
    ifSeqNos: Float64Array.from(items, (item) => seqNos[item]!),
    ifPrimaryTerms: Float64Array.from(items, (item) => primaryTerms[item]!),
    versions: null,
    versionTypes: null,
    retryOnConflict: null,
    refresh: 'false',
  };
}
