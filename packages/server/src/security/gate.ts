import { hash, type X509Certificate } from 'node:crypto';
import type { Clock, Random } from '@sextant/base';
import { ApiError, type ErrorCause } from '@sextant/contract';
import type { Access } from '../backend/access.ts';
import type { Credentials, Gate, Principal } from '../http/authenticator.ts';
import { accessOf } from './access.ts';
import type { CertificateSignIn } from './certificate-sign-in.ts';
import { headerLengthMax, tokenLengthMax } from './credential-limits.ts';
import { Remembered } from './remembered.ts';
import type { RoleBook } from './role-book.ts';
import type { SecurityEvents } from './security-event.ts';
import type { Identity, Proven, SignIn } from './sign-in.ts';
import { TooManyAttempts } from './too-many-attempts.ts';

/** What the gate asks of the account side. */
interface AccountLookup {
  /** Undefined = not accepted. Rejects where it cannot be known. */
  byToken(token: string): Promise<Proven | undefined>;
  /** Who calls with an API token; undefined = not accepted. Rejects where it cannot be known. */
  byApiToken(secret: string, address: string): Promise<Identity | 'expired' | undefined>;
  /** Of the record behind a login, as far as it is known without waiting; undefined = none, or not known. */
  revisionOf(login: string): string | undefined;
  /** True for a session that was ended. */
  hasEnded(session: string): boolean;
}

export interface GateParts {
  /** See `AccessParts`. */
  readonly heeded?: ReadonlySet<string> | undefined;
  /** See `FieldRules.maskSalt`; asked at each request. */
  readonly maskSalt?: () => string;
  readonly book: RoleBook;
  readonly accounts: AccountLookup;
  readonly signIn: SignIn;
  readonly certificates?: CertificateSignIn;
  readonly events: SecurityEvents;
  readonly clock: Clock;
  readonly random: Random;
}

interface Accepted {
  readonly principal: Principal;
  readonly revision: string;
  /** Of the monotonic clock, in milliseconds. */
  readonly until: number;
}

interface Refused {
  readonly login: string;
  readonly revision: string | undefined;
  readonly until: number;
}

/** A change of the account counts at once, so this bounds nothing but how often a password that is right is hashed. */
const acceptedMs = 300_000;
const refusedMs = 30_000;
const entriesMax = 1000;
/** From so many addresses of one identity that calls without a password rights are remembered. */
const addressesMax = 64;

function unauthorized(reason: string): ApiError {
  const error: ErrorCause = {
    type: 'security_exception',
    reason,
    status: 401,
    details: { header: { 'WWW-Authenticate': 'Basic realm="security" charset="UTF-8"' } },
  };
  return new ApiError(error);
}

function tooMany(error: TooManyAttempts): ApiError {
  const details = { header: { 'Retry-After': String(error.retryAfterSeconds) } };
  return new ApiError({ type: 'security_exception', reason: error.message, status: 429, details });
}

/** Basic: user name and password, split at the first colon. Undefined where the header is not that. */
function basicCredentials(encoded: string): { login: string; password: string } | undefined {
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon < 0 ? undefined : { login: text.slice(0, colon), password: text.slice(colon + 1) };
}

/** The token of `X-API-TOKEN`, or of `Authorization: ApiKey`: as it is, or as base64 of id, colon and the rest. */
function apiTokenOf({ apiToken, authorization = '' }: Credentials): string | undefined {
  if (apiToken !== undefined && apiToken !== '') return apiToken;
  const [scheme, value = ''] = authorization.slice(0, headerLengthMax).split(' ', 2);
  if (!/^apikey$/i.test(scheme!)) return undefined;
  if (value.includes('_')) return value;
  return Buffer.from(value, 'base64').toString('latin1').replace(':', '_');
}

/**
 * Checks who asks and what they may do. Hashing a password takes 50 ms by intent, so accepted credentials are
 * remembered for five minutes and refused ones for thirty seconds, by a keyed digest and never in plain; a change of the
 * account, or the end of the session, counts at once.
 */
export class AccountGate implements Gate {
  readonly #parts: GateParts;
  readonly #key: string;
  readonly #accepted = new Remembered<Accepted>(entriesMax);
  readonly #accesses = new WeakMap<Principal, { readonly state: object; readonly access: Access }>();
  readonly #refused = new Remembered<Refused>(entriesMax);
  /** By who he is, and how and from where he calls: what he may do is kept with it. */
  readonly #principals = new WeakMap<Identity, Remembered<Principal>>();
  /** Passwords being checked: the same credentials from the same address are not hashed twice at once. */
  readonly #underWay = new Map<string, Promise<Principal>>();

  constructor(parts: GateParts) {
    this.#parts = parts;
    this.#key = Buffer.from(parts.random.bytes(32)).toString('base64');
  }

  async authenticate(credentials: Credentials): Promise<Principal> {
    const { authorization: header, remoteAddress, certificate } = credentials;
    const administrator =
      certificate === undefined ? undefined : this.#parts.certificates?.administrator(certificate);
    if (administrator !== undefined) return this.#principal(administrator, 'certificate', remoteAddress);
    const secret = apiTokenOf(credentials);
    if (secret !== undefined) return this.#verifyApiToken(secret, remoteAddress);
    if (header === undefined || header === '') {
      if (certificate !== undefined) return this.#verifyCertificate(certificate, remoteAddress);
      throw unauthorized('missing authentication credentials for REST request');
    }
    if (header.length > headerLengthMax) throw unauthorized('the Authorization header is too long');
    // A key of fixed length before the text is key enough for what nobody sees, at a twentieth of an HMAC's price.
    const digest = hash('sha256', `${this.#key}${remoteAddress}\n${header}`, 'base64');
    const isBasic = /^basic /i.test(header);
    for (;;) {
      const known = this.#accepted.get(digest);
      if (known !== undefined && this.#holds(known)) return known.principal;
      const underWay = isBasic ? this.#underWay.get(digest) : undefined;
      if (underWay === undefined) break;
      // Where they are wrong each caller is counted for itself, which costs no hash.
      if (await isRight(underWay)) return underWay;
    }
    const check = this.#verify(header, remoteAddress, digest);
    if (!isBasic) return check;
    this.#underWay.set(digest, check);
    try {
      return await check;
    } finally {
      this.#underWay.delete(digest);
    }
  }

  /** Forgets which credentials were right or wrong. */
  flush(): void {
    this.#accepted.clear();
    this.#refused.clear();
  }

  /** The same for a principal, which is remembered with his credentials, as long as roles are as they were. */
  access(principal: Principal): Access {
    const state = this.#parts.book.state();
    const known = this.#accesses.get(principal);
    if (known?.state === state) return known.access;
    const access = this.#newAccess(principal);
    this.#accesses.set(principal, { state, access });
    return access;
  }

  #newAccess(principal: Principal): Access {
    const { username, address = '' } = principal;
    const { book } = this.#parts;
    return accessOf(principal, {
      roles: book.rolesOf(principal),
      names: book.namesOf(principal),
      heeded: this.#parts.heeded,
      maskSalt: this.#parts.maskSalt?.() ?? '',
      onDenied: (action, indices) =>
        this.#parts.events.record({ type: 'access denied', username, address, action, indices }),
    });
  }

  #holds({ principal, revision, until }: Accepted): boolean {
    const { accounts, clock } = this.#parts;
    if (until <= this.#nowMs() || accounts.revisionOf(principal.username) !== revision) return false;
    const { session } = principal;
    return (
      session === undefined || (!accounts.hasEnded(session.id) && session.expiresAt * 1000 > clock.now())
    );
  }

  async #verify(header: string, address: string, digest: string): Promise<Principal> {
    const [scheme, value = ''] = header.split(' ', 2);
    let proven: Proven;
    let kind: 'basic' | 'bearer';
    if (/^bearer$/i.test(scheme!)) {
      kind = 'bearer';
      proven = await this.#verifyToken(value, address);
    } else if (/^basic$/i.test(scheme!)) {
      kind = 'basic';
      proven = await this.#verifyBasic(value, address, digest);
    } else
      throw unauthorized(`authentication scheme [${scheme}] is not supported, use Basic, Bearer or ApiKey`);
    const principal = { ...proven.identity, kind, address };
    this.#accepted.set(digest, { principal, revision: proven.revision, until: this.#nowMs() + acceptedMs });
    return principal;
  }

  async #verifyToken(token: string, address: string): Promise<Proven> {
    const found = token.length > tokenLengthMax ? undefined : await this.#parts.accounts.byToken(token);
    if (found !== undefined) return found;
    this.#parts.events.record({ type: 'token refused', username: undefined, address });
    throw unauthorized('the access token is not valid or has expired');
  }

  /** The same one for as long as the identity is the same. */
  #principal(identity: Identity, kind: Principal['kind'], address: string): Principal {
    const ofIdentity = this.#principals.get(identity) ?? new Remembered<Principal>(addressesMax);
    this.#principals.set(identity, ofIdentity);
    const key = `${kind} ${address}`;
    const known = ofIdentity.get(key);
    if (known !== undefined) return known;
    const principal = { ...identity, kind, address };
    ofIdentity.set(key, principal);
    return principal;
  }

  /** Costs a hash and some looks into maps: whether the token counts is not worth remembering. */
  async #verifyApiToken(secret: string, address: string): Promise<Principal> {
    const isPossible = secret.length <= tokenLengthMax;
    const found = isPossible ? await this.#parts.accounts.byApiToken(secret, address) : undefined;
    if (typeof found === 'object') return this.#principal(found, 'token', address);
    this.#parts.events.record({ type: 'token refused', username: undefined, address });
    throw unauthorized(found === 'expired' ? 'token expired' : 'invalid X-API-TOKEN');
  }

  async #verifyCertificate(certificate: X509Certificate, address: string): Promise<Principal> {
    const found = await this.#parts.certificates?.user(certificate, address);
    if (found !== undefined) return this.#principal(found, 'certificate', address);
    throw unauthorized('the client certificate is that of no account');
  }

  async #verifyBasic(value: string, address: string, digest: string): Promise<Proven> {
    const given = basicCredentials(value);
    if (given === undefined) throw unauthorized('the Basic credentials cannot be read');
    const { login, password } = given;
    const { signIn, accounts } = this.#parts;
    const wrong = this.#refused.get(digest);
    const revision = accounts.revisionOf(login);
    const isKnownWrong =
      wrong !== undefined &&
      wrong.until > this.#nowMs() &&
      wrong.login === login &&
      wrong.revision === revision;
    try {
      if (isKnownWrong) await signIn.refuse({ login, address, way: 'basic' });
      else {
        const found = await signIn.check({ login, password, address, way: 'basic' });
        if (found !== undefined) return found;
        this.#refused.set(digest, { login, revision, until: this.#nowMs() + refusedMs });
      }
    } catch (error) {
      throw error instanceof TooManyAttempts ? tooMany(error) : error;
    }
    throw unauthorized(`unable to authenticate user [${login}] for REST request`);
  }

  #nowMs(): number {
    return this.#parts.clock.nanos() / 1e6;
  }
}

/** False where it ends with "wrong credentials"; another error is everybody's who waits for it. */
async function isRight(check: Promise<Principal>): Promise<boolean> {
  try {
    await check;
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return false;
    throw error;
  }
}
