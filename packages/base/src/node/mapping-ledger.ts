import { readFileSync } from 'node:fs';
import type { FileMapper } from './file-mapper.ts';

/** Of what the system allows: the runtime and the C library map memory too, and end the process where they cannot. */
const SHARE_OF_FILES = 3 / 4;
/** Rows of a table; where a system names no limit, a thread has no more mappings than these. */
const ROWS_MAX = 65_536;
/** Of a row: address and length. */
const ROW_NUMBERS = 2;

const COUNT = 0;
const REFUSED = 1;
const MAX = 2;

/** What a thread needs to keep its ledger: plain data that crosses threads. */
export interface SharedLedger {
  /** Int32: mappings of all threads, files that were read instead, mappings that there may be. */
  readonly sums: SharedArrayBuffer;
  /** Float64 pairs: address and length of each mapping of one thread; length 0 = free. */
  readonly table: SharedArrayBuffer;
}

export interface MappingFigures {
  readonly count: number;
  /** Files are read into memory beyond it. */
  readonly max: number;
  /** Files that were read into memory because they could not be mapped. */
  readonly refused: number;
}

/**
 * The mappings of one thread, beside the number of those of all threads of the process. Other threads can read it, so that
 * what a thread had mapped that died can be let go (`endThread`).
 */
export class MappingLedger {
  readonly shared: SharedLedger;
  readonly #sums: Int32Array;
  readonly #rows: Float64Array;
  /** Rows below `#next` that are free. */
  readonly #free: number[] = [];
  #next = 0;

  constructor(shared: SharedLedger) {
    this.shared = shared;
    this.#sums = new Int32Array(shared.sums);
    this.#rows = new Float64Array(shared.table);
  }

  /** Of the first thread of a process, which may have so many mappings; without a number what the system allows. */
  static begin(max: number = mappingsMax()): MappingLedger {
    const sums = new SharedArrayBuffer(3 * 4);
    new Int32Array(sums)[MAX] = max;
    return new MappingLedger({ sums, table: tableOf(max) });
  }

  /** Of another thread of the same process. */
  forThread(): SharedLedger {
    return { sums: this.shared.sums, table: tableOf(this.#sums[MAX]!) };
  }

  figures(): MappingFigures {
    return { count: this.#load(COUNT), refused: this.#load(REFUSED), max: this.#sums[MAX]! };
  }

  get hasRoom(): boolean {
    return this.#load(COUNT) < this.#sums[MAX]! && this.#rowsUsed < this.#rows.length / ROW_NUMBERS;
  }

  /** Notes a mapping where there is room, and answers with its row. */
  add(address: number, bytes: number): number {
    const row = this.#free.pop() ?? this.#next++;
    this.#rows[row * ROW_NUMBERS] = address;
    this.#rows[row * ROW_NUMBERS + 1] = bytes;
    Atomics.add(this.#sums, COUNT, 1);
    return row;
  }

  remove(row: number): void {
    this.#rows[row * ROW_NUMBERS + 1] = 0;
    this.#free.push(row);
    Atomics.sub(this.#sums, COUNT, 1);
  }

  /** A file was read because it could not be mapped. */
  refuse(): void {
    Atomics.add(this.#sums, REFUSED, 1);
  }

  /** Lets go of what a thread had mapped that is gone: nobody reads it any more. */
  static endThread(shared: SharedLedger, mapper: Pick<FileMapper, 'end'> | undefined): void {
    const rows = new Float64Array(shared.table);
    const sums = new Int32Array(shared.sums);
    for (let at = 0; at < rows.length; at += ROW_NUMBERS) {
      const bytes = rows[at + 1]!;
      if (bytes === 0) continue;
      rows[at + 1] = 0;
      mapper?.end(rows[at]!, bytes);
      Atomics.sub(sums, COUNT, 1);
    }
  }

  get #rowsUsed(): number {
    return this.#next - this.#free.length;
  }

  #load(at: number): number {
    return Atomics.load(this.#sums, at);
  }
}

/** Memory that was never written takes no room. */
function tableOf(max: number): SharedArrayBuffer {
  return new SharedArrayBuffer(Math.min(max, ROWS_MAX) * ROW_NUMBERS * 8);
}

/** `vm.max_map_count` of Linux, less what others need; other systems name none. */
function mappingsMax(): number {
  try {
    const allowed = Number(readFileSync('/proc/sys/vm/max_map_count', 'utf8'));
    return allowed > 0 ? Math.floor(Math.min(allowed, 2 ** 31) * SHARE_OF_FILES) : ROWS_MAX;
  } catch {
    return ROWS_MAX;
  }
}
