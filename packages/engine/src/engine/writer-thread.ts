import {
  type Channel,
  type Clock,
  type Disk,
  detachWhole,
  type Log,
  type LogLevel,
  ownsBuffer,
  type Random,
} from '@sextant/base';
import type { ErrorCause } from '@sextant/contract';
import type { WrittenSegment } from '../segment/write-segment.ts';
import type { WriteBatch, WriteResult } from '../shard/index/write-batch.ts';
import type { WriterEvents } from '../shard/index/writer-events.ts';
import type { MergeOutcome, MergeRunner } from '../shard/store/merge-runner.ts';
import { type BuildRunner, SegmentBuilds } from '../shard/store/segment-builds.ts';
import { BufferAccount } from '../writer/buffer-account.ts';
import { EngineWriter } from '../writer/engine-writer.ts';
import type { FoundPaths } from '../writer/open-data-paths.ts';
import { Peer } from './peer.ts';
import { type AskedNames, type SentStats, StatsReceiver, StatsSender } from './stats-exchange.ts';
import type { OneWriter } from './writer-port.ts';

export interface WriterDependencies {
  readonly disk: Disk;
  readonly directory: string;
  readonly clock: Clock;
  readonly random: Random;
  /** See `WriterOptions`. */
  readonly mergeThreads?: number;
}

/** Methods of the writer that are called over the channel and answered. */
const methods = [
  'createIndex',
  'deleteIndex',
  'dangling',
  'openIndex',
  'openShards',
  'closeIndex',
  'reviveShard',
  'moveShard',
  'setFullPaths',
  'updateMetadata',
  'history',
  'get',
  'refresh',
  'refreshShards',
  'flush',
  'forceMerge',
  'stats',
  'close',
  'handOver',
  'takeOver',
  'holdMetadata',
  'journalMetadata',
  'installMetadata',
  'releaseMetadata',
  'dropJournal',
] as const satisfies readonly (keyof OneWriter)[];

/** Which of several writers a thread is. */
export interface WriterPlace {
  /** The first one, 0, opens the folder. */
  readonly slot: number;
  /** See `BufferAccount`; the same for all. */
  readonly buffers: SharedArrayBuffer;
  /** See `EngineOptions`. */
  readonly buildBytes?: number | undefined;
  readonly paths: FoundPaths;
}

/**
 * A writing thread. Opens the engine's folder when the other side asks (`open`), if it is the first, then answers its calls;
 * what happens and what is logged is told to the other side, and merges are asked of it.
 */
export function serveWriter(channel: Channel, dependencies: WriterDependencies): void {
  let writer: EngineWriter | undefined;
  const opened = (): EngineWriter => {
    if (writer === undefined) throw new Error('the writer is not open');
    return writer;
  };
  const handlers: Record<string, (...args: readonly never[]) => unknown> = {
    open: ({ slot, buffers: shared, buildBytes, paths }: WriterPlace) => {
      const buffers = new BufferAccount(shared, slot);
      const builds = new SegmentBuilds(builder, dependencies.clock, buildBytes);
      const options = { ...dependencies, log, merges, builds, events, buffers, paths, shardsLater: true };
      writer = slot === 0 ? EngineWriter.open(options) : EngineWriter.beside(options);
    },
    write: (batch: WriteBatch) => writeAndRelease(opened(), batch),
    released: (uuid: string, shard: number, publication: number) =>
      opened().released(uuid, shard, publication),
    damageMet: (uuid: string, shard: number, cause: ErrorCause | undefined) =>
      opened().damageMet(uuid, shard, cause),
  };
  const statistics = new StatsSender();
  for (const method of methods) {
    handlers[method] = (...args) => (opened()[method] as (...args: readonly never[]) => unknown)(...args);
  }
  handlers.stats = async (asked: AskedNames) => {
    const names = statistics.namesOf(asked);
    return statistics.send(names, await opened().stats(names));
  };
  handlers.handOver = async (name: string) => {
    const handed = await opened().handOver(name);
    statistics.forget(name);
    return handed;
  };
  const peer = new Peer(channel, 'engine', handlers);
  const log: Log = {
    log: (level, component, message, fields) => peer.tell('log', [level, component, message, fields]),
  };
  const merges: MergeRunner = {
    merge: async (request) => (await peer.call('merge', [request])) as MergeOutcome,
    verify: async (segment) => (await peer.call('verify', [segment])) as ErrorCause | undefined,
  };
  const builder: BuildRunner = {
    build: async (request) => (await peer.call('build', [request])) as WrittenSegment,
    packed: (...args) => peer.tell('packed', args),
  };
  const events: WriterEvents = {
    metadata: (name, metadata) => {
      if (metadata === undefined) statistics.forget(name);
      peer.tellTogether('metadata', [name, metadata]);
    },
    reachedTerm: (...args) => peer.tellTogether('reachedTerm', args),
    published: (...args) => peer.tellTogether('published', args),
    failed: (...args) => peer.tellTogether('failed', args),
    damaged: (...args) => peer.tellTogether('damaged', args),
    kept: (...args) => peer.tellTogether('kept', args),
  };
}

export interface WriterThread {
  readonly port: OneWriter;
  /** Ends the thread without asking it. */
  end(): Promise<void>;
}

/** What a writing thread asks of its starter, and tells it. */
export interface WriterHost {
  readonly merges: MergeRunner;
  readonly builds: BuildRunner;
  readonly events: WriterEvents;
  readonly log: Log;
}

/**
 * Starts a writing thread and waits until the first one has opened the folder. Rejects with ApiError where it cannot.
 */
export async function startWriterThread(
  start: () => Channel,
  place: WriterPlace,
  { merges, builds, events, log }: WriterHost,
): Promise<WriterThread> {
  const channel = start();
  const statistics = new StatsReceiver();
  const peer = new Peer(channel, 'writer', {
    log: (level: LogLevel, component: string, message: string, fields?: Readonly<Record<string, unknown>>) =>
      log.log(level, component, message, fields),
    merge: (...args: Parameters<MergeRunner['merge']>) => merges.merge(...args),
    verify: (...args: Parameters<MergeRunner['verify']>) => merges.verify(...args),
    build: (...args: Parameters<BuildRunner['build']>) => builds.build(...args),
    packed: (...args: Parameters<BuildRunner['packed']>) => builds.packed(...args),
    metadata: (...[name, metadata]: Parameters<WriterEvents['metadata']>) => {
      if (metadata === undefined) statistics.forget(name);
      events.metadata(name, metadata);
    },
    reachedTerm: (...args: Parameters<WriterEvents['reachedTerm']>) => events.reachedTerm(...args),
    published: (...args: Parameters<WriterEvents['published']>) => events.published(...args),
    failed: (...args: Parameters<WriterEvents['failed']>) => events.failed(...args),
    damaged: (...args: Parameters<WriterEvents['damaged']>) => events.damaged(...args),
    kept: (...args: Parameters<WriterEvents['kept']>) => events.kept(...args),
  });
  channel.onEnd((error) => {
    if (error !== undefined)
      log.log('fatal', 'engine.writer', 'writer thread died', { error: error.message });
  });
  const calls = methods.map((method) => [method, (...args: unknown[]) => peer.call(method, args)]);
  const port = {
    ...(Object.fromEntries(calls) as Pick<OneWriter, (typeof methods)[number]>),
    stats: async (names) => {
      const sent = (await peer.call('stats', [statistics.ask(names)])) as SentStats;
      return statistics.receive(names, sent);
    },
    handOver: async (name) => {
      const handed = (await peer.call('handOver', [name])) as Awaited<ReturnType<OneWriter['handOver']>>;
      statistics.forget(name);
      return handed;
    },
    write: (batch) => peer.call('write', [batch], transferable(batch)) as ReturnType<OneWriter['write']>,
    released: (...args) => peer.tell('released', args),
    damageMet: (...args) => peer.tell('damageMet', args),
  } satisfies OneWriter;
  await peer.call('open', [place]);
  return { port, end: () => peer.end() };
}

/** The body moves when it owns its memory; a view of something larger is copied by the message. */
function transferable({ source }: WriteBatch): readonly ArrayBuffer[] {
  return ownsBuffer(source) ? [source.buffer] : [];
}

/** What was written is kept elsewhere by then; only what goes back may be a part of the body. */
async function writeAndRelease(writer: EngineWriter, batch: WriteBatch): Promise<WriteResult> {
  const result = await writer.write(batch);
  if (result.sources.size === 0 && result.previews.size === 0) detachWhole(batch.source);
  return result;
}
