import { checksumOf } from '../codec/checksum.ts';
import {
  FOOTER_BYTES,
  FORMAT_VERSION,
  HEADER_BYTES,
  SECTION_ROW_BYTES,
  SEGMENT_END_MAGIC,
  SEGMENT_MAGIC,
} from './segment-format.ts';
import type { ColumnArray } from './segment-reader.ts';

export interface SegmentHeader {
  readonly maxDoc: number;
  readonly sectionCount: number;
  readonly tableOffset: number;
  readonly minSeqNo: number;
  readonly maxSeqNo: number;
  readonly generation: number;
  readonly sourceBytes: number;
}

interface SectionRow {
  readonly width: number;
  readonly crc: number;
  readonly offset: number;
  readonly length: number;
}

export function readHeader(index: SharedArrayBuffer): SegmentHeader {
  const view = new DataView(index);
  return {
    maxDoc: view.getUint32(8, true),
    sectionCount: view.getUint32(12, true),
    tableOffset: view.getFloat64(16, true),
    minSeqNo: view.getFloat64(24, true),
    maxSeqNo: view.getFloat64(32, true),
    generation: view.getFloat64(40, true),
    sourceBytes: view.getFloat64(48, true),
  };
}

function keyOf(field: number, kind: number): number {
  return field * 256 + kind;
}

/** The sections of a `.seg` file as typed views over its bytes. */
export class SegmentSections {
  readonly #index: SharedArrayBuffer;
  readonly #rows = new Map<number, SectionRow>();

  /** The header and the table must have been checked. */
  constructor(index: SharedArrayBuffer) {
    this.#index = index;
    const header = readHeader(index);
    const view = new DataView(index);
    for (let i = 0; i < header.sectionCount; i++) {
      const at = header.tableOffset + i * SECTION_ROW_BYTES;
      this.#rows.set(keyOf(view.getUint16(at + 2, true), view.getUint8(at)), {
        width: view.getUint8(at + 1),
        crc: view.getUint32(at + 4, true),
        offset: view.getFloat64(at + 8, true),
        length: view.getFloat64(at + 16, true),
      });
    }
  }

  has(kind: number, field: number): boolean {
    return this.#rows.has(keyOf(field, kind));
  }

  bytes(kind: number, field: number): Uint8Array {
    const row = this.#rows.get(keyOf(field, kind));
    return row === undefined ? new Uint8Array(0) : new Uint8Array(this.#index, row.offset, row.length);
  }

  words(kind: number, field: number): Uint32Array {
    const row = this.#rows.get(keyOf(field, kind));
    return row === undefined ? new Uint32Array(0) : new Uint32Array(this.#index, row.offset, row.length / 4);
  }

  doubles(kind: number, field: number): Float64Array {
    const row = this.#rows.get(keyOf(field, kind));
    return row === undefined
      ? new Float64Array(0)
      : new Float64Array(this.#index, row.offset, row.length / 8);
  }

  /** In the width that it was written with; `skip` bytes at the front are something else. */
  column(kind: number, field: number, skip = 0): ColumnArray {
    const row = this.#rows.get(keyOf(field, kind));
    if (row === undefined) return new Uint8Array(0);
    const { width } = row;
    const offset = row.offset + skip;
    const length = (row.length - skip) / Math.max(1, width);
    if (width === 8) return new Float64Array(this.#index, offset, length);
    if (width === 4) return new Uint32Array(this.#index, offset, length);
    return width === 2
      ? new Uint16Array(this.#index, offset, length)
      : new Uint8Array(this.#index, offset, length);
  }

  /** Sections whose bytes do not have the checksum of the table, as `section <kind> of field <number>`. */
  damaged(): string[] {
    const problems: string[] = [];
    for (const [key, row] of this.#rows) {
      const bytes = new Uint8Array(this.#index, row.offset, Math.ceil(row.length / 8) * 8);
      if (checksumOf(bytes) === row.crc) continue;
      problems.push(`section ${key % 256} of field ${Math.floor(key / 256)}`);
    }
    return problems;
  }
}

/** What is wrong with the frame of a `.seg` file (header, table, footer; not the sections), null when nothing. */
export function frameProblem(index: SharedArrayBuffer, generation: number): string | null {
  const bytes = new Uint8Array(index);
  if (bytes.length < HEADER_BYTES + FOOTER_BYTES) return 'the segment file is too short';
  const view = new DataView(index);
  if (view.getUint32(0, true) !== SEGMENT_MAGIC) return 'this is not a segment file';
  const version = view.getUint32(4, true);
  if (version !== FORMAT_VERSION) return `the segment has format ${version}, this is ${FORMAT_VERSION}`;
  if (view.getUint32(60, true) !== checksumOf(bytes.subarray(0, 60)))
    return 'the header checksum does not match';
  const header = readHeader(index);
  if (header.generation !== generation) return 'the segment file belongs to another generation';
  const footer = bytes.length - FOOTER_BYTES;
  if (view.getUint32(footer + 4, true) !== SEGMENT_END_MAGIC) return 'the segment file is cut off';
  if (view.getFloat64(footer + 8, true) !== bytes.length) return 'the segment file has the wrong length';
  if (header.tableOffset + header.sectionCount * SECTION_ROW_BYTES !== footer)
    return 'the section table is misplaced';
  const table = bytes.subarray(header.tableOffset, footer);
  if (view.getUint32(footer, true) !== checksumOf(table))
    return 'the checksum of the section table does not match';
  return rowsProblem(view, header);
}

/** The sections must lie one after another, so that every byte of the file is under some checksum. */
function rowsProblem(view: DataView, header: SegmentHeader): string | null {
  let next = HEADER_BYTES;
  for (let i = 0; i < header.sectionCount; i++) {
    const at = header.tableOffset + i * SECTION_ROW_BYTES;
    if (view.getFloat64(at + 8, true) !== next) return `section ${i} does not follow the one before`;
    next += Math.ceil(view.getFloat64(at + 16, true) / 8) * 8;
  }
  return next === header.tableOffset ? null : 'the sections do not end at their table';
}
