import { ApiError, apiError, isObject, type ParamsOf, unrecognized } from '@sextant/contract';
import { type SearchBody, tokenOf } from '@sextant/engine';
import type { BackendRequest } from '../../backend.ts';
import { sourceFilterOfParams } from '../document/source-filter.ts';

type QueryParams = ParamsOf<'search' | 'count' | 'indices.validate_query'>;
type Draft = Record<string, unknown>;

/** The body of a request; `{}` when there is none. Throws ApiError when it is not an object. */
export async function readSearchBody(request: BackendRequest): Promise<SearchBody> {
  return checkedBody(request.body.empty ? {} : await request.body.json('long-texts'));
}

/** The same of a request that writes what its script makes: parameters of that script keep their digits. */
export async function readScriptedBody(request: BackendRequest): Promise<SearchBody> {
  return checkedBody(request.body.empty ? {} : await request.body.json('exact-script'));
}

export function checkedBody(body: unknown): SearchBody {
  if (isObject(body)) return body;
  throw apiError('parsing_exception', `Expected [START_OBJECT] but found [${tokenOf(body)}]`, {
    line: 1,
    col: 1,
  });
}

/** `q` and its companions as a query of the body. */
export function queryOfParams(params: QueryParams): Readonly<Record<string, unknown>> | undefined {
  if (params.q === undefined) return undefined;
  const queryString: Draft = { query: params.q };
  if (params.df !== undefined) queryString.default_field = params.df;
  for (const name of ['default_operator', 'analyzer', 'lenient', 'analyze_wildcard'] as const) {
    if (params[name] !== undefined) queryString[name] = params[name];
  }
  return { query_string: queryString };
}

const queryParams = ['q', 'df', 'default_operator', 'analyzer', 'lenient', 'analyze_wildcard'] as const;

/** Throws ApiError where a request that takes its query from one place has a body and one in the URL as well. */
export function checkOneQuery({ body, params, askedPath }: BackendRequest): void {
  if (body.empty) return;
  const names = queryParams.filter((name) => params[name] !== undefined);
  if (names.length > 0) throw unrecognized(askedPath, 'parameter', names, []);
}

const copied = [
  'from',
  'size',
  'version',
  'seq_no_primary_term',
  'track_scores',
  'explain',
  'stats',
  'stored_fields',
] as const;

/** The body with the parameters of the URL laid over it. */
export function mergeParams(body: SearchBody, params: ParamsOf<'search'>): SearchBody {
  const merged: Draft = { ...body };
  const query = queryOfParams(params);
  if (query !== undefined) merged.query = query;
  for (const name of copied) if (params[name] !== undefined) merged[name] = params[name];
  if (params.timeout !== undefined) merged.timeout = timeText(params.timeout);
  if (params.terminate_after !== undefined) merged.terminate_after = params.terminate_after;
  const source = sourceFilterOfParams(params);
  if (source !== undefined) {
    merged._source = source.enabled ? { includes: source.includes, excludes: source.excludes } : false;
  }
  if (params.sort !== undefined)
    merged.sort = withSorts(
      body.sort,
      params.sort.map(sortOf).filter((sort) => sort !== undefined),
    );
  if (params.docvalue_fields !== undefined) {
    const before = Array.isArray(body.docvalue_fields) ? (body.docvalue_fields as unknown[]) : [];
    merged.docvalue_fields = [...before, ...params.docvalue_fields];
  }
  if (params.track_total_hits !== undefined) {
    merged.track_total_hits = trackTotalHits(params.track_total_hits);
  }
  if (params.suggest_field !== undefined) merged.suggest = suggestOfParams(params.suggest_field, params);
  if (params.rest_total_hits_as_int === true) requireExactTotal(merged);
  return merged;
}

/** One suggestion, named like its field, in place of those of the body. */
function suggestOfParams(field: string, params: ParamsOf<'search'>): Draft {
  const { suggest_mode: mode, suggest_size: size, suggest_text: text = params.q } = params;
  const term = {
    field,
    ...(size === undefined ? {} : { size }),
    ...(mode === undefined ? {} : { suggest_mode: mode }),
  };
  return { [field]: { ...(text === undefined ? {} : { text }), term } };
}

/** The body with the cluster's `search.default_search_timeout` where it names none of its own. */
export function withDefaultTimeout(body: SearchBody, defaultMs: number): SearchBody {
  if (defaultMs === -1 || body.timeout !== undefined) return body;
  return { ...body, timeout: timeText(defaultMs) };
}

function timeText(ms: number): string {
  return ms < 0 ? '-1' : `${Math.ceil(ms)}ms`;
}

/** Orders of the body go before those of the URL. What is none is left, to be refused. */
function withSorts(before: unknown, more: readonly unknown[]): unknown {
  if (before === undefined) return more;
  if (Array.isArray(before)) return [...(before as unknown[]), ...more];
  return isObject(before) || typeof before === 'string' ? [before, ...more] : before;
}

function sortOf(text: string): unknown {
  const colon = text.lastIndexOf(':');
  if (colon < 0) return text;
  const order = text.slice(colon + 1);
  if (order === 'asc' || order === 'desc') return { [text.slice(0, colon)]: { order } };
  // OpenSearch does not heed it.
  return undefined;
}

function trackTotalHits(text: string): boolean | number {
  if (text === 'true' || text === '') return true;
  if (text === 'false') return false;
  if (/^-?\d+$/.test(text)) return Number(text);
  throw new ApiError({
    type: 'illegal_argument_exception',
    reason: `Failed to parse int parameter [track_total_hits] with value [${text}]`,
    causedBy: { type: 'number_format_exception', reason: `For input string: "${text}"` },
  });
}

/** A bare number as total must be exact, or absent. */
function requireExactTotal(body: Draft): void {
  const given = body.track_total_hits;
  if (given === undefined || given === true) body.track_total_hits = true;
  else if (typeof given === 'number' && given < -1) {
    throw apiError(
      'illegal_argument_exception',
      `[track_total_hits] parameter must be positive or equals to -1, got ${given}`,
    );
  } else if (typeof given === 'number' && given >= 0) {
    throw apiError(
      'illegal_argument_exception',
      `[rest_total_hits_as_int] cannot be used if the tracking of total hits is not accurate, got ${given}`,
    );
  }
}
