import type { DanglingIndex } from '../shard/index/dangling-index.ts';
import type { Engine } from './engine.ts';
import type { WriterPort } from './writer-port.ts';

/** Where shards lie, where there are several data paths; and folders of indices that nobody has. */
export class EnginePaths {
  /** The folder of the engine, and the further ones that are there. */
  all: readonly string[];
  readonly #writer: () => WriterPort;
  readonly #engine: Pick<Engine, 'indices'>;

  constructor(home: string, engine: Pick<Engine, 'indices'>, writer: () => WriterPort) {
    this.all = [home];
    this.#writer = writer;
    this.#engine = engine;
  }

  /** By name. */
  dangling(): Promise<readonly DanglingIndex[]> {
    return this.#writer().dangling({ kind: 'list', known: this.#known() });
  }

  /** Takes the index in, or removes its folder. Rejects with ApiError: see `DanglingIndices`. */
  async endDangling(kind: 'import' | 'delete', uuid: string): Promise<void> {
    await this.#writer().dangling({ kind, uuid, known: this.#known() });
  }

  #known(): readonly string[] {
    return this.#engine.indices().map(({ uuid }) => uuid);
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
