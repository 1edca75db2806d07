import type { WriterEvents } from '../shard/index/writer-events.ts';
import { EngineWriter } from '../writer/engine-writer.ts';
import { type FoundPaths, makeDurableDirectory, openDataPaths } from '../writer/open-data-paths.ts';
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
  const { disk, directory: home, further = [], random, log } = options;
  makeDurableDirectory(disk, home);
  const paths = openDataPaths({ disk, home, further, random, log });
  facade.paths.all = [home, ...paths.further];
  if (options.threads === 'inline') {
    const merges = new InlineMerger(options);
    const writer = EngineWriter.open({ ...options, paths, merges, events: facade });
    facade.attach(writer, async () => {});
    return facade;
  }
  const { merger: start, builder: startBuilder = start, mergeThreads = 1, writers = 1 } = options.threads;
  const merger = new MergePool({ size: mergeThreads, start });
  const builder = new BuildPool({ size: writers, start: startBuilder });
  const runners = { merges: merger, builds: builder };
  const { port, end } = await startWriters(options, options.threads, { ...runners, paths }, facade);
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
  { paths, ...runners }: Pick<WriterHost, 'merges' | 'builds'> & { readonly paths: FoundPaths },
  facade: WriterEvents,
): Promise<{ readonly port: WriterPort; readonly end: () => Promise<void> }> {
  const buffers = new SharedArrayBuffer(4 * size);
  const start = (slot: number, events: WriterEvents): Promise<WriterThread> =>
    startWriterThread(writer, { slot, buffers, buildBytes, paths }, { ...runners, events, log });
  if (size === 1) return start(0, facade);
  const pool = await WriterPool.start({ size, start, events: facade, clock, log, contendedBytes });
  return { port: pool, end: () => pool.end() };
}
