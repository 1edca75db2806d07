import type { ServiceRouteName } from '@sextant/contract';
import type { TokenApi } from '../account/token-api.ts';
import type { ServiceHandlers } from '../http/service-request.ts';
import { type AccountRouteName, answered, callOf, securityIsOff } from './account-rows.ts';

/** The rows of API tokens. */
export type TokenRouteName = Extract<ServiceRouteName<'account'>, `access_token.${string}`>;

/** API tokens, with security on. */
export function tokenHandlers(api: TokenApi): Pick<ServiceHandlers<AccountRouteName>, TokenRouteName> {
  return {
    'access_token.create': (request) => answered(api.create(callOf(request))),
    'access_token.search': (request) => answered(api.search(callOf(request), request.params)),
    'access_token.self': (request) => answered(api.self(callOf(request))),
    'access_token.get': (request) => answered(api.get(callOf(request), request.pathParams.id)),
    'access_token.update': (request) => answered(api.update(callOf(request), request.pathParams.id)),
    'access_token.delete': (request) => answered(api.revoke(callOf(request), request.pathParams.id)),
    'access_token.rotate': (request) => answered(api.rotate(callOf(request), request.pathParams.id)),
  };
}

/** API tokens with security off: there is nobody whom they could be of. */
export const openTokenHandlers: Pick<ServiceHandlers<AccountRouteName>, TokenRouteName> = {
  'access_token.create': securityIsOff,
  'access_token.search': securityIsOff,
  'access_token.self': securityIsOff,
  'access_token.get': securityIsOff,
  'access_token.update': securityIsOff,
  'access_token.delete': securityIsOff,
  'access_token.rotate': securityIsOff,
};
