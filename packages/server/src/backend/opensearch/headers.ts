import { dictionary } from '@sextant/contract';
import type { BackendRequest } from '../backend.ts';
import { systemIndexPrefix } from '../system-index.ts';

/** Vendor types of Elasticsearch clients (`application/vnd.elasticsearch+json; compatible-with=8`) are refused by OpenSearch. */
function plainMediaType(accept: string): string {
  return accept.replace(
    /application\/vnd\.elasticsearch\+([a-z-]+)(;\s*compatible-with=\d+)?/g,
    'application/$1',
  );
}

/**
 * Headers for the cluster: what describes body and answer, nothing that says who asks. `rendered`: the cluster gives
 * the answer the form that the caller wants.
 */
export function requestHeaders(
  request: BackendRequest,
  contentType: string | undefined,
  rendered: boolean,
): Record<string, string> {
  const headers: Record<string, string> = dictionary();
  if (contentType !== undefined) headers['content-type'] = contentType;
  const { accept, 'x-opaque-id': opaqueId } = request.headers;
  if (accept !== undefined && rendered) headers.accept = plainMediaType(accept);
  if (opaqueId !== undefined) headers['x-opaque-id'] = opaqueId;
  return headers;
}

/** Those headers of the answer that mean something to our caller; lengths and connections are ours to make. */
export function responseHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): {
  readonly headers: Record<string, string>;
  readonly contentType: string | undefined;
} {
  const kept: Record<string, string> = dictionary();
  for (const name of ['warning', 'allow', 'location', 'retry-after']) {
    const value = headers[name];
    if (value === undefined || String(value).includes(systemIndexPrefix)) continue;
    kept[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  const type = headers['content-type'];
  return { headers: kept, contentType: Array.isArray(type) ? type[0] : type };
}
