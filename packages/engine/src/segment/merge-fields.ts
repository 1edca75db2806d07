import { getBit } from '../codec/bits.ts';
import { Float64List, Int32List, Uint32List } from '../codec/lists.ts';
import { sortedOrder } from '../codec/radix-sort.ts';
import { writeOrdinals, writePresence } from './column-writer.ts';
import { type InvertedStatistics, InvertedWriter, type TermRoom } from './inverted-writer.ts';
import { eachOrdinal, type MergedTerms, type MergeInput, mergeTerms } from './merge-terms.ts';
import { writeNumberField } from './number-buffer.ts';
import { hasRests } from './rests.ts';
import type { SegmentAssembler } from './segment-assembler.ts';
import { commonShape, type FieldShape, type FieldStatistics, NO_STATISTICS } from './segment-field.ts';
import { SectionKind } from './segment-format.ts';
import type { NumericColumn } from './segment-reader.ts';

/** What the inputs have in common, per field, in the order in which fields are written. */
export function mergedShapes(inputs: readonly MergeInput[]): FieldShape[] {
  const shapes = new Map<string, FieldShape>();
  for (const { segment } of inputs) {
    for (const { field } of segment.index.fields.values()) {
      const known = shapes.get(field.name);
      shapes.set(field.name, known === undefined ? field : commonShape(known, field));
    }
  }
  return [...shapes.keys()].sort().map((name) => shapes.get(name)!);
}

/** Writes one field; false where no live document has it any more. */
export function mergeField(
  inputs: readonly MergeInput[],
  shape: FieldShape,
  maxDoc: number,
  assembler: SegmentAssembler,
): boolean {
  if (!isPresent(inputs, shape.name)) return false;
  const { name, storage, indexed, docValues, norms, freqs, positions } = shape;
  const plain: FieldShape = { name, storage, indexed, docValues, norms, freqs, positions };
  const statistics =
    storage === 'number' && (indexed || docValues)
      ? mergeNumbers(inputs, plain, maxDoc, assembler)
      : mergeWords(inputs, plain, maxDoc, assembler);
  assembler.addField({ ...plain, ...statistics });
  return true;
}

/** Whether a live document has the field. */
function isPresent(inputs: readonly MergeInput[], field: string): boolean {
  return inputs.some(({ segment, remap }) => {
    const bits = segment.exists(field);
    return bits !== null && remap.some((doc, old) => doc >= 0 && (bits === 'all' || getBit(bits, old)));
  });
}

function docsWithField(inputs: readonly MergeInput[], field: string, maxDoc: number): Int32List {
  const docs = new Int32List(maxDoc);
  for (const { segment, remap } of inputs) {
    const bits = segment.exists(field);
    if (bits === null) continue;
    for (let old = 0; old < remap.length; old++) {
      if (remap[old]! >= 0 && (bits === 'all' || getBit(bits, old))) docs.push(remap[old]!);
    }
  }
  return docs;
}

function mergeWords(
  inputs: readonly MergeInput[],
  shape: FieldShape,
  maxDoc: number,
  assembler: SegmentAssembler,
): FieldStatistics {
  const docs = docsWithField(inputs, shape.name, maxDoc);
  const everywhere = writePresence(assembler, docs.values, docs.length, maxDoc);
  if (!shape.indexed && !shape.docValues) return { ...NO_STATISTICS, everywhere };
  const norms = shape.norms ? mergeNorms(inputs, shape.name, maxDoc) : null;
  if (norms !== null) assembler.add(SectionKind.norms, norms, 1, assembler.nextField);
  const { merged, counts } = mergeInverted(inputs, shape, maxDoc, norms, assembler);
  const docCount = shape.indexed ? counts.docCount : docs.length;
  const valueCount = shape.docValues ? mergeOrdinals(inputs, shape.name, merged, maxDoc, assembler) : 0;
  return { ...NO_STATISTICS, everywhere, valueCount, ...counts, docCount };
}

/** A function of its own, so that the writer's memory is free when the ordinals are merged. */
function mergeInverted(
  inputs: readonly MergeInput[],
  shape: FieldShape,
  maxDoc: number,
  norms: Uint8Array | null,
  assembler: SegmentAssembler,
): { readonly merged: MergedTerms; readonly counts: InvertedStatistics } {
  const writer = new InvertedWriter(shape, maxDoc, norms, termRoom(inputs, shape.name));
  const merged = mergeTerms(inputs, shape, writer);
  return { merged, counts: writer.finish(assembler) };
}

/** Where a field has mostly terms that one input has alone, that is what its terms take. */
function termRoom(inputs: readonly MergeInput[], field: string): TermRoom {
  const room = { terms: 0, bytes: 0 };
  for (const { segment } of inputs) {
    const terms = segment.index.terms(field);
    room.terms += terms?.size ?? 0;
    room.bytes += terms?.bytes.length ?? 0;
  }
  return room;
}

function mergeNorms(inputs: readonly MergeInput[], field: string, maxDoc: number): Uint8Array {
  const norms = new Uint8Array(maxDoc);
  for (const { segment, remap } of inputs) {
    const from = segment.norms(field);
    if (from === null) continue;
    for (let old = 0; old < remap.length; old++) if (remap[old]! >= 0) norms[remap[old]!] = from[old]!;
  }
  return norms;
}

function mergeOrdinals(
  inputs: readonly MergeInput[],
  field: string,
  merged: MergedTerms,
  maxDoc: number,
  assembler: SegmentAssembler,
): number {
  const room = valuesOf(inputs, (segment) => segment.ordinals(field)?.data);
  const docs = new Int32List(room);
  const values = new Uint32List(room);
  inputs.forEach((input, place) => {
    const ordinals = merged.ordinals[place];
    if (ordinals === null || ordinals === undefined) return;
    eachOrdinal(input, field, (doc, ordinal) => {
      docs.push(doc);
      values.push(ordinals[ordinal]!);
    });
  });
  const column = { docs: docs.values, values: values.values, count: values.length };
  writeOrdinals(assembler, column, maxDoc, merged.termCount);
  return values.length;
}

function mergeNumbers(
  inputs: readonly MergeInput[],
  shape: FieldShape,
  maxDoc: number,
  assembler: SegmentAssembler,
): FieldStatistics {
  const room = valuesOf(inputs, (segment) => {
    const column = segment.numeric(shape.name);
    return column === null || column.data.length > 0 ? column?.data : column.sorted?.values;
  });
  const docs = new Int32List(room);
  const values = new Float64List(room);
  const fine = inputs.some(({ segment }) => hasRests(segment.numeric(shape.name)));
  const rests = fine ? new Int32List(room) : null;
  for (const { segment, remap } of inputs) {
    const column = segment.numeric(shape.name);
    if (column === null) continue;
    const into = { docs, values, rests };
    if (column.data.length > 0) appendColumn(column, remap, into);
    else appendSorted(column, remap, into);
  }
  const column = { docs: docs.values, values: values.values, count: values.length };
  return writeNumberField(assembler, shape, { ...column, rests: rests?.values ?? null }, maxDoc);
}

/** How many values the inputs have at most, so that lists of them need not grow. */
function valuesOf(
  inputs: readonly MergeInput[],
  column: (segment: MergeInput['segment']) => { readonly length: number } | undefined,
): number {
  return inputs.reduce((sum, { segment }) => sum + (column(segment)?.length ?? 0), 0);
}

interface MergedNumbers {
  readonly docs: Int32List;
  readonly values: Float64List;
  /** null where no input has any. */
  readonly rests: Int32List | null;
}

function appendColumn(column: NumericColumn, remap: Int32Array, into: MergedNumbers): void {
  const { data, rest, base, offsets, present } = column;
  const { docs, values, rests } = into;
  for (let old = 0; old < remap.length; old++) {
    const doc = remap[old]!;
    if (doc < 0) continue;
    if (offsets !== null) {
      for (let i = offsets[old]!; i < offsets[old + 1]!; i++) {
        docs.push(doc);
        values.push(plainValue(base, data[i]!));
        rests?.push(rest === null ? 0 : rest[i]!);
      }
    } else if (present === null || getBit(present, old)) {
      docs.push(doc);
      values.push(plainValue(base, data[old]!));
      rests?.push(rest === null ? 0 : rest[old]!);
    }
  }
}

/** Base 0 means that the values stand as they are; adding it would turn -0 into 0. */
function plainValue(base: number, stored: number): number {
  return base === 0 ? stored : base + stored;
}

/** A field without doc values has them only sorted by value; a stable sort by document restores their order. */
function appendSorted(column: NumericColumn, remap: Int32Array, into: MergedNumbers): void {
  const { values: sortedValues, docs: sortedDocs, rest } = column.sorted!;
  const order = sortedOrder(Float64Array.from(sortedDocs), sortedDocs.length);
  for (const i of order) {
    const doc = remap[sortedDocs[i]!]!;
    if (doc < 0) continue;
    into.docs.push(doc);
    into.values.push(plainValue(column.base, sortedValues[i]!));
    into.rests?.push(rest === null ? 0 : rest[i]!);
  }
}
