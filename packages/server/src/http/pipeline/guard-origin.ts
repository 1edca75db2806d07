import { apiError, type Route } from '@sextant/contract';
import type { BackendResponse } from '../../backend/backend.ts';
import type { AllowedHosts } from '../allowed-hosts.ts';
import { type CorsRules, isPreflight, isSameOrigin } from '../cors.ts';
import type { Exchange } from './exchange.ts';

export interface OriginRules {
  /** Undefined: any, as credentials tell who calls. */
  readonly hosts: AllowedHosts | undefined;
  /** Undefined: switched off. */
  readonly cors: CorsRules | undefined;
}

/**
 * The first look at a request: by which name it calls, and from which page. An answer where that is the end of it: an
 * unknown host, a page that CORS does not allow, or a browser that asks beforehand.
 */
export function guardOrigin(exchange: Exchange, { hosts, cors }: OriginRules): BackendResponse | undefined {
  const { host, method, headers } = exchange;
  if (hosts !== undefined && !hosts.allows(host)) {
    const error = `the host [${host}] is not known: without security only the names of loopback and those of http.allowed_hosts are answered`;
    return { kind: 'json', status: 403, body: { error, status: 403 } };
  }
  const { origin } = headers;
  if (cors === undefined || origin === undefined) return undefined;
  if (!cors.allows(origin) && !isSameOrigin(origin, host)) return { kind: 'empty', status: 403 };
  exchange.corsHeaders = cors.headers(origin);
  if (!isPreflight(method, headers)) return undefined;
  return { kind: 'empty', status: 200, headers: cors.preflightHeaders() };
}

/**
 * A page of another site may read what the browser lets it read, and change nothing, unless CORS allows it. Whoever is
 * no browser sends neither header and is not concerned. Throws 403.
 */
export function refuseForeignChange(exchange: Exchange, route: Route, { cors }: OriginRules): void {
  if (route.effect === 'reads') return;
  const { headers, host, method, path } = exchange;
  const { origin } = headers;
  const site = headers['sec-fetch-site'];
  if (origin === undefined && site === undefined) return;
  if (origin !== undefined && cors?.allows(origin) === true) return;
  const isOwn = site === undefined ? isSameOrigin(origin!, host) : site === 'same-origin' || site === 'none';
  if (isOwn) return;
  const page = origin === undefined ? 'a page of another site' : `the page of [${origin}]`;
  const reason = `${page} may not call [${method}] [${path}], which changes something; http.cors.enabled and http.cors.allow-origin can allow it`;
  throw apiError('security_exception', reason);
}
