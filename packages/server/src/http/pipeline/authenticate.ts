import type { Route } from '@sextant/contract';
import type { Gate, Principal } from '../authenticator.ts';
import type { Exchange } from './exchange.ts';

/** A public row does not need a caller; where credentials come anyway and are good, it gets one. */
export async function authenticate(
  exchange: Exchange,
  route: Route,
  gate: Gate,
): Promise<Principal | undefined> {
  const { authorization } = exchange.headers;
  const { remoteAddress } = exchange;
  if (route.privilege !== 'public') return gate.authenticate({ authorization, remoteAddress });
  if (authorization === undefined) return undefined;
  return gate.authenticate({ authorization, remoteAddress }).catch(() => undefined);
}
