import { type Disk, DiskError, type Log } from '@sextant/base';
import { ApiError } from '@sextant/contract';
import { type IndexFile, readIndexFile } from '../shard/index/index-file.ts';
import { isLeftOver, removeIndexFolder } from '../shard/index/index-folder.ts';
import type { DamagedFolder } from '../shard/index/writer-events.ts';

export interface IndexFolder {
  readonly directory: string;
  readonly content: IndexFile;
}

/**
 * What every folder says of its index, younger ones first; folders that cannot be read are told to `damaged`.
 * Removes what is left of indices that were being created or deleted when the machine stopped. `isSuspect`: the process
 * before may have been killed when it had renamed a file, and the name not been durable: it is before anybody sees it.
 */
export function readIndexFolders(
  disk: Disk,
  parent: string,
  log: Log,
  options: { readonly isSuspect: boolean; readonly damaged: (folder: DamagedFolder) => void },
): readonly IndexFolder[] {
  const { isSuspect, damaged } = options;
  const found: IndexFolder[] = [];
  for (const uuid of disk.list(parent)) {
    const directory = `${parent}/${uuid}`;
    try {
      if (isSuspect) disk.syncDirectory(directory);
      const content = readIndexFile(disk, directory);
      if (content === undefined) handleWithoutFile(disk, directory, log, damaged);
      else found.push({ directory, content });
    } catch (error) {
      damaged({ directory, reason: reasonOf(error) });
    }
  }
  return found.sort((a, b) => b.content.metadata.creationDate - a.content.metadata.creationDate);
}

function handleWithoutFile(
  disk: Disk,
  directory: string,
  log: Log,
  damaged: (folder: DamagedFolder) => void,
): void {
  if (!isLeftOver(disk, directory)) {
    damaged({ directory, reason: 'the index metadata [index.meta] is missing' });
    return;
  }
  try {
    removeIndexFolder(disk, directory);
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
