import type { Clock, Log, Random } from '@sextant/base';
import { ApiError, routeTable } from '@sextant/contract';
import { AccountApi } from './account/account-api.ts';
import { Accounts, unavailable } from './account/accounts.ts';
import { apiTokenKind, tokenUseKind } from './account/api-token.ts';
import { ApiTokens } from './account/api-tokens.ts';
import { invitationKind } from './account/invitation.ts';
import { InvitationApi } from './account/invitation-api.ts';
import { Invitations } from './account/invitations.ts';
import { RoleRecords } from './account/role-store.ts';
import { AuditApi } from './account/security/audit-api.ts';
import { CertificatesApi } from './account/security/certificates-api.ts';
import { SelfApi } from './account/security/self-api.ts';
import { TokenApi } from './account/token-api.ts';
import { byApiToken } from './account/token-sign-in.ts';
import { TokenUses, tokenUsesEveryMs } from './account/token-uses.ts';
import type { Access } from './backend/access.ts';
import type { Backend, BackendResponse } from './backend/backend.ts';
import type { RightsByName } from './backend/rights-by-name.ts';
import type { Gate } from './http/authenticator.ts';
import { internalCalls } from './http/internal-call.ts';
import type { ServiceHandlers } from './http/service-request.ts';
import { maskProblem } from './patterns/field-mask.ts';
import { regexTests } from './patterns/linear-pattern.ts';
import { Records } from './records/records.ts';
import { AccountRights } from './security/account-rights.ts';
import { AuditIndex, auditEveryMs, auditSweepEveryMs } from './security/audit-index.ts';
import { CertificateSignIn } from './security/certificate-sign-in.ts';
import { AccountGate } from './security/gate.ts';
import { LoginThrottle } from './security/login-throttle.ts';
import { PasswordHasher } from './security/password-hasher.ts';
import { SecretBox, type ServiceSecret } from './security/secret-box.ts';
import type { SecurityEvents } from './security/security-event.ts';
import { SecurityLog } from './security/security-log.ts';
import { SignIn } from './security/sign-in.ts';
import { accountHandlers } from './service/account.ts';
import type { AccountRouteName } from './service/account-rows.ts';
import { type SecurityRouteName, securityHandlers } from './service/security.ts';
import type { Schedule, Scheduler } from './tasks/scheduler.ts';
import type { CertificateJudge } from './tls/certificate-judge.ts';
import type { ServedIdentity, TlsLayer } from './tls/served-identity.ts';

export interface AccountSideParts {
  readonly backend: Backend;
  /** Wraps the secrets that lie in the backend. */
  readonly secret: ServiceSecret;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly scheduler: Scheduler;
  readonly mode: 'single' | 'multi';
  readonly judge: CertificateJudge;
  /** Of a layer that is served over TLS. */
  readonly identity: (layer: TlsLayer) => ServedIdentity | undefined;
  readonly reloadsCertificates: boolean;
  /** How long entries of the audit log are kept in its index, in milliseconds; undefined: there is no such index. */
  readonly auditKeptMs: number | undefined;
  /** 16 bytes; made of the secret where undefined. */
  readonly maskSalt: string | undefined;
}

/** Made at the very first start, to be shown once. */
export interface FirstAccount {
  readonly username: string;
  readonly password: string;
}

const accountsRetryMs = 2_000;
/** What BLAKE2b takes as a salt. */
const maskSaltBytes = 16;
/** Whether the key of sessions is old. */
const keyLookedAtEveryMs = 86_400_000;
const flushMs = 2_000;

/** Accounts over the backend. They are made ready beside the first requests, which wait for that. */
export class AccountSide implements Gate, RightsByName {
  readonly handlers: ServiceHandlers<AccountRouteName | SecurityRouteName>;
  readonly #records: Records;
  readonly #accounts: Accounts;
  readonly #events: SecurityEvents;
  readonly #gate: AccountGate;
  readonly #roles: RoleRecords;
  readonly #rights: AccountRights;
  readonly #uses: TokenUses;
  readonly #invitations: Invitations;
  readonly #audit: AuditIndex | undefined;
  #auditSchedules: readonly Schedule[] = [];
  readonly #parts: AccountSideParts;
  /** Base64. Made before anybody is let in. */
  #maskSalt = '';
  readonly #box: SecretBox;
  #usesSchedule: Schedule | undefined;
  #keySchedule: Schedule | undefined;
  readonly #firstAttempt = Promise.withResolvers<unknown>();
  /** What requests wait for: the latest attempt to make the accounts ready. */
  #ready: Promise<unknown> = this.#firstAttempt.promise;
  #stopped = false;

  constructor(parts: AccountSideParts) {
    const { backend, secret, clock, random, log, scheduler } = parts;
    // Instances over one cluster share its records; an embedded engine has one process.
    const isShared = backend.status().kind === 'opensearch';
    const call = internalCalls(routeTable, backend);
    const { auditKeptMs: keptMs } = parts;
    const audit = keptMs === undefined ? undefined : new AuditIndex({ call, clock, log, keptMs });
    this.#audit = audit;
    const records = new Records({ call, clock, log, scheduler, isShared });
    const box = new SecretBox(secret, random);
    const hasher = new PasswordHasher({ clock });
    const events = new SecurityLog(log, clock, audit);
    const accounts = new Accounts({ records, box, hasher, clock, random, log, mode: parts.mode });
    const roles = new RoleRecords({ records, regexTests, maskProblem });
    const { book } = roles;
    const throttle = new LoginThrottle(clock);
    const signIn = new SignIn({ accounts: (login) => accounts.byLogin(login), throttle, hasher, events });
    // A failed attempt is told by `prepare`, and by every request that waits.
    this.#firstAttempt.promise.catch(() => {});
    this.#parts = parts;
    this.#records = records;
    this.#box = box;
    this.#accounts = accounts;
    this.#events = events;
    const uses = new TokenUses(records.store(tokenUseKind), clock, log);
    const tokens = new ApiTokens({ tokens: records.mirror(apiTokenKind), uses, clock, random });
    this.#uses = uses;
    const lookup = {
      byToken: (token: string) => accounts.byToken(token),
      byApiToken: (secret: string, address: string) => byApiToken({ tokens, accounts }, secret, address),
      revisionOf: (login: string) => accounts.revisionOf(login),
      hasEnded: (session: string) => accounts.hasEnded(session),
    };
    this.#roles = roles;
    const byName = (username: string) => accounts.byName(username);
    const { judge, identity, reloadsCertificates } = parts;
    const gate = new AccountGate({
      certificates: new CertificateSignIn({ judge, byName, events, clock }),
      heeded: backend.heeded,
      maskSalt: () => this.#maskSalt,
      accounts: lookup,
      book,
      signIn,
      events,
      clock,
      random,
    });
    this.#gate = gate;
    // Also where another instance has ended the sessions.
    accounts.onKeyEnd(() => gate.flush());
    this.#rights = new AccountRights({
      book,
      events,
      heeded: backend.heeded,
      identityOf: (username) => accounts.identityByName(username),
    });
    const api = new AccountApi({ accounts, book, tokens, signIn, events });
    const self = new SelfApi({ accounts, book, signIn, events, flush: () => gate.flush(), judge });
    const certificates = new CertificatesApi({ identity, reloads: reloadsCertificates, events });
    this.#invitations = new Invitations({ invitations: records.mirror(invitationKind), clock, random });
    const invitations = new InvitationApi({
      invitations: this.#invitations,
      users: accounts.directory,
      book,
      events,
      isMultiUser: accounts.isMultiUser(),
    });
    this.handlers = this.#afterReady({
      ...accountHandlers(api, new TokenApi({ book, tokens, events, clock }), invitations),
      ...securityHandlers({
        ...roles.apis(accounts.directory, events),
        self,
        certificates,
        invitations,
        audit: new AuditApi(audit),
      }),
    });
  }

  /** Tries until the backend can hold accounts; meanwhile requests fail with what the backend says. */
  async prepare(givenPassword: string | undefined, reset?: string): Promise<FirstAccount | undefined> {
    const { maskSalt: given } = this.#parts;
    const salt = given === undefined ? await this.#box.derive('sextant field masks 1') : Buffer.from(given);
    this.#maskSalt = Buffer.from(salt.subarray(0, maskSaltBytes)).toString('base64');
    for (;;) {
      const attempt = this.#accounts.prepare(givenPassword, reset);
      this.#ready = attempt;
      this.#firstAttempt.resolve(attempt);
      try {
        const first = await attempt;
        await this.#roles.ready();
        await this.#forgetInvitations();
        this.#usesSchedule ??= this.#parts.scheduler.every(
          'account/token-uses',
          { everyMs: tokenUsesEveryMs },
          () => this.#uses.write(),
        );
        this.#keySchedule ??= this.#parts.scheduler.every(
          'account/session-key',
          { everyMs: keyLookedAtEveryMs },
          async () => void (await this.#accounts.renewKey()),
        );
        this.#keepAudit();
        const address = 'the start of the service';
        if (reset !== undefined) {
          this.#events.record({ type: 'password changed', username: reset, address });
        }
        return first;
      } catch (error) {
        const isTemporary = error instanceof ApiError && error.status === 503;
        if (this.#stopped || (this.#parts.backend.status().ready && !isTemporary)) throw error;
        this.#parts.log.log('warn', 'account', 'accounts wait for the backend, which is not ready', {
          ...(isTemporary ? { reason: error.error.reason } : {}),
        });
        await new Promise<void>((resolve) => this.#parts.clock.after(accountsRetryMs, resolve));
      }
    }
  }

  #keepAudit(): void {
    const audit = this.#audit;
    if (audit === undefined || this.#auditSchedules.length > 0) return;
    const { scheduler } = this.#parts;
    this.#auditSchedules = [
      scheduler.every('security/audit', { everyMs: auditEveryMs }, () => audit.write()),
      scheduler.every('security/audit-retention', { everyMs: auditSweepEveryMs, firstMs: 60_000 }, () =>
        audit.sweep(),
      ),
    ];
  }

  /** Writes what of the audit log is not written yet, unless that takes long. */
  async flushAudit(): Promise<void> {
    if (this.#audit === undefined || !this.#parts.backend.status().ready) return;
    const late = Promise.withResolvers<void>();
    const stop = this.#parts.clock.after(flushMs, late.resolve);
    await Promise.race([this.#audit.write(), late.promise]);
    stop();
  }

  /** Of accounts that are there already: the last process ended before it could. */
  async #forgetInvitations(): Promise<void> {
    if (!this.#accounts.isMultiUser()) return;
    const { directory } = this.#accounts;
    await this.#invitations.forget((username) => directory.get(username) !== undefined);
  }

  stop(): void {
    this.#stopped = true;
    // Where it never came to an attempt, nobody waits for one any more.
    this.#firstAttempt.reject(new Error('the service stops'));
    this.#usesSchedule?.stop();
    this.#keySchedule?.stop();
    for (const schedule of this.#auditSchedules) schedule.stop();
    this.#records.stop();
  }

  async authenticate(credentials: Parameters<Gate['authenticate']>[0]): ReturnType<Gate['authenticate']> {
    await this.#ready;
    const principal = await this.#gate.authenticate(credentials);
    if (!this.#roles.isCurrent()) await this.#roles.ready();
    return principal;
  }

  access(...args: Parameters<Gate['access']>): ReturnType<Gate['access']> {
    return this.#gate.access(...args);
  }

  async ofUser(name: string): Promise<Access> {
    await this.#current();
    return this.#rights.ofUser(name);
  }

  async ofRole(name: string, user?: string): Promise<Access> {
    await this.#current();
    return this.#rights.ofRole(name, user);
  }

  /** Rejects with ApiError 503: others than requests wait too, and try again. */
  async #current(): Promise<void> {
    try {
      await this.#ready;
      if (!this.#roles.isCurrent()) await this.#roles.ready();
    } catch (error) {
      throw unavailable(error);
    }
  }

  #afterReady<Name extends AccountRouteName | SecurityRouteName>(
    handlers: ServiceHandlers<Name>,
  ): ServiceHandlers<Name> {
    const waiting = Object.entries<(request: never) => BackendResponse | Promise<BackendResponse>>(
      handlers,
    ).map(([name, handler]) => [
      name,
      async (request: never): Promise<BackendResponse> => {
        await this.#ready;
        return handler(request);
      },
    ]);
    return Object.fromEntries(waiting) as ServiceHandlers<Name>;
  }
}
