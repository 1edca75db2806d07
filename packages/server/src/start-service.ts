import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Channel, Clock, Log } from '@sextant/base';
import {
  NodeDisk,
  releaseSpareMemory,
  SystemClock,
  SystemRandom,
  spawnWorker,
  ThreadProfiles,
} from '@sextant/base/node';
import { type App, createApp, type FirstAccount } from './app.ts';
import { clusterSettings } from './cluster/settings/cluster-rows.ts';
import { IndexSettingChanges } from './cluster/settings/index-setting-changes.ts';
import { logIndexSettings } from './cluster/settings/settings-log.ts';
import { checkStartSettings } from './cluster/settings/start-settings.ts';
import { checkSettings } from './config/check-settings.ts';
import { parseEnvironment } from './config/command-line.ts';
import { homePath } from './config/data-paths.ts';
import { type GivenSetting, Settings } from './config/settings.ts';
import { clientCertificates, protocols, servesTls } from './config/tls-settings.ts';
import { FailedStart, type StopOutcome, type StopSteps, stopAll } from './end-service.ts';
import { type Listener, listen } from './http/listener.ts';
import type { ListenerTls } from './http/tls-server.ts';
import { besides, type MadeBackend, makeBackend, readText } from './make-backend.ts';
import { transportTls } from './make-transport-tls.ts';
import { IdleMemory } from './observe/idle-memory.ts';
import { LimitWatch } from './observe/limit-watch.ts';
import { fileFigures } from './observe/node-probe.ts';
import { OpenConnections } from './observe/open-connections.ts';
import { type ServiceLogs, serviceLogs } from './observe/service-logs.ts';
import { serviceMemory } from './observe/service-memory.ts';
import { ShardEvents } from './observe/shard-events.ts';
import { SlowLog } from './observe/slow-log.ts';
import { upkeepLog } from './observe/upkeep-log.ts';
import { openTransport } from './open-transport.ts';
import type { ServiceSecret } from './security/secret-box.ts';
import { serviceSecret } from './security/service-secret.ts';
import { Scheduler } from './tasks/scheduler.ts';
import { TaskRegistry } from './tasks/task-registry.ts';
import { MemoryTaskResults } from './tasks/task-results.ts';
import { machineNames } from './tls/machine-names.ts';
import { ServiceTls } from './tls/service-tls.ts';
import { FileUiHost } from './ui-host/ui-host.ts';

/** What began in another second has another number: more requests in a second than a process answers. */
const tasksPerSecondMax = 100_000;
const numbersSinceMs = Date.UTC(2026, 0, 1);
/** A disk that does not take the last lines does not keep the service from stopping. */
const logsCloseMs = 1_000;

export interface RunningService {
  readonly url: string;
  readonly log: Log;
  /** See `App.prepareAccounts`: to be called once. */
  prepareAccounts(resetUser?: string): Promise<FirstAccount | undefined>;
  /** Lets running requests end, for `graceMs` at most, and flushes everything. */
  stop(graceMs: number): Promise<StopOutcome>;
}

/** Settings of a start: the file, then the environment, then the flags. Throws ConfigError. */
export async function readSettings(
  configFile: string | undefined,
  environment: Readonly<Record<string, string | undefined>>,
  flags: readonly GivenSetting[],
): Promise<Settings> {
  const file = configFile ?? 'sextant.yml';
  const fromFile: GivenSetting[] = [];
  if (configFile !== undefined || existsSync(file)) {
    const { parseSettingsFile } = await import('./config/settings-file.ts');
    fromFile.push(...parseSettingsFile(readText(file, '--config'), file));
  }
  const given = [...fromFile, ...parseEnvironment(environment), ...flags];
  const settings = Settings.of(given, clusterSettings);
  checkSettings(settings);
  checkStartSettings(settings);
  return settings;
}

function slowLogStarter(profiles: ThreadProfiles): (directory: string) => Channel {
  const url = besides('./slow-log-worker.js', './observe/slow-log-worker.ts');
  return (directory) => spawnWorker(url, { name: 'slow-log', data: { directory }, profiles });
}

function loggedShardEvents({ log, levels, slowSink }: ServiceLogs, clock: Clock): ShardEvents {
  const shardEvents = new ShardEvents();
  if (slowSink !== undefined) shardEvents.add(new SlowLog({ sink: slowSink, levels, clock }));
  shardEvents.onKept(upkeepLog(log));
  return shardEvents;
}

/** Opens the data, then the sockets, over the real clock, disk and network. Rejects with FailedStart where something is open already. */
export async function startService(
  settings: Settings,
  write: (text: string) => void,
  onFatal: (error: Error) => void,
  { opensTransport = true } = {},
): Promise<RunningService> {
  const clock = new SystemClock();
  const random = new SystemRandom();
  const nodeName = settings.get('node.name') ?? hostname();
  const profiles = new ThreadProfiles();
  const logs = serviceLogs({ settings, nodeName, clock, write, startSlowLog: slowLogStarter(profiles) });
  const { log, levels: logLevels, sink } = logs;
  tellMeaningless(settings, log);
  const tasks = newTasks(clock, log);
  const scheduler = new Scheduler({ clock, random, log, tasks });
  const memory = serviceMemory(settings.get('http.max_content_length'));
  const shardEvents = loggedShardEvents(logs, clock);
  const indexSettings = new IndexSettingChanges(log);
  logIndexSettings(indexSettings, log);
  const connections = new OpenConnections();
  const ports = {
    shardEvents,
    indexSettings,
    connections,
    clock,
    random,
    log,
    logLevels,
    tasks,
    scheduler,
    memory,
  };
  const disk = new NodeDisk();
  const tls = new ServiceTls({ settings, disk, clock, random, log, scheduler, nodeName, machineNames });
  const overTls = transportTls({ settings, tls, clock, log });
  const { backend, release, mappings } = await makeBackend({
    ...ports,
    settings,
    nodeName,
    onFatal,
    profiles,
    transportTls: overTls,
  });
  const ui = new FileUiHost(fileURLToPath(besides('../ui', '../../ui/dist')));
  const folder = homePath(settings);
  const secret = (): ServiceSecret => serviceSecret({ settings, disk, folder, random, log, readText });
  watchIdleMemory(scheduler, clock);
  watchLimits(scheduler, log, mappings);
  const app = createApp({
    ...ports,
    settings,
    backend,
    ui,
    secret,
    sink,
    identity: (layer) => tls.served(layer),
  });
  let transport: Awaited<ReturnType<typeof openTransport>>;
  let listener: Listener | undefined;
  const stop = (graceMs: number): Promise<StopOutcome> => {
    const steps: StopSteps = [
      ['the HTTP server', () => listener?.close(graceMs)],
      ['the transport', () => transport?.close()],
      ['scheduled work', () => scheduler.stop()],
      ['the backend', () => app.stop()],
      ['the lock of the data folder', release],
    ];
    return stopAll(steps, log, () => logs.close(logsCloseMs));
  };
  try {
    await app.start();
    // A cluster that is away has no name yet: its lines go without one.
    backend.identity().then(logs.identify, () => {});
    const parts = { settings, backend, clock, log, tls: overTls };
    if (opensTransport) transport = await openTransport(parts);
    const served = await serve(app.handle, { settings, tls, connections, clock, log });
    listener = served.listener;
    return { url: served.url, log, prepareAccounts: app.prepareAccounts, stop };
  } catch (error) {
    throw new FailedStart(error, () => stop(0));
  }
}

function newTasks(clock: Clock, log: Log): TaskRegistry {
  const numbersBehind = firstTaskNumber(clock.now());
  return new TaskRegistry({ clock, log, results: new MemoryTaskResults(), numbersBehind });
}

function firstTaskNumber(now: number): number {
  return Math.max(0, Math.floor((now - numbersSinceMs) / 1_000)) * tasksPerSecondMax;
}

function tellMeaningless(settings: Settings, log: Log): void {
  for (const { name, origin, why } of settings.meaningless) {
    log.log('warn', 'service', `the setting [${name}] of ${origin} means nothing here: ${why}`);
  }
  if (settings.get('backend') === 'embedded') return;
  for (const { name, origin } of settings.ofCluster.values()) {
    log.log(
      'warn',
      'service',
      `the setting [${name}] of ${origin} means nothing here: the cluster behind has its own`,
    );
  }
}

/** Listing the open files of a process that has thousands takes some milliseconds. */
const limitsLookMs = 60_000;

function watchLimits(scheduler: Scheduler, log: Log, mappings: MadeBackend['mappings']): void {
  if (mappings === undefined) return;
  const limits = new LimitWatch({ log, mappings, files: fileFigures });
  scheduler.every('watch-limits', { everyMs: limitsLookMs }, async () => limits.look());
}

interface ListeningParts {
  readonly settings: Settings;
  readonly tls: ServiceTls;
  readonly connections: OpenConnections;
  readonly clock: Clock;
  readonly log: Log;
}

/** Opens the socket of REST. */
async function serve(
  handle: App['handle'],
  { connections, ...parts }: ListeningParts,
): Promise<{ readonly listener: Listener; readonly url: string }> {
  const host = parts.settings.get('http.host');
  const port = parts.settings.get('http.port');
  const tls = await listenerTls(parts);
  const onPlainHttp2 = plainHttp2Teller(parts.log);
  const options = { host, port, connections, onPlainHttp2 };
  const listener = await listen(handle, tls === undefined ? options : { ...options, tls });
  const shownHost = host.includes(':') ? `[${host}]` : host;
  return { listener, url: `${tls === undefined ? 'http' : 'https'}://${shownHost}:${listener.port}` };
}

/** Once is enough to find out why a client gets nothing. */
function plainHttp2Teller(log: Log): () => void {
  let isTold = false;
  return () => {
    if (isTold) return;
    isTold = true;
    const message = 'a caller spoke HTTP/2 without TLS and was refused: callers agree on it over TLS';
    log.log('warn', 'http.server', message);
  };
}

/** What REST is served with, where that is TLS. Rejects with ConfigError and DiskError. */
async function listenerTls({
  settings,
  tls,
  clock,
  log,
}: Omit<ListeningParts, 'connections'>): Promise<ListenerTls | undefined> {
  if (!servesTls(settings)) return undefined;
  const { RefusedHandshakes } = await import('./tls/refused-handshakes.ts');
  return {
    identity: await tls.identity('http'),
    rules: { clients: clientCertificates(settings), ...protocols(settings) },
    refused: new RefusedHandshakes({ layer: 'http', log, clock }),
  };
}

/** How often it is looked whether memory may go back. */
const idleLookMs = 5_000;

function watchIdleMemory(scheduler: Scheduler, clock: Clock): void {
  const cpuMs = (): number => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
  };
  const memory = new IdleMemory({ cpuMs, nowMs: () => clock.nanos() / 1e6, release: releaseSpareMemory });
  scheduler.every('release-memory', { everyMs: idleLookMs }, async () => memory.look());
}
