import type { IndexCopy } from '../shard/index/index-copy.ts';
import { type IndexFile, readIndexFile } from '../shard/index/index-file.ts';
import { beginIndexFolder, showIndexFolder } from '../shard/index/index-folder.ts';
import type { IndexMetadata } from '../shard/index/index-metadata.ts';
import { sourceCodecOf } from '../shard/index/shard-settings.ts';
import { copyShard } from '../shard/write/copy-shard.ts';
import type { DeletedFolders } from './deleted-folders.ts';
import type { IndexEnvironment } from './index-environment.ts';
import { diskFailure } from './new-index.ts';

export interface CopyTarget {
  /** Of all indices. */
  readonly parent: string;
  /** Of the new one. */
  readonly metadata: IndexMetadata;
  /** Where a copy that came to nothing is removed. */
  readonly deleted: DeletedFolders;
  /** Throws ApiError where the index may not be made any more. */
  readonly check: () => void;
}

/**
 * Makes the folder of an index with the documents of another one. Until it is whole it is that of a deleted index, so that a
 * start after a kill finds the whole of it or nothing. Rejects with ApiError, and nothing is left.
 */
export async function writeCopy(
  environment: IndexEnvironment,
  copy: IndexCopy,
  { parent, metadata, deleted, check }: CopyTarget,
): Promise<IndexFile> {
  const { disk, paths } = environment;
  const directory = `${parent}/${metadata.uuid}`;
  const begunShards = copy.shards.map((_, shard) => shard);
  try {
    // What is written to the new index has numbers that operations of the other one have had.
    const primaryTerm =
      copy.primaryTerm ?? 1 + (readIndexFile(disk, `${parent}/${copy.uuid}`)?.primaryTerm ?? 0);
    const content: IndexFile = { metadata, primaryTerm, begunShards };
    beginIndexFolder(disk, directory, content);
    disk.syncDirectory(parent);
    const codec = sourceCodecOf(metadata.settings);
    const folders: string[] = [];
    for (const [shard, each] of copy.shards.entries()) {
      const only = copy.isSplit ? { index: metadata, shard } : undefined;
      const folder = paths.folderOf(metadata.uuid, shard, false, folders);
      folders.push(folder);
      await copyShard({ ...environment, directory: folder, codec, only }, each);
      disk.syncDirectory(folder.slice(0, folder.lastIndexOf('/')));
      paths.syncAbove(folder);
    }
    check();
    showIndexFolder(disk, directory);
    return content;
  } catch (error) {
    if (disk.exists(directory)) deleted.remove(directory);
    throw diskFailure(`cannot create [${metadata.name}]`, error);
  }
}
