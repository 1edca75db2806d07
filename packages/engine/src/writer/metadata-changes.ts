import type { Disk, Log } from '@sextant/base';
import { ApiError } from '@sextant/contract';
import type { IndexFile } from '../shard/index/index-file.ts';
import {
  JOURNAL_FILE,
  type MetadataJournal,
  readJournal,
  writeJournal,
} from '../shard/index/metadata-journal.ts';
import { type MetadataStore, metadataFailure } from './metadata-store.ts';

/** One index of a change. */
interface Replacement {
  readonly store: MetadataStore;
  readonly content: IndexFile;
}

/** Makes changes of metadata durable, those of several indices all or none. */
export class MetadataChanges {
  readonly #disk: Disk;
  readonly #directory: string;
  readonly #stores: () => Iterable<MetadataStore>;
  /** A change that was refused may stand in the journal. */
  #holdsRefused = false;

  /** `stores`: those of every index that is here. */
  constructor(disk: Disk, directory: string, stores: () => Iterable<MetadataStore>) {
    this.#disk = disk;
    this.#directory = directory;
    this.#stores = stores;
  }

  /** Throws ApiError, and nothing is changed, where the disk refuses. */
  commit(replacements: readonly Replacement[]): void {
    const [first] = replacements;
    if (first === undefined) return;
    if (replacements.length === 1) {
      if (this.#holdsRefused) this.#restore(this.#unwritten().map(({ content }) => content));
      first.store.write(first.content);
      return;
    }
    const replaced = new Set(replacements.map(({ store }) => store));
    const others = this.#unwritten().filter((store) => !replaced.has(store));
    const files = replacements.map(({ content }) => content);
    try {
      this.journal(
        files,
        others.map(({ content }) => content),
      );
    } catch (error) {
      // No later change has the version of one that may come up in its place.
      for (const { store, content } of replacements) store.skipVersion(content.metadata.version);
      throw error;
    }
    for (const { store, content } of replacements) store.install(content, false);
    this.bringUp();
  }

  /**
   * Makes a change durable: `files` are what its indices will be, `unwritten` what the journal alone holds of others.
   * Throws ApiError where the disk refuses.
   */
  journal(files: readonly IndexFile[], unwritten: readonly IndexFile[]): void {
    if (this.#holdsRefused) this.#restore(unwritten);
    try {
      writeJournal(this.#disk, this.#directory, { files: [...files, ...unwritten] });
    } catch (error) {
      const isUndone = this.#restore(unwritten);
      throw metadataFailure(files.map(({ metadata }) => metadata.name).join(','), error, isUndone);
    }
  }

  /** Writes what the journal alone holds to the files of the indices, and then does without it. */
  bringUp(): void {
    const behind = [...this.#stores()].filter((store) => !store.bringUp());
    if (behind.length === 0) this.dropJournal();
  }

  /** Every change that the journal holds is in the files of the indices. */
  dropJournal(): void {
    try {
      this.#disk.remove(`${this.#directory}/${JOURNAL_FILE}`);
    } catch {
      // Its entries are not younger than the files: they count no more.
    }
  }

  /**
   * A journal that failed may be there all the same, and must not come up at the next start: it holds these files at most,
   * which are durable nowhere else. False where it may: the disk refuses everything. The next change tries again.
   */
  #restore(files: readonly IndexFile[]): boolean {
    this.#holdsRefused = true;
    try {
      if (files.length > 0) writeJournal(this.#disk, this.#directory, { files });
      else {
        this.#disk.remove(`${this.#directory}/${JOURNAL_FILE}`);
        this.#disk.syncDirectory(this.#directory);
      }
      this.#holdsRefused = false;
    } catch {
      // Said by the answer.
    }
    return !this.#holdsRefused;
  }

  #unwritten(): readonly MetadataStore[] {
    return [...this.#stores()].filter((store) => !store.isWritten);
  }
}

/** The journal of the last start, if there is one that can be read. */
export function openJournal(disk: Disk, directory: string, log: Log): MetadataJournal | undefined {
  try {
    return readJournal(disk, directory);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { reason } = error.error;
    log.log('error', 'index.open', 'the last change of several indices may be done for some of them only', {
      reason,
    });
    return undefined;
  }
}
