import { createHmac } from 'node:crypto';
import type { Clock, Random } from '@sextant/base';
import { ApiError, type ErrorCause } from '@sextant/contract';
import type { Credentials, Gate, Principal } from '../http/authenticator.ts';
import type { LoginThrottle } from './login-throttle.ts';
import { isAllowed, isAllowedEverywhere } from './privilege-check.ts';

/** What the gate asks of the account side. Undefined = not accepted. */
interface AccountLookup {
  byPassword(login: string | undefined, password: string): Promise<Omit<Principal, 'kind'> | undefined>;
  byToken(token: string): Promise<Omit<Principal, 'kind'> | undefined>;
  /** Grows with every change of an account or session; cached credentials of an older one are not trusted. */
  generation(): number;
}

export interface GateParts {
  readonly accounts: AccountLookup;
  readonly throttle: LoginThrottle;
  readonly clock: Clock;
  readonly random: Random;
}

interface CachedPrincipal {
  readonly principal: Principal;
  readonly until: number;
  readonly generation: number;
}

const cacheMs = 10_000;
const cacheEntriesMax = 1000;

function unauthorized(reason: string): ApiError {
  const error: ErrorCause = {
    type: 'security_exception',
    reason,
    status: 401,
    details: { header: { 'WWW-Authenticate': 'Basic realm="security" charset="UTF-8"' } },
  };
  return new ApiError(error);
}

/** Basic: user name and password, split at the first colon. Undefined where the header is not that. */
function basicCredentials(encoded: string): { login: string; password: string } | undefined {
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon < 0 ? undefined : { login: text.slice(0, colon), password: text.slice(colon + 1) };
}

/**
 * Checks who asks and what they may do. Hashing a password takes 50 ms by intent, so accepted credentials are
 * remembered for ten seconds, by a keyed digest and never in plain.
 */
export class AccountGate implements Gate {
  readonly #parts: GateParts;
  readonly #key: Uint8Array;
  readonly #cache = new Map<string, CachedPrincipal>();

  constructor(parts: GateParts) {
    this.#parts = parts;
    this.#key = parts.random.bytes(32);
  }

  async authenticate(credentials: Credentials): Promise<Principal> {
    const header = credentials.authorization;
    if (header === undefined || header === '') {
      throw unauthorized('missing authentication credentials for REST request');
    }
    const digest = createHmac('sha256', this.#key).update(header).digest('base64');
    const known = this.#cache.get(digest);
    const generation = this.#parts.accounts.generation();
    if (known !== undefined && known.until > this.#parts.clock.now() && known.generation === generation) {
      return known.principal;
    }
    const principal = await this.#verify(header, credentials.remoteAddress);
    this.#remember(digest, principal, generation);
    return principal;
  }

  grantsEverywhere(principal: Principal, privilege: string): boolean {
    return privilege.startsWith('indices:') && isAllowedEverywhere(principal.roles, privilege);
  }

  authorize(principal: Principal, privilege: string, indices: readonly string[]): void {
    if (isAllowed(principal.roles, privilege, indices)) return;
    const user = `User [name=${principal.username}, backend_roles=[${principal.roles.join(', ')}], requestedTenant=null]`;
    throw new ApiError({
      type: 'security_exception',
      reason: `no permissions for [${privilege}] and ${user}`,
    });
  }

  async #verify(header: string, remoteAddress: string): Promise<Principal> {
    const [scheme, value = ''] = header.split(' ', 2);
    if (/^bearer$/i.test(scheme!)) {
      const found = await this.#parts.accounts.byToken(value);
      if (found === undefined) throw unauthorized('the access token is not valid or has expired');
      return { ...found, kind: 'bearer' };
    }
    if (/^basic$/i.test(scheme!)) return this.#verifyBasic(value, remoteAddress);
    throw unauthorized(`authentication scheme [${scheme}] is not supported, use Basic or Bearer`);
  }

  async #verifyBasic(value: string, remoteAddress: string): Promise<Principal> {
    const given = basicCredentials(value);
    if (given === undefined) throw unauthorized('the Basic credentials cannot be read');
    const keys = [`address ${remoteAddress}`, `login ${given.login}`];
    if (this.#parts.throttle.secondsToWait(keys) > 0) {
      const reason = 'too many login attempts, please try again later';
      throw new ApiError({ type: 'security_exception', reason, status: 429 });
    }
    const found = await this.#parts.accounts.byPassword(given.login, given.password);
    if (found === undefined) {
      this.#parts.throttle.failed(keys);
      throw unauthorized(`unable to authenticate user [${given.login}] for REST request`);
    }
    this.#parts.throttle.succeeded(keys);
    return { ...found, kind: 'basic' };
  }

  #remember(digest: string, principal: Principal, generation: number): void {
    if (this.#cache.size >= cacheEntriesMax) this.#cache.clear();
    this.#cache.set(digest, { principal, until: this.#parts.clock.now() + cacheMs, generation });
  }
}
