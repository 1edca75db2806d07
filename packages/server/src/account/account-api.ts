import type { JsonMap } from '@sextant/contract';
import type { Principal } from '../http/authenticator.ts';
import { isPossiblePassword, passwordBytesMax } from '../security/credential-limits.ts';
import type { RoleBook } from '../security/role-book.ts';
import type { SecurityEvents } from '../security/security-event.ts';
import type { Identity, PasswordAttempt, SignIn } from '../security/sign-in.ts';
import { TooManyAttempts } from '../security/too-many-attempts.ts';
import {
  type AccountAnswer,
  type AccountCall,
  AccountRefusal,
  callerOf,
  readBody,
  refusal,
  refuseOthers,
} from './account-call.ts';
import type { Accounts } from './accounts.ts';
import type { ApiTokens } from './api-tokens.ts';
import { profileOf, readProfile } from './profile.ts';
import { sessionSeconds } from './session-tokens.ts';

const passwordFields = ['old_password', 'new_password', 'revoke_tokens'];

function tooLong(field: string): AccountAnswer {
  return refusal(400, `${field} is longer than ${passwordBytesMax} bytes`);
}

/** What a token may not do, whatever it is allowed. Throws AccountRefusal. */
function byPersonOnly(call: AccountCall): Principal {
  const principal = callerOf(call);
  if (principal.kind !== 'token') return principal;
  throw new AccountRefusal(403, 'an API token may not change the account: sign in');
}

export interface AccountApiParts {
  readonly book: RoleBook;
  readonly accounts: Accounts;
  readonly tokens: ApiTokens;
  readonly signIn: SignIn;
  readonly events: SecurityEvents;
}

/** The account area: sign in and out, the own profile, the own password. */
export class AccountApi {
  readonly #accounts: Accounts;
  readonly #book: RoleBook;
  readonly #tokens: ApiTokens;
  readonly #signIn: SignIn;
  readonly #events: SecurityEvents;

  constructor({ accounts, book, tokens, signIn, events }: AccountApiParts) {
    this.#accounts = accounts;
    this.#book = book;
    this.#tokens = tokens;
    this.#signIn = signIn;
    this.#events = events;
  }

  async login(call: AccountCall): Promise<AccountAnswer> {
    const body = await readBody(call);
    const { password, email } = body;
    if (typeof password !== 'string' || password === '') return refusal(400, 'password is required');
    if (!isPossiblePassword(password)) return tooLong('password');
    if (email !== undefined && typeof email !== 'string') return refusal(400, 'email must be a string');
    if (email === undefined && this.#accounts.isMultiUser()) {
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
    const principal = callerOf(call);
    const account = (await this.#accounts.accountOf(principal.username))?.value;
    return { status: 200, body: profileOf(principal, account, this.#book) };
  }

  async updateProfile(call: AccountCall): Promise<AccountAnswer> {
    const principal = byPersonOnly(call);
    const problem = await this.#accounts.changeProfile(principal.username, readProfile(await readBody(call)));
    if (problem !== undefined) return refusal(problem.status, problem.reason);
    this.#record('profile changed', call);
    return { status: 200, body: { _id: principal.id, result: 'updated' } };
  }

  async changePassword(call: AccountCall): Promise<AccountAnswer> {
    const principal = byPersonOnly(call);
    const body = await readBody(call);
    refuseOthers(body, passwordFields);
    const { old_password: oldPassword, new_password: newPassword, revoke_tokens: revokesTokens } = body;
    if (typeof oldPassword !== 'string' || typeof newPassword !== 'string') {
      return refusal(400, 'old_password and new_password are required');
    }
    if (revokesTokens !== undefined && typeof revokesTokens !== 'boolean') {
      return refusal(400, 'revoke_tokens must be a boolean');
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
    if (revokesTokens === true) await this.#tokens.revokeAll(username);
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

  #record(
    type: 'signed out' | 'password changed' | 'profile changed',
    { principal, remoteAddress: address }: AccountCall,
  ): void {
    this.#events.record({ type, username: principal?.username, address });
  }

  async #tokenRecord(identity: Identity): Promise<JsonMap> {
    const token = await this.#accounts.issueToken(identity.username);
    const { id, username } = identity;
    return { access_token: token, expire_in: sessionSeconds, id, status: 'ok', username };
  }
}
