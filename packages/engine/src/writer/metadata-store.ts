import { type Disk, MAY_COUNT } from '@sextant/base';
import { ApiError } from '@sextant/contract';
import { type IndexFile, readIndexFile, writeIndexFile } from '../shard/index/index-file.ts';
import type { IndexMetadata } from '../shard/index/index-metadata.ts';

interface StoreOrigin {
  readonly directory: string;
  readonly content: IndexFile;
  /** See `isWritten`. */
  readonly written: boolean;
}

/** The metadata of one index, and its file. What is shown is durable. */
export class MetadataStore {
  readonly #disk: Disk;
  readonly #directory: string;
  #content: IndexFile;
  /** Shards that have their files, ascending; of the last of them the content may not know yet. */
  #begunShards: readonly number[];
  /** The file holds what is shown; false while only the journal of changes does. */
  #written: boolean;
  readonly #reachedTerm: (primaryTerm: number) => void;
  /** Up to this one, versions may stand in the journal of a change that was refused. */
  #skippedVersion = 0;

  /** `reachedTerm` is told when the content has a higher primary term than before. */
  constructor(
    disk: Disk,
    { directory, content, written }: StoreOrigin,
    reachedTerm: (primaryTerm: number) => void,
  ) {
    this.#written = written;
    this.#disk = disk;
    this.#directory = directory;
    this.#reachedTerm = reachedTerm;
    this.#content = frozen(content);
    this.#begunShards = content.begunShards;
  }

  get content(): IndexFile {
    return this.#content;
  }

  get metadata(): IndexMetadata {
    return this.#content.metadata;
  }

  get isWritten(): boolean {
    return this.#written;
  }

  /** What the file will hold after these changes. */
  next(changes: Partial<IndexMetadata>, primaryTerm = this.#content.primaryTerm): IndexFile {
    const { metadata } = this.#content;
    const version = Math.max(metadata.version, this.#skippedVersion) + 1;
    return { metadata: { ...metadata, ...changes, version }, primaryTerm, begunShards: this.#begunShards };
  }

  /** No change gets this version any more. */
  skipVersion(version: number): void {
    this.#skippedVersion = Math.max(this.#skippedVersion, version);
  }

  /** Some version from here on must not be used: the next change goes beyond it. */
  get skipsVersions(): boolean {
    return this.#skippedVersion > this.metadata.version;
  }

  /** Throws ApiError, and nothing is changed, when it cannot be written. */
  write(content: IndexFile): void {
    try {
      writeIndexFile(this.#disk, this.#directory, content);
    } catch (error) {
      throw metadataFailure(this.metadata.name, error, this.#restore());
    }
    this.install(content, true);
  }

  /** Throws ApiError, and nothing is changed, when it cannot be written. */
  raiseTerm(primaryTerm = this.#content.primaryTerm + 1): void {
    const { metadata } = this.#content;
    this.write({ metadata, primaryTerm, begunShards: this.#begunShards });
  }

  isBegun(shard: number): boolean {
    return this.#begunShards.includes(shard);
  }

  /** The shard has its files from now on; the next write says so. */
  begin(shard: number): void {
    if (this.isBegun(shard)) return;
    this.#begunShards = [...this.#begunShards, shard].sort((a, b) => a - b);
  }

  /**
   * The shard has no files any more, and what is written to it gets a new term: nothing of before may be taken for it.
   * Throws ApiError, and nothing is changed, when it cannot be written.
   */
  forget(shard: number): void {
    const begun = this.#begunShards;
    const { metadata, primaryTerm } = this.#content;
    const begunShards = begun.filter((each) => each !== shard);
    this.write({ metadata, primaryTerm: primaryTerm + 1, begunShards });
    this.#begunShards = begunShards;
  }

  /** Writes which shards were begun, where that is not known yet. Throws ApiError when it cannot be written. */
  persistBegun(): void {
    const { metadata, primaryTerm, begunShards } = this.#content;
    if (begunShards.length === this.#begunShards.length) return;
    this.write({ metadata, primaryTerm, begunShards: this.#begunShards });
  }

  /** Shows what is durable: in the file, or, where `written` is false, in the journal. */
  install(content: IndexFile, written: boolean): void {
    const before = this.#content.primaryTerm;
    this.#content = frozen(content);
    this.#written = written;
    if (content.primaryTerm > before) this.#reachedTerm(content.primaryTerm);
  }

  /** Brings the file up to what is shown; false when the disk refuses. */
  bringUp(): boolean {
    try {
      if (!this.#written) writeIndexFile(this.#disk, this.#directory, this.#content);
      this.#written = true;
    } catch {
      // The journal holds it; the next change, or the next start, writes it.
    }
    return this.#written;
  }

  /**
   * A failed write may have replaced the file and not made its name durable: it must not come up at the next start.
   * False where it may all the same: the disk refuses everything. The next write replaces the file.
   */
  #restore(): boolean {
    try {
      const found = readIndexFile(this.#disk, this.#directory);
      const { metadata, primaryTerm } = this.#content;
      if (found?.metadata.version === metadata.version && found.primaryTerm === primaryTerm) return true;
      writeIndexFile(this.#disk, this.#directory, this.#content);
      this.#written = true;
      return true;
    } catch {
      return false;
    }
  }
}

/** `isUndone`: the change does not come up at the next start. */
export function metadataFailure(name: string, error: unknown, isUndone: boolean): ApiError {
  const reason = `cannot write the metadata of [${name}]: ${error instanceof Error ? error.message : String(error)}`;
  return new ApiError(
    { type: 'illegal_state_exception', reason: isUndone ? reason : reason + MAY_COUNT },
    { cause: error },
  );
}

function frozen({ metadata, primaryTerm, begunShards }: IndexFile): IndexFile {
  return { metadata: Object.freeze(metadata), primaryTerm, begunShards };
}
