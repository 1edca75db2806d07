import { ApiError, checkNameLengths, type JsonMap, parseNamed, RawJson } from '@sextant/contract';
import { parseUpdateRequest, type SourceRequest, UNASSIGNED, type WriteResult } from '@sextant/engine';
import type { BackendRequest } from '../../backend.ts';
import type { EmbeddedContext, Handler, RequestOf } from '../context.ts';
import { updateWithStoredScripts } from '../scripts/resolve-scripts.ts';
import { droppedAnswer } from './ingest-one.ts';
import { pipedUpdate, updatePipelines } from './piped-update.ts';
import { admit, previewUpdate, type SingleWrite, writeAnswer, writeOne } from './single-write.ts';
import { sourceFilterOfBody, sourceFilterOfParams } from './source-filter.ts';
import { updateGet } from './update-get.ts';
import {
  activeShardCount,
  checkActiveShards,
  conditionProblems,
  conditionsOf,
  idProblem,
  refreshOf,
  validationFailed,
} from './write-params.ts';
import { operationRouting, writeTarget } from './write-target.ts';

/** Bytes of an update that are looked at before an index is made for it. */
const MOST_READ_HERE = 1 << 18;

/** Changes a document in part. The body is read by the writer; only `_source` matters here. */
export const updateDocument: Handler<'update'> = async (context, request) => {
  const { params, pathParams } = request;
  const name = pathParams.index;
  const id = pathParams.id;
  refreshOf(params);
  activeShardCount(params.wait_for_active_shards, 1);
  // OpenSearch says no more than this of either.
  if (params.version !== undefined || params.version_type !== undefined) {
    throw validationFailed([noVersions]);
  }
  const conditions = conditionsOf(params);
  const retries = params.retry_on_conflict ?? 0;
  const problems = conditionProblems('update', conditions);
  if (conditions.ifSeqNo !== UNASSIGNED && retries > 0) {
    problems.push('compare and write operations can not be retried');
  }
  const tooLong = idProblem(id);
  if (tooLong !== undefined) problems.push(tooLong);
  if (problems.length > 0) throw validationFailed(problems);
  const source = updateWithStoredScripts(context, await updateSource(request));
  // It is read where it is done, and a long one only there: here it would keep all others waiting.
  let isRead = source.length > MOST_READ_HERE;
  const beforeMaking = (): void => {
    if (isRead) return;
    isRead = true;
    parseUpdateRequest(Buffer.from(source).toString('utf8'), conditions.ifSeqNo !== UNASSIGNED);
  };
  const how = { requireAlias: params.require_alias === true, mayCreate: true, creates: false, beforeMaking };
  const found = async () => {
    const target = await writeTarget(context, request, name, how);
    const routing = operationRouting(target, name, id, params.routing);
    return { target, routing };
  };
  const { target, routing } = await found().catch((error: unknown) => {
    // What is wrong within it is told first, to those who may write there.
    if (!(error instanceof ApiError) || error.error.type !== 'security_exception') beforeMaking();
    throw error;
  });
  const filter = filterInBody(source) ?? sourceFilterOfParams(params);
  const write: SingleWrite = {
    index: target.index,
    kind: 'update',
    id,
    routing,
    source,
    conditions,
    retryOnConflict: retries,
    returnSource: filter?.enabled === true,
  };
  const unchanged = await doneWithoutCopies(context, request, write);
  if (unchanged !== undefined) {
    const { source: kept } = unchanged.previews.get(0)!;
    return writeAnswer(request, write, unchanged, getSection(unchanged, kept, filter));
  }
  const pipelines = updatePipelines(context, request, name);
  if (pipelines === undefined) {
    const result = await writeOne(context, request, write);
    return writeAnswer(request, write, result, getSection(result, result.sources.get(0), filter));
  }
  const done = await pipedUpdate(context, request, write, pipelines);
  if (done === 'dropped') return droppedAnswer(request, { index: name, id }, 'update');
  return writeAnswer(request, done.write, done.result, getSection(done.result, done.source, filter));
};

const noVersions =
  'internal versioning can not be used for optimistic concurrency control. Please use `if_seq_no` and `if_primary_term` instead';

/**
 * Of an update that lacks copies: what there is where it changes nothing, for which none is wanted; undefined where all are there. Throws
 * ApiError where it fails, by itself or for the copies.
 */
async function doneWithoutCopies(
  context: EmbeddedContext,
  request: RequestOf<'update'>,
  write: SingleWrite,
): Promise<WriteResult | undefined> {
  try {
    checkActiveShards(context, write.index, request.params, write.id, write.routing);
    return undefined;
  } catch (error) {
    await admit(context, request, write);
    const result = await previewUpdate(context, request, write);
    if (result.outcomes[0] === 'noop') return result;
    throw error;
  }
}

/** An update without a body is an empty one, which the writer refuses in its own words. */
async function updateSource(request: BackendRequest): Promise<Uint8Array> {
  const { body } = request;
  if (body.empty) return Buffer.from('{}');
  if (body.contentType === 'yaml' || body.contentType === 'cbor') {
    return Buffer.from(String((await body.json('raw')) ?? null));
  }
  return body.bytes();
}

const sourceKey = Buffer.from('"_source"');

/** `_source` of an update body; a body that cannot be read has none, and fails later. */
export function filterInBody(source: Uint8Array): SourceRequest | undefined {
  const bytes = Buffer.from(source.buffer, source.byteOffset, source.byteLength);
  if (!bytes.includes(sourceKey)) return undefined;
  try {
    const text = bytes.toString('utf8');
    checkNameLengths(text);
    const body: unknown = parseNamed(text);
    return sourceFilterOfBody((body as Readonly<Record<string, unknown>> | null)?._source);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof ApiError) return undefined;
    throw error;
  }
}

function getSection(
  result: WriteResult,
  source: Uint8Array | undefined,
  filter: SourceRequest | undefined,
): JsonMap {
  const get = updateGet(result, { place: 0, source, filter });
  return get === undefined ? {} : { get: new RawJson(Buffer.from(get)) };
}
