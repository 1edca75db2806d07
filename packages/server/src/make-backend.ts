import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { Channel, Clock, Disk, Log, Random } from '@sextant/base';
import {
  type DirectoryLock,
  loadFileMapper,
  loadKernelLock,
  lockDirectory,
  type MappingFigures,
  MappingLedger,
  NodeDisk,
  spawnWorker,
  type ThreadProfiles,
} from '@sextant/base/node';
import type { Backend } from './backend/backend.ts';
import { createEmbeddedBackend, neverUsed } from './backend/embedded/index.ts';
import type { IndexSettingChanges } from './cluster/settings/index-setting-changes.ts';
import { mergeThreads } from './cluster/settings/merge-limits.ts';
import { startSettingText } from './cluster/settings/start-settings.ts';
import { dataPaths } from './config/data-paths.ts';
import { productVersion } from './config/product.ts';
import { ConfigError, type Settings } from './config/settings.ts';
import type { LogLevels } from './observe/log-levels.ts';
import { deviceProbe, fileFigures, processProbe } from './observe/node-probe.ts';
import type { OpenConnections } from './observe/open-connections.ts';
import type { ServiceMemory } from './observe/service-memory.ts';
import type { ShardEvents } from './observe/shard-events.ts';
import type { Scheduler } from './tasks/scheduler.ts';
import type { TaskRegistry } from './tasks/task-registry.ts';
import type { RemoteHosts } from './transport/outgoing-http.ts';
import type { TransportTls } from './transport/transport-tls.ts';

declare const SEXTANT_VERSION: string | undefined;

export interface BackendParts {
  readonly settings: Settings;
  readonly nodeName: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly logLevels: LogLevels;
  readonly tasks: TaskRegistry;
  readonly scheduler: Scheduler;
  readonly shardEvents: ShardEvents;
  readonly indexSettings: IndexSettingChanges;
  readonly connections: OpenConnections;
  readonly memory: ServiceMemory;
  /** Watch all threads that were started. */
  readonly profiles: ThreadProfiles;
  /** How other clusters are called; undefined: security is off. */
  readonly transportTls: (() => Promise<TransportTls>) | undefined;
  /** Nothing can be written any more: the thread that owns the data has died. */
  readonly onFatal: (error: Error) => void;
}

export interface MadeBackend {
  readonly backend: Backend;
  /** Gives the data folder free, after the backend has stopped. */
  readonly release: () => void;
  /** Of all threads; absent where nothing is mapped. */
  readonly mappings?: () => MappingFigures;
}

/** The build puts threads and interface beside its own files; the sources have them in their folders. */
export function besides(built: string, source: string): URL {
  return new URL(typeof SEXTANT_VERSION === 'string' ? built : source, import.meta.url);
}

/** The text of a file that a setting names. Throws ConfigError. */
export function readText(file: string, setting: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'does not exist' : 'cannot be read';
    throw new ConfigError(`${setting}: the file ${file} ${why}`);
  }
}

/** The backend that the settings name. Throws DiskError where another process holds the data folder. */
export async function makeBackend(parts: BackendParts): Promise<MadeBackend> {
  return parts.settings.get('backend') === 'opensearch' ? openSearch(parts) : embedded(parts);
}

/** Its HTTP client is loaded only where it is used: that is a sixth of the time of a start. */
async function openSearch({ settings, log, clock, scheduler }: BackendParts): Promise<MadeBackend> {
  const { createOpenSearchBackend } = await import('./backend/opensearch/index.ts');
  const username = settings.get('opensearch.username');
  const password = settings.get('opensearch.password');
  const ca = settings.get('opensearch.ca');
  const backend = createOpenSearchBackend({
    url: settings.get('opensearch.url') ?? '',
    log,
    clock,
    scheduler,
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
    ...(ca === undefined ? {} : { ca: readText(ca, 'opensearch.ca') }),
  });
  return { backend, release: () => {} };
}

/** Waits for another process that holds it, and for no longer than the settings say. */
function lockedDirectory(directory: string, { settings, clock, log }: BackendParts): Promise<DirectoryLock> {
  const waitMs = settings.get('node.lock_wait');
  return lockDirectory({ directory, clock, log, waitMs, kernel: loadKernelLock() });
}

/** All of them, or none. A further folder that was used and is not there is not made: it may be a disk that is not mounted. */
async function lockedPaths(
  disk: Disk,
  [directory, ...further]: readonly [string, ...string[]],
  parts: BackendParts,
): Promise<DirectoryLock> {
  const locks: DirectoryLock[] = [];
  const release = (): void => {
    for (const lock of locks.splice(0)) lock.release();
  };
  try {
    locks.push(await lockedDirectory(directory, parts));
    for (const path of neverUsed(disk, directory, further)) disk.makeDirectory(path);
    for (const path of further) if (disk.exists(path)) locks.push(await lockedDirectory(path, parts));
  } catch (error) {
    release();
    throw error;
  }
  return { release };
}

/** A thread that owns data. The first comes up while others prepare, and opens nothing before the engine tells it to. */
function startWriter(data: ThreadData, onFatal: (error: Error) => void): Channel {
  const url = besides('./writer-worker.js', './backend/embedded/writer-worker.ts');
  const channel = spawnThread(url, 'writer', data);
  channel.onEnd((error) => {
    if (error !== undefined) onFatal(error);
  });
  return channel;
}

interface ThreadData {
  readonly directory: string;
  readonly allowMmap: boolean;
  readonly mergeThreads: number;
  /** Of the thread that starts the others. */
  readonly mappings: MappingLedger;
  readonly profiles: ThreadProfiles;
}

/** A thread that searches reads 3 MB of program. */
const SEARCHER_START_MS = 150;

/** What the thread had mapped is let go when it has ended, however it did. */
function spawnThread(url: URL, name: string, { mappings: all, profiles, ...data }: ThreadData): Channel {
  const mappings = all.forThread();
  const channel = spawnWorker(url, { name, data: { ...data, mappings }, profiles });
  channel.onEnd(() => MappingLedger.endThread(mappings, data.allowMmap ? loadFileMapper() : undefined));
  return channel;
}

/** The one that is there, and then others. */
function firstThen(there: Channel, start: () => Channel): () => Channel {
  let first: Channel | undefined = there;
  return () => {
    const next = first ?? start();
    first = undefined;
    return next;
  };
}

function halfTheProcessors(): number {
  return Math.max(1, Math.floor(availableParallelism() / 2));
}

async function embedded(parts: BackendParts): Promise<MadeBackend> {
  const { settings, nodeName, log, clock, random, onFatal, memory, profiles, ...shared } = parts;
  const paths = dataPaths(settings);
  const [directory, ...further] = paths;
  const allowMmap = settings.get('node.store.allow_mmap');
  const mappings = MappingLedger.begin();
  const disk = new NodeDisk({ allowMmap, mappings });
  disk.makeDirectory(directory);
  const data = { directory, allowMmap, mergeThreads, mappings, profiles };
  const writer = startWriter(data, onFatal);
  const lock = await lockedPaths(disk, paths, parts).catch(async (error: unknown) => {
    await writer.end();
    throw error;
  });
  log.log('info', 'service', storeText(allowMmap, disk), {
    filesMax: fileFigures().maxFiles,
    mappingsMax: mappings.figures().max,
  });
  const writers = settings.get('thread_pool.write.size') || halfTheProcessors();
  const merger = besides('./merge-worker.js', './backend/embedded/merge-worker.ts');
  const searcher = besides('./search-worker.js', './backend/embedded/search-worker.ts');
  const searchSize = settings.get('thread_pool.search.size') || availableParallelism();
  const searchQueueSize = settings.get('thread_pool.search.queue_size');
  const backend = createEmbeddedBackend({
    engine: {
      disk,
      directory,
      further,
      clock,
      random,
      log,
      threads: {
        writer: firstThen(writer, () => startWriter(data, onFatal)),
        writers,
        merger: () => spawnThread(merger, 'merger', data),
        builder: () => spawnThread(merger, 'builder', data),
        mergeThreads: data.mergeThreads,
        search: {
          size: searchSize,
          queueSize: () => searchQueueSize,
          shortMs: settings.get('thread_pool.search.inline_limit'),
          divideMs: settings.get('thread_pool.search.divide_limit'),
          startMs: SEARCHER_START_MS,
          start: () => spawnThread(searcher, 'search', data),
        },
      },
    },
    clusterName: settings.get('cluster.name'),
    nodeName,
    nodeAttributes: Object.fromEntries(settings.nodeAttributes),
    clusterSetting: (name) => startSettingText(settings, name),
    clusterSettingNames: [...settings.ofCluster.keys()],
    ...shared,
    clock,
    log,
    probe: processProbe(
      () => clock.now(),
      () => mappings.figures(),
    ),
    memory: [memory.requests, memory.answers],
    deviceIo: deviceProbe(directory),
    sampleThreads: (options) => profiles.sample(options),
    threads: { searchSize, writers },
    remoteHosts: remoteHosts(settings),
    transportTls: parts.transportTls,
    host: settings.get('http.host'),
    httpPort: settings.get('http.port'),
    version: productVersion,
  });
  return { backend, release: () => lock.release(), mappings: () => mappings.figures() };
}

/** Whom a reindex may read. Throws ConfigError. The HTTP client is loaded with the first call. */
function remoteHosts(settings: Settings): RemoteHosts {
  const files = settings.get('reindex.ssl.certificate_authorities');
  const ca = files.map((file) => readText(file, 'reindex.ssl.certificate_authorities'));
  const verification = settings.get('reindex.ssl.verification_mode');
  return {
    allowed: settings.get('reindex.remote.allowlist'),
    open: async (options) => {
      const { openHost } = await import('./transport/outgoing-http.ts');
      return openHost(options, { verification, ...(ca.length === 0 ? {} : { ca }) });
    },
  };
}

function storeText(allowMmap: boolean, disk: Disk): string {
  if (disk.maps(Number.MAX_SAFE_INTEGER)) return 'segment files are mapped';
  const why = allowMmap ? 'this system offers no mapping' : 'node.store.allow_mmap is false';
  return `segment files are read into memory: ${why}`;
}
