import type { X509Certificate } from 'node:crypto';
import { isObject, type JsonMap } from '@sextant/contract';
import type { Access } from '../backend/access.ts';
import type { Principal } from '../http/authenticator.ts';

/** A call of the account API, before it is known who asks where the row says `public`. */
export interface AccountCall {
  /** Media type without parameters, lower case; undefined where no body was sent. */
  readonly contentType: string | undefined;
  readonly remoteAddress: string;
  /** That the caller has shown, signed by a trusted authority. */
  readonly certificate?: X509Certificate | undefined;
  /** Rejects where the body is no JSON. */
  readonly json: () => Promise<unknown>;
  /** Undefined where the caller is not known. */
  readonly principal: Principal | undefined;
  readonly access: Access;
}

export interface AccountAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: JsonMap;
}

/** Thrown where a call ends with an error of this area. */
export class AccountRefusal extends Error {
  readonly answer: AccountAnswer;

  constructor(status: number, reason: string, headers?: Readonly<Record<string, string>>) {
    super(reason);
    this.answer = refusal(status, reason, headers);
  }
}

/** Errors of this area have a form of their own: `{"status":403,"error":{"reason":"failed to login"}}`. */
export function refusal(
  status: number,
  reason: string,
  headers?: Readonly<Record<string, string>>,
): AccountAnswer {
  const body = { status, error: { reason } };
  return headers === undefined ? { status, body } : { status, headers, body };
}

/** The caller, who is known. Throws AccountRefusal. */
export function callerOf({ principal }: AccountCall): Principal {
  if (principal !== undefined) return principal;
  throw new AccountRefusal(401, 'invalid login', { 'www-authenticate': 'Bearer' });
}

export type Fields = Readonly<Record<string, unknown>>;

/** The object of the body. Throws AccountRefusal. */
export async function readBody(call: AccountCall): Promise<Fields> {
  if (call.contentType !== undefined && !/[/+]json$/.test(call.contentType)) {
    throw new AccountRefusal(415, 'unsupported content type');
  }
  const body = await call.json().catch(() => undefined);
  if (isObject(body)) return body;
  throw new AccountRefusal(400, 'invalid JSON format');
}

/** The object of the body, or an empty one where none was sent. Throws AccountRefusal. */
export async function readOptionalBody(call: AccountCall): Promise<Fields> {
  return call.contentType === undefined ? {} : readBody(call);
}

/** Throws AccountRefusal for a field that is none of `names`. */
export function refuseOthers(fields: Fields, names: readonly string[]): void {
  const unknown = Object.keys(fields).find((name) => !names.includes(name));
  if (unknown !== undefined) throw new AccountRefusal(400, `unknown field [${unknown.slice(0, 64)}]`);
}

/** A text of `least` to `most` characters; undefined = absent. Throws AccountRefusal. */
export function textOf(fields: Fields, name: string, most: number, least = 0): string | undefined {
  const value = fields[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string' || !value.isWellFormed()) {
    throw new AccountRefusal(400, `${name} must be a string`);
  }
  if (value.length < least) throw new AccountRefusal(400, `${name} is required`);
  if (value.length > most) throw new AccountRefusal(400, `${name} is longer than ${most} characters`);
  return value;
}
