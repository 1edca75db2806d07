import type { JsonMap } from '@sextant/contract';
import type { RoleBook } from '../security/role-book.ts';
import type { SecurityEvents } from '../security/security-event.ts';
import {
  type AccountAnswer,
  type AccountCall,
  callerOf,
  type Fields,
  readBody,
  refusal,
  refuseOthers,
  textOf,
} from './account-call.ts';
import { administrator } from './accounts.ts';
import type { Invitation } from './invitation.ts';
import type { Invitations } from './invitations.ts';
import { passwordProblem } from './password-rules.ts';
import { emailOf } from './profile.ts';
import { checkFields, listOf, readContent, textsOf, wordsOf } from './security/fields.ts';
import { checkName } from './security/object-api.ts';
import { message, refused } from './security/security-answers.ts';
import { checkGiven, nameWithColon } from './security/user-objects.ts';
import type { UserDirectory } from './user-directory.ts';

export interface InvitationApiParts {
  readonly invitations: Invitations;
  readonly users: UserDirectory;
  readonly book: RoleBook;
  readonly events: SecurityEvents;
  readonly isMultiUser: boolean;
}

const daySeconds = 86_400;
const lifetimeDefault = 3 * daySeconds;
const lifetimeMax = 30 * daySeconds;
const openMax = 1_000;
/** Where the interface takes what stands after `#`, which browsers send to nobody. */
const linkPath = '/_ui/invitation#';

/** Accounts by invitation: an administrator says who shall come, and he who has the link chooses his password. */
export class InvitationApi {
  readonly #parts: InvitationApiParts;

  constructor(parts: InvitationApiParts) {
    this.#parts = parts;
  }

  async create(call: AccountCall): Promise<AccountAnswer> {
    const { invitations, users, book, isMultiUser } = this.#parts;
    const { username: by } = callerOf(call);
    if (!isMultiUser) throw refused(400, 'Invitations need [account.mode: multi].');
    const { username, expireIn, ...wish } = readWish(await readContent(call));
    await users.ready();
    await invitations.ready();
    checkName(username);
    if (username.includes(':')) throw nameWithColon();
    if (users.get(username) !== undefined) throw refused(409, `user '${username}' exists.`);
    checkGiven({ users, book }, username, wish.roles);
    const { email } = wish;
    if (email !== undefined && users.isTaken(email, username)) {
      throw refused(409, 'the email address belongs to another account.');
    }
    if (invitations.open().length >= openMax) {
      throw refused(400, `there are ${openMax} open invitations: take some of them back.`);
    }
    const made = await invitations.create({ ...wish, username, by, lifetime: expireIn * 1_000 });
    this.#record(call, `invitation of ${username}`);
    const { secret } = made;
    const body = { ...shown(made.invitation), token: secret, link: `${linkPath}${secret}`, status: 'ok' };
    return { status: 201, body };
  }

  async list(): Promise<AccountAnswer> {
    const { invitations } = this.#parts;
    await invitations.ready();
    return { status: 200, body: { invitations: invitations.open().map(shown) } };
  }

  async revoke(call: AccountCall, id: string): Promise<AccountAnswer> {
    if (!(await this.#parts.invitations.revoke(id))) throw refused(404, `invitation '${id}' not found.`);
    this.#record(call, `invitation ${id} taken back`);
    return message(200, `'${id}' deleted.`);
  }

  /** Open to everybody: the secret is the proof. A password that breaks the rules does not use it up. */
  async accept(call: AccountCall): Promise<AccountAnswer> {
    const { invitations, users, isMultiUser } = this.#parts;
    const body = await readBody(call);
    refuseOthers(body, ['token', 'password']);
    const token = textOf(body, 'token', 256, 1);
    const { password } = body;
    if (token === undefined) return refusal(400, 'token is required');
    if (typeof password !== 'string' || password === '') return refusal(400, 'password is required');
    const found = isMultiUser ? await invitations.bySecret(token) : undefined;
    if (found === undefined) {
      this.#parts.events.record({ type: 'token refused', username: undefined, address: call.remoteAddress });
      return refusal(403, 'the invitation is not valid, has expired or was used');
    }
    const { username, name, email, roles, externalRoles, attributes, description } = found.value;
    const problem = passwordProblem(password, username);
    if (problem !== undefined) return refusal(400, problem);
    await users.ready();
    if (users.isTaken(username, '') || (email !== undefined && users.isTaken(email, ''))) {
      return refusal(409, 'the name or the email address belongs to another account by now');
    }
    const given = { roles, externalRoles, attributes, description, enabled: true };
    const account = await users.prepare(username, { ...given, password, name, email });
    // The account first: where it ends in between there is an account, and the next start removes the invitation.
    const takeBack = await users.create(account);
    if (takeBack === undefined) return refusal(409, 'the name belongs to another account by now');
    if (!(await invitations.use(found))) {
      await takeBack();
      return refusal(409, 'the invitation was used or taken back at the same time');
    }
    this.#record(call, `user ${username} by invitation`);
    return { status: 201, body: { username, result: 'created', status: 'ok' } };
  }

  #record({ principal, remoteAddress: address }: AccountCall, what: string): void {
    this.#parts.events.record({ type: 'security changed', username: principal?.username, address, what });
  }
}

function readWish(body: Fields): Omit<Invitation, 'id' | 'hash' | 'by' | 'created' | 'expires'> & {
  readonly expireIn: number;
} {
  const { expire_in: expireIn = lifetimeDefault, ...texts } = body;
  checkFields(texts, {
    username: 'string',
    name: 'string',
    email: 'string',
    roles: 'array',
    external_roles: 'array',
    attributes: 'object',
    description: 'string',
  });
  if (typeof expireIn !== 'number' || !Number.isInteger(expireIn) || expireIn < 1 || expireIn > lifetimeMax) {
    throw refused(400, `[expire_in] must be a whole number of seconds, at most ${lifetimeMax}`);
  }
  const username = wordsOf(texts, 'username') ?? '';
  if (username === '' || username === administrator) throw refused(400, '[username] is required.');
  const name = textOf(texts, 'name', 128);
  const email = emailOf(texts);
  const description = wordsOf(texts, 'description');
  return {
    username,
    ...(name === undefined || name === '' ? {} : { name }),
    ...(email === undefined || email === '' ? {} : { email }),
    roles: listOf(texts, 'roles'),
    externalRoles: listOf(texts, 'external_roles'),
    attributes: textsOf(texts, 'attributes'),
    ...(description === undefined ? {} : { description }),
    expireIn,
  };
}

function shown({ id, username, name, email, by, created, expires, ...given }: Invitation): JsonMap {
  return {
    id,
    username,
    name,
    email,
    roles: given.roles,
    external_roles: given.externalRoles,
    attributes: given.attributes,
    description: given.description,
    created_by: by,
    created: new Date(created).toISOString(),
    expire_in: Math.floor(expires / 1_000),
  };
}
