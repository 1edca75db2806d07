import { type ApiError, apiError } from '@sextant/contract';
import type { DanglingCall, DanglingIndex } from '../shard/index/dangling-index.ts';
import { type IndexFile, readIndexFile } from '../shard/index/index-file.ts';
import { markIndexDeleted } from '../shard/index/index-folder.ts';
import type { DeletedFolders } from './deleted-folders.ts';
import type { IndexEnvironment } from './index-environment.ts';
import { reasonOf } from './index-folders.ts';
import type { IndexTable } from './index-table.ts';
import { IndexWriter } from './index-writer.ts';
import { diskFailure } from './new-index.ts';

interface Parts {
  readonly environment: IndexEnvironment;
  readonly indices: IndexTable;
  readonly deleted: DeletedFolders;
  /** Of the folders of indices. */
  readonly parent: string;
}

interface Folder {
  readonly directory: string;
  readonly content: IndexFile;
}

/**
 * Folders of indices that nobody has: somebody has brought them there while the service ran, or another index had their name when it
 * was started.
 */
export class DanglingIndices {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * What is there, by name; of `import` and `delete` the one that was asked for. Throws ApiError: illegal_argument_exception where none has
   * the uuid, resource_already_exists_exception where another index has the name, what its files or the disk say.
   */
  call(request: DanglingCall): readonly DanglingIndex[] {
    const folders = this.#folders(new Set(request.known));
    if (request.kind === 'list') return folders.map(({ content }) => shown(content));
    const folder = folders.find(({ content }) => content.metadata.uuid === request.uuid);
    if (folder === undefined) throw noDangling(request.uuid);
    if (request.kind === 'import') this.#import(folder);
    else this.#delete(folder);
    return [shown(folder.content)];
  }

  /** A folder that cannot be read is not one of these: `sextant check` tells of it. */
  #folders(known: ReadonlySet<string>): readonly Folder[] {
    const { environment, indices, parent } = this.#parts;
    const found: Folder[] = [];
    for (const uuid of environment.disk.list(parent)) {
      if (known.has(uuid) || indices.findByUuid(uuid) !== undefined) continue;
      const directory = `${parent}/${uuid}`;
      try {
        const content = readIndexFile(environment.disk, directory);
        // A copy of a folder under another name would be the same index twice.
        if (content === undefined || content.metadata.uuid !== uuid) continue;
        found.push({ directory, content });
      } catch (error) {
        this.#unreadable(directory, reasonOf(error));
      }
    }
    return found.sort((a, b) => (a.content.metadata.name < b.content.metadata.name ? -1 : 1));
  }

  #unreadable(directory: string, reason: string): void {
    const what = 'a folder of an index cannot be read';
    this.#parts.environment.log.log('warn', 'index.dangling', what, { directory, reason });
  }

  #import({ directory, content }: Folder): void {
    const { environment, indices, parent } = this.#parts;
    const { metadata } = content;
    const existing = indices.find(metadata.name);
    if (existing !== undefined) throw existingIndex(metadata.name, existing.uuid);
    // Whoever has brought it may not have waited until the disk had all of it.
    try {
      environment.disk.syncDirectory(directory);
      environment.disk.syncDirectory(parent);
    } catch (error) {
      throw diskFailure(`cannot take in [${metadata.name}]`, error);
    }
    const index = new IndexWriter(environment, { directory, content, written: true, isBrought: true });
    indices.add(index);
    const { name, uuid } = metadata;
    environment.log.log('info', 'index.dangling', 'a dangling index is taken in', { index: name, uuid });
    index.tell();
    if (index.metadata.state === 'open') index.openShards();
  }

  #delete({ directory, content }: Folder): void {
    const { environment, deleted } = this.#parts;
    const { name, uuid } = content.metadata;
    try {
      markIndexDeleted(environment.disk, directory);
    } catch (error) {
      throw diskFailure(`cannot delete [${name}]`, error);
    }
    environment.log.log('info', 'index.dangling', 'a dangling index is deleted', { index: name, uuid });
    deleted.remove(directory);
  }
}

function shown({ metadata: { name, uuid, creationDate, aliases } }: IndexFile): DanglingIndex {
  return { name, uuid, creationDate, aliases };
}

export function existingIndex(name: string, uuid: string): ApiError {
  const reason = `index [${name}/${uuid}] already exists`;
  return apiError('resource_already_exists_exception', reason, { index: name, index_uuid: uuid });
}

function noDangling(uuid: string): ApiError {
  return apiError('illegal_argument_exception', `No dangling index found for UUID [${uuid}]`);
}
