import { type Disk, type FramedFormat, FrameError, readFramed, writeFramed } from '@sextant/base';
import { apiError } from '@sextant/contract';
import { countBits, wordsFor } from '../codec/bits.ts';
import { corruptIndex } from '../codec/corruption.ts';
import type { SegmentData } from '../segment/segment-data.ts';
import { loadSegment, verifySegment } from '../segment/segment-file.ts';
import type { CreateIndex, IndexMetadata } from '../shard/index/index-metadata.ts';
import type { CopiedShard } from './outgoing-copies.ts';
import type { WriterPort } from './writer-port.ts';

/** Files that are on their way. */
const FOLDER = 'incoming';
/** Which files they are, for who goes on after a restart. */
const FILES = 'copy.files';
const format: FramedFormat = { magic: 'SXIC', version: 1 };
/** What a file of a copy may be called: its name becomes one here. */
const FILE_NAME = /^_[0-9a-z]{1,12}\.(?:seg|src|live)$/;
/** One name of a folder: a part of it comes from the other cluster. */
const FOLDER_NAME = /^[^/\\\0]+$/;

/** Removes what is left of copies with which nobody goes on. Throws DiskError. */
export function removeIncoming(disk: Disk, directory: string, kept: ReadonlySet<string>): void {
  const folder = `${directory}/${FOLDER}`;
  if (kept.size === 0) disk.removeTree(folder);
  if (!disk.exists(folder)) return;
  for (const id of disk.list(folder)) if (!kept.has(id)) disk.removeTree(`${folder}/${id}`);
}

/** Of the segment that the file belongs to, and of the whole file, as it was told when its first bytes were asked for. */
interface ExpectedFile {
  readonly checksum: number;
  readonly length: number;
}

interface IncomingOptions {
  readonly disk: Disk;
  /** Of the engine. */
  readonly directory: string;
  /** Names the folder. */
  readonly id: string;
  readonly writer: () => Pick<WriterPort, 'createIndex'>;
}

/**
 * The files of an index of another cluster, until there is an index made of them. None of it is durable before: what a restart
 * finds is gone on with, and all of it is checked before it becomes an index.
 */
export class IncomingCopy {
  readonly #options: IncomingOptions;
  readonly #directory: string;
  /** Bytes that have come, by path. */
  readonly #lengths = new Map<string, number>();
  /** By path; those alone of which it is known when they are the same. */
  readonly #expected = new Map<string, ExpectedFile>();

  /** Throws ApiError where the id names no folder here. */
  constructor(options: IncomingOptions) {
    if (!FOLDER_NAME.test(options.id) || /^\.\.?$/.test(options.id)) throw refused(options.id);
    this.#options = options;
    this.#directory = `${options.directory}/${FOLDER}/${options.id}`;
  }

  /** The next bytes of a file, which come in order. Throws ApiError for others, DiskError. */
  append(shard: number, name: string, offset: number, bytes: Uint8Array): void {
    checkPlace(shard, name);
    const { disk } = this.#options;
    const path = `${this.#folder(shard)}/${name}`;
    const length = this.#lengths.get(path) ?? 0;
    if (offset !== length) throw refused(name);
    if (length === 0) disk.makeDirectory(this.#folder(shard));
    const file = disk.open(path, length === 0 ? 'create' : 'append');
    // Where it breaks nobody knows how much was written: then the file comes from its beginning.
    this.#lengths.delete(path);
    try {
      file.write(bytes);
    } finally {
      file.close();
    }
    this.#lengths.set(path, length + bytes.length);
  }

  /** How much of a file has come. */
  lengthOf(shard: number, name: string): number {
    return this.#lengths.get(`${this.#folder(shard)}/${name}`) ?? 0;
  }

  /** Takes what an earlier process has left of these files; nothing is left of what cannot be told. Throws DiskError. */
  restore(): void {
    const { disk } = this.#options;
    let files: readonly (ExpectedFile & { readonly path: string })[] | undefined;
    try {
      files = readFramed(disk, this.#directory, FILES, format) as typeof files;
    } catch (error) {
      if (!(error instanceof FrameError)) throw error;
    }
    if (files === undefined) {
      this.remove();
      return;
    }
    for (const { path: place, checksum, length } of files) {
      const path = `${this.#directory}/${place}`;
      const size = disk.exists(path) ? disk.sizeOf(path) : 0;
      if (size === 0 || size > length) continue;
      this.#lengths.set(path, size);
      this.#expected.set(path, { checksum, length });
    }
  }

  /**
   * What comes from now on are these files: what has come of them already stays, all others are removed. Throws ApiError, DiskError.
   */
  expect(shards: readonly Pick<CopiedShard, 'shard' | 'files'>[]): void {
    const { disk } = this.#options;
    for (const { shard, files } of shards) for (const { name } of files) checkPlace(shard, name);
    const wanted = new Map(
      shards.flatMap(({ shard, files }) =>
        files.map((file) => [`${this.#folder(shard)}/${file.name}`, file]),
      ),
    );
    for (const [path, length] of this.#lengths) {
      const [file, before] = [wanted.get(path), this.#expected.get(path)];
      const isSame = file?.checksum === before?.checksum && file?.length === before?.length;
      if (before !== undefined && isSame && length <= before.length) continue;
      disk.remove(path);
      this.#lengths.delete(path);
    }
    this.#expected.clear();
    for (const [path, { checksum, length }] of wanted)
      if (checksum !== undefined) this.#expected.set(path, { checksum, length });
    this.#keepExpected();
  }

  #keepExpected(): void {
    const { disk } = this.#options;
    const start = this.#directory.length + 1;
    const files = [...this.#expected].map(([path, file]) => ({ path: path.slice(start), ...file }));
    disk.makeDirectory(this.#directory);
    writeFramed(disk, this.#directory, FILES, format, files);
  }

  #folder(shard: number): string {
    return `${this.#directory}/${shard}`;
  }

  /**
   * Makes the index of all files, whole and durable when it resolves; they are removed. Rejects with ApiError, and no index is
   * made, where a file is missing or damaged. `beforeMaking`: when the files have been found whole.
   */
  async finish(
    request: CreateIndex,
    shards: readonly CopiedShard[],
    beforeMaking: () => Promise<void> = async () => {},
  ): Promise<IndexMetadata> {
    const copies = shards.map((each) => ({
      segments: this.#segments(each),
      maxSeqNo: each.checkpoint,
    }));
    const primaryTerm = Math.max(1, ...shards.map((each) => each.primaryTerm));
    const { writer, id } = this.#options;
    await beforeMaking();
    return await writer().createIndex(request, { uuid: id, shards: copies, isSplit: false, primaryTerm });
  }

  #segments({ shard, files }: CopiedShard): SegmentData[] {
    const { disk } = this.#options;
    const directory = this.#folder(shard);
    for (const { name, length } of files) {
      // One of no bytes was never taken: it has only been named.
      checkPlace(shard, name);
      const found = this.#lengths.get(`${directory}/${name}`) ?? 0;
      if (found !== length) throw corruptIndex(`[${name}] has [${found}] of [${length}] bytes`);
    }
    const names = files.flatMap(({ name }) => (name.endsWith('.seg') ? [name.slice(0, -'.seg'.length)] : []));
    return names.map((name) => {
      const data = loadSegment(disk, directory, name);
      if (data.index === null) verifySegment(disk, data);
      const hasLive = files.some((file) => file.name === `${name}.live`);
      return hasLive ? withLive(data, disk.readFile(`${directory}/${name}.live`)) : data;
    });
  }

  /** Nothing of it is left. */
  remove(): void {
    this.#lengths.clear();
    this.#expected.clear();
    this.#options.disk.removeTree(this.#directory);
  }
}

function withLive(data: SegmentData, bytes: Uint8Array): SegmentData {
  const { maxDoc, name } = data;
  if (bytes.length !== wordsFor(maxDoc) * 4) throw corruptIndex(`[${name}.live] has [${bytes.length}] bytes`);
  const liveDocs = new SharedArrayBuffer(bytes.length);
  new Uint8Array(liveDocs).set(bytes);
  return { ...data, liveDocs, deletedDocs: maxDoc - countBits(new Uint32Array(liveDocs)) };
}

/** Throws ApiError where that would be no file of this copy. */
function checkPlace(shard: number, name: string): void {
  if (!FILE_NAME.test(name) || !Number.isInteger(shard) || shard < 0) throw refused(name);
}

function refused(name: string): Error {
  return apiError('illegal_argument_exception', `the part of [${name}] cannot be taken`);
}
