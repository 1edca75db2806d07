import type { Clock, Log, Random } from '@sextant/base';
import { routeTable } from '@sextant/contract';
import { AccountApi } from './account/account-api.ts';
import { AccountStore } from './account/account-store.ts';
import { Accounts } from './account/accounts.ts';
import { SessionTokens } from './account/session-tokens.ts';
import type { Backend, BackendResponse } from './backend/backend.ts';
import type { Compatibility } from './config/product.ts';
import type { Settings } from './config/settings.ts';
import { type Gate, openGate } from './http/authenticator.ts';
import { DialectChooser } from './http/dialect.ts';
import { HttpService } from './http/http-service.ts';
import { internalCalls } from './http/internal-call.ts';
import type { ServiceHandlers, UiHost } from './http/service-request.ts';
import type { ServiceMemory } from './observe/service-memory.ts';
import { AccountGate } from './security/gate.ts';
import { LoginThrottle } from './security/login-throttle.ts';
import { PasswordHasher } from './security/password-hasher.ts';
import { SecurityLog } from './security/security-log.ts';
import { SignIn } from './security/sign-in.ts';
import { type AccountRouteName, accountHandlers, openAccountHandlers } from './service/account.ts';
import { infoHandlers } from './service/info.ts';
import { licenseHandlers } from './service/license.ts';
import { openApiHandlers } from './service/openapi.ts';
import type { TaskRegistry } from './tasks/task-registry.ts';

export interface AppParts {
  readonly settings: Settings;
  readonly backend: Backend;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly ui: UiHost;
  /** The same as the backend's. */
  readonly tasks: TaskRegistry;
  /** What bodies hold, counted; the backend may show it. */
  readonly memory: ServiceMemory;
}

/** Made at the very first start, to be shown once. */
export interface FirstAccount {
  readonly username: string;
  readonly password: string;
}

export interface App {
  /** For `createServer`, once `start` has resolved. */
  readonly handle: HttpService['handle'];
  /** Opens the backend. */
  start(): Promise<void>;
  /**
   * Makes the accounts ready; requests wait for it. Answers the administrator, where this start made one with
   * a random password: so it is called when nothing else can fail, or nobody would ever see that password.
   * Waits for a backend that is away.
   */
  prepareAccounts(): Promise<FirstAccount | undefined>;
  stop(): Promise<void>;
}

const accountsRetryMs = 2_000;

/** Puts the service together from its ports. Listens to nothing. */
export function createApp(parts: AppParts): App {
  const { settings, backend, log, clock } = parts;
  const compatibility: Compatibility = {
    mode: settings.get('compatibility.mode'),
    elasticsearchVersion: settings.get('compatibility.elasticsearch_version'),
    openSearchVersion: settings.get('compatibility.opensearch_version'),
  };
  const accounts = settings.get('security.enabled') ? new AccountSide(parts) : undefined;
  const service = new HttpService({
    routes: routeTable,
    backend,
    services: {
      ...infoHandlers(backend, compatibility),
      ...licenseHandlers(backend),
      ...openApiHandlers(),
      ...(accounts === undefined ? openAccountHandlers() : accounts.handlers),
    },
    gate: accounts ?? openGate,
    dialects: new DialectChooser(compatibility),
    ui: parts.ui,
    log,
    clock,
    tasks: parts.tasks,
    maxContentBytes: settings.get('http.max_content_length'),
    maxStructuredBytes: settings.get('http.max_structured_content_length'),
    memory: parts.memory,
    compression: settings.get('http.compression'),
  });
  return {
    handle: service.handle,
    start: () => backend.start(),
    prepareAccounts: async () =>
      accounts?.prepare(
        settings.get('security.admin_password'),
        settings.get('security.reset_admin_password'),
      ),
    stop: async () => {
      accounts?.stop();
      await backend.stop();
    },
  };
}

/** Accounts over the backend. They are made ready beside the first requests, which wait for that. */
class AccountSide implements Gate {
  readonly handlers: ServiceHandlers<AccountRouteName>;
  readonly #accounts: Accounts;
  readonly #gate: AccountGate;
  readonly #parts: AppParts;
  readonly #firstAttempt = Promise.withResolvers<unknown>();
  /** What requests wait for: the latest attempt to make the accounts ready. */
  #ready: Promise<unknown> = this.#firstAttempt.promise;
  #stopped = false;

  constructor(parts: AppParts) {
    const { clock, random, backend } = parts;
    const store = new AccountStore(internalCalls(routeTable, backend));
    const hasher = new PasswordHasher();
    const events = new SecurityLog(parts.log, clock);
    const tokens = new SessionTokens(store, clock, random);
    const accounts = new Accounts({ store, tokens, hasher, clock, random });
    const throttle = new LoginThrottle(clock);
    const signIn = new SignIn({ accounts: (login) => accounts.byLogin(login), throttle, hasher, events });
    // A failed attempt is told by `prepare`, and by every request that waits.
    this.#firstAttempt.promise.catch(() => {});
    this.#parts = parts;
    this.#accounts = accounts;
    this.#gate = new AccountGate({ accounts, signIn, events, clock, random });
    this.handlers = this.#afterReady(accountHandlers(new AccountApi({ accounts, signIn, events })));
  }

  /** Tries until the backend can hold accounts; meanwhile requests fail with what the backend says. */
  async prepare(givenPassword: string | undefined, reset: boolean): Promise<FirstAccount | undefined> {
    for (;;) {
      const attempt = this.#accounts.prepare(givenPassword, reset);
      this.#ready = attempt;
      this.#firstAttempt.resolve(attempt);
      try {
        return await attempt;
      } catch (error) {
        if (this.#stopped || this.#parts.backend.status().ready) throw error;
        this.#parts.log.log('warn', 'account', 'accounts wait for the backend, which is not ready');
        await new Promise<void>((resolve) => this.#parts.clock.after(accountsRetryMs, resolve));
      }
    }
  }

  stop(): void {
    this.#stopped = true;
  }

  async authenticate(credentials: Parameters<Gate['authenticate']>[0]): ReturnType<Gate['authenticate']> {
    await this.#ready;
    return this.#gate.authenticate(credentials);
  }

  grantsEverywhere(...args: Parameters<Gate['grantsEverywhere']>): boolean {
    return this.#gate.grantsEverywhere(...args);
  }

  authorize(...args: Parameters<Gate['authorize']>): void {
    this.#gate.authorize(...args);
  }

  #afterReady(handlers: ServiceHandlers<AccountRouteName>): ServiceHandlers<AccountRouteName> {
    const waiting =
      <Request>(handler: (request: Request) => BackendResponse | Promise<BackendResponse>) =>
      async (request: Request): Promise<BackendResponse> => {
        await this.#ready;
        return handler(request);
      };
    return {
      'account.login': waiting(handlers['account.login']),
      'account.logout': waiting(handlers['account.logout']),
      'account.profile': waiting(handlers['account.profile']),
      'account.password': waiting(handlers['account.password']),
    };
  }
}
