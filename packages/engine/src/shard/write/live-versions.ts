import { Float64List, Int32List } from '../../codec/lists.ts';
import type { SpareArrays } from '../../codec/spare-arrays.ts';
import { Utf8Scratch } from '../../codec/utf8-scratch.ts';
import { TermHash } from '../../segment/term-hash.ts';
import type { TranslogLocation } from '../../translog/translog.ts';

/** The last operation on an id since the last refresh. */
export interface LiveVersion {
  readonly seqNo: number;
  readonly primaryTerm: number;
  readonly version: number;
  readonly deleted: false;
  /** Document in the indexing buffer, and in which. */
  readonly doc: number;
  readonly buffer: number;
  readonly location: TranslogLocation;
}

/** About what an id takes beside its bytes: its row, its slots in the table, and what arrays that grow by doubling leave free. */
const ROW_BYTES = 120;
/** A row: seqNo, primaryTerm, version, and generation, position and length of the location. */
const NUMBERS = 6;
/** A row: document and buffer. */
const PLACES = 2;
/** In place of the document. */
const REMOVED = -1;

/** Of all shards: what stands in it is looked for before anything else is done. */
const SCRATCH = new Utf8Scratch();

/**
 * Versions of the ids of one indexing buffer, in rows of numbers: an object for each would live as long as the buffer does, and the
 * collector would copy and follow hundreds of thousands of them.
 */
export class LiveVersions {
  readonly #ids: TermHash;
  readonly #numbers: Float64List;
  readonly #places: Int32List;
  #idBytes = 0;
  #longestBytes = 0;

  /** `spare`: where its memory comes from, and goes with `release`. */
  constructor(spare: SpareArrays | null) {
    this.#ids = new TermHash(spare);
    this.#numbers = new Float64List(0, spare);
    this.#places = new Int32List(0, spare);
  }

  /** About what it takes. What is removed leaves its row behind. */
  get bytes(): number {
    return this.#ids.size * ROW_BYTES + this.#idBytes;
  }

  get(id: string): LiveVersion | undefined {
    const row = this.#find(id);
    if (row < 0) return undefined;
    const numbers = this.#numbers.values;
    const places = this.#places.values;
    const at = row * NUMBERS;
    return {
      seqNo: numbers[at]!,
      primaryTerm: numbers[at + 1]!,
      version: numbers[at + 2]!,
      deleted: false,
      doc: places[row * PLACES]!,
      buffer: places[row * PLACES + 1]!,
      location: {
        generation: numbers[at + 3]!,
        position: numbers[at + 4]!,
        length: numbers[at + 5]!,
      },
    };
  }

  put(id: string, version: LiveVersion): void {
    const length = SCRATCH.encode(id);
    const before = this.#ids.size;
    const row = this.#ids.add(SCRATCH.bytes, 0, length);
    if (row === before) this.#addRow(length);
    const numbers = this.#numbers.values;
    const places = this.#places.values;
    const { location } = version;
    const at = row * NUMBERS;
    numbers[at] = version.seqNo;
    numbers[at + 1] = version.primaryTerm;
    numbers[at + 2] = version.version;
    numbers[at + 3] = location.generation;
    numbers[at + 4] = location.position;
    numbers[at + 5] = location.length;
    places[row * PLACES] = version.doc;
    places[row * PLACES + 1] = version.buffer;
  }

  remove(id: string): void {
    const row = this.#find(id);
    if (row >= 0) this.#places.values[row * PLACES] = REMOVED;
  }

  /** Nothing may be asked any more. */
  release(): void {
    this.#ids.release();
    this.#numbers.release();
    this.#places.release();
  }

  /** -1 where it is not there, or was removed. */
  #find(id: string): number {
    // It has a byte at least for each unit. Who asks may ask for megabytes, for which memory would be kept.
    if (id.length > this.#longestBytes) return -1;
    // First, as it may replace the bytes.
    const length = SCRATCH.encode(id);
    const row = this.#ids.find(SCRATCH.bytes, 0, length);
    return row >= 0 && this.#places.values[row * PLACES] === REMOVED ? -1 : row;
  }

  #addRow(idBytes: number): void {
    for (let i = 0; i < NUMBERS; i++) this.#numbers.push(0);
    for (let i = 0; i < PLACES; i++) this.#places.push(0);
    this.#idBytes += idBytes;
    if (idBytes > this.#longestBytes) this.#longestBytes = idBytes;
  }
}
