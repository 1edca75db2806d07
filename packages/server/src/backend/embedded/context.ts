import type { Clock, Disk, Log, Random } from '@sextant/base';
import type { SampleOptions, ThreadSample } from '@sextant/base/node';
import type { BackendRouteName, Family, ParamsOf, PathParamsOf } from '@sextant/contract';
import type { Engine, IndexMetadata } from '@sextant/engine';
import { type IndexCatalog, indicesOfAlias } from '../../cluster/index-names.ts';
import type { ClusterMetadata } from '../../cluster/metadata/cluster-metadata.ts';
import type { ClusterSettings } from '../../cluster/settings/cluster-settings.ts';
import type { DeviceIo } from '../../observe/device-io.ts';
import type { MemoryAccount } from '../../observe/memory-account.ts';
import type { NodeProbe } from '../../observe/node-probe.ts';
import type { OpenConnections } from '../../observe/open-connections.ts';
import type { ShardEvents } from '../../observe/shard-events.ts';
import type { TaskRegistry } from '../../tasks/task-registry.ts';
import type { ConfiguredRemotes } from '../../transport/configured-remotes.ts';
import type { RemoteHosts } from '../../transport/outgoing-http.ts';
import type { BackendRequest, BackendResponse } from '../backend.ts';
import type { RunningWork } from './by-query/running-work.ts';
import type { ClusterChanges } from './cluster/cluster-changes.ts';
import type { VotingExclusions } from './cluster/voting-exclusions.ts';
import type { WriteThrottle } from './document/write-throttle.ts';
import type { IngestPipelines } from './ingest/pipelines.ts';
import type { NodeIdentity } from './node-identity.ts';
import type { BoundedPools } from './nodes/bounded-pools.ts';
import type { PoolWork } from './nodes/pool-work.ts';
import type { RestUsage } from './nodes/rest-usage.ts';
import type { StatusCounter } from './nodes/status-counter.ts';
import type { Replication } from './replication/replication.ts';
import type { OpenContexts } from './search/contexts/open-contexts.ts';
import type { SearchPipelines } from './search-pipelines/search-pipelines.ts';
import { streamIndices } from './streams/data-stream.ts';

/** What every handler works with. */
export interface EmbeddedContext {
  readonly engine: Engine;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly identity: NodeIdentity;
  readonly clusterName: string;
  readonly nodeName: string;
  /** `node.attr.*` */
  readonly nodeAttributes: Readonly<Record<string, string>>;
  readonly settings: ClusterSettings;
  /** Templates and their like. */
  readonly metadata: ClusterMetadata;
  readonly node: NodePlace;
  readonly probe: NodeProbe;
  readonly tasks: TaskRegistry;
  /** For those who wait until the cluster is otherwise. */
  readonly changes: ClusterChanges;
  /** Where finished work of shards is told. */
  readonly shardEvents: ShardEvents;
  readonly poolWork: PoolWork;
  /** Requests since the start. */
  readonly usage: RestUsage;
  /** How writes and searches ended. */
  readonly statuses: StatusCounter;
  readonly votingExclusions: VotingExclusions;
  readonly byQuery: RunningWork;
  readonly pipelines: IngestPipelines;
  readonly searchPipelines: SearchPipelines;
  /** Indices that follow others. */
  readonly replication: Replication;
  /** Scrolls and points in time. */
  readonly contexts: OpenContexts;
  readonly connections: OpenConnections;
  /** Other clusters, by `cluster.remote.*`. */
  readonly remotes: ConfiguredRemotes;
  /** Other services that a reindex may read. */
  readonly remoteHosts: RemoteHosts;
  /** What is counted of the memory, for `breakers`. */
  readonly memory: readonly MemoryAccount[];
  readonly threads: ThreadSizes;
  readonly boundedPools: BoundedPools;
  readonly writeThrottle: WriteThrottle;
  readonly sampleThreads: ThreadSampler;
  /** What searches and aggregations under way hold together: `indices.breaker.request.limit`. */
  readonly requestMemory: MemoryAccount;
}

/** Watches the threads of the process for a while. */
export type ThreadSampler = (options: SampleOptions) => Promise<readonly ThreadSample[]>;

/** `thread_pool.*`, as the service was started. */
export interface ThreadSizes {
  readonly searchSize: number;
  /** Threads that write, at most. */
  readonly writers: number;
}

/** Where this node is, for the calls that describe it. */
interface NodePlace {
  readonly host: string;
  readonly httpPort: number;
  readonly disk: Disk;
  /** The first data path. */
  readonly directory: string;
  /** Of the device that holds the folder; undefined where the system does not tell. */
  readonly deviceIo: () => DeviceIo | undefined;
  readonly ioAtStart: DeviceIo | undefined;
  /** Our own version. */
  readonly version: string;
}

/** A request with what its row says of parameters, as types. */
export type RequestOf<Name extends BackendRouteName> = Omit<BackendRequest, 'params' | 'pathParams'> & {
  readonly params: ParamsOf<Name>;
  readonly pathParams: PathParamsOf<Name>;
};

/** Answers a row; or several, which it then tells apart by `request.route`. */
export type Handler<Name extends BackendRouteName> = (
  context: EmbeddedContext,
  request: RequestOf<Name>,
) => Promise<BackendResponse>;

/** The handlers of a family: one for each of its rows, or it does not compile. */
export type Handlers<Of extends Family = Family> = {
  readonly [Name in BackendRouteName<Of>]: Handler<Name>;
};

/** The indices that a request may see, for the action of its row or of one of its items. */
export function catalogOf(
  { engine, metadata, clock }: EmbeddedContext,
  { access, route }: Pick<BackendRequest, 'access' | 'route'>,
  action: string = route.privilege,
): IndexCatalog<IndexMetadata> {
  const catalog: IndexCatalog<IndexMetadata> = {
    all: () => engine.indices(),
    get: (name) => engine.index(name),
    streams: () => streamIndices(engine, metadata),
    behind: (alias) => indicesOfAlias(engine.indices(), alias),
    require: () => {},
    mayName: () => true,
    now: () => clock.now(),
  };
  return access.filterCatalog(catalog, action);
}

export const ok = (body: BackendResponseBody): BackendResponse => ({ status: 200, kind: 'json', body });

type BackendResponseBody = Extract<BackendResponse, { kind: 'json' }>['body'];
