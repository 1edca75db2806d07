import { ApiError } from '@sextant/contract';
import type { Principal } from '../../http/authenticator.ts';
import { shownUser } from '../../security/access.ts';
import { isPossiblePassword } from '../../security/credential-limits.ts';
import type { RoleBook } from '../../security/role-book.ts';
import type { SecurityEvents } from '../../security/security-event.ts';
import type { SignIn } from '../../security/sign-in.ts';
import { TooManyAttempts } from '../../security/too-many-attempts.ts';
import type { CertificateJudge } from '../../tls/certificate-judge.ts';
import { type AccountAnswer, type AccountCall, callerOf } from '../account-call.ts';
import { type Accounts, administrator } from '../accounts.ts';
import { checkFields, readContent, wordsOf } from './fields.ts';
import { invalidContent, message, refused, type SecurityDialect } from './security-answers.ts';

export interface SelfApiParts {
  readonly accounts: Accounts;
  readonly book: RoleBook;
  readonly signIn: SignIn;
  readonly events: SecurityEvents;
  /** Forgets which credentials were right or wrong. */
  readonly flush: () => void;
  readonly judge: CertificateJudge;
}

/** How long accepted credentials are remembered, as the setting of OpenSearch says it. */
const remembered = { 'plugins.security.cache.ttl_minutes': 0 };
const managed = ['internalusers', 'roles', 'rolesmapping', 'actiongroups'];

/** What a caller is told of himself, and what may be asked of the security side as a whole. */
export class SelfApi {
  readonly #parts: SelfApiParts;

  constructor(parts: SelfApiParts) {
    this.#parts = parts;
  }

  account(call: AccountCall, dialect: SecurityDialect): AccountAnswer {
    const principal = callerOf(call);
    const { username, externalRoles = [], attributes = {} } = principal;
    const { book } = this.#parts;
    const roles = book.namesOf(principal);
    const reserved = username === administrator;
    if (dialect === 'opensearch') {
      const body = {
        user_name: username,
        is_reserved: reserved,
        is_hidden: false,
        is_internal_user: true,
        user_requested_tenant: null,
        backend_roles: externalRoles,
        custom_attribute_names: attributeNames(principal),
        tenants: {},
        roles,
      };
      return { status: 200, body };
    }
    const granted = book.rolesOf(principal);
    const body = {
      username,
      reserved,
      hidden: false,
      builtin: true,
      external_roles: externalRoles,
      attributes,
      roles,
      cluster_privileges: [...new Set(granted.flatMap(({ cluster }) => cluster))],
      index_privileges: granted.flatMap(({ indices }) =>
        indices.map(({ names, privileges }) => ({ names, privileges })),
      ),
    };
    return { status: 200, body };
  }

  async changePassword(call: AccountCall): Promise<AccountAnswer> {
    const principal = callerOf(call);
    if (principal.kind === 'token') throw refused(403, 'an API token may not change the account: sign in');
    const { username } = principal;
    const body = await readContent(call);
    checkFields(body, { current_password: 'string', password: 'string', hash: 'string' });
    const current = wordsOf(body, 'current_password');
    const next = wordsOf(body, 'password');
    const missing = Object.entries({ current_password: current, password: next })
      .filter(([, value]) => value === undefined)
      .map(([name]) => name);
    if (current === undefined || next === undefined) {
      throw invalidContent('Invalid configuration', { missing_mandatory_keys: { keys: missing.join(',') } });
    }
    if (!(await this.#isRight(username, current, call.remoteAddress))) {
      throw refused(400, 'Could not validate your current password.');
    }
    const problem = await this.#parts.accounts.changePassword(username, next);
    if (problem !== undefined) throw invalidContent(problem);
    this.#parts.events.record({ type: 'password changed', username, address: call.remoteAddress });
    return message(200, `'${username}' updated.`);
  }

  authInfo(call: AccountCall): AccountAnswer {
    const principal = callerOf(call);
    const { username, externalRoles = [], address = '' } = principal;
    const { certificate } = call;
    const body = {
      user: shownUser(principal),
      user_name: username,
      user_requested_tenant: null,
      remote_address: address,
      backend_roles: externalRoles,
      custom_attribute_names: attributeNames(principal),
      roles: this.#parts.book.namesOf(principal),
      tenants: {},
      principal: certificate === undefined ? null : this.#parts.judge.facts(certificate).name,
      peer_certificates: certificate === undefined ? '0' : '1',
      sso_logout_url: null,
    };
    return { status: 200, body };
  }

  permissionsInfo(call: AccountCall): AccountAnswer {
    const principal = callerOf(call);
    const hasAccess = managed.some((name) => call.access.holds(`restapi:admin/${name}`));
    const body = {
      user: shownUser(principal),
      user_name: principal.username,
      has_api_access: hasAccess,
      disabled_endpoints: {},
    };
    return { status: 200, body };
  }

  whoAmI({ certificate }: AccountCall): AccountAnswer {
    const facts = certificate === undefined ? undefined : this.#parts.judge.facts(certificate);
    const body = {
      dn: facts?.name ?? null,
      is_admin: facts?.isAdministrator ?? false,
      is_node_certificate_request: facts?.isNode ?? false,
    };
    return { status: 200, body };
  }

  health(): AccountAnswer {
    return { status: 200, body: { message: null, mode: 'strict', status: 'UP', settings: remembered } };
  }

  flushCache(): AccountAnswer {
    this.#parts.flush();
    return message(200, 'Cache flushed successfully.');
  }

  /** Another key signs access tokens from now on. */
  async rotateKey(call: AccountCall, endsSessions: boolean): Promise<AccountAnswer> {
    if (!(await this.#parts.accounts.rotateKey(endsSessions))) {
      throw refused(400, 'The key of sessions is made of the secret of this instance: change the secret.');
    }
    if (endsSessions) this.#parts.flush();
    const { username } = callerOf(call);
    const what = endsSessions ? 'session key, and every session ended' : 'session key';
    this.#parts.events.record({ type: 'security changed', username, address: call.remoteAddress, what });
    return message(200, endsSessions ? 'Session key rotated, sessions ended.' : 'Session key rotated.');
  }

  async #isRight(login: string, password: string, address: string): Promise<boolean> {
    if (!isPossiblePassword(password)) return false;
    try {
      const way = 'password change';
      return (await this.#parts.signIn.check({ login, password, address, way })) !== undefined;
    } catch (error) {
      if (!(error instanceof TooManyAttempts)) throw error;
      const details = { header: { 'Retry-After': String(error.retryAfterSeconds) } };
      throw new ApiError({ type: 'security_exception', reason: error.message, status: 429, details });
    }
  }
}

function attributeNames({ attributes = {} }: Principal): readonly string[] {
  return Object.keys(attributes).map((name) => `attr.internal.${name}`);
}
