import type { ServiceRouteName } from '@sextant/contract';
import type { AccountAnswer, AccountApi, AccountCall } from '../account/account-api.ts';
import type { BackendResponse } from '../backend/backend.ts';
import type { ServiceHandlers, ServiceRequest } from '../http/service-request.ts';

/** The rows of the account API. */
export type AccountRouteName = ServiceRouteName<'account'>;

type Asked = Pick<ServiceRequest, 'headers' | 'body' | 'remoteAddress' | 'principal'>;

function callOf(request: Asked): AccountCall {
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  return {
    contentType: request.body.empty ? undefined : type,
    remoteAddress: request.remoteAddress,
    json: () => request.body.json(),
    principal: request.principal,
  };
}

function responseOf({ status, headers, body }: AccountAnswer): BackendResponse {
  return { kind: 'json', status, body, ...(headers === undefined ? {} : { headers }) };
}

/** The account API, with security on. */
export function accountHandlers(api: AccountApi): ServiceHandlers<AccountRouteName> {
  return {
    'account.login': async (request) => responseOf(await api.login(callOf(request))),
    'account.logout': async (request) => responseOf(await api.logout(callOf(request))),
    'account.profile': async (request) => responseOf(await api.profile(callOf(request))),
    'account.password': async (request) => responseOf(await api.changePassword(callOf(request))),
  };
}

/**
 * The account API with security off: everybody is the same caller, and there is no password to check or
 * change.
 */
export function openAccountHandlers(): ServiceHandlers<AccountRouteName> {
  const refused = (): BackendResponse => {
    const reason = 'security is off: there are no accounts, and no sign-in is needed';
    return { kind: 'json', status: 400, body: { status: 400, error: { reason } } };
  };
  return {
    'account.login': refused,
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
    'account.password': refused,
  };
}
