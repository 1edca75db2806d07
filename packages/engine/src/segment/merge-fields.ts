import { detachWhole } from '@sextant/base';
import { getBit } from '../codec/bits.ts';
import { Float64List, Int32List, Uint32List } from '../codec/lists.ts';
import { sortedOrder } from '../codec/radix-sort.ts';
import { type ColumnValues, type NumberValues, writeOrdinals, writePresence } from './column-writer.ts';
import { type InvertedStatistics, InvertedWriter, type TermRoom } from './inverted-writer.ts';
import { eachOrdinal, type MergedTerms, type MergeInput, type MergePlan, mergeTerms } from './merge-terms.ts';
import { writeNumberField } from './number-buffer.ts';
import { hasRests } from './rests.ts';
import type { SegmentAssembler } from './segment-assembler.ts';
import { commonShape, type FieldShape, type FieldStatistics, NO_STATISTICS } from './segment-field.ts';
import { SectionKind } from './segment-format.ts';
import type { NumericColumn } from './segment-reader.ts';
import { gathered, placesByDoc } from './segment-sort.ts';

/** What the inputs have in common, per field, in the order in which fields are written. */
export function mergedShapes({ inputs }: MergePlan): FieldShape[] {
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
export function mergeField(plan: MergePlan, shape: FieldShape, assembler: SegmentAssembler): boolean {
  if (!isPresent(plan, shape.name)) return false;
  const { name, storage, indexed, docValues, norms, freqs, positions } = shape;
  const plain: FieldShape = { name, storage, indexed, docValues, norms, freqs, positions };
  const statistics =
    storage === 'number' && (indexed || docValues)
      ? mergeNumbers(plan, plain, assembler)
      : mergeWords(plan, plain, assembler);
  assembler.addField({ ...plain, ...statistics });
  return true;
}

/** Whether a live document has the field. */
function isPresent({ inputs }: MergePlan, field: string): boolean {
  return inputs.some(({ segment, remap }) => {
    const bits = segment.exists(field);
    return bits !== null && remap.some((doc, old) => doc >= 0 && (bits === 'all' || getBit(bits, old)));
  });
}

/** In no particular order. */
function docsWithField({ inputs, maxDoc }: MergePlan, field: string): Int32List {
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

function mergeWords(plan: MergePlan, shape: FieldShape, assembler: SegmentAssembler): FieldStatistics {
  const { maxDoc } = plan;
  const docs = docsWithField(plan, shape.name);
  const everywhere = writePresence(assembler, docs.values, docs.length, maxDoc);
  if (!shape.indexed && !shape.docValues) return { ...NO_STATISTICS, everywhere };
  const norms = shape.norms ? mergeNorms(plan, shape.name) : null;
  if (norms !== null) assembler.add(SectionKind.norms, norms, 1, assembler.nextField);
  const { merged, counts } = mergeInverted(plan, shape, norms, assembler);
  const docCount = shape.indexed ? counts.docCount : docs.length;
  const valueCount = shape.docValues ? mergeOrdinals(plan, shape.name, merged, assembler) : 0;
  return { ...NO_STATISTICS, everywhere, valueCount, ...counts, docCount };
}

/** A function of its own, so that the writer's memory is free when the ordinals are merged. */
function mergeInverted(
  plan: MergePlan,
  shape: FieldShape,
  norms: Uint8Array | null,
  assembler: SegmentAssembler,
): { readonly merged: MergedTerms; readonly counts: InvertedStatistics } {
  const writer = new InvertedWriter(shape, plan.maxDoc, norms, termRoom(plan, shape.name));
  const merged = mergeTerms(plan, shape, writer);
  return { merged, counts: writer.finish(assembler) };
}

/** Where a field has mostly terms that one input has alone, that is what its terms take. */
function termRoom({ inputs }: MergePlan, field: string): TermRoom {
  const room = { terms: 0, bytes: 0 };
  for (const { segment } of inputs) {
    const terms = segment.index.terms(field);
    room.terms += terms?.size ?? 0;
    room.bytes += terms?.bytes.length ?? 0;
  }
  return room;
}

function mergeNorms({ inputs, maxDoc }: MergePlan, field: string): Uint8Array {
  const norms = new Uint8Array(maxDoc);
  for (const { segment, remap } of inputs) {
    const from = segment.norms(field);
    if (from === null) continue;
    for (let old = 0; old < remap.length; old++) if (remap[old]! >= 0) norms[remap[old]!] = from[old]!;
  }
  return norms;
}

function mergeOrdinals(
  { inputs, maxDoc, places }: MergePlan,
  field: string,
  merged: MergedTerms,
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
  const { length: count } = values;
  const column = { docs: docs.values, values: values.values, count };
  const sorted = places === null ? column : ordinalsInOrder(column, maxDoc);
  writeOrdinals(assembler, sorted, maxDoc, merged.termCount);
  free(docs, values);
  return count;
}

function mergeNumbers(
  { inputs, maxDoc, places }: MergePlan,
  shape: FieldShape,
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
  const { length: count } = values;
  const column = { docs: docs.values, values: values.values, count, rests: rests?.values ?? null };
  const sorted = places === null ? column : numbersInOrder(column, maxDoc);
  const statistics = writeNumberField(assembler, shape, sorted, maxDoc);
  free(docs, values);
  return statistics;
}

/** What the lists of a field hold does not wait for the collector: the next field takes as much. */
function free(...lists: readonly { readonly values: ArrayBufferView }[]): void {
  for (const { values } of lists) detachWhole(values);
}

/** The ordinals of documents that came one input after the other, by document. */
function ordinalsInOrder(
  { docs, values, count }: ColumnValues<Uint32Array>,
  maxDoc: number,
): ColumnValues<Uint32Array> {
  const order = placesByDoc(docs, count, maxDoc);
  return { docs: gathered(docs, order), values: gathered(values, order), count };
}

/** As of ordinals. */
function numbersInOrder({ docs, values, rests, count }: NumberValues, maxDoc: number): NumberValues {
  const order = placesByDoc(docs, count, maxDoc);
  const sorted = { docs: gathered(docs, order), values: gathered(values, order), count };
  return { ...sorted, rests: rests === null ? null : gathered(rests, order) };
}

/** How many values the inputs have at most, so that lists of them need not grow. */
function valuesOf(
  inputs: MergePlan['inputs'],
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
        values.push(base + data[i]!);
        rests?.push(rest === null ? 0 : rest[i]!);
      }
    } else if (present === null || getBit(present, old)) {
      docs.push(doc);
      values.push(base + data[old]!);
      rests?.push(rest === null ? 0 : rest[old]!);
    }
  }
}

/** A field without doc values has them only sorted by value; a stable sort by document restores their order. */
function appendSorted(column: NumericColumn, remap: Int32Array, into: MergedNumbers): void {
  const { values: sortedValues, docs: sortedDocs, rest } = column.sorted!;
  const order = sortedOrder(Float64Array.from(sortedDocs), sortedDocs.length);
  for (const i of order) {
    const doc = remap[sortedDocs[i]!]!;
    if (doc < 0) continue;
    into.docs.push(doc);
    into.values.push(column.base + sortedValues[i]!);
    into.rests?.push(rest === null ? 0 : rest[i]!);
  }
}
