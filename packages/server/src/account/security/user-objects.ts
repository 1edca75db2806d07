import type { JsonMap } from '@sextant/contract';
import type { RoleBook } from '../../security/role-book.ts';
import type { Account } from '../account.ts';
import { administrator } from '../accounts.ts';
import { passwordProblem } from '../password-rules.ts';
import type { UserContent, UserDirectory } from '../user-directory.ts';
import { checkFields, flagOf, listOf, textsOf, wordsOf } from './fields.ts';
import type { ObjectStore, SecurityObject } from './object-api.ts';
import type { ObjectForm } from './object-forms.ts';
import { invalidContent, refused } from './security-answers.ts';

const fieldNames = {
  opensearch: { roles: 'opendistro_security_roles', external: 'backend_roles' },
  easysearch: { roles: 'roles', external: 'external_roles' },
} as const;

export const userForm: ObjectForm<UserContent> = {
  label: 'user',
  read: (body, dialect) => {
    const { roles, external } = fieldNames[dialect];
    checkFields(body, {
      password: 'string',
      hash: 'string',
      attributes: 'object',
      description: 'string',
      enabled: 'boolean',
      [roles]: 'array',
      [external]: 'array',
    });
    if (body.hash !== undefined && body.hash !== null && body.hash !== '') {
      throw refused(400, '[hash] is not supported: give the password, which is hashed here');
    }
    return {
      password: wordsOf(body, 'password'),
      roles: listOf(body, roles),
      externalRoles: listOf(body, external),
      attributes: textsOf(body, 'attributes'),
      description: wordsOf(body, 'description'),
      enabled: flagOf(body, 'enabled'),
    };
  },
  show: ({ roles, externalRoles, attributes, description, enabled = true }, dialect) => {
    const names = fieldNames[dialect];
    return {
      [names.external]: externalRoles,
      attributes,
      ...(description === undefined ? {} : { description }),
      [names.roles]: roles,
      enabled,
    };
  },
  // What OpenSearch does not know is told only where it matters.
  arrange: ({ enabled, ...content }: JsonMap, { reserved, hidden, static: isStatic }) => ({
    hash: '',
    reserved,
    hidden,
    ...content,
    ...(enabled === false ? { enabled } : {}),
    static: isStatic,
  }),
};

/** Accounts as users. The administrator of the first start is reserved, so there is always one. */
export class UserObjects implements ObjectStore<UserContent> {
  readonly #users: UserDirectory;
  readonly #book: RoleBook;

  constructor(users: UserDirectory, book: RoleBook) {
    this.#users = users;
    this.#book = book;
  }

  ready(): Promise<void> {
    return this.#users.ready();
  }

  *list(): Generator<readonly [string, SecurityObject<UserContent>]> {
    for (const account of this.#users.all()) yield [account.username, objectOf(account)];
  }

  get(name: string): SecurityObject<UserContent> | undefined {
    const account = this.#users.get(name);
    return account === undefined ? undefined : objectOf(account);
  }

  check(name: string, { password, roles }: UserContent): void {
    if (name.includes(':')) throw nameWithColon();
    if (password === undefined && this.#users.get(name) === undefined) {
      throw refused(400, "Please specify either 'hash' or 'password' when creating a new internal user.");
    }
    const problem = password === undefined ? undefined : passwordProblem(password, name);
    if (problem !== undefined) throw invalidContent(problem);
    checkGiven({ users: this.#users, book: this.#book }, name, roles);
  }

  put(name: string, content: UserContent): Promise<boolean> {
    return this.#users.put(name, content);
  }

  remove(name: string): Promise<boolean> {
    return this.#users.remove(name);
  }
}

export function nameWithColon(): Error {
  return refused(400, "A restricted character(s) was detected in the account name. Please remove: ':'");
}

/** Roles that are not there, and a name that could be taken for another user's. Throws SecurityRefusal. */
export function checkGiven(
  { users, book }: { readonly users: UserDirectory; readonly book: RoleBook },
  name: string,
  roles: readonly string[],
): void {
  const missing = roles.find((role) => !book.has(role));
  if (missing !== undefined) throw refused(404, `role '${missing}' not found.`);
  if (!users.isTaken(name, name)) return;
  throw refused(409, `'${name}' differs from the name or the address of another user in nothing but case.`);
}

function objectOf(account: Account): SecurityObject<UserContent> {
  const { username, roles, externalRoles = [], attributes = {}, description, disabled } = account;
  const enabled = disabled !== true;
  const value = { password: undefined, roles, externalRoles, attributes, description, enabled };
  return { value, flags: { reserved: username === administrator, hidden: false, static: false } };
}
