import { crc32 } from 'node:zlib';
import { assert, type DiskFile, detach } from '@sextant/base';
import { bytesOf } from '../codec/bytes.ts';
import { checksumOf } from '../codec/checksum.ts';
import { NESTED_PATH } from '../mapping/nested-path.ts';
import type { SegmentData, SegmentTarget } from './segment-data.ts';
import { segmentPath } from './segment-data.ts';
import { encodeFields, type SegmentField } from './segment-field.ts';
import {
  FOOTER_BYTES,
  HEADER_BYTES,
  MAX_DOCS,
  NO_FIELD,
  SECTION_ROW_BYTES,
  SEGMENT_END_MAGIC,
  SEGMENT_MAGIC,
  SEGMENT_VERSION,
  SEGMENT_VERSION_BLOCKS,
  SEGMENT_VERSION_BLOCKS_KEPT,
  SEGMENT_VERSION_KEPT,
  SectionKind,
} from './segment-format.ts';
import type { SectionRow } from './segment-frame.ts';
import { joined, writeParts } from './write-parts.ts';

export interface SegmentSummary {
  readonly maxDoc: number;
  readonly minSeqNo: number;
  readonly maxSeqNo: number;
  readonly sourceBytes: number;
  readonly hasKept: boolean;
}

const PADDING = new Uint8Array(8);

function aligned(bytes: number): number {
  return Math.ceil(bytes / 8) * 8;
}

/** From so many bytes on, sections that are spilled go to the file. */
const SPILL_BYTES = 8 * 1024 * 1024;

/** Where sections go before all of them are there. */
export interface SpillOptions {
  readonly target: SegmentTarget;
  readonly spillBytes?: number;
}

function versionOf(hasBlocks: boolean, hasKept: boolean): number {
  if (hasKept) return hasBlocks ? SEGMENT_VERSION_BLOCKS_KEPT : SEGMENT_VERSION_KEPT;
  return hasBlocks ? SEGMENT_VERSION_BLOCKS : SEGMENT_VERSION;
}

/** Collects sections and lays them out as one `.seg` file. */
export class SegmentAssembler {
  readonly #rows: SectionRow[] = [];
  readonly #fields: SegmentField[] = [];
  readonly #spill: SpillOptions | undefined;
  /** Sections that are not in the file yet, with what aligns them. */
  #pending: Uint8Array[] = [];
  #pendingBytes = 0;
  /** What of them nobody else needs. */
  #given: ArrayBufferLike[] = [];
  /** Where the next section lies in the file. */
  #end = HEADER_BYTES;
  #file: DiskFile | undefined;
  #hasBlocks = false;

  /** With `spill`, what is added does not stay in memory where that is much: `close` follows, whatever happens. */
  constructor(spill?: SpillOptions) {
    this.#spill = spill;
  }

  /** Number of the next field; its sections are added before `addField`. */
  get nextField(): number {
    return this.#fields.length;
  }

  addField(field: SegmentField): void {
    assert(this.#fields.length < NO_FIELD, 'a segment holds at most 65535 fields');
    this.#fields.push(field);
    if (field.name === NESTED_PATH) this.#hasBlocks = true;
  }

  add(kind: SectionKind, data: ArrayBufferView, width: number, field = NO_FIELD): void {
    assert(field <= NO_FIELD && width <= 8, 'a section of a segment has a field below 65536');
    const bytes = bytesOf(data);
    const padding = PADDING.subarray(0, aligned(bytes.length) - bytes.length);
    const crc = crc32(padding, checksumOf(bytes));
    this.#rows.push({ kind, field, width, crc, offset: this.#end, length: bytes.length });
    this.#pending.push(bytes, padding);
    this.#pendingBytes += aligned(bytes.length);
    this.#end += aligned(bytes.length);
    const { spillBytes = SPILL_BYTES, target } = this.#spill ?? {};
    if (target !== undefined && this.#pendingBytes > spillBytes) this.#writeOut(target);
  }

  /**
   * As `add`, of data whose buffer nobody needs any more: where sections are spilled its memory is free once it is in the file, and does
   * not wait for the collector, which lets hundreds of megabytes of them come together.
   */
  give(kind: SectionKind, data: ArrayBufferView, width: number, field = NO_FIELD): void {
    // Before it may be written out.
    this.#given.push(data.buffer);
    this.add(kind, data, width, field);
  }

  /** Writes the file (not synced). Where files of its size are mapped, no copy of it stays in memory. */
  write(target: SegmentTarget, summary: SegmentSummary): SegmentData {
    assert(summary.maxDoc <= MAX_DOCS, `a segment holds at most ${MAX_DOCS} documents`);
    this.add(SectionKind.fieldTable, encodeFields(this.#fields), 1);
    const bytes = this.#end + this.#rows.length * SECTION_ROW_BYTES + FOOTER_BYTES;
    const head = this.#header(this.#end, target.generation, summary);
    const index = target.disk.maps(bytes) ? null : new SharedArrayBuffer(bytes);
    this.#pending.push(this.#tail(bytes));
    if (this.#file === undefined) this.#writeWhole(target, head, index);
    else this.#finish(this.#file, target, head, index);
    return {
      name: target.name,
      generation: target.generation,
      directory: target.directory,
      maxDoc: summary.maxDoc,
      index,
      indexBytes: bytes,
      liveDocs: null,
      deletedDocs: 0,
      hasBlocks: this.#hasBlocks,
      hasKept: summary.hasKept,
      sizeInBytes: bytes + summary.sourceBytes,
      minSeqNo: summary.minSeqNo,
      maxSeqNo: summary.maxSeqNo,
    };
  }

  /** Lets go of the file. May be called twice. */
  close(): void {
    this.#file?.close();
    this.#file = undefined;
  }

  #writeWhole(target: SegmentTarget, head: Uint8Array, index: SharedArrayBuffer | null): void {
    const parts = [head, ...this.#pending];
    const file = target.disk.open(segmentPath(target.directory, target.name), 'create');
    try {
      if (index === null) writeParts(file, parts);
      else file.write(joined(parts, new Uint8Array(index)));
    } finally {
      file.close();
    }
  }

  /** The header is known last. */
  #finish(file: DiskFile, target: SegmentTarget, head: Uint8Array, index: SharedArrayBuffer | null): void {
    this.#writeOut(target);
    file.overwrite(head, 0);
    if (index !== null) file.read(new Uint8Array(index), 0);
    this.close();
  }

  #writeOut({ disk, directory, name }: SegmentTarget): void {
    if (this.#file === undefined) {
      this.#file = disk.open(segmentPath(directory, name), 'create');
      this.#pending.unshift(new Uint8Array(HEADER_BYTES));
    }
    writeParts(this.#file, this.#pending);
    this.#pending = [];
    this.#pendingBytes = 0;
    for (const buffer of this.#given) if (buffer instanceof ArrayBuffer) detach(buffer);
    this.#given = [];
  }

  /** Section table and footer. */
  #tail(fileBytes: number): Uint8Array {
    const tail = new Uint8Array(this.#rows.length * SECTION_ROW_BYTES + FOOTER_BYTES);
    const view = new DataView(tail.buffer);
    let at = 0;
    for (const { kind, width, field, crc, offset, length } of this.#rows) {
      view.setUint8(at, kind);
      view.setUint8(at + 1, width);
      view.setUint16(at + 2, field, true);
      view.setUint32(at + 4, crc, true);
      view.setFloat64(at + 8, offset, true);
      view.setFloat64(at + 16, length, true);
      at += SECTION_ROW_BYTES;
    }
    view.setUint32(at, checksumOf(tail.subarray(0, at)), true);
    view.setUint32(at + 4, SEGMENT_END_MAGIC, true);
    view.setFloat64(at + 8, fileBytes, true);
    return tail;
  }

  #header(tableOffset: number, generation: number, summary: SegmentSummary): Uint8Array {
    const head = new Uint8Array(HEADER_BYTES);
    const view = new DataView(head.buffer);
    view.setUint32(0, SEGMENT_MAGIC, true);
    view.setUint32(4, versionOf(this.#hasBlocks, summary.hasKept), true);
    view.setUint32(8, summary.maxDoc, true);
    view.setUint32(12, this.#rows.length, true);
    view.setFloat64(16, tableOffset, true);
    view.setFloat64(24, summary.minSeqNo, true);
    view.setFloat64(32, summary.maxSeqNo, true);
    view.setFloat64(40, generation, true);
    view.setFloat64(48, summary.sourceBytes, true);
    view.setUint32(60, checksumOf(head.subarray(0, 60)), true);
    return head;
  }
}
