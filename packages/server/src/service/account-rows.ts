import type { ServiceRouteName } from '@sextant/contract';
import { type AccountAnswer, type AccountCall, AccountRefusal } from '../account/account-call.ts';
import { SecurityRefusal } from '../account/security/security-answers.ts';
import type { BackendResponse } from '../backend/backend.ts';
import type { ServiceRequest } from '../http/service-request.ts';

/** The rows of the account API. */
export type AccountRouteName = ServiceRouteName<'account'>;

export type Asked = Pick<
  ServiceRequest,
  'headers' | 'body' | 'remoteAddress' | 'certificate' | 'principal' | 'access'
>;

/** The request as the account API takes it. */
export function callOf(request: Asked): AccountCall {
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  return {
    contentType: request.body.empty ? undefined : type,
    remoteAddress: request.remoteAddress,
    certificate: request.certificate,
    json: () => request.body.json(),
    principal: request.principal,
    access: request.access,
  };
}

function responseOf({ status, headers, body }: AccountAnswer): BackendResponse {
  return { kind: 'json', status, body, ...(headers === undefined ? {} : { headers }) };
}

/** The answer, also where the call ended with a refusal. */
export async function answered(answer: Promise<AccountAnswer>): Promise<BackendResponse> {
  try {
    return responseOf(await answer);
  } catch (error) {
    if (error instanceof AccountRefusal || error instanceof SecurityRefusal) return responseOf(error.answer);
    throw error;
  }
}

/** The answer where there are no accounts. */
export function securityIsOff(): BackendResponse {
  const reason = 'security is off: there are no accounts, and no sign-in is needed';
  return { kind: 'json', status: 400, body: { status: 400, error: { reason } } };
}
