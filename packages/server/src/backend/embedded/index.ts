import { type Clock, type Log, runAll } from '@sextant/base';
import { ApiError, apiError, type BackendRouteName } from '@sextant/contract';
import {
  type Engine,
  type EngineOptions,
  neverUsed,
  openEngine,
  type RequestCacheOptions,
} from '@sextant/engine';
import { ClusterMetadata } from '../../cluster/metadata/cluster-metadata.ts';
import { ClusterSettings } from '../../cluster/settings/cluster-settings.ts';
import type { IndexSettingChanges } from '../../cluster/settings/index-setting-changes.ts';
import { remoteClusterNames } from '../../cluster/settings/remote-cluster-rows.ts';
import type { DeviceIo } from '../../observe/device-io.ts';
import type { LogLevels } from '../../observe/log-levels.ts';
import { MemoryAccount } from '../../observe/memory-account.ts';
import type { NodeProbe } from '../../observe/node-probe.ts';
import type { OpenConnections } from '../../observe/open-connections.ts';
import type { ShardEvents } from '../../observe/shard-events.ts';
import type { Schedule, Scheduler } from '../../tasks/scheduler.ts';
import type { TaskRegistry } from '../../tasks/task-registry.ts';
import { type ConfiguredRemotes, configuredRemotes } from '../../transport/configured-remotes.ts';
import type { RemoteHosts } from '../../transport/outgoing-http.ts';
import type { RemoteClusters, RemoteHandler } from '../../transport/remote-clusters.ts';
import { remoteConfigs } from '../../transport/remote-config.ts';
import type { TransportTls } from '../../transport/transport-tls.ts';
import type { Backend, BackendIdentity, BackendRequest, BackendResponse, BackendStatus } from '../backend.ts';
import type { RightsByName } from '../rights-by-name.ts';
import { RunningWork } from './by-query/running-work.ts';
import { catHandlers } from './cat/index.ts';
import { ClusterChanges } from './cluster/cluster-changes.ts';
import { clusterHandlers } from './cluster/index.ts';
import { sectionFile } from './cluster/section-store.ts';
import { settingsFile } from './cluster/settings-store.ts';
import { VotingExclusions } from './cluster/voting-exclusions.ts';
import type { EmbeddedContext, Handler, Handlers, RequestOf, ThreadSampler, ThreadSizes } from './context.ts';
import { warnOfParams } from './deprecations/deprecated-params.ts';
import { DiskWatch } from './disk-watch.ts';
import { documentHandlers } from './document/index.ts';
import { WriteThrottle } from './document/write-throttle.ts';
import { finishAliasActions } from './indices/alias-intent.ts';
import { indicesHandlers } from './indices/index.ts';
import { ingestHandlers } from './ingest/index.ts';
import { ingestScripts } from './ingest/ingest-scripts.ts';
import { IngestPipelines } from './ingest/pipelines.ts';
import { type NodeIdentity, nodeIdentity } from './node-identity.ts';
import { BoundedPools } from './nodes/bounded-pools.ts';
import { nodesHandlers } from './nodes/index.ts';
import { PoolWork } from './nodes/pool-work.ts';
import { RestUsage } from './nodes/rest-usage.ts';
import { StatusCounter } from './nodes/status-counter.ts';
import { withPlace } from './read-errors.ts';
import { Replication } from './replication/replication.ts';
import { finishRollovers } from './rollover/rollover-intent.ts';
import { OpenContexts } from './search/contexts/open-contexts.ts';
import { answerWriting } from './search/documents-view.ts';
import { searchHandlers } from './search/index.ts';
import { DefaultPipelines } from './search-pipelines/default-pipelines.ts';
import { SearchPipelines } from './search-pipelines/search-pipelines.ts';
import { searchScripts } from './search-pipelines/search-scripts.ts';
import { settleStreams } from './streams/data-stream.ts';
import { tasksHandlers } from './tasks/index.ts';
import { StoredTaskResults } from './tasks/stored-results.ts';

export interface EmbeddedOptions {
  /** Disk, folder, clock, randomness, log and threads of the engine. */
  readonly engine: EngineOptions;
  readonly clusterName: string;
  readonly nodeName: string;
  /** `node.attr.*` */
  readonly nodeAttributes: Readonly<Record<string, string>>;
  /** The text that the file of the start gives a cluster setting, or its default there, by its full name. */
  readonly clusterSetting: (name: string) => string | readonly string[] | undefined;
  /** What it gives that only the cluster has a setting for. */
  readonly clusterSettingNames?: readonly string[];
  /** Follow the settings `logger.*`. */
  readonly logLevels: LogLevels;
  readonly clock: Clock;
  readonly log: Log;
  readonly probe: NodeProbe;
  /** All requests under way, also those that the backend does not answer. */
  readonly tasks: TaskRegistry;
  readonly scheduler: Scheduler;
  readonly shardEvents: ShardEvents;
  /** Is told of every change, for those who listen. */
  readonly indexSettings: IndexSettingChanges;
  /** Of the listener. */
  readonly connections: OpenConnections;
  /** How other clusters are called; undefined: security is off. */
  readonly transportTls: (() => Promise<TransportTls>) | undefined;
  /** Other services that a reindex may read. */
  readonly remoteHosts: RemoteHosts;
  /** What is counted of the memory, for `breakers`. */
  readonly memory: readonly MemoryAccount[];
  readonly threads: ThreadSizes;
  readonly sampleThreads: ThreadSampler;
  /** Where the service listens. */
  readonly host: string;
  readonly httpPort: number;
  /** Our own version. */
  readonly version: string;
  /** What the device has done that holds the folder; undefined where the system does not tell. */
  readonly deviceIo: () => DeviceIo | undefined;
  /** The way to other clusters, which ask the given handlers of this one; absent: over the network, by `cluster.remote.*`. */
  readonly connectClusters?: (handlers: ReadonlyMap<string, RemoteHandler>) => RemoteClusters;
}

const handlers: Handlers = {
  ...documentHandlers,
  ...ingestHandlers,
  ...searchHandlers,
  ...indicesHandlers,
  ...clusterHandlers,
  ...nodesHandlers,
  ...catHandlers,
  ...tasksHandlers,
};

export { neverUsed };

/** The backend over the embedded engine. It opens its data folder in `start`. */
export function createEmbeddedBackend(options: EmbeddedOptions): Backend {
  return new EmbeddedBackend(options);
}

class EmbeddedBackend implements Backend {
  private readonly options: EmbeddedOptions;
  private context: EmbeddedContext | undefined;
  private engine: Engine | undefined;
  private diskWatch: Schedule | undefined;

  constructor(options: EmbeddedOptions) {
    this.options = options;
  }

  async start(rights?: RightsByName): Promise<void> {
    const { engine: engineOptions, clock, clusterName, nodeName } = this.options;
    const { shardEvents, indexSettings, tasks } = this.options;
    const changes = new ClusterChanges(clock);
    tasks.onEnded(() => changes.tell());
    this.engine = await openEngine({
      ...engineOptions,
      threads: this.engineThreads(),
      requestCache: this.requestCache(),
      writing: answerWriting,
      onMetadata: (name, index) => {
        indexSettings.update(name, index);
        changes.metadata();
      },
      onShardState: () => changes.tell(),
      onUpkeep: (index, shard, upkeep) => shardEvents.kept({ index, shard, ...upkeep }),
    });
    const identity = nodeIdentity(engineOptions.disk, engineOptions.directory, engineOptions.random);
    const { disk, directory } = engineOptions;
    const settings = this.openSettings();
    const metadata = new ClusterMetadata(sectionFile(disk, directory));
    await this.finishBegun(this.engine, metadata);
    const { host, httpPort, version, probe, memory, connections, threads } = this.options;
    const { sampleThreads, nodeAttributes, log, deviceIo } = this.options;
    const requestMemory = this.requestMemory(settings);
    const remotes = this.openRemotes(settings, identity);
    const connect = this.options.connectClusters ?? (() => remotes);
    const { random } = engineOptions;
    const following = { engine: this.engine, clock, random, log, identity, clusterName, settings, metadata };
    const replication = new Replication(following, connect, rights);
    this.context = {
      engine: this.engine,
      clock,
      random,
      log,
      identity,
      clusterName,
      nodeName,
      nodeAttributes,
      settings,
      metadata,
      node: { host, httpPort, disk, directory, version, deviceIo, ioAtStart: deviceIo() },
      probe,
      tasks,
      changes,
      shardEvents,
      poolWork: new PoolWork(tasks),
      usage: new RestUsage(clock.now()),
      statuses: new StatusCounter(),
      votingExclusions: new VotingExclusions(),
      byQuery: new RunningWork(),
      pipelines: new IngestPipelines(metadata, ingestScripts(metadata, { clock, random }), () =>
        clock.nanos(),
      ),
      searchPipelines: this.searchPipelines(metadata),
      replication,
      contexts: new OpenContexts({ engine: this.engine, clock, random, settings, nodeId: identity.nodeId }),
      connections,
      remotes,
      remoteHosts: this.options.remoteHosts,
      memory: [...memory, requestMemory],
      threads,
      boundedPools: new BoundedPools({ nodeName, writers: threads.writers, settings }),
      writeThrottle: new WriteThrottle({ clock, settings }),
      sampleThreads,
      requestMemory,
    };
    replication.begin();
    tasks.keepResultsIn(new StoredTaskResults(this.context));
    const { engine } = this;
    const { scheduler } = this.options;
    const watch = new DiskWatch({ engine, disk, directory, settings, identity, nodeName, clock, log });
    this.diskWatch = watch.begin(scheduler);
  }

  private searchPipelines(metadata: ClusterMetadata): SearchPipelines {
    const { clock, engine, indexSettings } = this.options;
    const scripts = searchScripts(metadata, { clock, random: engine.random });
    const defaults = new DefaultPipelines(indexSettings);
    return new SearchPipelines(metadata, { clock, scripts, defaults });
  }

  /** How many searches may wait is a setting of the cluster, too. */
  private engineThreads(): EngineOptions['threads'] {
    const { threads } = this.options.engine;
    if (threads === 'inline' || threads.search === undefined) return threads;
    const { queueSize } = threads.search;
    const set = (): number | undefined => this.context?.settings.get('thread_pool.search.queue_size');
    return { ...threads, search: { ...threads.search, queueSize: () => set() ?? queueSize() } };
  }

  /** What a killed process has left. A disk that is full can still be read: then it is left to the next start. */
  private async finishBegun(engine: Engine, metadata: ClusterMetadata): Promise<void> {
    try {
      await finishRollovers({ engine, metadata });
      await finishAliasActions({ engine, metadata });
      settleStreams(engine, metadata);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const fields = { error: error.message };
      this.options.log.log('error', 'cluster', 'cannot finish what the last process had begun', fields);
    }
  }

  private requestMemory(settings: ClusterSettings): MemoryAccount {
    const { heapMaxBytes } = this.options.probe();
    return new MemoryAccount('request', () => settings.get('indices.breaker.request.limit')(heapMaxBytes));
  }

  /** Until the settings are read nothing is kept. */
  private requestCache(): RequestCacheOptions {
    const { heapMaxBytes } = this.options.probe();
    const settings = (): ClusterSettings | undefined => this.context?.settings;
    return {
      maxBytes: () => settings()?.get('indices.requests.cache.size')(heapMaxBytes) ?? 0,
      maxSize: () => settings()?.get('indices.requests.cache.maximum_cacheable_size') ?? 0,
      render: (result, view) => answerWriting.render(result, view, 0),
    };
  }

  private openSettings(): ClusterSettings {
    const { engine, clusterSetting, clusterSettingNames: startNames = [], log, logLevels } = this.options;
    const store = settingsFile(engine.disk, engine.directory);
    const settings = new ClusterSettings({ store, ofStart: clusterSetting, startNames, log });
    settings.onChange('logger.*', ({ name, after }) => logLevels.set(name.slice('logger.'.length), after));
    return settings;
  }

  /** They follow the settings from now on. */
  private openRemotes(settings: ClusterSettings, { clusterUuid }: NodeIdentity): ConfiguredRemotes {
    const { engine, clusterName, clock, log, transportTls: tls } = this.options;
    const cluster = { clusterName, clusterUuid };
    const remotes = configuredRemotes({ cluster, clock, random: engine.random, log, tls });
    const tell = (): void => remotes.configure(remoteConfigs(settings.flat));
    for (const name of remoteClusterNames) settings.onChange(name, tell);
    return remotes;
  }

  status(): BackendStatus {
    if (this.context !== undefined) return { kind: 'embedded', ready: true };
    return { kind: 'embedded', ready: false, problem: 'The data folder is not open yet; wait a moment.' };
  }

  async identity(): Promise<BackendIdentity> {
    const { clusterName, nodeName, identity } = this.ready();
    const { clusterUuid, nodeId } = identity;
    return { clusterName, nodeName, clusterUuid, nodeId };
  }

  async handle(request: BackendRequest): Promise<BackendResponse> {
    warnOfParams(request);
    if (request.params.master_timeout !== undefined && request.params.cluster_manager_timeout !== undefined) {
      throw apiError(
        'parse_exception',
        'Please only use one of the request parameters [master_timeout, cluster_manager_timeout].',
      );
    }
    // The rim has checked the parameters against the row that this name belongs to: said here, once.
    const handler = handlers[request.route.name as BackendRouteName] as Handler<BackendRouteName>;
    const context = this.ready();
    if (!request.access.internal) context.usage.count(request.route.name);
    // A body that is still coming takes no thread: rows that have one say themselves when their work begins.
    const pool =
      request.access.internal || !request.body.empty
        ? undefined
        : context.boundedPools.ofAction(request.task.action);
    const leave = pool?.enter();
    try {
      const answer = handler(context, request as RequestOf<BackendRouteName>);
      if (request.access.internal) return await answer;
      return await context.statuses.watch(request.route.name, answer);
    } catch (error) {
      throw withPlace(error, request);
    } finally {
      leave?.();
    }
  }

  remoteHandlers(): ReadonlyMap<string, RemoteHandler> {
    return this.ready().replication.leader.handlers;
  }

  async stop(): Promise<void> {
    const { engine, context } = this;
    await runAll([
      () => context?.contexts.stop(),
      () => context?.replication.end(),
      () => context?.remotes.close(),
      () => {
        this.engine = undefined;
        this.context = undefined;
        this.diskWatch?.stop();
      },
      () => engine?.close(),
    ]);
  }

  private ready(): EmbeddedContext {
    if (this.context !== undefined) return this.context;
    throw apiError('illegal_state_exception', 'the data folder is not open');
  }
}
