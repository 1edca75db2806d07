import type { X509Certificate } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Dialect } from '../../backend/backend.ts';
import type { Networks } from '../../config/networks.ts';
import { callerAddress } from '../caller-address.ts';
import type { Headers } from '../http-request.ts';
import { peerCertificate } from '../peer-certificate.ts';

/** What is known of a request before anything can fail. */
export interface Exchange {
  readonly incoming: IncomingMessage;
  readonly response: ServerResponse;
  readonly headers: Headers;
  /** Of the caller, not of a trusted proxy before it. */
  readonly remoteAddress: string;
  /** What the other end of the connection has shown, where a trusted authority has signed it. */
  readonly certificate: X509Certificate | undefined;
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

export interface ExchangeRules {
  readonly choose: (headers: Headers) => Dialect;
  /** Their word on who calls is taken. */
  readonly proxies: Networks;
}

/** What a proxy would be sent: the address with scheme and host before the path. */
const absoluteForm = /^https?:\/\/([^/?#]*)/i;

export function beginExchange(
  incoming: IncomingMessage,
  response: ServerResponse,
  { choose, proxies }: ExchangeRules,
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
    remoteAddress: callerAddress(incoming.socket.remoteAddress ?? '', headers['x-forwarded-for'], proxies),
    certificate: peerCertificate(incoming.socket),
    host,
    method: incoming.method ?? 'GET',
    path: mark < 0 ? url : url.slice(0, mark),
    queryString: mark < 0 ? '' : url.slice(mark + 1),
    dialect: choose(headers),
    warnings: new Set(),
    corsHeaders: undefined,
  };
}
