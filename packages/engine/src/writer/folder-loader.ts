import type { IndexFile } from '../shard/index/index-file.ts';
import type { DamagedFolder } from '../shard/index/writer-events.ts';
import type { IndexEnvironment } from './index-environment.ts';
import { type IndexFolder, reasonOf } from './index-folders.ts';
import type { IndexTable } from './index-table.ts';
import { IndexWriter } from './index-writer.ts';

/** Takes in what is found at a start; what cannot be read is told, and keeps nothing else from being opened. */
export class FolderLoader {
  readonly #environment: IndexEnvironment;
  readonly #indices: IndexTable;

  constructor(environment: IndexEnvironment, indices: IndexTable) {
    this.#environment = environment;
    this.#indices = indices;
  }

  /** `content`: what the folder's file says, or what the journal knows better. Its shards wait to be opened. */
  load({ directory, content: found }: IndexFolder, content: IndexFile): void {
    const { log } = this.#environment;
    const { name } = content.metadata;
    if (this.#indices.has(name)) {
      log.log(
        'error',
        'index.open',
        'a younger index has the same name; this one is left out: see GET /_dangling',
        {
          index: name,
          directory,
        },
      );
      return;
    }
    try {
      const index = new IndexWriter(this.#environment, { directory, content, written: content === found });
      this.#indices.add(index);
      index.tell();
      if (index.metadata.state === 'open') index.openLater();
    } catch (error) {
      this.damaged({ directory, reason: `index [${name}] cannot be opened: ${reasonOf(error)}` });
    }
  }

  openWaiting(index: IndexWriter): void {
    try {
      index.openWaiting();
    } catch (error) {
      const { directory, name } = index;
      this.damaged({ directory, reason: `index [${name}] cannot be opened: ${reasonOf(error)}` });
    }
  }

  damaged(folder: DamagedFolder): void {
    const { log, events } = this.#environment;
    const message = 'an index cannot be read; stop the service and run `sextant check` on the data folder';
    log.log('error', 'index.open', message, { ...folder });
    events.damaged(folder);
  }
}
