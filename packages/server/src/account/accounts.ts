import type { Clock, Random } from '@sextant/base';
import type { PasswordHasher } from '../security/password-hasher.ts';
import type { Identity, PasswordAccount, Proven } from '../security/sign-in.ts';
import type { Account, AccountStore, Stored } from './account-store.ts';
import { passwordProblem, randomPassword } from './password-rules.ts';
import type { SessionTokens } from './session-tokens.ts';

export interface AccountsParts {
  readonly store: AccountStore;
  readonly tokens: SessionTokens;
  readonly hasher: PasswordHasher;
  readonly clock: Clock;
  readonly random: Random;
}

const administrator = 'admin';
/** Another instance over the same backend was faster: its password counts, and it shows it. */
const madeElsewhere = 'made by another instance';
/** How long another instance's change of an account may go unseen. */
const recordCacheMs = 5_000;

function identityOf(account: Account): Identity {
  const { id, username, email, roles } = account;
  return { id, username, roles, ...(email === undefined ? {} : { email }) };
}

/** Accounts and their sessions, over records in the backend. */
export class Accounts {
  readonly #parts: AccountsParts;
  readonly #endedSessions = new Map<string, number>();
  readonly #records = new Map<
    string,
    { readonly account: Stored<Account> | undefined; readonly until: number }
  >();
  #endedReadAt = 0;
  #generation = 0;

  constructor(parts: AccountsParts) {
    this.#parts = parts;
  }

  /**
   * Makes the administrator where there is no account yet, or gives the one there is another password (`reset`), which
   * ends its sessions. Returns the password when it was made at random, to be shown once. Throws Error for a given
   * password that breaks the rules.
   */
  async prepare(
    givenPassword: string | undefined,
    reset = false,
  ): Promise<{ username: string; password: string } | undefined> {
    await this.#parts.store.prepare();
    const existing = await this.#account(administrator);
    if (existing !== undefined && !reset) return undefined;
    const { random } = this.#parts;
    const password = givenPassword ?? randomPassword((length) => random.bytes(length));
    const problem =
      existing === undefined
        ? await this.#makeAdministrator(password)
        : await this.changePassword(administrator, password);
    if (problem === madeElsewhere) return undefined;
    if (problem !== undefined) throw new Error(`SEXTANT_ADMIN_PASSWORD is not accepted: ${problem}.`);
    return givenPassword === undefined ? { username: administrator, password } : undefined;
  }

  /** Undefined = made; else what is wrong with the password, or `madeElsewhere`. */
  async #makeAdministrator(password: string): Promise<string | undefined> {
    const problem = passwordProblem(password, administrator);
    if (problem !== undefined) return problem;
    const { random, store, clock, hasher } = this.#parts;
    const time = new Date(clock.now()).toISOString();
    const account: Account = {
      id: Buffer.from(random.bytes(12)).toString('hex'),
      username: administrator,
      name: 'Administrator',
      passwordHash: await hasher.hash(password, random.bytes(16)),
      roles: ['superuser'],
      created: time,
      updated: time,
      epoch: 0,
    };
    const made = await store.create(`user:${administrator}`, 'user', account);
    this.#records.clear();
    return made ? undefined : madeElsewhere;
  }

  /** `login` undefined: the only account there is (single-user mode). */
  async byLogin(login: string | undefined): Promise<PasswordAccount | undefined> {
    const account = (await this.accountOf(login))?.value;
    if (account === undefined) return undefined;
    return { identity: identityOf(account), passwordHash: account.passwordHash, revision: this.revisionOf() };
  }

  async byToken(token: string): Promise<Proven | undefined> {
    const session = await this.#parts.tokens.read(token);
    if (session === undefined || (await this.#hasEnded(session.id))) return undefined;
    const account = (await this.#account(session.username))?.value;
    if (account === undefined || account.epoch !== session.epoch) return undefined;
    const identity = { ...identityOf(account), session: { id: session.id, expiresAt: session.expiresAt } };
    return { identity, revision: this.revisionOf() };
  }

  revisionOf(): string {
    return String(this.#generation);
  }

  hasEnded(session: string): boolean {
    return this.#endedSessions.has(session);
  }

  async accountOf(login: string | undefined): Promise<Stored<Account> | undefined> {
    if (login === undefined) {
      const all = await this.#parts.store.find<Account>('user');
      return all.length === 1 ? this.#account(all[0]!.username) : undefined;
    }
    const byName = await this.#account(login);
    if (byName !== undefined || !login.includes('@')) return byName;
    const [found] = await this.#parts.store.find<Account>('user', login);
    return found === undefined ? undefined : this.#account(found.username);
  }

  /** True where several accounts exist, so that a login must name one. */
  async isMultiUser(): Promise<boolean> {
    return (await this.#parts.store.find<Account>('user')).length > 1;
  }

  async issueToken(username: string): Promise<string> {
    const account = await this.#account(username);
    if (account === undefined) throw new Error(`account ${username} is gone`);
    return this.#parts.tokens.issue(account.value);
  }

  async endSession(session: { readonly id: string; readonly expiresAt: number }): Promise<void> {
    const expires = session.expiresAt * 1000;
    await this.#parts.store.create(`ended:${session.id}`, 'ended', { id: session.id, expires }, { expires });
    this.#endedSessions.set(session.id, expires);
    this.#generation++;
  }

  /** Undefined = changed; else what is wrong. Every session of the account ends. */
  async changePassword(username: string, password: string): Promise<string | undefined> {
    const problem = passwordProblem(password, username);
    if (problem !== undefined) return problem;
    this.#records.delete(username);
    const stored = await this.#account(username);
    if (stored === undefined) return 'the account is gone';
    const changed: Account = {
      ...stored.value,
      passwordHash: await this.#parts.hasher.hash(password, this.#parts.random.bytes(16)),
      updated: new Date(this.#parts.clock.now()).toISOString(),
      epoch: stored.value.epoch + 1,
    };
    const written = await this.#parts.store.replace(`user:${username}`, 'user', changed, stored);
    this.#records.delete(username);
    this.#generation++;
    return written ? undefined : 'the account was changed at the same time, try again';
  }

  async #account(username: string): Promise<Stored<Account> | undefined> {
    const now = this.#parts.clock.now();
    const known = this.#records.get(username);
    if (known !== undefined && known.until > now) return known.account;
    const account = await this.#parts.store.read<Account>(`user:${username}`);
    if (this.#records.size > 1000) this.#records.clear();
    this.#records.set(username, { account, until: now + recordCacheMs });
    return account;
  }

  async #hasEnded(id: string): Promise<boolean> {
    const now = this.#parts.clock.now();
    if (now - this.#endedReadAt > recordCacheMs) {
      this.#endedReadAt = now;
      for (const [known, expires] of this.#endedSessions)
        if (expires < now) this.#endedSessions.delete(known);
      for (const ended of await this.#parts.store.find<{ id: string; expires: number }>('ended')) {
        if (ended.expires >= now) this.#endedSessions.set(ended.id, ended.expires);
        else await this.#parts.store.remove(`ended:${ended.id}`);
      }
    }
    return this.#endedSessions.has(id);
  }
}
