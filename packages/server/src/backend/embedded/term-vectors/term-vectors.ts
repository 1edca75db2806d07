import {
  type ApiError,
  apiError,
  type ErrorCause,
  isObject,
  type Json,
  type JsonMap,
  RawJson,
} from '@sextant/contract';
import type { IndexMetadata, WorkBudget } from '@sextant/engine';
import type { BackendRequest } from '../../backend.ts';
import { type EmbeddedContext, type Handler, ok, type RequestOf } from '../context.ts';
import { checkReadVersion, readRouting, readTarget } from '../document/get-document.ts';
import { readVisible, visibleParts } from '../document/visible-documents.ts';
import { validationFailed } from '../document/write-params.ts';
import { causeOf, errorBody } from '../error-body.ts';
import type { VectorsView } from '../search/documents-view.ts';
import { requirePreferred } from '../search/preference.ts';
import { requestBudget } from '../search/request-budget.ts';
import { weightOf } from '../search-pipelines/processors/hit-weight.ts';
import { readVectors, vectorsOfParams, type WantedVectors } from './read-vectors-request.ts';

type VectorsRequest = RequestOf<'termvectors'> | RequestOf<'mtermvectors'>;

const DOCUMENTS_PER_TURN = 64;
const encoder = new TextEncoder();

/** The words of one document, of the index or of the request. */
export const termVectors: Handler<'termvectors'> = async (context, request) => {
  const { params, pathParams } = request;
  const defaults = vectorsOfParams(params, pathParams.index, pathParams.id);
  const wanted = request.body.empty ? defaults : readVectors(defaults, await request.body.json());
  const problems = problemsOf(wanted);
  if (problems.length > 0) throw validationFailed(problems);
  return ok(await vectorsOf(context, request, wanted, requestBudget(context, request)));
};

/** Of several; what cannot be told is an error in its place. */
export const multiTermVectors: Handler<'mtermvectors'> = async (context, request) => {
  const wanted = await wantedOf(request);
  if (wanted.length === 0) throw validationFailed(['multi term vectors: no documents requested']);
  const problems = wanted.flatMap((one, i) => {
    const found = problemsOf(one);
    return found.length === 0 ? [] : [...found, `at multi term vectors for doc ${i}`];
  });
  if (problems.length > 0) throw validationFailed(problems);
  // What was told of some waits for the others.
  const waiting = requestBudget(context, request);
  try {
    return ok({ docs: await docsOf(context, request, wanted, waiting) });
  } finally {
    waiting.close();
  }
};

async function docsOf(
  context: EmbeddedContext,
  request: RequestOf<'mtermvectors'>,
  wanted: readonly WantedVectors[],
  waiting: WorkBudget,
): Promise<JsonMap[]> {
  const docs: JsonMap[] = [];
  for (const one of wanted) {
    try {
      docs.push(await vectorsOf(context, request, one, waiting.fork()));
    } catch (error) {
      // As in OpenSearch, which asks the whole request for it.
      if (causeOf(error).type === 'index_closed_exception') throw error;
      docs.push({ _index: one.index, _id: one.id, error: errorBody(withoutResource(causeOf(error))) });
    }
    waiting.reserve(weightOf(docs.at(-1)), '<mtermvectors>');
    // Others get the thread now and then.
    if (docs.length % DOCUMENTS_PER_TURN === 0) await new Promise((resume) => setImmediate(resume));
    request.signal.throwIfAborted();
  }
  return docs;
}

/** As OpenSearch tells it here, without what kind of name it was. */
function withoutResource(cause: ErrorCause): ErrorCause {
  const { 'resource.id': _id, 'resource.type': _type, ...details } = cause.details ?? {};
  return { ...cause, details };
}

function problemsOf({ index, id, doc }: WantedVectors): string[] {
  return [
    ...(index === undefined ? ['index is missing'] : []),
    ...(id === undefined && doc === undefined ? ['id or doc is missing'] : []),
  ];
}

async function wantedOf(request: RequestOf<'mtermvectors'>): Promise<WantedVectors[]> {
  const { params, pathParams } = request;
  const of = (id: string | undefined): WantedVectors => vectorsOfParams(params, pathParams.index, id);
  const ofUrl = (params.ids ?? []).map(of);
  if (request.body.empty) return ofUrl;
  const body = await request.body.json();
  if (!isObject(body)) throw apiError('parse_exception', '_mtermvectors: the body must be an object');
  const found: WantedVectors[] = [];
  const ids: string[] = [];
  let shared: unknown = {};
  for (const [name, value] of Object.entries(body)) {
    if (name === 'docs' && Array.isArray(value))
      for (const one of value) found.push(readVectors(of(undefined), objectIn(one)));
    else if (name === 'ids' && Array.isArray(value)) for (const id of value) ids.push(idIn(id));
    else if (name === 'parameters' && isObject(value)) shared = value;
    else throw unknownPart(name, value);
  }
  return [...ofUrl, ...found, ...ids.map((id) => readVectors(of(id), shared))];
}

function unknownPart(name: string, value: unknown): ApiError {
  if (value === null || typeof value !== 'object')
    return apiError('parse_exception', `_mtermvectors: Parameter [${name}] not supported`);
  const type = Array.isArray(value) ? 'ARRAY' : 'OBJECT';
  return apiError('parse_exception', `no parameter named [${name}] and type ${type}`);
}

function objectIn(value: unknown): unknown {
  if (isObject(value)) return value;
  throw apiError('illegal_argument_exception', 'docs array element should include an object');
}

function idIn(value: unknown): string {
  if (value !== null && typeof value !== 'object') return String(value);
  throw apiError('illegal_argument_exception', 'ids array element should only contain ids');
}

async function vectorsOf(
  context: EmbeddedContext,
  request: VectorsRequest,
  wanted: WantedVectors,
  budget: WorkBudget,
): Promise<JsonMap> {
  const started = context.clock.nanos();
  const tookMs = (): number => Math.round((context.clock.nanos() - started) / 1e6);
  const { index: name = '', id, doc, version, versionType: _type, ...asked } = wanted;
  const index = readTarget(context, request, name, 'indices:data/read/tv');
  const type = request.dialect.documentType ? { _type: '_doc' } : {};
  if (id === undefined) {
    const source = encoder.encode(JSON.stringify(doc));
    const vectors = { ...asked, source, kept: null, isArtificial: true };
    const found = await search(context, request, { index, shard: 0, budget }, vectors);
    return { _index: index.name, ...type, _version: 0, found: true, took: tookMs(), term_vectors: found };
  }
  const routing = readRouting(index, name, id, wanted.routing);
  requirePreferred(context, request.params.preference, index, { id, routing });
  const get = {
    index: index.name,
    id,
    realtime: request.params.realtime !== false,
    ...(routing === undefined ? {} : { routing }),
  };
  const result = (await readVisible(context, request, [get]))[0]!;
  checkReadVersion(index, get, result, version, context);
  const head = { _index: index.name, ...type, _id: id };
  if (!result.found) return { ...head, _version: 0, found: false, took: tookMs() };
  const source = result.source ?? encoder.encode('{}');
  const shard = context.engine.shardOf(index.name, id, routing);
  const vectors = { ...asked, source, kept: result.kept, isArtificial: false };
  const found = await search(context, request, { index, shard, budget }, vectors);
  return { ...head, _version: result.version, found: true, took: tookMs(), term_vectors: found };
}

interface Place {
  readonly index: IndexMetadata;
  readonly shard: number;
  readonly budget: WorkBudget;
}

async function search(
  context: EmbeddedContext,
  request: BackendRequest,
  { index, shard, budget }: Place,
  vectors: Parameters<EmbeddedContext['engine']['search']>[0]['termVectors'] & object,
): Promise<Json> {
  // A long text keeps a thread for seconds: none that others are heard by.
  const rendering: VectorsView = { vectors: true };
  const result = await context.engine.search({
    indices: [index.name],
    ...visibleParts(context, request, [index]),
    shards: [shard],
    body: { size: 0, query: { match_none: {} } },
    maxBuckets: 0,
    budget,
    requestCache: false,
    nodeId: context.identity.nodeId,
    termVectors: vectors,
    rendering,
  });
  return result.rendered === undefined ? (result.termVectors ?? {}) : new RawJson(result.rendered, true);
}
