import { FakeClock, MemoryDisk, MemoryLog, SeededRandom } from '@sextant/base/testing';
import { createApp, type FirstAccount } from '../app.ts';
import type { Backend } from '../backend/backend.ts';
import { createOpenSearchBackend } from '../backend/opensearch/index.ts';
import { IndexSettingChanges } from '../cluster/settings/index-setting-changes.ts';
import { Settings } from '../config/settings.ts';
import type { Gate } from '../http/authenticator.ts';
import type { UiHost } from '../http/service-request.ts';
import type { ListenerTls } from '../http/tls-server.ts';
import { LogLevels } from '../observe/log-levels.ts';
import { OpenConnections } from '../observe/open-connections.ts';
import { serviceMemory } from '../observe/service-memory.ts';
import { ShardEvents } from '../observe/shard-events.ts';
import type { ServiceSecret } from '../security/secret-box.ts';
import { serviceSecret } from '../security/service-secret.ts';
import { Scheduler } from '../tasks/scheduler.ts';
import type { TaskRegistry } from '../tasks/task-registry.ts';
import { type TestClient, testClient } from './http-client.ts';
import { testEmbedded } from './test-embedded.ts';
import { testScheduler, testTasks } from './test-tasks.ts';

export interface TestApp extends TestClient {
  readonly clock: FakeClock;
  readonly log: MemoryLog;
  readonly logLevels: LogLevels;
  readonly disk: MemoryDisk;
  readonly tasks: TaskRegistry;
  readonly shardEvents: ShardEvents;
  readonly indexSettings: IndexSettingChanges;
  /** The administrator, where this start made one at random. */
  readonly firstAccount: FirstAccount | undefined;
}

export interface TestAppOptions {
  /** By full name, as in a settings file. Security is off unless said otherwise. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Instead of an embedded one over `disk`. */
  readonly backend?: Backend;
  /** Address of a cluster that holds the documents instead. */
  readonly openSearchUrl?: string;
  /** Who asks and what he may do, instead of the service's accounts. */
  readonly gate?: Gate;
  /** To open what an earlier app left behind. */
  readonly disk?: MemoryDisk;
  /** Data paths of the embedded engine beside `/data`. */
  readonly further?: readonly string[];
  /** Of the embedded engine; without them all is done in this thread. */
  readonly threads?: Parameters<typeof testEmbedded>[0]['threads'];
  /** What threads are seen to do. */
  readonly sampleThreads?: Parameters<typeof testEmbedded>[0]['sampleThreads'];
  /** The way to other clusters of the test. */
  readonly connectClusters?: NonNullable<Parameters<typeof testEmbedded>[0]['connectClusters']>;
  /** Other services that a reindex of the test may read. */
  readonly remoteHosts?: NonNullable<Parameters<typeof testEmbedded>[0]['remoteHosts']>;
  /** Served over TLS. */
  readonly tls?: ListenerTls;
  /** Sent with every call. */
  readonly headers?: Readonly<Record<string, string>>;
}

const noUi: UiHost = { serve: async () => undefined };

function nodeOf(
  { further = [], threads, sampleThreads, connectClusters, remoteHosts }: TestAppOptions,
  settings: Settings,
) {
  return {
    further,
    nodeAttributes: Object.fromEntries(settings.nodeAttributes),
    ...(threads === undefined ? {} : { threads }),
    ...(sampleThreads === undefined ? {} : { sampleThreads }),
    ...(connectClusters === undefined ? {} : { connectClusters }),
    ...(remoteHosts === undefined ? {} : { remoteHosts }),
  };
}

/** The whole service in this process, over memory and one thread, behind a real socket. */
export async function testApp(options: TestAppOptions = {}): Promise<TestApp> {
  const clock = new FakeClock();
  const log = new MemoryLog();
  const logLevels = new LogLevels('info');
  const disk = options.disk ?? new MemoryDisk();
  const random = new SeededRandom(1);
  const tasks = testTasks(clock, log);
  const shardEvents = new ShardEvents();
  const connections = new OpenConnections();
  const indexSettings = new IndexSettingChanges(log);
  const given = { 'security.enabled': 'false', ...options.settings };
  const settings = Settings.of(
    Object.entries(given).map(([name, value]) => ({ name, value, origin: 'test' })),
  );
  const memory = serviceMemory(settings.get('http.max_content_length'));
  const { scheduler } = testScheduler(clock, log);
  const ports = { clock, random, log, logLevels, tasks, scheduler };
  const { openSearchUrl: url } = options;
  const backend =
    options.backend ??
    (url === undefined
      ? undefined
      : createOpenSearchBackend({
          url,
          log,
          clock,
          scheduler: new Scheduler({ clock, random, log, tasks }),
        })) ??
    testEmbedded({
      clusterName: settings.get('cluster.name'),
      ...ports,
      disk,
      shardEvents,
      indexSettings,
      connections,
      memory: [memory.requests, memory.answers],
      ...nodeOf(options, settings),
    });
  const secret = (): ServiceSecret =>
    serviceSecret({ settings, disk, folder: '/data', random, log, readText: () => '' });
  const app = createApp({
    ...ports,
    settings,
    backend,
    ui: noUi,
    memory,
    secret,
    ...(options.gate === undefined ? {} : { gate: options.gate }),
    identity: (layer) => (layer === 'http' ? options.tls?.identity : undefined),
  });
  await app.start();
  const firstAccount = await app.prepareAccounts();
  const client = await testClient(app.handle, options.headers, { connections, tls: options.tls });
  return {
    ...client,
    clock,
    log,
    logLevels,
    disk,
    tasks,
    shardEvents,
    indexSettings,
    firstAccount,
    close: async () => {
      await client.close();
      await scheduler.stop();
      await app.stop();
    },
  };
}
