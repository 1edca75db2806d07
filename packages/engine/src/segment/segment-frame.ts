import { crc32 } from 'node:zlib';
import type { DiskFile } from '@sextant/base';
import { checksumOf } from '../codec/checksum.ts';
import {
  FOOTER_BYTES,
  HEADER_BYTES,
  SECTION_ROW_BYTES,
  SEGMENT_END_MAGIC,
  SEGMENT_MAGIC,
  SEGMENT_VERSION_BLOCKS,
  SEGMENT_VERSION_BLOCKS_KEPT,
  SEGMENT_VERSION_KEPT,
  SEGMENT_VERSION_MIN,
} from './segment-format.ts';

export interface SegmentHeader {
  readonly hasBlocks: boolean;
  readonly hasKept: boolean;
  readonly maxDoc: number;
  readonly sectionCount: number;
  readonly tableOffset: number;
  readonly minSeqNo: number;
  readonly maxSeqNo: number;
  readonly generation: number;
  readonly sourceBytes: number;
}

/** Where a section lies in its file. */
export interface SectionRow {
  readonly kind: number;
  readonly field: number;
  readonly width: number;
  readonly crc: number;
  readonly offset: number;
  readonly length: number;
}

export interface SegmentFrame {
  readonly header: SegmentHeader;
  readonly rows: readonly SectionRow[];
  /** Length of the file. */
  readonly bytes: number;
  /** Of the section table. */
  readonly checksum: number;
}

/** What is wrong with a `.seg` file: half a sentence, without the name of the file. */
export interface FrameProblem {
  readonly problem: string;
}

/** Sections are read in parts of so many bytes to compare their checksums. */
const READ_BYTES = 1 << 20;

function sectionEnd({ offset, length }: SectionRow): number {
  return offset + Math.ceil(length / 8) * 8;
}

export function readHeader(view: DataView): SegmentHeader {
  const version = view.getUint32(4, true);
  return {
    hasBlocks: version === SEGMENT_VERSION_BLOCKS || version === SEGMENT_VERSION_BLOCKS_KEPT,
    hasKept: version >= SEGMENT_VERSION_KEPT,
    maxDoc: view.getUint32(8, true),
    sectionCount: view.getUint32(12, true),
    tableOffset: view.getFloat64(16, true),
    minSeqNo: view.getFloat64(24, true),
    maxSeqNo: view.getFloat64(32, true),
    generation: view.getFloat64(40, true),
    sourceBytes: view.getFloat64(48, true),
  };
}

/** Rows of the section table, which begins at `start` of the view. */
export function readRows(view: DataView, start: number, count: number): SectionRow[] {
  const rows: SectionRow[] = [];
  for (let at = start; rows.length < count; at += SECTION_ROW_BYTES) {
    rows.push({
      kind: view.getUint8(at),
      width: view.getUint8(at + 1),
      field: view.getUint16(at + 2, true),
      crc: view.getUint32(at + 4, true),
      offset: view.getFloat64(at + 8, true),
      length: view.getFloat64(at + 16, true),
    });
  }
  return rows;
}

/** Reads and checks header, section table and footer of a `.seg` file; the sections between them are not looked at. */
export function readFrame(file: DiskFile, generation: number): SegmentFrame | FrameProblem {
  const bytes = file.size;
  if (bytes < HEADER_BYTES + FOOTER_BYTES) return { problem: 'the segment file is too short' };
  const head = readPart(file, 0, HEADER_BYTES);
  const header = readHeader(head);
  const problem = headerProblem(head) ?? generationProblem(header, generation);
  if (problem !== null) return { problem };
  const footerAt = bytes - FOOTER_BYTES;
  const footer = readPart(file, footerAt, FOOTER_BYTES);
  if (footer.getUint32(4, true) !== SEGMENT_END_MAGIC) return { problem: 'the segment file is cut off' };
  if (footer.getFloat64(8, true) !== bytes) return { problem: 'the segment file has the wrong length' };
  if (header.tableOffset + header.sectionCount * SECTION_ROW_BYTES !== footerAt)
    return { problem: 'the section table is misplaced' };
  const table = readPart(file, header.tableOffset, footerAt - header.tableOffset);
  const checksum = checksumOf(new Uint8Array(table.buffer));
  if (footer.getUint32(0, true) !== checksum)
    return { problem: 'the checksum of the section table does not match' };
  const rows = readRows(table, 0, header.sectionCount);
  const misplaced = rowsProblem(rows, header);
  return misplaced === null ? { header, rows, bytes, checksum } : { problem: misplaced };
}

function headerProblem(head: DataView): string | null {
  if (head.getUint32(0, true) !== SEGMENT_MAGIC) return 'this is not a segment file';
  const version = head.getUint32(4, true);
  if (version < SEGMENT_VERSION_MIN || version > SEGMENT_VERSION_BLOCKS_KEPT)
    return `the segment has format ${version}, this reads ${SEGMENT_VERSION_MIN} to ${SEGMENT_VERSION_BLOCKS_KEPT}`;
  const matches = head.getUint32(60, true) === checksumOf(new Uint8Array(head.buffer, 0, 60));
  return matches ? null : 'the header checksum does not match';
}

function generationProblem(header: SegmentHeader, generation: number): string | null {
  return header.generation === generation ? null : 'the segment file belongs to another generation';
}

/** The sections must lie one after another, so that every byte of the file is under some checksum. */
function rowsProblem(rows: readonly SectionRow[], header: SegmentHeader): string | null {
  let next = HEADER_BYTES;
  for (const [i, row] of rows.entries()) {
    if (row.offset !== next) return `section ${i} does not follow the one before`;
    next = sectionEnd(row);
  }
  return next === header.tableOffset ? null : 'the sections do not end at their table';
}

function readPart(file: DiskFile, position: number, length: number): DataView {
  const bytes = new Uint8Array(length);
  file.read(bytes, position);
  return new DataView(bytes.buffer);
}

/** Reads every section; answers with those that do not have the checksum of the table. */
export function damagedSections(file: DiskFile, { rows, bytes }: SegmentFrame): string[] {
  const part = new Uint8Array(Math.min(READ_BYTES, bytes));
  const problems: string[] = [];
  for (const row of rows) {
    const end = sectionEnd(row);
    let crc = 0;
    for (let at = row.offset; at < end; ) {
      const read = file.read(part.subarray(0, Math.min(part.length, end - at)), at);
      if (read === 0) break;
      crc = crc32(part.subarray(0, read), crc);
      at += read;
    }
    if (crc !== row.crc) problems.push(`section ${row.kind} of field ${row.field}`);
  }
  return problems;
}
