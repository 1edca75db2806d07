import type { WriterPort } from './writer-port.ts';

/** Where shards lie, where there are several data paths. */
export class EnginePaths {
  /** The folder of the engine, and the further ones that are there. */
  all: readonly string[];
  readonly #writer: () => WriterPort;

  constructor(home: string, writer: () => WriterPort) {
    this.all = [home];
    this.#writer = writer;
  }

  /** No new shard goes to these as long as another one has room. */
  setFull(paths: readonly string[]): Promise<void> {
    return this.#writer().setFullPaths(paths);
  }

  /**
   * Brings a shard to another path. False where its index is not quiet just now, the shard has no files or is there already, or searches
   * still use what it has left there. What is written to the index waits for the end of it, searches go on. Rejects with ApiError, and
   * the shard is where it was, where the disk refuses.
   */
  move(index: string, shard: number, path: string): Promise<boolean> {
    return this.#writer().moveShard(index, shard, path);
  }
}
