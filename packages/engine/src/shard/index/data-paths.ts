import { type Disk, DiskError } from '@sextant/base';
import { corruptIndex } from '../../codec/corruption.ts';

/** Stands in each path, and says what it is. */
export const PATH_FILE = 'data.path';
/** Stands in the folder of a shard that lies elsewhere now: what is beside it does not count any more. */
export const MOVED_FILE = 'moved';
/** End of the name of a shard's folder while it comes from another path. */
export const MOVING = '.moving';

/** So much of a path, one part of this many, a shard that was just placed is taken to grow to. */
const PART_OF_NEW_SHARD = 1_000;

export interface DataPathsOptions {
  readonly disk: Disk;
  /** Holds what is known of all indices, and shards. */
  readonly home: string;
  /** Hold nothing but shards; those that can be used. */
  readonly further?: readonly string[];
  /** Further ones that have held shards, and are not there. */
  readonly away?: readonly string[];
}

/**
 * The folders of shards: `PATH/indices/UUID/SHARD`, of each shard in one of the paths. Which that is nobody notes: it is where the
 * folder is. With one path nothing is ever looked for.
 */
export class DataPaths {
  readonly home: string;
  readonly further: readonly string[];
  readonly away: readonly string[];
  readonly #disk: Disk;
  #full: ReadonlySet<string> = new Set();
  /** Shards that were placed by this one, by path. */
  readonly #placed = new Map<string, number>();

  constructor({ disk, home, further = [], away = [] }: DataPathsOptions) {
    this.#disk = disk;
    this.home = home;
    this.further = further;
    this.away = away;
  }

  get all(): readonly string[] {
    return [this.home, ...this.further];
  }

  /** All that there is lies in the first path. */
  get isOne(): boolean {
    return this.further.length + this.away.length === 0;
  }

  /** No new shard goes to these as long as another one has room. */
  setFull(paths: readonly string[]): void {
    this.#full = new Set(paths);
  }

  isFull(path: string): boolean {
    return this.#full.has(path);
  }

  /** Where the shard is; undefined where it has no folder. Throws corrupt_index_exception where it has several. */
  find(uuid: string, shard: number): string | undefined {
    const here = this.all
      .map((path) => shardFolder(path, uuid, shard))
      .filter((folder) => this.#disk.exists(folder) && !this.#disk.exists(`${folder}/${MOVED_FILE}`));
    if (here.length > 1) {
      throw corruptIndex(
        `the shard has several folders, [${here.join(', ')}]: take all but the right one away`,
      );
    }
    return here[0];
  }

  /** Where the shard was, while a move is under way that the next start brings to its end. */
  leaving(uuid: string, shard: number): string | undefined {
    const folders = this.all.map((path) => shardFolder(path, uuid, shard));
    const isMoving = folders.some((folder) => this.#disk.exists(folder + MOVING));
    return isMoving ? folders.find((folder) => this.#disk.exists(`${folder}/${MOVED_FILE}`)) : undefined;
  }

  /**
   * The folder that the shard has, or is to get: in a path with room, where the fewest shards of its index are, and of those
   * where most space is left. `others`: folders of the index's other shards. Throws corrupt_index_exception where `isBegun` and there is
   * none.
   */
  folderOf(uuid: string, shard: number, isBegun: boolean, others: readonly string[]): string {
    if (this.isOne) return shardFolder(this.home, uuid, shard);
    const found = this.find(uuid, shard);
    if (found !== undefined) return found;
    if (!isBegun) return shardFolder(this.#choose(uuid, others), uuid, shard);
    const leaving = this.leaving(uuid, shard);
    if (leaving !== undefined) {
      throw corruptIndex(`the shard is on its way from [${leaving}]; the next start brings that to its end`);
    }
    const missing = this.away.length === 0 ? '' : `; not there: [${this.away.join(', ')}]`;
    throw corruptIndex(
      `the folder of the shard is in none of the data paths [${this.all.join(', ')}]${missing}`,
    );
  }

  /** The path that a folder lies in. */
  pathOf(folder: string): string {
    return this.all.find((path) => folder.startsWith(`${path}/indices/`)) ?? this.home;
  }

  /** The name of the shard's folder is durable, and those above it. Throws DiskError, also where the path is no longer there. */
  syncAbove(folder: string): void {
    const path = this.pathOf(folder);
    if (!this.#isThere(path)) throw new DiskError('missing', path, `the data path [${path}] is not there`);
    if (path !== this.home) this.#disk.syncDirectory(`${path}/indices`);
  }

  /** Of a disk that is no longer mounted the folder is left: what is put there would be hidden when it is again. */
  #isThere(path: string): boolean {
    return path === this.home || this.#disk.exists(`${path}/${PATH_FILE}`);
  }

  /** Removes what the further paths hold of an index. Throws DiskError where a part cannot be removed, or is away. */
  removeFurther(uuid: string): void {
    for (const path of this.further) {
      const folder = `${path}/indices/${uuid}`;
      if (!this.#disk.exists(folder)) continue;
      this.#disk.removeTree(folder);
      this.#disk.syncDirectory(`${path}/indices`);
    }
    const [away] = this.away;
    if (away !== undefined) throw new DiskError('missing', away, `the data path [${away}] is not there`);
  }

  #choose(uuid: string, others: readonly string[]): string {
    const taken = new Map<string, number>();
    for (const folder of others) {
      const path = this.pathOf(folder);
      taken.set(path, (taken.get(path) ?? 0) + 1);
    }
    const room = this.all.flatMap((path) => {
      const bytes = this.#room(path);
      return bytes === undefined
        ? []
        : [{ path, bytes, shards: taken.get(path) ?? 0, full: this.isFull(path) }];
    });
    room.sort((a, b) => Number(a.full) - Number(b.full) || a.shards - b.shards || b.bytes - a.bytes);
    const path = room[0]?.path ?? this.home;
    this.#placed.set(path, (this.#placed.get(path) ?? 0) + 1);
    if (path !== this.home) this.#disk.makeDirectory(`${path}/indices/${uuid}`);
    return path;
  }

  /** Bytes that are left, without what was placed there lately; undefined where the path is not there, or does not tell. */
  #room(path: string): number | undefined {
    try {
      if (!this.#isThere(path)) return undefined;
      const { availableBytes, totalBytes } = this.#disk.space(path);
      return availableBytes - ((this.#placed.get(path) ?? 0) * totalBytes) / PART_OF_NEW_SHARD;
    } catch (error) {
      if (error instanceof DiskError) return undefined;
      throw error;
    }
  }
}

export function shardFolder(path: string, uuid: string, shard: number): string {
  return `${path}/indices/${uuid}/${shard}`;
}
