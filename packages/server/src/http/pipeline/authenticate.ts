import type { Route } from '@sextant/contract';
import type { Gate, Principal } from '../authenticator.ts';
import type { Exchange } from './exchange.ts';

/** A public row does not need a caller; where credentials come anyway and are good, it gets one. */
export function authenticate(
  exchange: Exchange,
  route: Route,
  gate: Gate,
): Promise<Principal | undefined> | undefined {
  const { authorization, 'x-api-token': apiToken } = exchange.headers;
  const { remoteAddress, certificate } = exchange;
  const credentials = { authorization, apiToken, certificate, remoteAddress };
  if (route.privilege !== 'public') return gate.authenticate(credentials);
  if (authorization === undefined && apiToken === undefined && certificate === undefined) return undefined;
  return gate.authenticate(credentials).catch(() => undefined);
}
