import { type Disk, DiskError, type Log } from '@sextant/base';
import { ApiError } from '@sextant/contract';
import type { DataPaths } from '../shard/index/data-paths.ts';
import { type IndexFile, readIndexFile } from '../shard/index/index-file.ts';
import { isLeftOver, removeIndexFolder } from '../shard/index/index-folder.ts';
import type { DamagedFolder } from '../shard/index/writer-events.ts';
import { recoverMoves } from './shard-move.ts';

export interface IndexFolder {
  readonly directory: string;
  readonly content: IndexFile;
}

/**
 * What every folder says of its index: those that were written to first, younger ones before others, as where only one of two can be had it
 * is the first. Folders that cannot be read are told to `damaged`.
 * Removes what is left of indices that were being created or deleted when the machine stopped. `isSuspect`: the process
 * before may have been killed when it had renamed a file, and the name not been durable: it is before anybody sees it.
 */
export function readIndexFolders(
  disk: Disk,
  paths: DataPaths,
  log: Log,
  options: { readonly isSuspect: boolean; readonly damaged: (folder: DamagedFolder) => void },
): readonly IndexFolder[] {
  const { isSuspect, damaged } = options;
  const parent = `${paths.home}/indices`;
  const found: IndexFolder[] = [];
  recoverMoves(disk, paths, log);
  for (const uuid of disk.list(parent)) {
    const directory = `${parent}/${uuid}`;
    try {
      if (isSuspect) disk.syncDirectory(directory);
      const content = readIndexFile(disk, directory);
      if (content === undefined) handleWithoutFile(disk, paths, directory, { log, damaged });
      else if (content.metadata.uuid !== uuid) damaged({ directory, reason: anotherFolder(content) });
      else found.push({ directory, content });
    } catch (error) {
      damaged({ directory, reason: reasonOf(error) });
    }
  }
  for (const directory of strangers(disk, paths)) {
    damaged({ directory, reason: `shards of an index that is not known in [${paths.home}]` });
  }
  return found.sort((a, b) => isWritten(b) - isWritten(a) || createdAt(b) - createdAt(a));
}

function isWritten({ content }: IndexFolder): number {
  return Number(content.begunShards.length > 0);
}

function createdAt({ content }: IndexFolder): number {
  return content.metadata.creationDate;
}

/** A copy under another name would be the same index twice. */
function anotherFolder({ metadata: { uuid } }: IndexFile): string {
  return `the folder is not named by the uuid of its index [${uuid}]`;
}

/** Folders of indices in further paths that the first one does not have. */
function strangers(disk: Disk, { home, further }: DataPaths): readonly string[] {
  return further.flatMap((path) =>
    disk
      .list(`${path}/indices`)
      .filter((uuid) => !disk.exists(`${home}/indices/${uuid}`))
      .map((uuid) => `${path}/indices/${uuid}`),
  );
}

function handleWithoutFile(
  disk: Disk,
  paths: DataPaths,
  directory: string,
  { log, damaged }: { readonly log: Log; readonly damaged: (folder: DamagedFolder) => void },
): void {
  if (!isLeftOver(disk, directory)) {
    damaged({ directory, reason: 'the index metadata [index.meta] is missing' });
    return;
  }
  try {
    removeIndexFolder(disk, directory, paths);
  } catch (error) {
    if (!(error instanceof DiskError)) throw error;
    log.log('warn', 'index.delete', 'files are left behind', { directory, error: error.message });
  }
}

/** Throws what is neither an operating error nor one of the disk. */
export function reasonOf(error: unknown): string {
  if (error instanceof ApiError) return error.error.reason;
  if (error instanceof DiskError) return error.message;
  throw error;
}
