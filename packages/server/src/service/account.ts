import type { AccountApi } from '../account/account-api.ts';
import type { InvitationApi } from '../account/invitation-api.ts';
import type { TokenApi } from '../account/token-api.ts';
import type { ServiceHandlers } from '../http/service-request.ts';
import { openTokenHandlers, tokenHandlers } from './access-tokens.ts';
import { type AccountRouteName, answered, callOf, securityIsOff } from './account-rows.ts';

/** The account API, with security on. */
export function accountHandlers(
  api: AccountApi,
  tokens: TokenApi,
  invitations: InvitationApi,
): ServiceHandlers<AccountRouteName> {
  return {
    ...tokenHandlers(tokens),
    'account.login': (request) => answered(api.login(callOf(request))),
    'account.logout': (request) => answered(api.logout(callOf(request))),
    'account.profile': (request) => answered(api.profile(callOf(request))),
    'account.update_profile': (request) => answered(api.updateProfile(callOf(request))),
    'account.password': (request) => answered(api.changePassword(callOf(request))),
    'account.accept_invitation': (request) => answered(invitations.accept(callOf(request))),
  };
}

/**
 * The account API with security off: everybody is the same caller, and there is no password to check or
 * change.
 */
export function openAccountHandlers(): ServiceHandlers<AccountRouteName> {
  return {
    ...openTokenHandlers,
    'account.login': securityIsOff,
    'account.logout': () => ({ kind: 'json', status: 200, body: { status: 'ok' } }),
    'account.profile': ({ principal }) => ({
      kind: 'json',
      status: 200,
      body: {
        id: principal?.id,
        name: principal?.username,
        username: principal?.username,
        roles: principal?.roles,
        status: 'ok',
      },
    }),
    'account.update_profile': securityIsOff,
    'account.password': securityIsOff,
    'account.accept_invitation': securityIsOff,
  };
}
