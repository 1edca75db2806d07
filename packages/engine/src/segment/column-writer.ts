import { assert } from '@sextant/base';
import { setBit, wordsFor } from '../codec/bits.ts';
import { type UnsignedArray, unsignedArray, unsignedWidth } from '../codec/narrow-array.ts';
import { sortedPairs } from '../codec/radix-sort.ts';
import type { SegmentAssembler } from './segment-assembler.ts';
import { COLUMN_BLOCK, MAX_UINT32, SectionKind } from './segment-format.ts';
import type { ColumnArray } from './segment-reader.ts';

/** Values with their documents: documents ascending, the values of one document ascending. */
export interface ColumnValues<Values> {
  readonly docs: Int32Array;
  readonly values: Values;
  readonly count: number;
}

/** Numbers, and what each is above its double; null where none is above it. */
export interface NumberValues extends ColumnValues<Float64Array> {
  readonly rests: Int32Array | null;
}

export interface NumericStatistics {
  readonly docCount: number;
  readonly base: number;
  readonly min: number;
  readonly max: number;
}

/** Returns whether every document has the field, which needs no bits. */
export function writePresence(
  assembler: SegmentAssembler,
  docs: Int32Array,
  docCount: number,
  maxDoc: number,
): boolean {
  if (docCount === maxDoc) return true;
  const words = new Uint32Array(wordsFor(maxDoc));
  for (let i = 0; i < docCount; i++) setBit(words, docs[i]!);
  assembler.add(SectionKind.presence, words, 4, assembler.nextField);
  return false;
}

export function writeNumeric(
  assembler: SegmentAssembler,
  column: NumberValues,
  maxDoc: number,
  flags: { readonly docValues: boolean; readonly indexed: boolean },
): NumericStatistics {
  const field = assembler.nextField;
  const { docs, values, count } = column;
  const rests = column.rests?.some((rest, i) => i < count && rest !== 0) === true ? column.rests : null;
  const { min, max, whole } = extent(values, count);
  const narrow = whole && max - min < 2 ** 32;
  const base = narrow ? min : 0;
  const width = narrow ? unsignedWidth(max - min) : 8;
  const docCount = distinctDocs(docs, count);
  if (flags.docValues) {
    writeData(assembler, { docs, values, count }, docCount, maxDoc, base, width);
    if (rests !== null) writeRests(assembler, docs, rests, count, docCount, maxDoc, width);
  }
  if (flags.docValues || flags.indexed) writeBlockExtents(assembler, column, maxDoc);
  if (flags.indexed) {
    const order = sortedPairs(values, rests, count);
    const sortedValues = columnArray(width, count);
    const sortedDocs = new Uint32Array(count);
    for (let i = 0; i < count; i++) {
      sortedValues[i] = values[order[i]!]! - base;
      sortedDocs[i] = docs[order[i]!]!;
    }
    assembler.give(SectionKind.sortedValues, sortedValues, width, field);
    assembler.give(SectionKind.sortedDocs, sortedDocs, 4, field);
    if (rests !== null) {
      assembler.add(
        SectionKind.sortedRest,
        Int32Array.from(order, (i) => rests[i]!),
        4,
        field,
      );
    }
  }
  return { docCount, base, min, max };
}

/** In the layout of the values. */
function writeRests(
  assembler: SegmentAssembler,
  docs: Int32Array,
  rests: Int32Array,
  count: number,
  docCount: number,
  maxDoc: number,
  width: number,
): void {
  let data = rests.slice(0, count);
  if (docCount === count && !isSparse(width, docCount, maxDoc)) {
    data = new Int32Array(maxDoc);
    for (let i = 0; i < count; i++) data[docs[i]!] = rests[i]!;
  }
  assembler.add(SectionKind.columnRest, data, 4, assembler.nextField);
}

/** A wide column that few documents have is smaller in the layout of several values. */
function isSparse(width: number, docCount: number, maxDoc: number): boolean {
  return width === 8 && docCount * 4 < maxDoc;
}

/** Ordinals below `termCount`. */
export function writeOrdinals(
  assembler: SegmentAssembler,
  column: ColumnValues<Uint32Array>,
  maxDoc: number,
  termCount: number,
): void {
  const docCount = distinctDocs(column.docs, column.count);
  const width = unsignedWidth(Math.max(0, termCount - 1));
  writeData(assembler, column, docCount, maxDoc, 0, width);
}

function columnArray(width: 1 | 2 | 4 | 8, length: number): ColumnArray {
  return width === 8 ? new Float64Array(length) : unsignedArray(width, length);
}

/** `data[doc]` when no document has two values, else the values in a row and where each document's start. */
function writeData(
  assembler: SegmentAssembler,
  column: ColumnValues<Float64Array> | ColumnValues<Uint32Array>,
  docCount: number,
  maxDoc: number,
  base: number,
  width: 1 | 2 | 4 | 8,
): void {
  const field = assembler.nextField;
  const { docs, values, count } = column;
  assert(count <= MAX_UINT32, 'a field of a segment has too many values');
  if (docCount === count && !isSparse(width, docCount, maxDoc)) {
    const data = columnArray(width, maxDoc);
    for (let i = 0; i < count; i++) data[docs[i]!] = values[i]! - base;
    assembler.give(SectionKind.columnData, data, width, field);
    return;
  }
  const data = columnArray(width, count);
  const offsets = new Uint32Array(maxDoc + 1);
  for (let i = 0; i < count; i++) {
    data[i] = values[i]! - base;
    const next = docs[i]! + 1;
    offsets[next] = offsets[next]! + 1;
  }
  for (let doc = 0; doc < maxDoc; doc++) offsets[doc + 1] = offsets[doc + 1]! + offsets[doc]!;
  assembler.give(SectionKind.columnData, data, width, field);
  assembler.give(SectionKind.columnOffsets, offsets, 4, field);
}

function writeBlockExtents(
  assembler: SegmentAssembler,
  column: ColumnValues<Float64Array>,
  maxDoc: number,
): void {
  const blocks = Math.ceil(maxDoc / COLUMN_BLOCK);
  const mins = new Float64Array(blocks).fill(Number.NaN);
  const maxs = new Float64Array(blocks).fill(Number.NaN);
  for (let i = 0; i < column.count; i++) {
    const block = Math.floor(column.docs[i]! / COLUMN_BLOCK);
    const value = column.values[i]!;
    if (!(mins[block]! <= value)) mins[block] = value;
    if (!(maxs[block]! >= value)) maxs[block] = value;
  }
  assembler.add(SectionKind.columnBlockMin, mins, 8, assembler.nextField);
  assembler.add(SectionKind.columnBlockMax, maxs, 8, assembler.nextField);
}

function distinctDocs(docs: Int32Array, count: number): number {
  let distinct = 0;
  for (let i = 0; i < count; i++) if (i === 0 || docs[i] !== docs[i - 1]) distinct++;
  return distinct;
}

/** `whole`: every value is an integer that a double holds exactly, and none is -0. */
function extent(values: Float64Array, count: number): { min: number; max: number; whole: boolean } {
  if (count === 0) return { min: Number.NaN, max: Number.NaN, whole: false };
  let min = values[0]!;
  let max = min;
  let whole = true;
  for (let i = 0; i < count; i++) {
    const value = values[i]!;
    if (value < min) min = value;
    if (value > max) max = value;
    if (whole && (!Number.isSafeInteger(value) || Object.is(value, -0))) whole = false;
  }
  return { min, max, whole };
}

/** Sequence numbers mostly rise with the documents, one by one: what is left then is nothing, or narrow. */
export function writeSeqNos(assembler: SegmentAssembler, values: Float64Array, count: number): void {
  const rest = new Float64Array(count);
  for (let doc = 0; doc < count; doc++) rest[doc] = values[doc]! - doc;
  const line = extent(rest, count);
  const plain = extent(values, count);
  if (line.max - line.min < plain.max - plain.min) writeMeta(assembler, SectionKind.seqNoLine, rest, count);
  else writeMeta(assembler, SectionKind.seqNo, values, count);
}

/** Values that are mostly one number: `base` as a double, then what is above it, nothing at all when all are equal. */
export function writeMeta(
  assembler: SegmentAssembler,
  kind: SectionKind,
  values: Float64Array,
  count: number,
): void {
  const { min, max } = extent(values, count);
  const base = count === 0 ? 0 : min;
  if (count === 0 || max === min) {
    assembler.add(kind, new Float64Array([base]), 0);
    return;
  }
  const width = max - min < 2 ** 32 ? unsignedWidth(max - min) : 8;
  const data: Float64Array | UnsignedArray = columnArray(width, count);
  for (let i = 0; i < count; i++) data[i] = values[i]! - base;
  const bytes = new Uint8Array(8 + data.byteLength);
  new DataView(bytes.buffer).setFloat64(0, base, true);
  bytes.set(new Uint8Array(data.buffer), 8);
  assembler.add(kind, bytes, width);
}
