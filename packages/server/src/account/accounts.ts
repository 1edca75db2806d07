import type { Clock, Log, Random } from '@sextant/base';
import { ApiError } from '@sextant/contract';
import type { Stored } from '../records/record-kind.ts';
import type { RecordMirror } from '../records/record-mirror.ts';
import type { Records } from '../records/records.ts';
import type { PasswordHasher } from '../security/password-hasher.ts';
import type { SecretBox } from '../security/secret-box.ts';
import type { Identity, PasswordAccount, Proven } from '../security/sign-in.ts';
import { type Account, accountKind, type EndedSession, endedSessionKind } from './account.ts';
import { keyKind } from './key-record.ts';
import { passwordProblem, randomPassword } from './password-rules.ts';
import { type ProfileChange, withProfile } from './profile.ts';
import { SessionTokens } from './session-tokens.ts';
import { SigningKey } from './signing-key.ts';
import { UserDirectory } from './user-directory.ts';

export interface AccountsParts {
  readonly records: Records;
  readonly box: SecretBox;
  readonly hasher: PasswordHasher;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** `multi`: a login must say who. `single` where not given. */
  readonly mode?: 'single' | 'multi';
}

export const administrator = 'admin';
/** Another instance over the same backend was faster: its password counts, and it shows it. */
const madeElsewhere = 'made by another instance';
const changedMeanwhile = 'the account was changed at the same time, try again';

const identities = new WeakMap<Account, Identity>();

/** The same one for as long as the account is not changed, so that what is known of it can be kept with it. */
export function identityOf(account: Account): Identity {
  const known = identities.get(account);
  if (known !== undefined) return known;
  const identity = newIdentity(account);
  identities.set(account, identity);
  return identity;
}

function newIdentity(account: Account): Identity {
  const { id, username, email, roles, externalRoles, attributes } = account;
  return {
    id,
    username,
    roles,
    ...(email === undefined ? {} : { email }),
    ...(externalRoles === undefined ? {} : { externalRoles }),
    ...(attributes === undefined ? {} : { attributes }),
  };
}

function revisionOf({ seqNo, primaryTerm }: Stored<Account>): string {
  return `${primaryTerm}.${seqNo}`;
}

/** Who asks cannot be known: better nobody than somebody who was signed out. */
export function unavailable(error: unknown): ApiError {
  return new ApiError({
    type: 'security_exception',
    status: 503,
    reason:
      'who asks cannot be checked now, as accounts and ended sessions cannot be read; try again after a pause',
    details: { header: { 'Retry-After': '2' } },
    ...(error instanceof ApiError ? { causedBy: error.error } : {}),
  });
}

/** Accounts and their sessions, over records. */
export class Accounts {
  readonly directory: UserDirectory;
  readonly #parts: AccountsParts;
  readonly #users: RecordMirror<Account>;
  readonly #ended: RecordMirror<EndedSession>;
  readonly #signingKey: SigningKey;
  readonly #tokens: SessionTokens;
  /** Made when first asked for after a change. */
  #byEmail: ReadonlyMap<string, Stored<Account>> | undefined;

  constructor(parts: AccountsParts) {
    const { records, box, clock, random, log } = parts;
    this.#parts = parts;
    this.#users = records.mirror(accountKind);
    this.directory = new UserDirectory({ ...parts, users: this.#users });
    this.#ended = records.mirror(endedSessionKind);
    this.#signingKey = new SigningKey({ store: records.store(keyKind), box, clock, random, log });
    this.#tokens = new SessionTokens(this.#signingKey, clock, random);
    this.#users.onChange(() => {
      this.#byEmail = undefined;
    });
  }

  /**
   * Makes the administrator where there is no account yet, or gives the account of the name `reset` another password, which
   * ends its sessions. Returns the password when it was made at random, to be shown once. Throws Error for a given
   * password that breaks the rules.
   */
  async prepare(
    givenPassword: string | undefined,
    reset?: string,
  ): Promise<{ username: string; password: string } | undefined> {
    const { records, random, log } = this.#parts;
    await records.prepare();
    await this.#signingKey.prepare();
    // Who starts it each day would never come to the day after.
    await this.#signingKey.renew();
    await this.#users.ready();
    await this.#ended.ready().catch((error: unknown) => {
      log.log('warn', 'account', 'ended sessions cannot be read yet: access tokens are refused until then', {
        error,
      });
    });
    const username = reset ?? administrator;
    const existing = this.#users.get(username);
    if (existing !== undefined && reset === undefined) return undefined;
    if (existing === undefined && username !== administrator) {
      throw new Error(`There is no account [${username}].`);
    }
    const password = givenPassword ?? randomPassword((length) => random.bytes(length));
    const problem =
      existing === undefined
        ? await this.#makeAdministrator(password, reset !== undefined)
        : await this.changePassword(username, password);
    if (problem === madeElsewhere) return undefined;
    if (problem !== undefined) throw new Error(`SEXTANT_ADMIN_PASSWORD is not accepted: ${problem}.`);
    return givenPassword === undefined ? { username, password } : undefined;
  }

  /**
   * Undefined = made; else what is wrong with the password, or `madeElsewhere`. `overAny`: also over a record that
   * cannot be read.
   */
  async #makeAdministrator(password: string, overAny: boolean): Promise<string | undefined> {
    const problem = passwordProblem(password, administrator);
    if (problem !== undefined) return problem;
    const { random, clock, hasher } = this.#parts;
    const time = new Date(clock.now()).toISOString();
    const account: Account = {
      id: Buffer.from(random.bytes(12)).toString('hex'),
      username: administrator,
      name: 'Administrator',
      passwordHash: await hasher.hash(password, random.bytes(16)),
      roles: ['superuser'],
      created: time,
      updated: time,
      // Sessions of an account that was there have smaller ones.
      epoch: overAny ? Math.floor(clock.now() / 1000) : 0,
    };
    const { store } = this.#users;
    const made = overAny
      ? await store.put(administrator, account)
      : await store.create(administrator, account);
    return made === undefined ? madeElsewhere : undefined;
  }

  /** By user name or address; `undefined`: the administrator (single-user mode). Throws ApiError 503. */
  async accountOf(login: string | undefined): Promise<Stored<Account> | undefined> {
    await this.#users.ready().catch((error: unknown) => {
      throw unavailable(error);
    });
    return this.#find(login);
  }

  async byLogin(login: string | undefined): Promise<PasswordAccount | undefined> {
    const found = await this.accountOf(login);
    if (found === undefined || found.value.disabled === true) return undefined;
    const { passwordHash } = found.value;
    return { identity: identityOf(found.value), passwordHash, revision: revisionOf(found) };
  }

  /** The account of exactly that user name, where it is not disabled. Throws ApiError 503. */
  async byName(username: string): Promise<PasswordAccount | undefined> {
    const found = await this.byLogin(username);
    return found?.identity.username === username ? found : undefined;
  }

  /** Who has exactly that user name. Throws ApiError 503. */
  async identityByName(username: string): Promise<Identity | 'disabled' | undefined> {
    const found = await this.accountOf(username);
    if (found?.value.username !== username) return undefined;
    return found.value.disabled === true ? 'disabled' : identityOf(found.value);
  }

  /** Undefined for a token that does not count (any more). Throws ApiError 503 where that cannot be known. */
  async byToken(token: string): Promise<Proven | undefined> {
    const session = await this.#tokens.read(token);
    if (session === undefined) return undefined;
    await this.#ended.ready().catch((error: unknown) => {
      throw unavailable(error);
    });
    const found = await this.accountOf(session.username);
    if (found?.value.epoch !== session.epoch || found.id !== session.username) return undefined;
    if (found.value.disabled === true) return undefined;
    if (this.hasEnded(session.id)) return undefined;
    const identity = {
      ...identityOf(found.value),
      session: { id: session.id, expiresAt: session.expiresAt },
    };
    return { identity, revision: revisionOf(found) };
  }

  isMultiUser(): boolean {
    return this.#parts.mode === 'multi';
  }

  revisionOf(login: string): string | undefined {
    if (!this.#users.isCurrent()) return undefined;
    const found = this.#find(login);
    return found === undefined ? undefined : revisionOf(found);
  }

  hasEnded(session: string): boolean {
    return !this.#ended.isCurrent() || this.#ended.get(session) !== undefined;
  }

  async issueToken(username: string): Promise<string> {
    const account = await this.accountOf(username);
    if (account === undefined) throw new Error(`account ${username} is gone`);
    return this.#tokens.issue(account.value);
  }

  async endSession(session: { readonly id: string; readonly expiresAt: number }): Promise<void> {
    await this.#ended.store.create(session.id, { id: session.id, expires: session.expiresAt * 1000 });
  }

  /** See `SigningKey.onEnd`. */
  onKeyEnd(listener: () => void): void {
    this.#signingKey.onEnd(listener);
  }

  /** See `SigningKey.rotate`. */
  rotateKey(endsSessions: boolean): Promise<boolean> {
    return this.#signingKey.rotate(endsSessions);
  }

  /** Makes another key of sessions where the last one has been used for long. True where it did. */
  renewKey(): Promise<boolean> {
    return this.#signingKey.renew();
  }

  /** Undefined = changed; else what is wrong. Every session of the account ends. */
  async changePassword(username: string, password: string): Promise<string | undefined> {
    const problem = passwordProblem(password, username);
    if (problem !== undefined) return problem;
    const { hasher, random, clock } = this.#parts;
    const stored = await this.#users.store.read(username);
    if (stored === undefined) return 'the account is gone';
    const written = await this.#users.store.replace(stored, {
      ...stored.value,
      passwordHash: await hasher.hash(password, random.bytes(16)),
      updated: new Date(clock.now()).toISOString(),
      epoch: stored.value.epoch + 1,
    });
    return written === undefined ? changedMeanwhile : undefined;
  }

  /** Undefined = changed; else what is wrong, with its status. */
  async changeProfile(
    username: string,
    change: ProfileChange,
  ): Promise<{ readonly status: number; readonly reason: string } | undefined> {
    const stored = await this.#users.store.read(username);
    if (stored === undefined) return { status: 404, reason: 'the account is gone' };
    const { email } = change;
    if (email !== undefined && email !== '' && this.directory.isTaken(email, username)) {
      return { status: 409, reason: 'the email address belongs to another account' };
    }
    const updated = new Date(this.#parts.clock.now()).toISOString();
    const value = { ...withProfile(stored.value, change), updated };
    const written = await this.#users.store.replace(stored, value);
    return written === undefined ? { status: 409, reason: changedMeanwhile } : undefined;
  }

  #find(login: string | undefined): Stored<Account> | undefined {
    if (login === undefined) return this.#parts.mode === 'multi' ? undefined : this.#users.get(administrator);
    const byName = this.#users.get(login);
    if (byName !== undefined || !login.includes('@')) return byName;
    this.#byEmail ??= new Map(
      [...this.#users.values()].flatMap((stored) =>
        stored.value.email === undefined ? [] : [[stored.value.email.toLowerCase(), stored]],
      ),
    );
    return this.#byEmail.get(login.toLowerCase());
  }
}
