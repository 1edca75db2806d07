import { availableParallelism } from 'node:os';
import { type Clock, type Log, type Random, runAll } from '@sextant/base';
import { routeTable } from '@sextant/contract';
import { administrator } from './account/accounts.ts';
import { AccountSide, type FirstAccount } from './account-side.ts';
import type { Backend } from './backend/backend.ts';
import { Networks } from './config/networks.ts';
import type { Compatibility } from './config/product.ts';
import type { Settings } from './config/settings.ts';
import type { Gate } from './http/authenticator.ts';
import { BusyPoll } from './http/busy-poll.ts';
import { DialectChooser } from './http/dialect.ts';
import { HttpService } from './http/http-service.ts';
import { internalCalls } from './http/internal-call.ts';
import type { UiHost } from './http/service-request.ts';
import { DeprecationLog } from './observe/deprecation-log.ts';
import type { LogLevels } from './observe/log-levels.ts';
import type { LogSink } from './observe/log-record.ts';
import type { ServiceMemory } from './observe/service-memory.ts';
import { originRules } from './origin-rules.ts';
import { openGate } from './security/open-gate.ts';
import type { ServiceSecret } from './security/secret-box.ts';
import { openAccountHandlers } from './service/account.ts';
import { infoHandlers } from './service/info.ts';
import { licenseHandlers } from './service/license.ts';
import { openApiHandlers } from './service/openapi.ts';
import { openSecurityHandlers } from './service/security.ts';
import { Trends, trendEveryMs } from './service/trends.ts';
import type { Scheduler } from './tasks/scheduler.ts';
import type { TaskRegistry } from './tasks/task-registry.ts';
import { judgeOf } from './tls/certificate-judge.ts';
import type { ServedIdentity, TlsLayer } from './tls/served-identity.ts';

export interface AppParts {
  readonly settings: Settings;
  readonly backend: Backend;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Asked before a deprecation is logged. */
  readonly logLevels: LogLevels;
  readonly ui: UiHost;
  /** The same as the backend's. */
  readonly tasks: TaskRegistry;
  readonly scheduler: Scheduler;
  /** What bodies hold, counted; the backend may show it. */
  readonly memory: ServiceMemory;
  /** Wraps the secrets that lie in the backend; asked for where security is on. */
  readonly secret: () => ServiceSecret;
  /** Takes lines that go to files alone; undefined: there are no files. */
  readonly sink?: LogSink | undefined;
  /** Who asks and what he may do, instead of the service's accounts. */
  readonly gate?: Gate;
  /** Of a layer that is served over TLS; none where it is not given. */
  readonly identity?: (layer: TlsLayer) => ServedIdentity | undefined;
}

export type { FirstAccount };

export interface App {
  /** For `createServer`, once `start` has resolved. */
  readonly handle: HttpService['handle'];
  /** Opens the backend. */
  start(): Promise<void>;
  /**
   * Makes the accounts ready; requests wait for it. Answers the administrator, where this start made one with
   * a random password: so it is called when nothing else can fail, or nobody would ever see that password.
   * Waits for a backend that is away. `resetUser` gets another password; the setting for the administrator says the same.
   */
  prepareAccounts(resetUser?: string): Promise<FirstAccount | undefined>;
  stop(): Promise<void>;
}

/** Puts the service together from its ports. Listens to nothing. */
export function createApp(parts: AppParts): App {
  const { settings, backend, log, clock } = parts;
  const compatibility: Compatibility = {
    mode: settings.get('compatibility.mode'),
    elasticsearchVersion: settings.get('compatibility.elasticsearch_version'),
    openSearchVersion: settings.get('compatibility.opensearch_version'),
  };
  const accounts = settings.get('security.enabled')
    ? new AccountSide({
        ...parts,
        ...certificateParts(parts),
        secret: parts.secret(),
        mode: settings.get('account.mode'),
        auditKeptMs:
          settings.get('security.audit.type') === 'internal_opensearch'
            ? settings.get('security.audit.retention')
            : undefined,
        maskSalt: settings.get('security.masking_salt'),
      })
    : undefined;
  const deprecations = parts.sink === undefined ? undefined : new DeprecationLog(parts.sink, parts.logLevels);
  const trends = new Trends(internalCalls(routeTable, backend), () => clock.now());
  parts.scheduler.every('sample-trends', { everyMs: trendEveryMs }, () => trends.sample());
  const service = new HttpService({
    routes: routeTable,
    backend,
    services: {
      ...infoHandlers(backend, compatibility),
      ...licenseHandlers(backend),
      ...openApiHandlers(),
      ...trends.handlers(),
      ...(accounts === undefined
        ? { ...openAccountHandlers(), ...openSecurityHandlers() }
        : accounts.handlers),
    },
    gate: parts.gate ?? accounts ?? openGate,
    dialects: new DialectChooser(compatibility),
    ui: parts.ui,
    log,
    clock,
    busyPoll: new BusyPoll({ clock, nextTurn: setImmediate }, busyPollMs(settings)),
    tasks: parts.tasks,
    maxContentBytes: settings.get('http.max_content_length'),
    maxStructuredBytes: settings.get('http.max_structured_content_length'),
    memory: parts.memory,
    ...(deprecations === undefined ? {} : { deprecations }),
    compression: settings.get('http.compression'),
    origins: originRules(settings),
    proxies: new Networks(settings.get('http.trusted_proxies')),
  });
  return {
    handle: service.handle,
    start: () => backend.start(accounts),
    prepareAccounts: async (resetUser) =>
      accounts?.prepare(
        settings.get('security.admin_password'),
        resetUser ?? (settings.get('security.reset_admin_password') ? administrator : undefined),
      ),
    stop: () => runAll([() => accounts?.flushAudit(), () => accounts?.stop(), () => backend.stop()]),
  };
}

/** A single processor is needed by the caller. */
function busyPollMs(settings: Settings): number {
  return availableParallelism() > 1 ? settings.get('http.busy_poll') : 0;
}

function certificateParts({ settings, identity = () => undefined }: AppParts) {
  const judge = judgeOf(settings, identity);
  return { judge, identity, reloadsCertificates: settings.get('security.ssl.cert_reload.enabled') };
}
