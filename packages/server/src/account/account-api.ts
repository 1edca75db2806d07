import { isObject, type JsonMap } from '@sextant/contract';
import type { Principal } from '../http/authenticator.ts';
import { isPossiblePassword, passwordBytesMax } from '../security/credential-limits.ts';
import type { SecurityEvents } from '../security/security-event.ts';
import type { Identity, PasswordAttempt, SignIn } from '../security/sign-in.ts';
import { TooManyAttempts } from '../security/too-many-attempts.ts';
import type { Accounts } from './accounts.ts';
import { sessionSeconds } from './session-tokens.ts';

/** A call of the account API, before it is known who asks where the row says `public`. */
export interface AccountCall {
  /** Media type without parameters, lower case; undefined where no body was sent. */
  readonly contentType: string | undefined;
  readonly remoteAddress: string;
  /** Rejects where the body is no JSON. */
  readonly json: () => Promise<unknown>;
  /** Undefined where the caller is not known. */
  readonly principal: Principal | undefined;
}

export interface AccountAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: JsonMap;
}

/** Errors of this area have a form of their own: `{"status":403,"error":{"reason":"failed to login"}}`. */
function refusal(status: number, reason: string, headers?: Readonly<Record<string, string>>): AccountAnswer {
  const body = { status, error: { reason } };
  return headers === undefined ? { status, body } : { status, headers, body };
}

function tooLong(field: string): AccountAnswer {
  return refusal(400, `${field} is longer than ${passwordBytesMax} bytes`);
}

const notSignedIn = refusal(401, 'invalid login', { 'www-authenticate': 'Bearer' });

type Fields = Readonly<Record<string, unknown>>;

/** The answer to give instead, or the object of the body. */
async function readBody(call: AccountCall): Promise<Fields | AccountAnswer> {
  if (call.contentType !== undefined && !/[/+]json$/.test(call.contentType)) {
    return refusal(415, 'unsupported content type');
  }
  const body = await call.json().catch(() => undefined);
  return isObject(body) ? body : refusal(400, 'invalid JSON format');
}

function isAnswer(value: Fields | AccountAnswer): value is AccountAnswer {
  return typeof value.status === 'number' && typeof value.body === 'object';
}

export interface AccountApiParts {
  readonly accounts: Accounts;
  readonly signIn: SignIn;
  readonly events: SecurityEvents;
}

/** The account area: sign in and out, the own profile, the own password. */
export class AccountApi {
  readonly #accounts: Accounts;
  readonly #signIn: SignIn;
  readonly #events: SecurityEvents;

  constructor({ accounts, signIn, events }: AccountApiParts) {
    this.#accounts = accounts;
    this.#signIn = signIn;
    this.#events = events;
  }

  async login(call: AccountCall): Promise<AccountAnswer> {
    const body = await readBody(call);
    if (isAnswer(body)) return body;
    const { password, email } = body;
    if (typeof password !== 'string' || password === '') return refusal(400, 'password is required');
    if (!isPossiblePassword(password)) return tooLong('password');
    if (email !== undefined && typeof email !== 'string') return refusal(400, 'email must be a string');
    if (email === undefined && (await this.#accounts.isMultiUser())) {
      return refusal(400, 'email and password are required');
    }
    const address = call.remoteAddress;
    const identity = await this.#check({ login: email, password, address, way: 'login' });
    return 'status' in identity ? identity : { status: 200, body: await this.#tokenRecord(identity) };
  }

  /** Always succeeds: signing out twice is no error. */
  async logout(call: AccountCall): Promise<AccountAnswer> {
    const session = call.principal?.session;
    if (session !== undefined) {
      await this.#accounts.endSession(session);
      this.#record('signed out', call);
    }
    return { status: 200, body: { status: 'ok' } };
  }

  async profile(call: AccountCall): Promise<AccountAnswer> {
    const { principal } = call;
    if (principal === undefined) return notSignedIn;
    const account = (await this.#accounts.accountOf(principal.username))?.value;
    const body: JsonMap = {
      id: principal.id,
      created: account?.created,
      updated: account?.updated,
      name: account?.name ?? principal.username,
      username: principal.username,
      email: principal.email,
      roles: principal.roles,
      status: 'ok',
    };
    return { status: 200, body };
  }

  async changePassword(call: AccountCall): Promise<AccountAnswer> {
    const { principal } = call;
    if (principal === undefined) return notSignedIn;
    const body = await readBody(call);
    if (isAnswer(body)) return body;
    const { old_password: oldPassword, new_password: newPassword } = body;
    if (typeof oldPassword !== 'string' || typeof newPassword !== 'string') {
      return refusal(400, 'old_password and new_password are required');
    }
    if (!isPossiblePassword(oldPassword)) return tooLong('old_password');
    const { username } = principal;
    const address = call.remoteAddress;
    const way = 'password change';
    const identity = await this.#check({ login: username, password: oldPassword, address, way });
    if ('status' in identity) return identity;
    const problem = await this.#limited(() => this.#accounts.changePassword(username, newPassword));
    if (typeof problem === 'object') return problem;
    if (problem !== undefined) return refusal(400, problem);
    this.#record('password changed', call);
    return { status: 200, body: { _id: principal.id, result: 'updated' } };
  }

  async #check(attempt: PasswordAttempt): Promise<Identity | AccountAnswer> {
    const proven = await this.#limited(() => this.#signIn.check(attempt));
    if (proven === undefined) return refusal(403, 'failed to login');
    return 'status' in proven ? proven : proven.identity;
  }

  /** The answer where there were too many attempts. */
  async #limited<T>(work: () => Promise<T>): Promise<T | AccountAnswer> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof TooManyAttempts)) throw error;
      return refusal(429, error.message, { 'retry-after': String(error.retryAfterSeconds) });
    }
  }

  #record(type: 'signed out' | 'password changed', { principal, remoteAddress: address }: AccountCall): void {
    this.#events.record({ type, username: principal?.username, address });
  }

  async #tokenRecord(identity: Identity): Promise<JsonMap> {
    const token = await this.#accounts.issueToken(identity.username);
    const { id, username } = identity;
    return { access_token: token, expire_in: sessionSeconds, id, status: 'ok', username };
  }
}
