import { type Disk, MAY_COUNT } from '@sextant/base';
import { ApiError } from '@sextant/contract';
import { type IndexFile, writeIndexFile } from '../shard/index/index-file.ts';

/** Makes the folder of an index with its file, under a durable name. Throws ApiError. */
export function writeNewIndex(disk: Disk, parent: string, directory: string, content: IndexFile): void {
  try {
    disk.makeDirectory(directory);
    writeIndexFile(disk, directory, content);
    disk.syncDirectory(parent);
  } catch (error) {
    const what = `cannot create [${content.metadata.name}]`;
    try {
      disk.removeTree(directory);
      disk.syncDirectory(parent);
    } catch {
      // The next start prefers the index that is made in its place.
      throw diskFailure(what, error, MAY_COUNT);
    }
    throw diskFailure(what, error);
  }
}

/** ApiErrors stay as they are. */
export function diskFailure(what: string, error: unknown, end = ''): ApiError {
  if (error instanceof ApiError) return error;
  const reason = `${what}: ${error instanceof Error ? error.message : String(error)}${end}`;
  return new ApiError({ type: 'illegal_state_exception', reason }, { cause: error });
}
