import { ApiError, apiError, isBoxedDouble, isObject, mapMembers } from '@sextant/contract';
import { parseSearchRequest, toBoolean } from '@sextant/engine';
import { resolveIndices } from '../../../cluster/index-names.ts';
import { indicesOptions, openIndices } from '../../../cluster/indices-options.ts';
import type { BackendRequest } from '../../backend.ts';
import { catalogOf, type EmbeddedContext } from '../context.ts';
import { double, type Value, type Values } from '../ingest/java-values.ts';
import { readPointInTimeId } from '../search/contexts/context-id.ts';
import { searchAction } from '../search/search-targets.ts';
import { NO_PIPELINE } from './default-pipelines.ts';
import type { AskedSearch, SearchPipeline } from './search-pipeline.ts';

/** A search, and what it is asked of. */
export interface PipedCall extends AskedSearch {
  readonly names: readonly string[];
  /** Where it is a part of its request. */
  readonly task?: BackendRequest['task'] | undefined;
}

/** What a search goes through. */
export interface ChosenPipeline {
  readonly pipeline: SearchPipeline;
  readonly isVerbose: boolean;
  /** It stands in the body. */
  readonly isAdHoc: boolean;
}

/** Rows whose bodies name no pipeline: only the URL does, where it can. */
const namedByUrl: ReadonlySet<string> = new Set(['search_template', 'msearch_template', 'reindex']);
const templates: ReadonlySet<string> = new Set(['search_template']);
const AD_HOC = '_ad_hoc_pipeline';

/** False: the search goes through none. True: that has to be looked at. */
export function mayBePiped({ searchPipelines }: EmbeddedContext, { body, params }: AskedSearch): boolean {
  return isAsked(body, params) || !searchPipelines.defaults.areAbsent;
}

function isAsked(...parts: readonly Readonly<Record<string, unknown>>[]): boolean {
  return parts.some((part) => part.search_pipeline !== undefined || part.verbose_pipeline !== undefined);
}

/** Undefined: the search goes through none. Throws ApiError, also where the body cannot be read. */
export function chosenPipeline(
  context: EmbeddedContext,
  request: BackendRequest,
  call: PipedCall,
): ChosenPipeline | undefined {
  const { body, params } = call;
  if (!mayBePiped(context, call)) return undefined;
  const isRead = isAsked(body, params);
  if (isRead) parseSearchRequest(body);
  const isVerbose = isWantedWhole(request, call);
  const isAdHoc = isObject(body.search_pipeline);
  const pipeline = isAdHoc ? adHoc(context, call) : named(context, request, call);
  // What cannot be read is no matter of a pipeline.
  if (pipeline !== undefined && !isRead) parseSearchRequest(body);
  if (pipeline !== undefined) return { pipeline, isVerbose, isAdHoc };
  if (!isVerbose) return undefined;
  const reason = "The 'verbose pipeline' option requires a search pipeline to be defined.";
  throw apiError('illegal_argument_exception', reason);
}

function isWantedWhole({ route }: BackendRequest, { body, params }: PipedCall): boolean {
  if (params.verbose_pipeline !== undefined && !templates.has(route.name))
    return params.verbose_pipeline === true;
  return body.verbose_pipeline !== undefined && toBoolean(body.verbose_pipeline);
}

function adHoc({ searchPipelines }: EmbeddedContext, { body, params }: PipedCall): SearchPipeline {
  if (params.search_pipeline !== undefined) {
    const reason =
      'Both named and inline search pipeline were specified. Please only specify one or the other.';
    throw apiError('illegal_argument_exception', reason);
  }
  return searchPipelines.compile(AD_HOC, asKept(body.search_pipeline) as Values);
}

/** Doubles among the parameters of scripts as a pipeline that is kept has them. */
function asKept(value: unknown): Value {
  return (isBoxedDouble(value) ? double(value.valueOf()) : mapMembers(value, asKept)) as Value;
}

function named(
  context: EmbeddedContext,
  request: BackendRequest,
  call: PipedCall,
): SearchPipeline | undefined {
  const { body, params } = call;
  const inBody = namedByUrl.has(request.route.name) ? undefined : body.search_pipeline;
  const given = params.search_pipeline ?? inBody;
  const id = given === undefined ? defaultId(context, request, call) : String(given);
  if (id === undefined || id === NO_PIPELINE) return undefined;
  const pipeline = context.searchPipelines.find(id);
  if (pipeline !== undefined) return pipeline;
  throw apiError('illegal_argument_exception', `Pipeline ${id} is not defined`);
}

function defaultId(context: EmbeddedContext, request: BackendRequest, call: PipedCall): string | undefined {
  const { defaults } = context.searchPipelines;
  if (defaults.areAbsent) return undefined;
  const names = searchedNames(call);
  if (names.length === 0) return undefined;
  try {
    const catalog = catalogOf(context, request, searchAction(request.route));
    const found = resolveIndices(catalog, names, indicesOptions(call.params, openIndices));
    return defaults.commonOf(found.map(({ index }) => index));
  } catch (error) {
    // Whoever searches then is told of it.
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

function searchedNames({ body: { pit }, names }: PipedCall): readonly string[] {
  if (!isObject(pit) || typeof pit.id !== 'string') return names;
  return readPointInTimeId(pit.id).shards.map(({ index }) => index);
}
