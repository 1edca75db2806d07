import type { Clock } from '@sextant/base';
import type { JsonMap } from '@sextant/contract';
import type { Principal } from '../http/authenticator.ts';
import type { Stored } from '../records/record-kind.ts';
import { beyond, isPermission, permissionsOf } from '../security/permissions.ts';
import type { RoleBook } from '../security/role-book.ts';
import type { SecurityEvents } from '../security/security-event.ts';
import {
  type AccountAnswer,
  type AccountCall,
  AccountRefusal,
  callerOf,
  type Fields,
  readBody,
  readOptionalBody,
  refuseOthers,
  textOf,
} from './account-call.ts';
import { type ApiToken, tokenLifetimeMaxMs } from './api-token.ts';
import type { ApiTokens, MadeToken, TokenStatus } from './api-tokens.ts';

export interface TokenApiParts {
  readonly book: RoleBook;
  readonly tokens: ApiTokens;
  readonly events: SecurityEvents;
  readonly clock: Clock;
}

/** What of the tokens is listed. */
export interface TokenQuery {
  readonly query?: string | undefined;
  readonly status?: TokenStatus | undefined;
  readonly owner?: string | undefined;
  readonly from?: number | undefined;
  readonly size?: number | undefined;
}

type Verb = 'create' | 'search' | 'read' | 'update' | 'delete';

/** The right to see and change the tokens of others. */
const foreignAction = 'cluster:admin/sextant/access_token';
const activePerOwnerMax = 100;
const listedPerOwnerMax = 1000;
const pageMax = 1000;
const permissionsMax = 100;
/** A number above is a time since 1970 and not a number of seconds from now. */
const unixSecondsFrom = 1_000_000_000;

/** API tokens: made, listed, changed, rotated and revoked by their owners. */
export class TokenApi {
  readonly #book: RoleBook;
  readonly #tokens: ApiTokens;
  readonly #events: SecurityEvents;
  readonly #clock: Clock;

  constructor({ book, tokens, events, clock }: TokenApiParts) {
    this.#book = book;
    this.#tokens = tokens;
    this.#events = events;
    this.#clock = clock;
  }

  async create(call: AccountCall): Promise<AccountAnswer> {
    const principal = this.#allowed(call, 'create');
    const body = await readOptionalBody(call);
    refuseOthers(body, ['name', 'description', 'permissions', 'expire_in', 'expires_at']);
    const wish = {
      name: textOf(body, 'name', 128, 1),
      description: textOf(body, 'description', 1024),
      permissions: permissionsIn(body, this.#held(principal)) ?? principal.token?.permissions,
      lifetime: this.#lifetimeIn(body) ?? tokenLifetimeMaxMs,
    };
    await this.#tokens.ready();
    this.#refuseTooMany(principal);
    const made = await this.#tokens.create(principal, wish);
    this.#record('token created', call, made.token.id);
    return this.#shownOnce(made);
  }

  async search(call: AccountCall, asked: TokenQuery): Promise<AccountAnswer> {
    const { username } = this.#allowed(call, 'search');
    const { owner = username, from = 0, size = 10 } = asked;
    if (owner !== username) call.access.check(foreignAction, []);
    if (from < 0) throw new AccountRefusal(400, '[from] parameter cannot be negative');
    if (size < 0 || size > pageMax) throw new AccountRefusal(400, `[size] must be between 0 and ${pageMax}`);
    await this.#tokens.ready();
    const found = this.#tokens
      .of(owner === '*' ? undefined : owner)
      .filter((token) => this.#fits(token, asked));
    const page = await Promise.all(
      found
        .slice(from, from + size)
        .map(async (token) => ({ _id: token.id, _source: await this.#shown(token) })),
    );
    const total = { value: found.length, relation: 'eq' };
    return { status: 200, body: { timed_out: false, hits: { total, max_score: null, hits: page } } };
  }

  async self(call: AccountCall): Promise<AccountAnswer> {
    const { token } = callerOf(call);
    if (token === undefined) throw new AccountRefusal(400, 'this call is not made with an API token');
    await this.#tokens.ready();
    return { status: 200, body: await this.#shown(this.#find(call, token.id).value) };
  }

  async get(call: AccountCall, id: string): Promise<AccountAnswer> {
    this.#allowed(call, 'read');
    await this.#tokens.ready();
    return { status: 200, body: await this.#shown(this.#find(call, id).value) };
  }

  async update(call: AccountCall, id: string): Promise<AccountAnswer> {
    const principal = this.#allowed(call, 'update');
    const body = await readBody(call);
    refuseOthers(body, ['name', 'description', 'permissions']);
    const name = textOf(body, 'name', 128, 1);
    if (name === undefined) throw new AccountRefusal(400, 'name is required');
    const description = textOf(body, 'description', 1024);
    const permissions = permissionsIn(body, this.#held(principal));
    await this.#tokens.ready();
    const before = this.#usable(this.#find(call, id));
    const change = {
      name,
      ...(description === undefined ? {} : { description }),
      ...(permissions === undefined ? {} : { permissions }),
    };
    if (!(await this.#tokens.update(before, change))) throw changedMeanwhile();
    this.#record('token changed', call, id);
    return { status: 200, body: { _id: id, result: 'updated' } };
  }

  /** A token may end itself. */
  async revoke(call: AccountCall, id: string): Promise<AccountAnswer> {
    if (callerOf(call).token?.id !== id) this.#allowed(call, 'delete');
    await this.#tokens.ready();
    this.#find(call, id);
    await this.#tokens.revoke(id);
    this.#record('token revoked', call, id);
    return { status: 200, body: { _id: id, result: 'deleted' } };
  }

  async rotate(call: AccountCall, id: string): Promise<AccountAnswer> {
    this.#allowed(call, 'update');
    const body = await readOptionalBody(call);
    refuseOthers(body, ['expire_in', 'expires_at']);
    const lifetime = this.#lifetimeIn(body);
    await this.#tokens.ready();
    const before = this.#usable(this.#find(call, id));
    if (before.value.ownerId !== callerOf(call).id) {
      throw new AccountRefusal(403, 'only its owner may have the new secret of an API token');
    }
    const made = await this.#tokens.rotate(before, lifetime ?? before.value.lifetime);
    if (made === undefined) throw changedMeanwhile();
    this.#record('token rotated', call, id);
    return this.#shownOnce(made);
  }

  /** Throws AccountRefusal where the caller is a token that may not do this. */
  #allowed(call: AccountCall, verb: Verb): Principal {
    const principal = callerOf(call);
    const permission = `generic:security:auth:api-token:${verb}`;
    if (this.#held(principal).includes(permission)) return principal;
    throw new AccountRefusal(403, `permission [${permission}] not allowed`);
  }

  #held(principal: Principal): readonly string[] {
    return permissionsOf(principal, this.#book.rolesOf(principal));
  }

  /** What is not the caller's is not there, but for administrators. */
  #find(call: AccountCall, id: string): Stored<ApiToken> {
    const found = this.#tokens.get(id);
    if (found !== undefined) {
      const isOwn = found.value.ownerId === callerOf(call).id;
      if (isOwn || call.access.holds(foreignAction)) return found;
    }
    throw new AccountRefusal(404, 'access token not found');
  }

  #usable(stored: Stored<ApiToken>): Stored<ApiToken> {
    if (stored.value.revoked === undefined) return stored;
    throw new AccountRefusal(409, 'the access token is revoked');
  }

  #refuseTooMany({ username, id }: Principal): void {
    const own = this.#tokens.of(username).filter(({ ownerId }) => ownerId === id);
    const active = own.filter((token) => this.#tokens.statusOf(token) === 'active').length;
    if (active < activePerOwnerMax && own.length < listedPerOwnerMax) return;
    const most = active < activePerOwnerMax ? listedPerOwnerMax : activePerOwnerMax;
    throw new AccountRefusal(429, `Maximum limit of ${most} API tokens reached`);
  }

  #lifetimeIn({ expire_in: seconds, expires_at: time }: Fields): number | undefined {
    if (seconds !== undefined && time !== undefined) {
      throw new AccountRefusal(400, 'expire_in and expires_at say the same: give one of them');
    }
    const now = this.#clock.now();
    let lifetime: number;
    if (typeof seconds === 'number' && Number.isSafeInteger(seconds)) {
      lifetime = seconds > unixSecondsFrom ? seconds * 1000 - now : seconds * 1000;
    } else if (seconds !== undefined) throw new AccountRefusal(400, 'expire_in must be a number of seconds');
    else if (typeof time === 'string' && /^\d{4}-\d\d-\d\dT/.test(time)) lifetime = Date.parse(time) - now;
    else if (time === undefined) return undefined;
    else throw new AccountRefusal(400, 'expires_at must be a time as in 2030-01-31T00:00:00Z');
    if (Number.isNaN(lifetime)) throw new AccountRefusal(400, 'expires_at is no time');
    if (lifetime <= 0) throw new AccountRefusal(400, 'an API token cannot end before it begins');
    if (lifetime <= tokenLifetimeMaxMs) return lifetime;
    throw new AccountRefusal(400, 'an API token is valid for 365 days at most');
  }

  #fits(token: ApiToken, { query, status }: TokenQuery): boolean {
    if (status !== undefined && this.#tokens.statusOf(token) !== status) return false;
    if (query === undefined || query === '' || query === '*') return true;
    return `${token.name}\n${token.description ?? ''}`.toLowerCase().includes(query.toLowerCase());
  }

  async #shown(token: ApiToken): Promise<JsonMap> {
    const use = await this.#tokens.lastUse(token.id);
    return {
      id: token.id,
      created: new Date(token.created).toISOString(),
      updated: new Date(token.updated).toISOString(),
      owner: token.owner,
      name: token.name,
      description: token.description,
      type: 'general',
      permissions: token.permissions,
      expire_in: Math.floor(token.expires / 1000),
      status: this.#tokens.statusOf(token),
      last_used: use === undefined ? undefined : new Date(use.at).toISOString(),
      last_used_ip: use?.address,
      token_hint: token.hint,
    };
  }

  #shownOnce({ token, secret }: MadeToken): AccountAnswer {
    const { id, name, expires } = token;
    const expire_in = Math.floor(expires / 1000);
    return { status: 200, body: { _id: id, id, name, access_token: secret, expire_in, status: 'ok' } };
  }

  #record(
    type: 'token created' | 'token changed' | 'token revoked' | 'token rotated',
    { principal, remoteAddress: address }: AccountCall,
    token: string,
  ): void {
    this.#events.record({ type, username: principal?.username, address, token });
  }
}

function changedMeanwhile(): AccountRefusal {
  return new AccountRefusal(409, 'the access token was changed at the same time, try again');
}

/** Undefined where none are asked for. Throws AccountRefusal for what is unknown, and for more than the caller may do. */
function permissionsIn({ permissions }: Fields, held: readonly string[]): readonly string[] | undefined {
  if (permissions === undefined || permissions === null) return undefined;
  const isList = Array.isArray(permissions) && permissions.length <= permissionsMax;
  if (!isList || !permissions.every((item) => typeof item === 'string' && item.length <= 256)) {
    throw new AccountRefusal(400, `permissions must be a list of at most ${permissionsMax} texts`);
  }
  const unknown = permissions.find((item) => !isPermission(item));
  if (unknown !== undefined) throw new AccountRefusal(400, `unknown permission [${unknown}]`);
  if (beyond(permissions, held) === undefined) return permissions;
  throw new AccountRefusal(403, 'invalid permissions');
}
