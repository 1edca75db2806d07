import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Dialect } from '../../backend/backend.ts';
import type { Headers } from '../http-request.ts';

/** What is known of a request before anything can fail. */
export interface Exchange {
  readonly incoming: IncomingMessage;
  readonly response: ServerResponse;
  readonly headers: Headers;
  /** The name and port by which the caller calls. */
  readonly host: string | undefined;
  readonly method: string;
  /** As asked: still percent-encoded, without the query. */
  readonly path: string;
  readonly queryString: string;
  readonly dialect: Dialect;
  /** Texts that go out as `Warning` headers. */
  readonly warnings: Set<string>;
  /** Go out with every answer, also that of an error. */
  corsHeaders: Readonly<Record<string, string>> | undefined;
}

/** What a proxy would be sent: the address with scheme and host before the path. */
const absoluteForm = /^https?:\/\/([^/?#]*)/i;

export function beginExchange(
  incoming: IncomingMessage,
  response: ServerResponse,
  choose: (headers: Headers) => Dialect,
): Exchange {
  const headers = incoming.headers as Headers;
  let url = incoming.url ?? '/';
  let { host } = headers;
  const absolute = url.startsWith('/') ? null : absoluteForm.exec(url);
  if (absolute !== null) {
    host = absolute[1];
    url = url.slice(absolute[0].length);
    if (!url.startsWith('/')) url = `/${url}`;
  }
  const mark = url.indexOf('?');
  return {
    incoming,
    response,
    headers,
    host,
    method: incoming.method ?? 'GET',
    path: mark < 0 ? url : url.slice(0, mark),
    queryString: mark < 0 ? '' : url.slice(mark + 1),
    dialect: choose(headers),
    warnings: new Set(),
    corsHeaders: undefined,
  };
}
