import { ApiError, apiError, isObject, type Json } from '@sextant/contract';
import type { GetRequest, GetResult, IndexMetadata, WorkBudget } from '@sextant/engine';
import { membersOf, tokenOf } from '@sextant/engine';
import type { BackendRequest } from '../../backend.ts';
import { type EmbeddedContext, type Handler, ok, type RequestOf } from '../context.ts';
import { causeOf, errorBody } from '../error-body.ts';
import { readPlaced } from '../read-errors.ts';
import { requirePreferred } from '../search/preference.ts';
import { requestBudget } from '../search/request-budget.ts';
import {
  checkReadVersion,
  type DocumentView,
  documentBody,
  readRouting,
  readTarget,
  viewOfParams,
} from './get-document.ts';
import { sourceFilterOfBody } from './source-filter.ts';
import { readVisible } from './visible-documents.ts';
import { validationFailed, versionTypeOf } from './write-params.ts';

interface Wanted {
  readonly index: string;
  readonly id: string;
  readonly routing: string | undefined;
  readonly version: number | undefined;
  readonly view: DocumentView;
}

/** Documents read at once: few until it is known how long they are, then as many as have so many bytes together. */
const READS_AT_FIRST = 8;
const READS_AT_ONCE = 1000;
const BYTES_AT_ONCE = 4 << 20;
/** Bytes of a document that are read and filtered in about a step of the budget. */
const BYTES_PER_STEP = 64;

interface Read {
  readonly at: number;
  readonly index: IndexMetadata;
  readonly get: GetRequest;
}

/** Many documents; what cannot be read is an error in its place. */
export const multiGet: Handler<'mget'> = async (context, request) => {
  if (request.body.empty) {
    throw apiError('parse_exception', 'request body or source parameter is required');
  }
  const wanted = readPlaced(request, await request.body.json(), (tree) => parseBody(tree, request));
  const leave = request.access.internal ? undefined : context.boundedPools.of('get').enter();
  const budget = requestBudget(context, request);
  try {
    return ok({ docs: await readAll(context, request, wanted, budget) });
  } finally {
    budget.close();
    leave?.();
  }
};

/** What is read is counted before more is read, and others get their turn in between. */
async function readAll(
  context: EmbeddedContext,
  request: RequestOf<'mget'>,
  wanted: readonly Wanted[],
  budget: WorkBudget,
): Promise<Json[]> {
  const docs: Json[] = new Array(wanted.length);
  const reads: Read[] = [];
  const names = new Names(context, request);
  for (const [at, item] of wanted.entries()) {
    budget.charge(1);
    if (budget.sliceOver) await nextTurn(budget);
    try {
      const index = names.indexOf(item.index);
      const get = getOf(index, item, request);
      requirePreferred(context, request.params.preference, index, get);
      if (request.params.refresh === true) await names.refresh(index);
      reads.push({ at, index, get });
    } catch (error) {
      docs[at] = failure(request, item, error);
    }
  }
  let size = READS_AT_FIRST;
  for (let from = 0; from < reads.length; ) {
    const part = reads.slice(from, from + size);
    from += part.length;
    const results = await readPart(
      context,
      request,
      part.map((read) => read.get),
    );
    const lengths = results.map(bytesOf);
    const bytes = lengths.reduce((sum, length) => sum + length, 0);
    budget.reserve(bytes, '<mget>');
    for (const [i, { at, index, get }] of part.entries()) {
      budget.charge(1 + lengths[i]! / BYTES_PER_STEP);
      if (budget.sliceOver) await nextTurn(budget);
      const item = wanted[at]!;
      try {
        const result = results[i]!;
        if (result instanceof ApiError) throw result;
        checkReadVersion(index, get, result, item.version, context);
        docs[at] = documentBody(context, request, index, item.id, result, item.view);
      } catch (error) {
        docs[at] = failure(request, { ...item, index: index.name }, error);
      }
      // What a filter leaves is a copy of its own, and small as a rule.
      if (!isWhole(item.view)) budget.release(lengths[i]!);
    }
    const mean = Math.max(1, bytes / part.length);
    size = Math.max(1, Math.min(READS_AT_ONCE, Math.floor(BYTES_AT_ONCE / mean)));
  }
  return docs;
}

/** Others get the thread, which was kept long enough. */
async function nextTurn(budget: WorkBudget): Promise<void> {
  await new Promise((resume) => setImmediate(resume));
  budget.beginSlice();
}

/** Each by itself where not all can be read: a shard may not work. */
async function readPart(
  context: EmbeddedContext,
  request: RequestOf<'mget'>,
  gets: readonly GetRequest[],
): Promise<readonly (GetResult | ApiError)[]> {
  try {
    return await readVisible(context, request, gets);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return Promise.all(
      gets.map((get) => readVisible(context, request, [get]).then(([result]) => result!, refusal)),
    );
  }
}

function refusal(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  throw error;
}

function bytesOf(result: GetResult | ApiError): number {
  if (result instanceof ApiError) return 0;
  return result.found ? (result.source?.length ?? 0) : 0;
}

function isWhole({ filter }: DocumentView): boolean {
  return filter.enabled && filter.includes.length + filter.excludes.length === 0;
}

/** The indices that the items name: each name is resolved, and judged, once. */
class Names {
  readonly #context: EmbeddedContext;
  readonly #request: RequestOf<'mget'>;
  readonly #indices = new Map<string, IndexMetadata>();
  readonly #refreshed = new Set<string>();

  constructor(context: EmbeddedContext, request: RequestOf<'mget'>) {
    this.#context = context;
    this.#request = request;
  }

  /** Throws ApiError: missing, closed, blocked, not allowed. */
  indexOf(name: string): IndexMetadata {
    let index = this.#indices.get(name);
    if (index === undefined) {
      index = readTarget(this.#context, this.#request, name, 'indices:data/read/get');
      this.#indices.set(name, index);
    }
    return index;
  }

  async refresh({ name }: IndexMetadata): Promise<void> {
    if (this.#refreshed.has(name)) return;
    this.#refreshed.add(name);
    await this.#context.engine.refresh(name);
  }
}

function getOf(index: IndexMetadata, item: Wanted, request: RequestOf<'mget'>): GetRequest {
  const routing = readRouting(index, item.index, item.id, item.routing);
  const get = { index: index.name, id: item.id, realtime: request.params.realtime !== false };
  return routing === undefined ? get : { ...get, routing };
}

function failure(request: BackendRequest, item: Wanted, error: unknown): Json {
  const type = request.dialect.documentType ? { _type: '_doc' } : {};
  return { _index: item.index, ...type, _id: item.id, error: errorBody(causeOf(error)) };
}

function parseBody(body: unknown, request: RequestOf<'mget'>): Wanted[] {
  const defaults = {
    index: request.pathParams.index,
    routing: request.params.routing,
    view: viewOfParams(request.params),
    params: request.params,
  };
  if (!isObject(body)) {
    throw apiError('parsing_exception', `unexpected token [${tokenOf(body)}], expected [START_OBJECT]`);
  }
  const wanted: Partial<Wanted>[] = [];
  for (const [key, value] of membersOf(body)) {
    if (key === 'docs' && Array.isArray(value)) {
      for (const item of value) wanted.push(parseItem(item, defaults));
    } else if (key === 'ids' && Array.isArray(value)) {
      for (const id of value) wanted.push({ ...plain(defaults), id: parseId(id) });
    } else {
      const token = tokenOf(value);
      const reason = Array.isArray(value)
        ? `unknown key [${key}] for a ${token}, expected [docs] or [ids]`
        : `unexpected token [${token}], expected [FIELD_NAME] or [START_ARRAY]`;
      throw apiError('parsing_exception', reason);
    }
  }
  if (wanted.length === 0) throw validationFailed(['no documents to get']);
  const problems: string[] = [];
  for (const [at, item] of wanted.entries()) {
    if (item.index === undefined) problems.push(`index is missing for doc ${at}`);
    if (item.id === undefined) problems.push(`id is missing for doc ${at}`);
  }
  if (problems.length > 0) throw validationFailed(problems);
  return wanted as Wanted[];
}

interface Defaults {
  readonly index: string | undefined;
  readonly routing: string | undefined;
  readonly view: DocumentView;
  readonly params: RequestOf<'mget'>['params'];
}

function plain(defaults: Defaults): Partial<Wanted> {
  const { index, routing, view } = defaults;
  return { ...(index === undefined ? {} : { index }), routing, version: undefined, view };
}

function parseId(id: unknown): string {
  if (typeof id === 'string' || typeof id === 'number') return String(id);
  throw apiError('illegal_argument_exception', 'ids array element should only contain ids');
}

function parseItem(item: unknown, defaults: Defaults): Partial<Wanted> {
  if (!isObject(item)) {
    throw apiError('illegal_argument_exception', 'docs array element should include an object');
  }
  const wanted: { -readonly [K in keyof Wanted]?: Wanted[K] } = plain(defaults);
  let source: DocumentView['filter'] | undefined;
  let stored: readonly string[] | undefined;
  for (const [key, value] of Object.entries(item)) {
    if (value === null) continue;
    if (key === '_index') wanted.index = String(value);
    else if (key === '_id') wanted.id = String(value);
    else if (key === 'routing') wanted.routing = String(value);
    else if (key === 'version') wanted.version = Number(value);
    else if (key === 'version_type') versionTypeOf(value);
    else if (key === '_source') source = sourceFilterOfBody(value)!;
    else if (key === 'stored_fields') stored = (Array.isArray(value) ? value : [value]).map(String);
    else if (key !== '_type') {
      throw apiError('parse_exception', `failed to parse multi get request. unknown field [${key}]`);
    }
  }
  if (source !== undefined || stored !== undefined) wanted.view = viewOf(defaults, source, stored);
  return wanted;
}

/** What an item says goes before what the request says of all of them. */
function viewOf(
  { view, params }: Defaults,
  source: DocumentView['filter'] | undefined,
  stored: readonly string[] | undefined,
): DocumentView {
  if (stored === undefined) return { ...view, filter: source ?? view.filter };
  const filter = source ?? viewOfParams({ ...params, stored_fields: stored }).filter;
  return { filter, storedFields: stored };
}
