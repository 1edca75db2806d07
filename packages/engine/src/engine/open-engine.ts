import { type Disk, DiskError } from '@sextant/base';
import type { WriterEvents } from '../shard/index/writer-events.ts';
import { EngineWriter } from '../writer/engine-writer.ts';
import { BuildPool } from './build-pool.ts';
import type { Engine, EngineOptions } from './engine.ts';
import { EngineFacade } from './engine-facade.ts';
import { MergePool } from './merge-pool.ts';
import { InlineMerger } from './merger.ts';
import { WriterPool } from './writer-pool.ts';
import type { WriterPort } from './writer-port.ts';
import { startWriterThread, type WriterHost, type WriterThread } from './writer-thread.ts';

type WriterThreads = Exclude<EngineOptions['threads'], 'inline'>;

/**
 * Opens the folder. When the promise resolves every index is known; with `inline` threads every translog is replayed too, else
 * shards are opened after it, and what is asked of one waits for it. The caller holds the lock of the folder. Rejects with ApiError or DiskError where the folder cannot be used at
 * all; a damaged index or shard does not keep the others from opening.
 */
export async function openEngine(options: EngineOptions): Promise<Engine> {
  const facade = new EngineFacade(options);
  makeDurableDirectory(options.disk, options.directory);
  if (options.threads === 'inline') {
    const writer = EngineWriter.open({ ...options, merges: new InlineMerger(options), events: facade });
    facade.attach(writer, async () => {});
    return facade;
  }
  const { merger: start, builder: startBuilder = start, mergeThreads = 1, writers = 1 } = options.threads;
  const merger = new MergePool({ size: mergeThreads, start });
  const builder = new BuildPool({ size: writers, start: startBuilder });
  const runners = { merges: merger, builds: builder };
  const { port, end } = await startWriters(options, options.threads, runners, facade);
  facade.attach(port, async () => {
    await merger.end();
    await builder.end();
    await end();
  });
  facade.openShards();
  return facade;
}

/** One writer is asked itself, several are asked by way of their pool. */
async function startWriters(
  { clock, log }: EngineOptions,
  { writer, writers: size = 1, contendedBytes, buildBytes }: WriterThreads,
  runners: Pick<WriterHost, 'merges' | 'builds'>,
  facade: WriterEvents,
): Promise<{ readonly port: WriterPort; readonly end: () => Promise<void> }> {
  const buffers = new SharedArrayBuffer(4 * size);
  const start = (slot: number, events: WriterEvents): Promise<WriterThread> =>
    startWriterThread(writer, { slot, buffers, buildBytes }, { ...runners, events, log });
  if (size === 1) return start(0, facade);
  const pool = await WriterPool.start({ size, start, events: facade, clock, log, contendedBytes });
  return { port: pool, end: () => pool.end() };
}

/** Makes the folder with its missing parents, each durable under its name. */
function makeDurableDirectory(disk: Disk, directory: string): void {
  const parent = directory.slice(0, directory.lastIndexOf('/')) || '/';
  if (!disk.exists(directory)) {
    if (parent !== '/') makeDurableDirectory(disk, parent);
    disk.makeDirectory(directory);
  }
  try {
    // Also where it was there: a process may have been killed after it made the folder.
    disk.syncDirectory(parent);
  } catch (error) {
    // Not ours to read, so neither made by us.
    if (!(error instanceof DiskError && error.code === 'denied')) throw error;
  }
}
