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
    const { users, hasher, clock, random } = this.#parts;
    const { password, roles, externalRoles, attributes, description } = content;
    const before = await users.store.read(username);
    const passwordHash =
      password === undefined ? before?.value.passwordHash : await hasher.hash(password, random.bytes(16));
    if (passwordHash === undefined) return false;
    const now = clock.now();
    const { description: _, ...kept } = before?.value ?? this.#newAccount(username, now);
    const account: Account = {
      ...kept,
      passwordHash,
      roles,
      externalRoles,
      attributes,
      ...(description === undefined ? {} : { description }),
      updated: new Date(now).toISOString(),
      epoch: password === undefined ? kept.epoch : kept.epoch + 1,
    };
    const { store } = users;
    const written =
      before === undefined ? await store.create(username, account) : await store.replace(before, account);
    return written !== undefined;
  }

  /** False where he changed meanwhile. */
  async remove(username: string): Promise<boolean> {
    const { store } = this.#parts.users;
    const before = await store.read(username);
    return before !== undefined && store.remove(before);
  }

  #newAccount(username: string, now: number): Omit<Account, 'passwordHash' | 'roles'> & Partial<Account> {
    const created = new Date(now).toISOString();
    const id = Buffer.from(this.#parts.random.bytes(12)).toString('hex');
    // Sessions of a user of that name who was removed have smaller ones.
    return { id, username, created, updated: created, epoch: Math.floor(now / 1000) };
  }
}
