import type { Clock, Random } from '@sextant/base';
import type { RecordMirror } from '../records/record-mirror.ts';
import type { PasswordHasher } from '../security/password-hasher.ts';
import type { Account } from './account.ts';

export interface UserDirectoryParts {
  readonly users: RecordMirror<Account>;
  readonly hasher: PasswordHasher;
  readonly clock: Clock;
  readonly random: Random;
}

/** What an administrator says of a user. */
export interface UserContent {
  /** Undefined: as it is. */
  readonly password: string | undefined;
  readonly roles: readonly string[];
  readonly externalRoles: readonly string[];
  readonly attributes: Readonly<Record<string, string>>;
  readonly description: string | undefined;
  /** Undefined: as it is; a new one is. */
  readonly enabled: boolean | undefined;
}

/** What a user has from the start beside what an administrator may change later. */
export interface NewUser extends UserContent {
  readonly password: string;
  readonly name: string | undefined;
  /** In lower case. */
  readonly email: string | undefined;
}

/** All users, as an administrator sees and makes them. */
export class UserDirectory {
  readonly #parts: UserDirectoryParts;

  constructor(parts: UserDirectoryParts) {
    this.#parts = parts;
  }

  /** Resolves when what is held is true. */
  ready(): Promise<void> {
    return this.#parts.users.ready();
  }

  all(): readonly Account[] {
    return [...this.#parts.users.values()].map(({ value }) => value);
  }

  get(username: string): Account | undefined {
    return this.#parts.users.get(username)?.value;
  }

  /** Whether another user is called so, or has this address, but for case: he could be taken for him. */
  isTaken(name: string, username: string): boolean {
    const lower = name.toLowerCase();
    return this.all().some(
      (other) =>
        other.username !== username && (other.email === lower || other.username.toLowerCase() === lower),
    );
  }

  /** A new user needs a password. False where he changed meanwhile. */
  async put(username: string, content: UserContent): Promise<boolean> {
    const { users, clock } = this.#parts;
    const before = await users.store.read(username);
    const passwordHash = await this.#hashOf(content.password, before?.value.passwordHash);
    if (passwordHash === undefined) return false;
    const now = clock.now();
    const base = before?.value ?? this.#newAccount(username, now);
    const account = { ...changed(base, content), passwordHash, updated: new Date(now).toISOString() };
    const { store } = users;
    const written =
      before === undefined ? await store.create(username, account) : await store.replace(before, account);
    return written !== undefined;
  }

  /** A user who is not kept yet: where too many passwords are being hashed, nothing has happened. */
  async prepare(username: string, { name, email, ...content }: NewUser): Promise<Account> {
    const { clock } = this.#parts;
    return {
      ...changed(this.#newAccount(username, clock.now()), content),
      ...(name === undefined ? {} : { name }),
      ...(email === undefined ? {} : { email }),
      passwordHash: await this.#hash(content.password),
    };
  }

  /** Answers how to take it back as long as it is as it was made; undefined where there is one of this name. */
  async create(account: Account): Promise<(() => Promise<boolean>) | undefined> {
    const { store } = this.#parts.users;
    const made = await store.create(account.username, account);
    return made === undefined ? undefined : () => store.remove(made);
  }

  /** False where he changed meanwhile. */
  async remove(username: string): Promise<boolean> {
    const { store } = this.#parts.users;
    const before = await store.read(username);
    return before !== undefined && store.remove(before);
  }

  async #hashOf(password: string | undefined, before: string | undefined): Promise<string | undefined> {
    return password === undefined ? before : this.#hash(password);
  }

  #hash(password: string): Promise<string> {
    const { hasher, random } = this.#parts;
    return hasher.hash(password, random.bytes(16));
  }

  #newAccount(username: string, now: number): UserBase {
    const created = new Date(now).toISOString();
    const id = Buffer.from(this.#parts.random.bytes(12)).toString('hex');
    // Sessions of a user of that name who was removed have smaller ones.
    return { id, username, created, updated: created, epoch: Math.floor(now / 1000) };
  }
}

type UserBase = Omit<Account, 'passwordHash' | 'roles'> & Partial<Account>;

/** The account with what the administrator says of it. */
function changed(account: UserBase, content: UserContent): Omit<Account, 'passwordHash'> {
  const { password, roles, externalRoles, attributes, description, enabled } = content;
  const { description: _, disabled: wasDisabled = false, ...kept } = account;
  const isDisabled = enabled === undefined ? wasDisabled : !enabled;
  const endsSessions = password !== undefined || (isDisabled && !wasDisabled);
  return {
    ...kept,
    roles,
    externalRoles,
    attributes,
    ...(description === undefined ? {} : { description }),
    ...(isDisabled ? { disabled: true } : {}),
    epoch: endsSessions ? kept.epoch + 1 : kept.epoch,
  };
}
