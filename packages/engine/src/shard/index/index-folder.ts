import { type Disk, DiskError, MAY_COUNT } from '@sextant/base';
import type { DataPaths } from './data-paths.ts';
import { INDEX_FILE, type IndexFile, writeIndexFile } from './index-file.ts';

/** Name of the metadata once the index is deleted: the rest of the folder may go. */
const DELETED_FILE = 'index.deleted';

/**
 * From here on the index is deleted, whatever is left of its folder. Throws DiskError: then it is not, or the message
 * says that it may be after a restart.
 */
export function markIndexDeleted(disk: Disk, directory: string): void {
  disk.rename(`${directory}/${INDEX_FILE}`, `${directory}/${DELETED_FILE}`);
  try {
    disk.syncDirectory(directory);
  } catch (error) {
    if (unmark(disk, directory) || !(error instanceof DiskError)) throw error;
    throw new DiskError(error.code, error.path, error.message + MAY_COUNT, { cause: error });
  }
}

/**
 * Makes the folder of an index that is to be there all at once: until `showIndexFolder` it is that of a deleted one, which the next
 * start removes.
 */
export function beginIndexFolder(disk: Disk, directory: string, content: IndexFile): void {
  disk.makeDirectory(directory);
  writeIndexFile(disk, directory, content, DELETED_FILE);
}

/** What is in the folder is durable. */
export function showIndexFolder(disk: Disk, directory: string): void {
  disk.syncDirectory(directory);
  disk.rename(`${directory}/${DELETED_FILE}`, `${directory}/${INDEX_FILE}`);
  disk.syncDirectory(directory);
}

/** The index goes on; the next start must not find it deleted. False where it may: the disk refuses everything. */
function unmark(disk: Disk, directory: string): boolean {
  try {
    disk.rename(`${directory}/${DELETED_FILE}`, `${directory}/${INDEX_FILE}`);
    disk.syncDirectory(directory);
    return true;
  } catch {
    return false;
  }
}

/**
 * Removes the folder of a deleted index; its mark goes last, so that the next start can go on with it. Where a part cannot be
 * removed the others are all the same; throws what the first of them met.
 */
export function removeIndexFolder(disk: Disk, directory: string, paths: DataPaths): void {
  const failures: unknown[] = [];
  try {
    paths.removeFurther(directory.slice(directory.lastIndexOf('/') + 1));
  } catch (error) {
    failures.push(error);
  }
  for (const name of disk.list(directory)) {
    if (name === DELETED_FILE) continue;
    try {
      disk.removeTree(`${directory}/${name}`);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  disk.syncDirectory(directory);
  disk.removeTree(directory);
}

/**
 * Whether a folder without metadata holds nothing that anybody was promised: its index was being created, or it
 * was deleted. Otherwise the metadata is lost and the documents may still be there.
 */
export function isLeftOver(disk: Disk, directory: string): boolean {
  const names = disk.list(directory);
  const begun = [`${INDEX_FILE}.tmp`, `${DELETED_FILE}.tmp`];
  return names.includes(DELETED_FILE) || names.every((name) => begun.includes(name));
}
