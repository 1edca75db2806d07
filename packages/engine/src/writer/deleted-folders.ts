import type { Clock, Disk, Log } from '@sextant/base';
import type { DataPaths } from '../shard/index/data-paths.ts';
import { removeIndexFolder } from '../shard/index/index-folder.ts';

/** Until a folder that could not be removed is tried again. */
const AGAIN_AFTER_MS = 10_000;

interface Parts {
  readonly disk: Disk;
  readonly paths: DataPaths;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Removes the folders of deleted indices. One that cannot be removed, because a merge still makes files in it, say, is tried again
 * until it is gone, or by the next start.
 */
export class DeletedFolders {
  readonly #parts: Parts;
  readonly #left = new Set<string>();
  #cancel: (() => void) | undefined;
  #ended = false;

  constructor({ disk, paths, clock, log }: Parts) {
    this.#parts = { disk, paths, clock, log };
  }

  remove(directory: string): void {
    try {
      removeIndexFolder(this.#parts.disk, directory, this.#parts.paths);
    } catch (error) {
      const fields = { directory, error: String(error) };
      this.#parts.log.log('warn', 'index.delete', 'files are left behind', fields);
      this.#left.add(directory);
      this.#wait();
    }
  }

  end(): void {
    this.#ended = true;
    this.#cancel?.();
  }

  #wait(): void {
    if (this.#ended || this.#left.size === 0) return;
    this.#cancel ??= this.#parts.clock.after(AGAIN_AFTER_MS, () => this.#again());
  }

  #again(): void {
    this.#cancel = undefined;
    const { disk, paths, log } = this.#parts;
    for (const directory of this.#left) {
      try {
        if (disk.exists(directory)) removeIndexFolder(disk, directory, paths);
      } catch {
        // That it is there was told when it was left.
        continue;
      }
      this.#left.delete(directory);
      log.log('info', 'index.delete', 'files that were left behind are removed', { directory });
    }
    this.#wait();
  }
}
