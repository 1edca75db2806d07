import { assert } from '@sextant/base';
import { bytesOf } from '../codec/bytes.ts';
import { checksumOf } from '../codec/checksum.ts';
import type { SegmentData, SegmentTarget } from './segment-data.ts';
import { segmentPath } from './segment-data.ts';
import { encodeFields, type SegmentField } from './segment-field.ts';
import {
  FOOTER_BYTES,
  FORMAT_VERSION,
  HEADER_BYTES,
  MAX_DOCS,
  NO_FIELD,
  SECTION_ROW_BYTES,
  SEGMENT_END_MAGIC,
  SEGMENT_MAGIC,
  SectionKind,
} from './segment-format.ts';

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

function aligned(bytes: number): number {
  return Math.ceil(bytes / 8) * 8;
}

/** Collects sections and lays them out as one `.seg` file, in shared memory and on disk. */
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

  /** Writes the file (not synced). */
  write(target: SegmentTarget, summary: SegmentSummary): SegmentData {
    assert(summary.maxDoc <= MAX_DOCS, `a segment holds at most ${MAX_DOCS} documents`);
    this.add(SectionKind.fieldTable, encodeFields(this.#fields), 1);
    const index = this.#layOut(target.generation, summary);
    const file = target.disk.open(segmentPath(target.directory, target.name), 'create');
    try {
      file.write(new Uint8Array(index));
    } finally {
      file.close();
    }
    return {
      name: target.name,
      generation: target.generation,
      directory: target.directory,
      maxDoc: summary.maxDoc,
      index,
      liveDocs: null,
      deletedDocs: 0,
      sizeInBytes: index.byteLength + summary.sourceBytes,
      minSeqNo: summary.minSeqNo,
      maxSeqNo: summary.maxSeqNo,
    };
  }

  #layOut(generation: number, summary: SegmentSummary): SharedArrayBuffer {
    let tableOffset = HEADER_BYTES;
    for (const section of this.#sections) tableOffset += aligned(section.bytes.length);
    const tableBytes = this.#sections.length * SECTION_ROW_BYTES;
    const index = new SharedArrayBuffer(tableOffset + tableBytes + FOOTER_BYTES);
    const bytes = new Uint8Array(index);
    const view = new DataView(index);
    let at = HEADER_BYTES;
    let row = tableOffset;
    for (const section of this.#sections) {
      bytes.set(section.bytes, at);
      const end = at + aligned(section.bytes.length);
      view.setUint8(row, section.kind);
      view.setUint8(row + 1, section.width);
      view.setUint16(row + 2, section.field, true);
      view.setUint32(row + 4, checksumOf(bytes.subarray(at, end)), true);
      view.setFloat64(row + 8, at, true);
      view.setFloat64(row + 16, section.bytes.length, true);
      at = end;
      row += SECTION_ROW_BYTES;
    }
    view.setUint32(row, checksumOf(bytes.subarray(tableOffset, row)), true);
    view.setUint32(row + 4, SEGMENT_END_MAGIC, true);
    view.setFloat64(row + 8, index.byteLength, true);
    this.#writeHeader(view, bytes, tableOffset, generation, summary);
    return index;
  }

  #writeHeader(
    view: DataView,
    bytes: Uint8Array,
    tableOffset: number,
    generation: number,
    summary: SegmentSummary,
  ): void {
    view.setUint32(0, SEGMENT_MAGIC, true);
    view.setUint32(4, FORMAT_VERSION, true);
    view.setUint32(8, summary.maxDoc, true);
    view.setUint32(12, this.#sections.length, true);
    view.setFloat64(16, tableOffset, true);
    view.setFloat64(24, summary.minSeqNo, true);
    view.setFloat64(32, summary.maxSeqNo, true);
    view.setFloat64(40, generation, true);
    view.setFloat64(48, summary.sourceBytes, true);
    view.setUint32(60, checksumOf(bytes.subarray(0, 60)), true);
  }
}
