import type { Route } from '@sextant/contract';
import type { ConsoleRequest } from './console-text.ts';
import { prepareBody } from './request-body.ts';
import { routesOf } from './route-match.ts';

export interface OutgoingCall {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
  readonly contentType?: string;
  /** The call was changed to what a browser can send: as POST, or with the body in the `source` parameter. */
  readonly changed?: 'post' | 'source';
}

/**
 * The call that the browser makes for a request. Browsers send no body with GET: where the endpoint takes POST
 * too the call becomes one, else the body goes into the `source` parameter.
 */
export function outgoingCall(
  request: Pick<ConsoleRequest, 'method' | 'path' | 'body'>,
  table: readonly Route[],
): OutgoingCall {
  const { method, path } = request;
  const takesLines = routesOf(table, path).some((route) => route.bodyFormat === 'ndjson');
  const body = prepareBody(request.body, takesLines);
  if (body === undefined) return { method, path };
  const { text, contentType } = body;
  if (method !== 'GET' && method !== 'HEAD') return { method, path, body: text, contentType };
  const known = routesOf(table, path, method);
  const asPost = routesOf(table, path, 'POST').some((route) => known.includes(route));
  if (method === 'GET' && asPost) return { method: 'POST', path, body: text, contentType, changed: 'post' };
  const source = `source=${encodeURIComponent(text)}&source_content_type=${encodeURIComponent(contentType)}`;
  return { method, path: `${path}${path.includes('?') ? '&' : '?'}${source}`, changed: 'source' };
}
