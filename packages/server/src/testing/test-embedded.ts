import type { Disk, Random } from '@sextant/base';
import type { Backend } from '../backend/backend.ts';
import { createEmbeddedBackend, type EmbeddedOptions } from '../backend/embedded/index.ts';
import { processProbe } from '../observe/node-probe.ts';

/** Threads of a test do nothing, unless it says otherwise. */
const idle: EmbeddedOptions['sampleThreads'] = async ({ intervalMs, snapshots }) => [
  {
    thread: 'main',
    watchedMs: intervalMs,
    busyMs: 0,
    snapshots: Array.from({ length: snapshots }, () => []),
  },
];

type Given = Pick<
  EmbeddedOptions,
  | 'clusterName'
  | 'clock'
  | 'log'
  | 'logLevels'
  | 'tasks'
  | 'scheduler'
  | 'shardEvents'
  | 'indexSettings'
  | 'connections'
  | 'memory'
> & {
  readonly disk: Disk;
  /** Data paths beside `/data`. */
  readonly further?: readonly string[];
  readonly random: Random;
  readonly threads?: EmbeddedOptions['engine']['threads'];
  readonly sampleThreads?: EmbeddedOptions['sampleThreads'];
  readonly nodeAttributes?: EmbeddedOptions['nodeAttributes'];
  readonly remoteHosts?: EmbeddedOptions['remoteHosts'];
  readonly connectClusters?: NonNullable<EmbeddedOptions['connectClusters']>;
};

/** The embedded backend of a test: over memory, in this thread unless `threads` are given. */
export function testEmbedded({
  disk,
  further = [],
  random,
  threads = 'inline',
  sampleThreads = idle,
  nodeAttributes = {},
  remoteHosts = { allowed: [], open: () => Promise.reject(new Error('no host may be called')) },
  ...given
}: Given): Backend {
  const { clock, log } = given;
  return createEmbeddedBackend({
    ...given,
    engine: { disk, directory: '/data', further, clock, random, log, threads },
    nodeName: 'test-node',
    nodeAttributes,
    remoteHosts,
    clusterSetting: () => undefined,
    probe: processProbe(
      () => clock.now(),
      () => ({ count: 0, max: 0, refused: 0 }),
    ),
    sampleThreads,
    threads: { searchSize: 0, writers: 1 },
    transportTls: undefined,
    deviceIo: () => undefined,
    host: '127.0.0.1',
    httpPort: 9200,
    version: '0.0.0',
  });
}
