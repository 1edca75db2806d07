import { type ApiError, apiError, isObject } from '@sextant/contract';
import type { SearchBody } from '@sextant/engine';
import type { HostCall } from '../../../../transport/outgoing-http.ts';
import type { RemoteVersion } from './remote-answer.ts';

/** What a reindex asks of another service. */
export interface RemoteSearch {
  /** Names and patterns of indices, as the other side is to read them. */
  readonly names: readonly string[];
  /** JSON. */
  readonly query: string;
  /** `field:asc`, with commas between them. */
  readonly sort: string;
  readonly source: unknown;
  /** Documents of one page. */
  readonly size: number;
  readonly withVersions: boolean;
}

type Call = Pick<HostCall, 'method' | 'path' | 'body'>;

const sent = ['query', 'sort', '_source'];

/** Reads the `source` of a reindex, without its index, remote and size. Throws ApiError for what would not reach the other side. */
export function remoteSearch(
  search: SearchBody,
  rest: Pick<RemoteSearch, 'names' | 'size' | 'withVersions'>,
): RemoteSearch {
  const { query, sort, _source: source } = search;
  const unsent = Object.keys(search).filter((key) => !sent.includes(key));
  if (unsent.length > 0) {
    throw invalid(`[${unsent.join(',')}] is not supported in the [source] of a reindex from remote`);
  }
  return {
    ...rest,
    query: JSON.stringify(query ?? { match_all: {} }),
    sort: sort === undefined ? '_doc:asc' : [sort].flat().map(sortText).join(','),
    source: source ?? true,
  };
}

function sortText(sort: unknown): string {
  if (typeof sort === 'string') return `${sort}:${sort === '_score' ? 'desc' : 'asc'}`;
  const [[field, how] = []] = isObject(sort) ? Object.entries(sort) : [];
  const order = isObject(how) ? (how.order ?? 'asc') : how;
  const others = isObject(how) ? Object.keys(how).filter((key) => key !== 'order') : [];
  const isPlain = field !== undefined && !field.startsWith('_geo') && field !== '_script';
  if (isPlain && typeof order === 'string' && others.length === 0) return `${field}:${order.toLowerCase()}`;
  throw invalid(`Unsupported sort [${JSON.stringify(sort)}]`);
}

export function firstPage(search: RemoteSearch, version: RemoteVersion, keepAliveMs: number): Call {
  const { names, query, source, sort, size, withVersions } = search;
  const params = new URLSearchParams({ scroll: timeOf(keepAliveMs), sort, size: String(size) });
  if (version.mayRefuseParts) params.set('allow_partial_search_results', 'false');
  params.set('version', String(withVersions));
  const path = `/${names.map(encodeURIComponent).join(',')}/_search?${params}`;
  return { method: 'POST', path, body: `{"query":${query},"_source":${JSON.stringify(source)}}` };
}

export function nextPage(scrollId: string, keepAliveMs: number): Call {
  const body = JSON.stringify({ scroll_id: scrollId });
  return { method: 'POST', path: `/_search/scroll?scroll=${timeOf(keepAliveMs)}`, body };
}

export function endScroll(scrollId: string): Call {
  return { method: 'DELETE', path: '/_search/scroll', body: JSON.stringify({ scroll_id: [scrollId] }) };
}

/** In the largest unit that it is a whole number of: fractions are not read. */
function timeOf(ms: number): string {
  if (ms % 60_000 === 0) return `${ms / 60_000}m`;
  return ms % 1000 === 0 ? `${ms / 1000}s` : `${ms}ms`;
}

function invalid(reason: string): ApiError {
  return apiError('illegal_argument_exception', reason);
}
