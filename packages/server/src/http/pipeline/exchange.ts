import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Dialect } from '../../backend/backend.ts';
import type { Headers } from '../http-request.ts';

/** What is known of a request before anything can fail. */
export interface Exchange {
  readonly incoming: IncomingMessage;
  readonly response: ServerResponse;
  readonly headers: Headers;
  readonly method: string;
  /** As asked: still percent-encoded, without the query. */
  readonly path: string;
  readonly queryString: string;
  readonly dialect: Dialect;
  /** Texts that go out as `Warning` headers. */
  readonly warnings: Set<string>;
}

export function beginExchange(
  incoming: IncomingMessage,
  response: ServerResponse,
  choose: (headers: Headers) => Dialect,
): Exchange {
  const url = incoming.url ?? '/';
  const mark = url.indexOf('?');
  const headers = incoming.headers as Headers;
  return {
    incoming,
    response,
    headers,
    method: incoming.method ?? 'GET',
    path: mark < 0 ? url : url.slice(0, mark),
    queryString: mark < 0 ? '' : url.slice(mark + 1),
    dialect: choose(headers),
    warnings: new Set(),
  };
}
