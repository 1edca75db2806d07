import { crc32 } from 'node:zlib';
import { type Disk, DiskError, type DiskFile } from '@sextant/base';
import { corruptTranslog } from '../codec/corruption.ts';
import { Float64List } from '../codec/lists.ts';
import { RecordCursor } from './record-cursor.ts';
import { seqNoAt } from './record-format.ts';
import { isTornEnd } from './torn-end.ts';

/**
 * Head of a generation file, little-endian: `SXtl`, format version (u32), generation (double), uuid of the
 * translog (24 bytes, zero-padded), CRC-32 of the 40 bytes before.
 */
export const GENERATION_HEADER_BYTES = 44;
const MAGIC = 0x6c745853;
const VERSION = 1;
const UUID_BYTES = 24;
/** Every so many records the sparse index remembers where one begins. */
const INDEX_STRIDE = 128;

/** What is known of a generation without reading it; this is what the checkpoint keeps of closed ones. */
export interface GenerationSummary {
  readonly generation: number;
  readonly bytes: number;
  readonly operations: number;
  /** -1 when empty. */
  readonly minSeqNo: number;
  readonly maxSeqNo: number;
  /** Seq_nos ascend through the file. */
  readonly ordered: boolean;
  /** Epoch milliseconds. */
  readonly lastModified: number;
}

/** Counts the operations of one generation, and where some of them are. */
export class GenerationIndex {
  operations = 0;
  minSeqNo = -1;
  maxSeqNo = -1;
  ordered = true;
  #lastSeqNo = -1;
  /** Highest seq_no before each of the positions: ascends, whatever the order of the file. */
  readonly #maxBefore = new Float64List();
  readonly #positions = new Float64List();

  add(seqNo: number, position: number): void {
    if (this.operations % INDEX_STRIDE === 0) {
      this.#maxBefore.push(this.maxSeqNo);
      this.#positions.push(position);
    }
    this.operations++;
    if (seqNo < this.#lastSeqNo) this.ordered = false;
    this.#lastSeqNo = seqNo;
    if (this.minSeqNo < 0 || seqNo < this.minSeqNo) this.minSeqNo = seqNo;
    if (seqNo > this.maxSeqNo) this.maxSeqNo = seqNo;
  }

  /** Where to begin reading for operations >= seqNo. */
  startFor(seqNo: number): number {
    let low = 0;
    let high = this.#maxBefore.length;
    while (low < high) {
      const mid = (low + high) >> 1;
      if (this.#maxBefore.values[mid]! < seqNo) low = mid + 1;
      else high = mid;
    }
    return low === 0 ? GENERATION_HEADER_BYTES : this.#positions.values[low - 1]!;
  }

  summary(generation: number, bytes: number, lastModified: number): GenerationSummary {
    const { operations, minSeqNo, maxSeqNo, ordered } = this;
    return { generation, bytes, operations, minSeqNo, maxSeqNo, ordered, lastModified };
  }
}

export function generationPath(directory: string, generation: number): string {
  return `${directory}/translog-${generation}.tlog`;
}

/** The number in `translog-7.tlog`; -1 for other names. */
export function generationOfName(name: string): number {
  const match = /^translog-(\d+)\.tlog$/.exec(name);
  return match ? Number(match[1]) : -1;
}

export function encodeGenerationHeader(uuid: string, generation: number): Uint8Array {
  const bytes = new Uint8Array(GENERATION_HEADER_BYTES);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, MAGIC, true);
  view.setUint32(4, VERSION, true);
  view.setFloat64(8, generation, true);
  new TextEncoder().encodeInto(uuid, bytes.subarray(16, 16 + UUID_BYTES));
  view.setUint32(40, crc32(bytes.subarray(0, 40)), true);
  return bytes;
}

/** Opens the file and checks its head. Throws translog_corrupted_exception. */
export function openGeneration(
  disk: Disk,
  directory: string,
  generation: number,
  uuid: string,
  mode: 'read' | 'append',
): DiskFile {
  const path = generationPath(directory, generation);
  // `append` would make a missing file.
  if (!disk.exists(path)) throw corruptTranslog(path, 'is missing');
  let file: DiskFile;
  try {
    file = disk.open(path, mode);
  } catch (error) {
    if (error instanceof DiskError && error.code === 'missing') throw corruptTranslog(path, 'is missing');
    throw error;
  }
  const head = new Uint8Array(GENERATION_HEADER_BYTES);
  const expected = encodeGenerationHeader(uuid, generation);
  if (file.read(head, 0) !== head.length || head.some((byte, i) => byte !== expected[i])) {
    file.close();
    throw corruptTranslog(path, 'does not begin as the generation that the checkpoint names');
  }
  return file;
}

/** Reads every record in [header, end) into an index; throws where one is damaged. */
export function indexClosedGeneration(file: DiskFile, path: string, end: number): GenerationIndex {
  if (file.size !== end) throw corruptTranslog(path, `has ${file.size} bytes instead of ${end}`);
  const index = new GenerationIndex();
  const cursor = new RecordCursor(file, GENERATION_HEADER_BYTES, end);
  let start = cursor.position;
  while (cursor.next()) {
    index.add(seqNoAt(cursor.view, cursor.at), start);
    start = cursor.position;
  }
  if (cursor.position !== end) throw corruptTranslog(path, `is damaged at byte ${cursor.position}`);
  return index;
}

/**
 * Reads the generation that was being written. What a crash leaves of records that were not synced is reported as
 * `end`. Damage throws: a later record, or the kind of the damage, says that the bytes had been whole on the disk.
 */
export function indexCurrentGeneration(
  file: DiskFile,
  path: string,
): { readonly index: GenerationIndex; readonly end: number } {
  const index = new GenerationIndex();
  const cursor = new RecordCursor(file, GENERATION_HEADER_BYTES, file.size);
  let start = cursor.position;
  while (cursor.next()) {
    index.add(seqNoAt(cursor.view, cursor.at), start);
    start = cursor.position;
  }
  const end = cursor.position;
  if (end < file.size && !isTornEnd(file, end)) throw corruptTranslog(path, `is damaged at byte ${end}`);
  return { index, end };
}

/** Files of generations that the checkpoint does not name: trimmed ones, and one begun too late. */
export function removeStrangers(disk: Disk, directory: string, known: readonly number[]): void {
  const strangers = disk.list(directory).filter((name) => {
    const generation = generationOfName(name);
    return generation >= 0 ? !known.includes(generation) : name.endsWith('.tmp');
  });
  // First the name of the checkpoint that does without them.
  if (strangers.length > 0) disk.syncDirectory(directory);
  for (const name of strangers) disk.remove(`${directory}/${name}`);
}
