import {
  type Disk,
  DiskError,
  type FramedFormat,
  FrameError,
  type Log,
  type Random,
  readFramed,
  writeFramed,
} from '@sextant/base';
import { apiError } from '@sextant/contract';
import { DataPaths, PATH_FILE } from '../shard/index/data-paths.ts';
import { randomUuid } from '../shard/index/document-ids.ts';
import { readIndexFile } from '../shard/index/index-file.ts';

const format: FramedFormat = { magic: 'SXDP', version: 1 };

/** What each of several data paths says of itself. */
interface PathMark {
  /** Of all paths that belong together. */
  readonly set: string;
  /** It holds what is known of all indices. */
  readonly home: boolean;
  /** The further paths that hold shards, or have held them; only of the first one. */
  readonly paths?: readonly string[];
}

export interface DataPathsRequest {
  readonly disk: Disk;
  readonly home: string;
  readonly further: readonly string[];
  readonly random: Random;
  readonly log: Log;
}

/** Which paths there are, as it crosses threads. */
export interface FoundPaths {
  readonly further: readonly string[];
  readonly away: readonly string[];
}

/**
 * Finds the data paths and marks those that are new. A further path that has been used before and is not what it was (an
 * empty folder where a disk should be mounted, or none at all) is away, where shards are missing that may lie there: they
 * stay red until it is back, and nothing new is placed there. Throws ApiError where a path belongs to other data, DiskError
 * where one that was never used cannot be.
 */
export function openDataPaths(request: DataPathsRequest): FoundPaths {
  const { disk, home, further, log } = request;
  const mark = homeMark(disk, home, further);
  if (mark !== undefined && !mark.home) {
    throw refused(`the data path [${home}] holds shards alone; that which holds the metadata comes first`);
  }
  if (mark === undefined && further.length === 0) return { further, away: [] };
  const set = mark?.set ?? randomUuid(request.random);
  const known = mark?.paths ?? [];
  const states = further.map((path) => ({ path, state: stateOf(disk, path, set, known.includes(path)) }));
  const there = states.filter(({ state }) => state === 'there').map(({ path }) => path);
  const gone = [
    ...states.filter(({ state }) => state === 'empty' || state === 'gone').map(({ path }) => path),
    ...known.filter((path) => !further.includes(path)),
  ];
  const lost = gone.length === 0 ? 0 : missingShards(disk, new DataPaths({ disk, home, further: there }));
  const away = lost === 0 ? [] : gone;
  const fresh = states
    .filter(({ path, state }) => state === 'new' || (lost === 0 && state !== 'there' && !away.includes(path)))
    .map(({ path }) => path);
  const used = further.filter((path) => there.includes(path) || fresh.includes(path));
  const paths = [...used, ...away];
  if (readMark(disk, home) === 'damaged' || mark === undefined || paths.join('\n') !== known.join('\n')) {
    disk.makeDirectory(`${home}/indices`);
    writeFramed(disk, home, PATH_FILE, format, { set, home: true, paths } satisfies PathMark);
  }
  for (const path of fresh) begin(disk, path, set);
  for (const path of there) {
    // The power may have failed when the mark alone was on the disk.
    if (readMark(disk, path) === 'damaged' || !disk.exists(`${path}/indices`)) begin(disk, path, set);
  }
  for (const path of away) {
    const message =
      'a data path is not there: its shards stay red until it is back and the service is started again';
    log.log('error', 'env', message, { path, shards: lost });
  }
  return { further: used, away };
}

/** The further paths that have never been used: those may be made. Throws DiskError. */
export function neverUsed(disk: Disk, home: string, further: readonly string[]): readonly string[] {
  const mark = readMark(disk, home);
  const known = mark === 'damaged' ? further : (mark?.paths ?? []);
  return further.filter((path) => !known.includes(path));
}

/** `there`: marked as ours. `empty`: has been used, and has no mark any more. `gone`: cannot be looked at. */
type PathState = 'there' | 'empty' | 'gone' | 'new';

function stateOf(disk: Disk, path: string, set: string, isKnown: boolean): PathState {
  try {
    if (!disk.exists(path)) return isKnown ? 'empty' : 'new';
    const mark = readMark(disk, path);
    if (mark === 'damaged') {
      if (isKnown) return 'there';
      throw refused(`the file [${path}/${PATH_FILE}] is damaged`);
    }
    if (mark !== undefined && (mark.set !== set || mark.home)) {
      throw refused(`the data path [${path}] belongs to other data`);
    }
    if (mark !== undefined) return 'there';
    if (disk.exists(`${path}/indices`) && disk.list(`${path}/indices`).length > 0) {
      throw refused(`the data path [${path}] holds indices of another service`);
    }
    return isKnown ? 'empty' : 'new';
  } catch (error) {
    if (error instanceof DiskError && isKnown) return 'gone';
    throw error;
  }
}

/** Shards that were written to, and that none of the paths has. */
function missingShards(disk: Disk, paths: DataPaths): number {
  const parent = `${paths.home}/indices`;
  if (!disk.exists(parent)) return 0;
  let missing = 0;
  for (const uuid of disk.list(parent)) {
    const folders = paths.all.map((path) => `${path}/indices/${uuid}`);
    for (const shard of begunShards(disk, `${parent}/${uuid}`)) {
      if (!folders.some((folder) => disk.exists(`${folder}/${shard}`))) missing++;
    }
  }
  return missing;
}

/** None of an index that cannot be read: that is told elsewhere. */
function begunShards(disk: Disk, directory: string): readonly number[] {
  try {
    return readIndexFile(disk, directory)?.begunShards ?? [];
  } catch {
    return [];
  }
}

function begin(disk: Disk, path: string, set: string): void {
  makeDurableDirectory(disk, path);
  disk.makeDirectory(`${path}/indices`);
  writeFramed(disk, path, PATH_FILE, format, { set, home: false } satisfies PathMark);
}

/** Of the first path; where its file is damaged, what the further ones tell is enough to make it anew. */
function homeMark(disk: Disk, home: string, further: readonly string[]): PathMark | undefined {
  const mark = readMark(disk, home);
  if (mark !== 'damaged') return mark;
  for (const path of further) {
    const other = readMark(disk, path);
    if (other !== undefined && other !== 'damaged') return { set: other.set, home: true, paths: further };
  }
  if (further.length === 0) return undefined;
  throw refused(`the file [${home}/${PATH_FILE}] is damaged`);
}

function readMark(disk: Disk, path: string): PathMark | 'damaged' | undefined {
  try {
    return readFramed(disk, path, PATH_FILE, format) as PathMark | undefined;
  } catch (error) {
    if (error instanceof FrameError) return 'damaged';
    throw error;
  }
}

function refused(reason: string): Error {
  return apiError('illegal_state_exception', reason);
}

/** Makes the folder with its missing parents, each durable under its name. */
export function makeDurableDirectory(disk: Disk, directory: string): void {
  const parent = directory.slice(0, directory.lastIndexOf('/')) || '/';
  if (!disk.exists(directory)) {
    if (parent !== '/') makeDurableDirectory(disk, parent);
    disk.makeDirectory(directory);
  }
  try {
    // Also where it was there: a process may have been killed after it made the folder.
    disk.syncDirectory(parent);
  } catch (error) {
    // Not ours to read, so neither made by us.
    if (!(error instanceof DiskError && error.code === 'denied')) throw error;
  }
}
