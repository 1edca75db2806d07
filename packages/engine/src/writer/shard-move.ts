import {
  type Disk,
  DiskError,
  type FramedFormat,
  FrameError,
  type Log,
  readFramed,
  writeFramed,
} from '@sextant/base';
import { type DataPaths, MOVED_FILE, MOVING, shardFolder } from '../shard/index/data-paths.ts';
import { readCommitPoint } from '../shard/store/commit-point.ts';

/** Of what a folder that no longer counts says: which folder does, once its copy has its name. */
const format: FramedFormat = { magic: 'SXMV', version: 1 };

/** So much is copied at a time. */
const SLICE_BYTES = 1024 * 1024;
/** So often what was committed during the copy is copied while the shard works. */
const PASSES = 3;
const NOTHING: ReadonlySet<string> = new Set();
/** End of the name of a folder that is being removed. */
const GONE = '.gone';

/**
 * The way of one shard's folder from one data path to another. The copy is made under another name and is durable before the
 * mark of the old folder says that this one no longer counts; then it gets its name. At no time do both count, and a start
 * goes on where it was broken off (`recoverMoves`).
 */
export class ShardMove {
  readonly from: string;
  readonly #disk: Disk;
  readonly #to: string;
  readonly #parent: string;
  readonly #paths: DataPaths;
  /** Names of files whose copy is whole and durable. */
  readonly #copied = new Set<string>();

  constructor(
    disk: Disk,
    paths: DataPaths,
    place: { readonly from: string; readonly uuid: string; readonly shard: number; readonly path: string },
  ) {
    this.#disk = disk;
    this.#paths = paths;
    this.from = place.from;
    this.#to = shardFolder(place.path, place.uuid, place.shard);
    this.#parent = `${place.path}/indices/${place.uuid}`;
  }

  /**
   * Copies segments that are committed, and so do not change, while the shard works: a slice at a time. Those that are being
   * made may have their length before they have their content. Throws DiskError, ApiError where the commit point is damaged.
   */
  *copyAhead(): Generator<void> {
    const disk = this.#disk;
    if (disk.exists(`${this.#to}/${MOVED_FILE}`)) removeMarked(disk, this.#to);
    disk.removeTree(this.#to + MOVING);
    disk.makeDirectory(this.#to + MOVING);
    // What was committed meanwhile comes in the next pass.
    for (let pass = 0; pass < PASSES; pass++) {
      const names = this.#committed().filter((name) => !this.#copied.has(name));
      if (names.length === 0) return;
      for (const name of names) yield* this.#copy(name);
    }
  }

  #committed(): readonly string[] {
    const segments = readCommitPoint(this.#disk, this.from)?.segments ?? [];
    return segments.flatMap(({ name }) => [`${name}.seg`, `${name}.src`]);
  }

  *#copy(name: string): Generator<void> {
    const target = `${this.#to}${MOVING}/${name}`;
    try {
      yield* copyFile(this.#disk, `${this.from}/${name}`, target);
      this.#copied.add(name);
    } catch (error) {
      // Merged away meanwhile.
      if (!(error instanceof DiskError && error.code === 'missing')) throw error;
      this.#disk.remove(target);
    }
  }

  /** Copies the rest and switches, while nobody has the shard open. Throws DiskError; then the shard is where it was. */
  finish(): void {
    const disk = this.#disk;
    const temporary = this.#to + MOVING;
    copyRest(disk, this.from, temporary, this.#copied);
    disk.syncDirectory(this.#parent);
    this.#paths.syncAbove(this.#to);
    if (disk.exists(this.#to)) throw new DiskError('exists', this.#to, `${this.#to} is there already`);
    try {
      writeFramed(disk, this.from, MOVED_FILE, format, { to: this.#to });
      disk.rename(temporary, this.#to);
      disk.syncDirectory(this.#parent);
    } catch (error) {
      this.#takeBack();
      throw error;
    }
  }

  /** Nothing of a copy that came to nothing is left, but where it is all that counts: the next start goes on with that. */
  drop(): void {
    try {
      if (!this.#disk.exists(`${this.from}/${MOVED_FILE}`)) this.#disk.removeTree(this.#to + MOVING);
    } catch {
      // The next start removes it.
    }
  }

  /** The copy loses its name before the old folder counts again. */
  #takeBack(): void {
    const disk = this.#disk;
    if (disk.exists(this.#to)) {
      disk.rename(this.#to, this.#to + MOVING);
      disk.syncDirectory(this.#parent);
    }
    disk.remove(`${this.from}/${MOVED_FILE}`);
    disk.syncDirectory(this.from);
  }
}

function* copyFile(disk: Disk, from: string, to: string): Generator<void> {
  const source = disk.open(from, 'read');
  try {
    const target = disk.open(to, 'create');
    try {
      const bytes = new Uint8Array(Math.min(SLICE_BYTES, Math.max(1, source.size)));
      for (let at = 0; at < source.size; ) {
        const read = source.read(bytes, at);
        if (read === 0) throw new DiskError('failed', from, `${from} ends at [${at}]`);
        target.write(bytes.subarray(0, read));
        at += read;
        yield;
      }
      target.sync();
    } finally {
      target.close();
    }
  } finally {
    source.close();
  }
}

/** What is not `copied` yet, and nothing that is no longer: durable when it returns. */
function copyRest(disk: Disk, from: string, to: string, copied: ReadonlySet<string>): void {
  disk.makeDirectory(to);
  const names = disk.list(from);
  for (const name of disk.list(to)) if (!names.includes(name)) disk.removeTree(`${to}/${name}`);
  for (const name of names) {
    const [source, target] = [`${from}/${name}`, `${to}/${name}`];
    if (name === 'translog') copyRest(disk, source, target, NOTHING);
    else if (!copied.has(name)) for (const _slice of copyFile(disk, source, target));
  }
  disk.syncDirectory(to);
}

/** Which copies and marks of a shard there are, by path. */
interface Traces {
  readonly counting: string[];
  readonly marked: string[];
  readonly moving: string[];
}

/** Brings moves to their end that the process before has begun. What the disk refuses is left to the next start. Throws DiskError. */
export function recoverMoves(disk: Disk, paths: DataPaths, log: Log): void {
  if (paths.isOne) return;
  const all = new Map<string, Traces>();
  const attempt = (directory: string, action: () => void): void => {
    try {
      action();
    } catch (error) {
      if (!(error instanceof DiskError)) throw error;
      const message = 'a move to another data path cannot be brought to its end';
      log.log('error', 'index.shard', message, { directory, error: String(error) });
    }
  };
  for (const path of paths.all) {
    for (const uuid of disk.list(`${path}/indices`)) {
      const folder = `${path}/indices/${uuid}`;
      attempt(folder, () => note(disk, folder, uuid, all));
    }
  }
  for (const traces of all.values()) {
    const [directory] = [...traces.marked, ...traces.moving];
    if (directory !== undefined) attempt(directory, () => recover(disk, traces, log));
  }
}

function note(disk: Disk, folder: string, uuid: string, all: Map<string, Traces>): void {
  for (const name of disk.list(folder)) {
    if (name.endsWith(GONE)) {
      // A process was killed before its name was durable: with the other one, and without its mark, it would count again.
      disk.syncDirectory(folder);
      disk.removeTree(`${folder}/${name}`);
    }
    const isMoving = name.endsWith(MOVING);
    const shard = isMoving ? name.slice(0, -MOVING.length) : name;
    if (!/^\d+$/.test(shard)) continue;
    const traces = all.get(`${uuid}/${shard}`) ?? { counting: [], marked: [], moving: [] };
    all.set(`${uuid}/${shard}`, traces);
    const isMarked = disk.exists(`${folder}/${name}/${MOVED_FILE}`);
    const kind = isMarked ? 'marked' : 'counting';
    traces[isMoving ? 'moving' : kind].push(`${folder}/${name}`);
  }
}

function recover(disk: Disk, { counting, marked, moving }: Traces, log: Log): void {
  // Another copy may be left of a move that came to nothing.
  const targets = marked.map((folder) => targetOf(disk, folder));
  const copy = moving.find((folder) => targets.includes(folder.slice(0, -MOVING.length)));
  if (counting.length === 0 && copy !== undefined) {
    const whole = copy.slice(0, -MOVING.length);
    disk.rename(copy, whole);
    counting.push(whole);
    moving.splice(moving.indexOf(copy), 1);
    log.log('info', 'index.shard', 'a move to another data path is finished', { directory: whole });
  }
  // Nothing counts: it lies in a path that is not there.
  if (counting.length === 0) return;
  for (const folder of [...counting, ...marked]) {
    disk.syncDirectory(folder);
    disk.syncDirectory(folder.slice(0, folder.lastIndexOf('/')));
  }
  for (const folder of marked) removeMarked(disk, folder);
  for (const folder of moving) disk.removeTree(folder);
}

/** Which folder counts instead of the marked one; undefined where its mark cannot be read. */
function targetOf(disk: Disk, marked: string): string | undefined {
  try {
    return (readFramed(disk, marked, MOVED_FILE, format) as { readonly to: string } | undefined)?.to;
  } catch (error) {
    if (error instanceof FrameError) return undefined;
    throw error;
  }
}

/** The folder of a shard that lies elsewhere now. What cannot be removed is left to the next start. */
export function removeLeft(
  { disk, log }: { readonly disk: Disk; readonly log: Log },
  directory: string,
): void {
  try {
    removeMarked(disk, directory);
  } catch (error) {
    log.log('warn', 'index.shard', 'files are left behind', { directory, error: String(error) });
  }
}

/** Its mark stays as long as the folder has its name: without it, it would count again. */
function removeMarked(disk: Disk, directory: string): void {
  for (const name of disk.list(directory)) if (name !== MOVED_FILE) disk.removeTree(`${directory}/${name}`);
  disk.rename(directory, directory + GONE);
  disk.syncDirectory(directory.slice(0, directory.lastIndexOf('/')));
  disk.removeTree(directory + GONE);
}
