import { type Disk, DiskError } from '@sextant/base';

/** Stands in the engine's folder while no process has it open and the last one ended by itself. */
export const CLEAN_END_FILE = 'clean.end';

/** Whether the last process ended by itself. The mark is gone then; durably so with the next sync of the folder. */
export function takeCleanEnd(disk: Disk, directory: string): boolean {
  const path = `${directory}/${CLEAN_END_FILE}`;
  if (!disk.exists(path)) return false;
  disk.remove(path);
  return true;
}

/** Leaves the mark. Where the disk refuses, the next start reads more than it must. */
export function markCleanEnd(disk: Disk, directory: string): void {
  try {
    disk.open(`${directory}/${CLEAN_END_FILE}`, 'create').close();
    disk.syncDirectory(directory);
  } catch (error) {
    if (!(error instanceof DiskError)) throw error;
  }
}
