import type { Principal } from '../http/authenticator.ts';
import { isPossibleLogin, isPossiblePassword } from './credential-limits.ts';
import type { LoginThrottle } from './login-throttle.ts';
import { unmatchableHash } from './password-hash.ts';
import type { PasswordHasher } from './password-hasher.ts';
import type { SecurityEvents, SecurityWay } from './security-event.ts';
import { TooManyAttempts } from './too-many-attempts.ts';

/** Who an account is, however it was proved. */
export type Identity = Omit<Principal, 'kind' | 'address'>;

/** An account that proved itself. */
export interface Proven {
  readonly identity: Identity;
  /** Of the account's record: the proof holds as long as it stays the same. */
  readonly revision: string;
}

export interface PasswordAccount extends Proven {
  readonly passwordHash: string;
}

/** Finds an account by what the caller calls it; `undefined` = the only one there is. Rejects where it cannot be read. */
type PasswordAccounts = (login: string | undefined) => Promise<PasswordAccount | undefined>;

export interface PasswordAttempt {
  readonly login: string | undefined;
  readonly password: string;
  readonly address: string;
  readonly way: SecurityWay;
}

export interface SignInParts {
  readonly accounts: PasswordAccounts;
  readonly throttle: LoginThrottle;
  readonly hasher: PasswordHasher;
  readonly events: SecurityEvents;
}

/**
 * Checks a password: counted before it is hashed, hashed in a bounded line, and told. An account that does not exist
 * takes the same way and the same time as a wrong password.
 */
export class SignIn {
  readonly #parts: SignInParts;

  constructor(parts: SignInParts) {
    this.#parts = parts;
  }

  /** Undefined = wrong. Rejects with TooManyAttempts. */
  async check(attempt: PasswordAttempt): Promise<Proven | undefined> {
    const { login, password, address, way } = attempt;
    const possible = isPossibleLogin(login ?? '') && isPossiblePassword(password);
    return this.#counted(attempt, async (known) => {
      // What cannot be right is not worth a hash, nor a read.
      if (!possible) return undefined;
      const account = await this.#parts.accounts(login);
      const hash = account?.passwordHash ?? unmatchableHash;
      const matches = await this.#parts.hasher.matches(password, hash, known ? 'known' : 'strange');
      if (account === undefined || !matches) return undefined;
      this.#parts.events.record({
        type: 'login succeeded',
        username: account.identity.username,
        address,
        way,
      });
      return account;
    });
  }

  /** Counts an attempt that is known to be wrong. Rejects with TooManyAttempts. */
  async refuse(attempt: Omit<PasswordAttempt, 'password'>): Promise<void> {
    await this.#counted(attempt, async () => undefined);
  }

  async #counted(
    { login, address, way }: Omit<PasswordAttempt, 'password'>,
    work: (known: boolean) => Promise<Proven | undefined>,
  ): Promise<Proven | undefined> {
    const { throttle, events } = this.#parts;
    const name = login !== undefined && isPossibleLogin(login) ? login : '';
    try {
      const counted = await throttle.admit(name, address);
      let found: Proven | undefined;
      try {
        found = await work(counted.known);
      } catch (error) {
        counted.abandoned();
        throw error;
      }
      if (found !== undefined) counted.succeeded(found.identity.username);
      else {
        counted.failed();
        events.record({ type: 'login failed', username: login, address, way });
      }
      return found;
    } catch (error) {
      if (error instanceof TooManyAttempts) {
        events.record({ type: 'login throttled', username: login, address, way, limit: error.limit });
      }
      throw error;
    }
  }
}
