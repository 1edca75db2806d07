import type { JsonMap } from '@sextant/contract';
import type { Principal } from '../http/authenticator.ts';
import type { LoginThrottle } from '../security/login-throttle.ts';
import type { Accounts, Identity } from './accounts.ts';
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

const notSignedIn = refusal(401, 'invalid login', { 'www-authenticate': 'Bearer' });

type Fields = Readonly<Record<string, unknown>>;

/** The answer to give instead, or the object of the body. */
async function readBody(call: AccountCall): Promise<Fields | AccountAnswer> {
  if (call.contentType !== undefined && !/[/+]json$/.test(call.contentType)) {
    return refusal(415, 'unsupported content type');
  }
  const body = await call.json().catch(() => undefined);
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return refusal(400, 'invalid JSON format');
  return body as Fields;
}

function isAnswer(value: Fields | AccountAnswer): value is AccountAnswer {
  return typeof value.status === 'number' && typeof value.body === 'object';
}

/** The account area: sign in and out, the own profile, the own password. */
export class AccountApi {
  readonly #accounts: Accounts;
  readonly #throttle: LoginThrottle;

  constructor(accounts: Accounts, throttle: LoginThrottle) {
    this.#accounts = accounts;
    this.#throttle = throttle;
  }

  async login(call: AccountCall): Promise<AccountAnswer> {
    const body = await readBody(call);
    if (isAnswer(body)) return body;
    const { password, email } = body;
    if (typeof password !== 'string' || password === '') return refusal(400, 'password is required');
    if (email !== undefined && typeof email !== 'string') return refusal(400, 'email must be a string');
    if (email === undefined && (await this.#accounts.isMultiUser())) {
      return refusal(400, 'email and password are required');
    }
    return this.#signIn(email, password, call.remoteAddress);
  }

  /** Always succeeds: signing out twice is no error. */
  async logout(call: AccountCall): Promise<AccountAnswer> {
    const session = call.principal?.session;
    if (session !== undefined) await this.#accounts.endSession(session);
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
    const keys = this.#keys(principal.username, call.remoteAddress);
    const refused = this.#throttled(keys);
    if (refused !== undefined) return refused;
    if ((await this.#accounts.byPassword(principal.username, oldPassword)) === undefined) {
      this.#throttle.failed(keys);
      return refusal(403, 'failed to login');
    }
    const problem = await this.#accounts.changePassword(principal.username, newPassword);
    if (problem !== undefined) return refusal(400, problem);
    return { status: 200, body: { _id: principal.id, result: 'updated' } };
  }

  async #signIn(login: string | undefined, password: string, remoteAddress: string): Promise<AccountAnswer> {
    const keys = this.#keys(login ?? '', remoteAddress);
    const refused = this.#throttled(keys);
    if (refused !== undefined) return refused;
    const identity = await this.#accounts.byPassword(login, password);
    if (identity === undefined) {
      this.#throttle.failed(keys);
      return refusal(403, 'failed to login');
    }
    this.#throttle.succeeded(keys);
    return { status: 200, body: await this.#tokenRecord(identity) };
  }

  async #tokenRecord(identity: Identity): Promise<JsonMap> {
    const token = await this.#accounts.issueToken(identity.username);
    const { id, username } = identity;
    return { access_token: token, expire_in: sessionSeconds, id, status: 'ok', username };
  }

  #keys(login: string, remoteAddress: string): readonly string[] {
    return [`address ${remoteAddress}`, `login ${login}`];
  }

  #throttled(keys: readonly string[]): AccountAnswer | undefined {
    const seconds = this.#throttle.secondsToWait(keys);
    if (seconds === 0) return undefined;
    return refusal(429, 'too many login attempts, please try again later', {
      'retry-after': String(seconds),
    });
  }
}
