import type { Disk } from '@sextant/base';
import { apiError } from '@sextant/contract';
import { type SegmentData, segmentPath, sourcePath } from '../segment/segment-data.ts';
import { segmentChecksum } from '../segment/segment-file.ts';
import type { HistoryState } from '../shard/history/history-port.ts';
import type { Engine } from './engine.ts';
import type { PinnedShard } from './engine-contexts.ts';

/** A file of a copy, and its length in bytes. */
export interface CopiedFile {
  readonly name: string;
  readonly length: number;
  /** Of the segment: files of one name, length and checksum are the same. Absent where another copy may have other bytes. */
  readonly checksum?: number;
}

/** What a shard of another cluster begins with. Plain data. */
export interface CopiedShard {
  readonly shard: number;
  /** Of all operations up to here the files have what is left; of later ones perhaps. */
  readonly checkpoint: number;
  readonly primaryTerm: number;
  readonly historyUuid: string;
  readonly files: readonly CopiedFile[];
}

type Source = Pick<Engine, 'index' | 'refresh' | 'openContext' | 'pinned' | 'endContext' | 'history'>;

/** Bits of live documents, which no file has before the next commit. */
const LIVE = '.live';

/** The segments of indices as they are at one time, held while another cluster reads their files. */
export class OutgoingCopies {
  readonly #engine: Source;
  readonly #disk: Disk;

  constructor(engine: Source, disk: Disk) {
    this.#engine = engine;
    this.#disk = disk;
  }

  /** Holds the segments until `end`, or the index goes. Rejects with ApiError where a shard does not work. */
  async begin(index: string): Promise<{ readonly id: number; readonly shards: readonly CopiedShard[] }> {
    const count = this.#engine.index(index)?.numberOfShards ?? 0;
    const states: HistoryState[] = [];
    // Before the refresh: what comes in between is in the segments, and is done again without harm.
    for (let shard = 0; shard < count; shard++) states.push(await this.#engine.history.state(index, shard));
    await this.#engine.refresh(index);
    const id = await this.#engine.openContext({ indices: [index] });
    try {
      // What the leader could still lose must not be in the files: its numbers would be given to others.
      for (let shard = 0; shard < count; shard++) await this.#sync(index, shard);
      const pinned = this.#engine.pinned(id);
      const shards = states.map(({ checkpoint, primaryTerm, historyUuid }, shard): CopiedShard => {
        const segments = pinned.find((each) => each.shard === shard)?.segments;
        if (segments === undefined) throw notWorking(index, shard);
        const files = segments.flatMap((each) => this.#files(each));
        return { shard, checkpoint, primaryTerm, historyUuid, files };
      });
      return { id, shards };
    } catch (error) {
      this.#engine.endContext(id);
      throw error;
    }
  }

  /** Reading makes durable what is there, and nothing is beyond the last number. */
  async #sync(index: string, shard: number): Promise<void> {
    const { MAX_SAFE_INTEGER: none } = Number;
    await this.#engine.history.read(index, shard, none, none, 1);
  }

  #files({ name, directory, indexBytes, liveDocs }: SegmentData): CopiedFile[] {
    const checksum = segmentChecksum(this.#disk, { name, directory });
    const files: CopiedFile[] = [
      { name: `${name}.seg`, length: indexBytes, checksum },
      { name: `${name}.src`, length: this.#disk.sizeOf(sourcePath(directory, name)), checksum },
    ];
    if (liveDocs !== null) files.push({ name: `${name}${LIVE}`, length: liveDocs.byteLength });
    return files;
  }

  /** A part of a file. Throws ApiError where the copy has ended, or there is no such part. */
  read(id: number, shard: number, file: string, offset: number, length: number): Uint8Array {
    const pinned = this.#engine.pinned(id).find((each) => each.shard === shard);
    const bytes = pinned === undefined ? undefined : this.#read(pinned, file, offset, length);
    if (bytes !== undefined) return bytes;
    const reason = `there is no part of [${file}] from [${offset}] on in copy [${id}], which may have ended`;
    throw apiError('resource_not_found_exception', reason);
  }

  #read({ segments }: PinnedShard, file: string, offset: number, length: number): Uint8Array | undefined {
    const segment = segments.find(({ name }) => file.startsWith(`${name}.`));
    if (segment === undefined) return undefined;
    const { directory, name, liveDocs } = segment;
    if (file === `${name}${LIVE}`) {
      return liveDocs === null ? undefined : new Uint8Array(liveDocs).slice(offset, offset + length);
    }
    const path = file === `${name}.seg` ? segmentPath(directory, name) : sourcePath(directory, name);
    const opened = this.#disk.open(path, 'read');
    try {
      const bytes = new Uint8Array(Math.max(0, Math.min(length, opened.size - offset)));
      return bytes.subarray(0, opened.read(bytes, offset));
    } finally {
      opened.close();
    }
  }

  end(id: number): void {
    this.#engine.endContext(id);
  }
}

function notWorking(index: string, shard: number): Error {
  return apiError('unavailable_shards_exception', `[${index}][${shard}] cannot be copied: it does not work`);
}
