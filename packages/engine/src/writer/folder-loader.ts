import type { IndexFile } from '../shard/index/index-file.ts';
import type { IndexMetadata } from '../shard/index/index-metadata.ts';
import type { DamagedFolder } from '../shard/index/writer-events.ts';
import type { IndexEnvironment } from './index-environment.ts';
import { type IndexFolder, reasonOf } from './index-folders.ts';
import type { IndexTable } from './index-table.ts';
import { IndexWriter } from './index-writer.ts';

/** Takes in what is found at a start; what cannot be read is told, and keeps nothing else from being opened. */
export class FolderLoader {
  readonly #environment: IndexEnvironment;
  readonly #indices: IndexTable;
  /** Of what is taken in, and whether writes to the alias go to one of its indices by name. */
  readonly #aliases = new Map<string, boolean>();

  constructor(environment: IndexEnvironment, indices: IndexTable) {
    this.#environment = environment;
    this.#indices = indices;
  }

  /** `content`: what the folder's file says, or what the journal knows better. Its shards wait to be opened. */
  load({ directory, content: found }: IndexFolder, content: IndexFile): void {
    const { log } = this.#environment;
    const { name } = content.metadata;
    const conflict = this.#conflict(content.metadata);
    if (conflict !== undefined) {
      const message = `${conflict}; this one is left out: see GET /_dangling`;
      log.log('error', 'index.open', message, { index: name, directory });
      return;
    }
    try {
      const index = new IndexWriter(this.#environment, { directory, content, written: content === found });
      this.#indices.add(index);
      this.#note(content.metadata);
      index.tell();
      if (index.metadata.state === 'open') index.openLater();
    } catch (error) {
      this.damaged({ directory, reason: `index [${name}] cannot be opened: ${reasonOf(error)}` });
    }
  }

  /** What an index that goes before has, and only one can have. */
  #conflict({ name, aliases }: IndexMetadata): string | undefined {
    if (this.#indices.has(name)) return 'another index has the same name';
    if (this.#aliases.has(name)) return 'another index has an alias of this name';
    for (const [alias, { isWriteIndex }] of Object.entries(aliases)) {
      if (this.#indices.has(alias)) return `another index has the name of the alias [${alias}]`;
      if (isWriteIndex === true && this.#aliases.get(alias) === true)
        return `writes to the alias [${alias}] go to another index`;
    }
    return undefined;
  }

  #note({ aliases }: IndexMetadata): void {
    for (const [alias, { isWriteIndex = false }] of Object.entries(aliases)) {
      this.#aliases.set(alias, isWriteIndex || this.#aliases.get(alias) === true);
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
