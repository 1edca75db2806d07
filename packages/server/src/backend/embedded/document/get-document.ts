import { ApiError, apiError, type JsonMap, RawJson } from '@sextant/contract';
import {
  filterSource,
  type GetRequest,
  type GetResult,
  type IndexMetadata,
  type SourceRequest,
  storedFieldsOf,
} from '@sextant/engine';
import { checkBlocks } from '../../../cluster/blocks.ts';
import { indexClosed, readIndex } from '../../../cluster/index-names.ts';
import type { BackendRequest } from '../../backend.ts';
import { canonicalName } from '../../index-expression.ts';
import { catalogOf, type EmbeddedContext, type Handler, type RequestOf } from '../context.ts';
import { requirePreferred } from '../search/preference.ts';
import { sourceFilterOfParams, wholeSource } from './source-filter.ts';
import { asSeen, readVisible } from './visible-documents.ts';
import { validationFailed, versionTypeOf } from './write-params.ts';
import { routingThrough } from './write-target.ts';

/** What to show of a document. */
export interface DocumentView {
  readonly filter: SourceRequest;
  readonly storedFields: readonly string[];
}

export const getDocument: Handler<'get'> = async (context, request) => {
  const view = viewOfParams(request.params);
  const { index, result } = await readDocument(context, request);
  const body = documentBody(context, request, index, request.pathParams.id, result, view);
  return { status: result.found ? 200 : 404, kind: 'json', body };
};

export const getSource: Handler<'get_source'> = async (context, request) => {
  const { filter } = viewOfParams(request.params);
  const { index, result } = await readDocument(context, request);
  const id = request.pathParams.id;
  if (!filter.enabled) {
    throw apiError(
      'action_request_validation_exception',
      'Validation Failed: 1: fetching source can not be disabled;',
    );
  }
  if (!result.found) {
    throw apiError('resource_not_found_exception', `Document not found [${index.name}]/[${id}]`);
  }
  if (result.source === null) {
    throw apiError('resource_not_found_exception', `Source not found [${index.name}]/[${id}]`);
  }
  return { status: 200, kind: 'json', body: new RawJson(filterSource(result.source, filter)) };
};

export function viewOfParams(params: RequestOf<'get' | 'mget'>['params']): DocumentView {
  const storedFields = params.stored_fields ?? [];
  const filter = sourceFilterOfParams(params);
  return {
    filter: filter ?? {
      ...wholeSource,
      enabled: storedFields.length === 0 || storedFields.includes('_source'),
    },
    storedFields,
  };
}

/** The index that `name` means for reads by id. Throws ApiError: missing, closed, blocked. */
export function readTarget(
  context: EmbeddedContext,
  request: BackendRequest,
  name: string,
  action: string,
): IndexMetadata {
  const catalog = catalogOf(context, request, action);
  const index = readIndex(catalog, canonicalName(name, request.access, catalog.now()));
  if (index.state === 'close') throw indexClosed(index);
  checkBlocks([index], 'read');
  return index;
}

async function readDocument(
  context: EmbeddedContext,
  request: RequestOf<'get' | 'get_source'>,
): Promise<{ index: IndexMetadata; result: GetResult }> {
  const { params, pathParams } = request;
  const type = versionTypeOf(params.version_type === 'force' ? 'internal' : params.version_type);
  checkAskedVersion(params.version, type);
  const name = pathParams.index;
  const index = readTarget(context, request, name, request.route.privilege);
  const routing = readRouting(index, name, pathParams.id, params.routing);
  requirePreferred(context, params.preference, index, { id: pathParams.id, routing });
  if (params.refresh === true) await context.engine.refresh(index.name);
  const get: GetRequest = {
    index: index.name,
    id: pathParams.id,
    realtime: params.realtime !== false,
    ...(routing === undefined ? {} : { routing }),
  };
  const [result] = await readVisible(context, request, [get]);
  checkReadVersion(index, get, result!, params.version, context);
  return { index, result: result! };
}

/** An alias may route, as it does writes; a mapping may demand routing. */
export function readRouting(
  index: IndexMetadata,
  name: string,
  id: string,
  routing: string | undefined,
): string | undefined {
  const alias = Object.hasOwn(index.aliases, name) ? index.aliases[name] : undefined;
  const effective = routingThrough(name, alias?.indexRouting, routing);
  const required = index.mappings._routing as { required?: unknown } | undefined;
  if (effective === undefined && required?.required === true) {
    throw apiError('routing_missing_exception', `routing is required for [${index.name}]/[${id}]`, {
      index: index.name,
      index_uuid: index.uuid,
    });
  }
  return effective;
}

/** OpenSearch's number of any version. */
const anyVersion = -3;

/** Throws ApiError for a version that no document of the type can have. */
function checkAskedVersion(version: number | undefined, type: ReturnType<typeof versionTypeOf>): void {
  if (version === undefined || version === anyVersion) return;
  if (version >= (type === 'internal' ? 1 : 0)) return;
  throw validationFailed([`illegal version value [${version}] for version type [${type.toUpperCase()}]`]);
}

/** Throws ApiError where a version was given and the document has another. */
export function checkReadVersion(
  index: IndexMetadata,
  get: GetRequest,
  result: GetResult,
  version: number | undefined,
  context: EmbeddedContext,
): void {
  if (version === undefined || version === anyVersion) return;
  if (!result.found || version === result.version) return;
  throw new ApiError({
    type: 'version_conflict_engine_exception',
    reason: `[${get.id}]: version conflict, current version [${result.version}] is different than the one provided [${version}]`,
    details: {
      index: index.name,
      shard: String(context.engine.shardOf(index.name, get.id, get.routing)),
      index_uuid: index.uuid,
    },
  });
}

/** A document as get and mget show it. */
export function documentBody(
  context: EmbeddedContext,
  request: BackendRequest,
  index: IndexMetadata,
  id: string,
  result: GetResult,
  view: DocumentView,
): JsonMap {
  const head = {
    _index: index.name,
    ...(request.dialect.documentType ? { _type: '_doc' } : {}),
    _id: id,
  };
  if (!result.found) return { ...head, found: false };
  const shown = result.source !== null && view.filter.enabled;
  const fields =
    view.storedFields.length === 0
      ? undefined
      : storedFieldsOf(asSeen(context, request, index), result, view.storedFields);
  // OpenSearch keeps the routing value among the stored fields, and without need does not load those.
  const readsFields = view.filter.enabled || view.storedFields.length > 0;
  return {
    ...head,
    _version: result.version,
    _seq_no: result.seqNo,
    _primary_term: result.primaryTerm,
    ...(result.routing === null || !readsFields ? {} : { _routing: result.routing }),
    found: true,
    ...(shown ? { _source: new RawJson(filterSource(result.source!, view.filter)) } : {}),
    ...(fields === undefined ? {} : { fields }),
  };
}
