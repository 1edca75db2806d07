import { type Disk, DiskError } from '@sextant/base';
import { EngineWriter } from '../writer/engine-writer.ts';
import type { Engine, EngineOptions } from './engine.ts';
import { EngineFacade } from './engine-facade.ts';
import { MergePool } from './merge-pool.ts';
import { InlineMerger } from './merger.ts';
import { startWriterThread } from './writer-thread.ts';

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
  const { merger: start, mergeThreads = 1 } = options.threads;
  const merger = new MergePool({ size: mergeThreads, start });
  const thread = await startWriterThread(options.threads.writer, merger, facade, options.log);
  facade.attach(thread.port, async () => {
    await merger.end();
    await thread.end();
  });
  facade.openShards();
  return facade;
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
