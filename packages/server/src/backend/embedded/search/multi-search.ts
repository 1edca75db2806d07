import {
  ApiError,
  apiError,
  dictionary,
  type ErrorCause,
  isObject,
  type Json,
  type JsonMap,
  notBoolean,
  parseWithLongs,
  type RawJson,
  scanJson,
  table,
} from '@sextant/contract';
import { parseSearchRequest, type SearchBody } from '@sextant/engine';
import { splitNames } from '../../../cluster/index-names.ts';
import { indicesOptions, openIndices } from '../../../cluster/indices-options.ts';
import { parseTimeMs } from '../../../config/units.ts';
import type { BackendResponse } from '../../backend.ts';
import { canonicalExpression } from '../../index-expression.ts';
import { type EmbeddedContext, type Handler, ok, type RequestOf } from '../context.ts';
import { warnOfSearch } from '../deprecations/deprecated-search.ts';
import { validationFailed } from '../document/write-params.ts';
import { causeOf, causeStatus, errorBody } from '../error-body.ts';
import { placedSearchError } from '../read-errors.ts';
import { weightOf } from '../search-pipelines/processors/hit-weight.ts';
import { multiSearchDescription, searchDescription } from '../tasks/descriptions.ts';
import { requestBudget } from './request-budget.ts';
import { runSearch, type SearchCall } from './run-search.ts';
import { withinTime } from './search.ts';
import { checkedBody, mergeParams } from './search-body.ts';
import { checkPlan, checkSearchParams } from './search-checks.ts';

const LINE_FEED = 10;
/** However many are allowed at a time: others get their turn between them. */
const MAX_AT_ONCE = 64;
/** To read them, and those that fail before they are searched, some thousands would keep everybody else waiting. */
const CALLS_PER_TURN = 64;
const searchAction = 'indices:data/read/search';

/** A search of several, as its two lines say it: the body is read by its row. */
export interface CallLines {
  readonly header: Omit<SearchCall, 'body'>;
  readonly text: string;
}

/** A search that is known to fail. */
export interface FailedCall {
  readonly failed: ErrorCause;
}

type SeveralRequest = RequestOf<'msearch'> | RequestOf<'msearch_template'>;

/** Several searches, each a header line and a body line; what fails is an error in its place. */
export const multiSearch: Handler<'msearch'> = async (context, request) => {
  const started = context.clock.nanos();
  checkCalls(request);
  const lines = await readLines(await request.body.bytes(), request);
  const { rest_total_hits_as_int: whole } = request.params;
  const asInt = whole === undefined ? {} : { rest_total_hits_as_int: whole };
  const calls: SearchCall[] = [];
  for (const { header, text } of lines) {
    const body = mergeParams(parseBody(text), asInt);
    warnOfSearch(body, request.warn);
    // One search that cannot be read refuses all of them.
    try {
      parseSearchRequest(body);
    } catch (error) {
      throw placedSearchError(Buffer.from(text), error);
    }
    calls.push({ ...header, body });
    await othersAfter(calls.length, request);
  }
  return answerCalls(context, request, started, calls);
};

/** Throws ApiError. */
export function checkCalls({ params, body }: SeveralRequest): void {
  const concurrent = params.max_concurrent_searches;
  if (concurrent !== undefined && concurrent < 1) {
    throw apiError('illegal_argument_exception', 'maxConcurrentSearchRequests must be positive');
  }
  if (body.empty) throw apiError('parse_exception', 'request body or source parameter is required');
}

/** `started`: by the clock's nanoseconds. */
export async function answerCalls(
  context: EmbeddedContext,
  request: SeveralRequest,
  started: number,
  calls: readonly (SearchCall | FailedCall)[],
): Promise<BackendResponse> {
  if (calls.length === 0) throw validationFailed(['no requests added']);
  const describe = ({ names, body }: SearchCall): string => searchDescription(names, body);
  const asked = calls.flatMap((call) => ('failed' in call ? [] : [call]));
  request.task.describe(() => multiSearchDescription(asked.map(describe)));
  // What was found waits for the other searches.
  const waiting = requestBudget(context, request);
  const responses: Json[] = [];
  let next = 0;
  const ask = async (): Promise<void> => {
    while (next < calls.length) {
      const place = next++;
      responses[place] = await answerOrError(calls[place]!);
      await othersAfter(place + 1);
    }
  };
  const concurrent = request.params.max_concurrent_searches;
  const atOnce = Math.min(calls.length, concurrent ?? mostAtOnce(context), MAX_AT_ONCE);
  await Promise.all(Array.from({ length: atOnce }, ask)).finally(() => waiting.close());
  return ok({ took: Math.round((context.clock.nanos() - started) / 1e6), responses });

  async function answerOrError(call: SearchCall | FailedCall): Promise<Json> {
    try {
      if ('failed' in call) throw new ApiError(call.failed);
      // Of thousands that nobody waits for, each would be begun.
      waiting.check();
      const found = await answer(call);
      waiting.reserve(weightOf(found), '<msearch>');
      return found;
    } catch (error) {
      const cause = causeOf(error);
      return { error: errorBody(cause), status: causeStatus(cause) };
    }
  }

  async function answer(asked: SearchCall): Promise<JsonMap | RawJson> {
    checkSearchParams(asked.params);
    const call = { ...asked, names: canonicalExpression(asked.names, request.access, context.clock.now()) };
    return context.tasks.within(request.task, { action: searchAction }, (task) => {
      task.describe(() => describe(call));
      const afterMs = call.params.cancel_after_time_interval as number | undefined;
      return withinTime(context, task, afterMs, () =>
        runSearch(context, request, { ...call, task, status: 200 }),
      );
    });
  }
}

/** As OpenSearch: as many as the node's search threads, ten at most. */
function mostAtOnce({ threads }: EmbeddedContext): number {
  return Math.max(1, Math.min(threads.searchSize, 10));
}

/** Others get the thread now and then. `request`: rejects where it was cancelled meanwhile, as one is whose caller has gone. */
export async function othersAfter(count: number, request?: SeveralRequest): Promise<void> {
  if (count % CALLS_PER_TURN !== 0) return;
  await new Promise((resume) => setImmediate(resume));
  request?.signal.throwIfAborted();
}

/** Rejects with ApiError where a header cannot be read, or the last line does not end. */
export async function readLines(body: Buffer, request: SeveralRequest): Promise<CallLines[]> {
  if (body.at(-1) !== LINE_FEED) {
    throw apiError('illegal_argument_exception', 'The msearch request must be terminated by a newline [\n]');
  }
  const lines = body.toString('utf8').split('\n').slice(0, -1);
  const calls: CallLines[] = [];
  // An empty line before the first search is none.
  let at = lines[0] === '' ? 1 : 0;
  for (; at + 1 < lines.length; at += 2) {
    const header = parseHeader(lines[at]!, request);
    checkPlan(header.params);
    indicesOptions(header.params, openIndices);
    calls.push({ header, text: lines[at + 1]! });
    await othersAfter(calls.length, request);
  }
  // A header without a search is none, and still has to be one.
  if (at < lines.length) parseHeader(lines[at]!, request);
  return calls;
}

function parseBody(text: string): SearchBody {
  if (text.trim() !== '') return checkedBody(parseLine(text));
  throw apiError('parsing_exception', 'Expected [START_OBJECT] but found [null]', { line: 1, col: 0 });
}

/** Throws ApiError where it is no JSON. */
export function parseLine(text: string): unknown {
  const { problem } = scanJson(Buffer.from(text));
  if (problem !== undefined) throw new ApiError(problem);
  try {
    return parseWithLongs(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new ApiError({ type: 'json_parse_exception', reason: error.message });
  }
}

const headerKeys: Readonly<Record<string, string>> = table({
  allow_no_indices: 'allow_no_indices',
  allowNoIndices: 'allow_no_indices',
  allow_partial_search_results: 'allow_partial_search_results',
  cancel_after_time_interval: 'cancel_after_time_interval',
  cancelAfterTimeInterval: 'cancel_after_time_interval',
  ccs_minimize_roundtrips: 'ccs_minimize_roundtrips',
  expand_wildcards: 'expand_wildcards',
  expandWildcards: 'expand_wildcards',
  ignore_throttled: 'ignore_throttled',
  ignore_unavailable: 'ignore_unavailable',
  ignoreUnavailable: 'ignore_unavailable',
  phase_took: 'phase_took',
  preference: 'preference',
  request_cache: 'request_cache',
  requestCache: 'request_cache',
  routing: 'routing',
  search_type: 'search_type',
  searchType: 'search_type',
});

function parseHeader(text: string, request: SeveralRequest): Omit<SearchCall, 'body'> {
  const header = text.trim() === '' ? {} : checkedBody(parseLine(text));
  let names: readonly string[] = request.indices;
  const params: Record<string, unknown> = dictionary({ ...request.params });
  for (const [key, value] of Object.entries(header)) {
    if (value === null && key !== 'search_pipeline') continue;
    if (key === 'index' || key === 'indices') {
      names = Array.isArray(value) ? value.map(String) : splitNames(String(value));
    } else if (Object.hasOwn(headerKeys, key)) params[headerKeys[key]!] = headerValue(key, value);
    else if (!((key === 'types' || key === 'type') && request.dialect.family !== 'opensearch')) {
      throw apiError('illegal_argument_exception', `key [${key}] is not supported in the metadata section`);
    }
  }
  return { names, params };
}

const booleans = new Set([
  'allow_no_indices',
  'ccs_minimize_roundtrips',
  'ignore_throttled',
  'ignore_unavailable',
  'phase_took',
  'request_cache',
]);

function headerValue(key: string, value: unknown): unknown {
  if (isObject(value))
    throw apiError('illegal_argument_exception', `[${key}] in the metadata section is an object`);
  if (value === 'true' || value === 'false') return value === 'true';
  const name = headerKeys[key]!;
  if (name === 'cancel_after_time_interval') {
    return typeof value === 'number' ? value : parseTimeMs(String(value), 'XContentMapValues.nodeTimeValue');
  }
  if (booleans.has(name) && typeof value !== 'boolean') throw notBoolean(name, String(value));
  if (key.startsWith('expand')) return Array.isArray(value) ? value.map(String) : String(value).split(',');
  return value;
}
