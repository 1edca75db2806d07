import { ApiError } from '@sextant/contract';
import type { Access } from '../backend/access.ts';
import type { RightsByName } from '../backend/rights-by-name.ts';
import type { Principal } from '../http/authenticator.ts';
import { accessOf, shownUser } from './access.ts';
import type { RoleBook } from './role-book.ts';
import type { SecurityEvents } from './security-event.ts';
import type { Identity } from './sign-in.ts';

interface Parts {
  readonly book: RoleBook;
  /** Undefined = there is no account of that name. Rejects where that cannot be known. */
  readonly identityOf: (username: string) => Promise<Identity | 'disabled' | undefined>;
  readonly events: SecurityEvents;
  /** See `AccessParts`. */
  readonly heeded: ReadonlySet<string> | undefined;
}

/** Where events of calls that no request of a user made are said to come from. */
const address = 'replication';

/** What users and roles may by name, as the accounts and the role book have it at the moment. */
export class AccountRights implements RightsByName {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async ofUser(name: string): Promise<Access> {
    const principal = await this.#principal(name);
    const { book } = this.#parts;
    return this.#access(principal, {
      roles: book.rolesOf(principal),
      names: book.namesOf(principal),
      shown: shownUser(principal),
    });
  }

  async ofRole(name: string, user?: string): Promise<Access> {
    const { book } = this.#parts;
    const principal = user === undefined ? undefined : await this.#principal(user);
    if (principal !== undefined && !book.holds(principal, name)) {
      const reason = `No mapping for ${shownUser(principal)} on roles [${name}]`;
      throw new ApiError({ type: 'security_exception', reason });
    }
    const role = book.role(name);
    return this.#access(principal ?? { id: '', username: '', roles: [], kind: 'anonymous' }, {
      roles: role === undefined ? [] : [role],
      names: [name],
      shown: principal === undefined ? `associated roles [${name}]` : shownUser(principal),
    });
  }

  async #principal(username: string): Promise<Principal> {
    const found = await this.#parts.identityOf(username);
    if (found === 'disabled') {
      throw new ApiError({ type: 'security_exception', reason: `the user [${username}] is disabled` });
    }
    return { ...(found ?? { id: '', username, roles: [] }), kind: 'basic' };
  }

  #access(
    principal: Principal,
    rights: Required<Pick<NonNullable<Parameters<typeof accessOf>[1]>, 'roles' | 'names' | 'shown'>>,
  ): Access {
    const { events, heeded } = this.#parts;
    const username = principal.username === '' ? undefined : principal.username;
    return accessOf(principal, {
      ...rights,
      heeded,
      onDenied: (action, indices) =>
        events.record({ type: 'access denied', username, address, action, indices }),
    });
  }
}
