import { crc32 } from 'node:zlib';
import { assert } from '@sextant/base';
import { bytesOf } from '../codec/bytes.ts';
import { checksumOf } from '../codec/checksum.ts';
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
  SectionKind,
} from './segment-format.ts';
import { joined, writeParts } from './write-parts.ts';

interface Section {
  readonly kind: SectionKind;
  readonly field: number;
  readonly width: number;
  readonly bytes: Uint8Array;
}

export interface SegmentSummary {
  readonly maxDoc: number;
  readonly minSeqNo: number;
  readonly maxSeqNo: number;
  readonly sourceBytes: number;
}

const PADDING = new Uint8Array(8);

function aligned(bytes: number): number {
  return Math.ceil(bytes / 8) * 8;
}

/** Collects sections and lays them out as one `.seg` file. */
export class SegmentAssembler {
  readonly #sections: Section[] = [];
  readonly #fields: SegmentField[] = [];

  /** Number of the next field; its sections are added before `addField`. */
  get nextField(): number {
    return this.#fields.length;
  }

  addField(field: SegmentField): void {
    assert(this.#fields.length < NO_FIELD, 'a segment holds at most 65535 fields');
    this.#fields.push(field);
  }

  add(kind: SectionKind, data: ArrayBufferView, width: number, field = NO_FIELD): void {
    assert(field <= NO_FIELD && width <= 8, 'a section of a segment has a field below 65536');
    this.#sections.push({ kind, field, width, bytes: bytesOf(data) });
  }

  /** Writes the file (not synced). Where files of its size are mapped, no copy of it stays in memory. */
  write(target: SegmentTarget, summary: SegmentSummary): SegmentData {
    assert(summary.maxDoc <= MAX_DOCS, `a segment holds at most ${MAX_DOCS} documents`);
    this.add(SectionKind.fieldTable, encodeFields(this.#fields), 1);
    let tableOffset = HEADER_BYTES;
    for (const section of this.#sections) tableOffset += aligned(section.bytes.length);
    const bytes = tableOffset + this.#sections.length * SECTION_ROW_BYTES + FOOTER_BYTES;
    const index = target.disk.maps(bytes) ? null : new SharedArrayBuffer(bytes);
    const parts = this.#parts(this.#header(tableOffset, target.generation, summary), bytes);
    const file = target.disk.open(segmentPath(target.directory, target.name), 'create');
    try {
      if (index === null) writeParts(file, parts);
      else file.write(joined(parts, new Uint8Array(index)));
    } finally {
      file.close();
    }
    return {
      name: target.name,
      generation: target.generation,
      directory: target.directory,
      maxDoc: summary.maxDoc,
      index,
      indexBytes: bytes,
      liveDocs: null,
      deletedDocs: 0,
      sizeInBytes: bytes + summary.sourceBytes,
      minSeqNo: summary.minSeqNo,
      maxSeqNo: summary.maxSeqNo,
    };
  }

  /** What the file consists of, in order. */
  #parts(head: Uint8Array, fileBytes: number): Uint8Array[] {
    const parts = [head];
    const tail = new Uint8Array(this.#sections.length * SECTION_ROW_BYTES + FOOTER_BYTES);
    const view = new DataView(tail.buffer);
    let at = HEADER_BYTES;
    let row = 0;
    for (const { kind, width, field, bytes } of this.#sections) {
      const padding = PADDING.subarray(0, aligned(bytes.length) - bytes.length);
      parts.push(bytes, padding);
      view.setUint8(row, kind);
      view.setUint8(row + 1, width);
      view.setUint16(row + 2, field, true);
      view.setUint32(row + 4, crc32(padding, checksumOf(bytes)), true);
      view.setFloat64(row + 8, at, true);
      view.setFloat64(row + 16, bytes.length, true);
      at += aligned(bytes.length);
      row += SECTION_ROW_BYTES;
    }
    view.setUint32(row, checksumOf(tail.subarray(0, row)), true);
    view.setUint32(row + 4, SEGMENT_END_MAGIC, true);
    view.setFloat64(row + 8, fileBytes, true);
    parts.push(tail);
    return parts;
  }

  #header(tableOffset: number, generation: number, summary: SegmentSummary): Uint8Array {
    const head = new Uint8Array(HEADER_BYTES);
    const view = new DataView(head.buffer);
    view.setUint32(0, SEGMENT_MAGIC, true);
    view.setUint32(4, SEGMENT_VERSION, true);
    view.setUint32(8, summary.maxDoc, true);
    view.setUint32(12, this.#sections.length, true);
    view.setFloat64(16, tableOffset, true);
    view.setFloat64(24, summary.minSeqNo, true);
    view.setFloat64(32, summary.maxSeqNo, true);
    view.setFloat64(40, generation, true);
    view.setFloat64(48, summary.sourceBytes, true);
    view.setUint32(60, checksumOf(head.subarray(0, 60)), true);
    return head;
  }
}
