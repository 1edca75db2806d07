import { Float64List, Int32List } from '../codec/lists.ts';
import type { SpareArrays } from '../codec/spare-arrays.ts';
import { type ColumnNumber, coarseOf, restOf } from '../mapping/fine-number.ts';
import { type NumberValues, writeNumeric, writePresence } from './column-writer.ts';
import type { SegmentAssembler } from './segment-assembler.ts';
import { commonShape, type FieldShape, type FieldStatistics, NO_STATISTICS } from './segment-field.ts';

/** The values of one number field: documents ascending, the values of a document ascending. */
export interface FrozenNumbers {
  readonly shape: FieldShape;
  /** The document of each value. */
  readonly docs: Int32Array;
  readonly values: Float64Array;
  /** What the values are above these doubles; null where none is. */
  readonly rests: Int32Array | null;
}

/** The values of one number field while documents are added. */
export class NumberBuffer {
  shape: FieldShape;
  readonly #docs: Int32List;
  readonly #values: Float64List;
  /** As long as the values from the first one on that has a rest. */
  #rests: Int32List | null = null;

  constructor(shape: FieldShape, spare: SpareArrays | null = null) {
    this.shape = shape;
    this.#docs = new Int32List(0, spare);
    this.#values = new Float64List(0, spare);
  }

  /** Nothing may be added any more. */
  release(): void {
    this.#docs.release();
    this.#values.release();
    this.#rests?.release();
  }

  get bytesUsed(): number {
    const rests = this.#rests?.values.byteLength ?? 0;
    return this.#docs.values.byteLength + this.#values.values.byteLength + rests;
  }

  narrow(shape: FieldShape): void {
    this.shape = commonShape(this.shape, shape);
  }

  add(doc: number, value: ColumnNumber): void {
    if (typeof value === 'number' && this.#rests === null) this.#addPlain(doc, value);
    else this.#addFine(doc, coarseOf(value), restOf(value));
  }

  #addFine(doc: number, value: number, rest: number): void {
    const values = this.#values;
    const docs = this.#docs;
    this.#rests ??= zeros(values.length);
    const rests = this.#rests;
    docs.push(doc);
    values.push(value);
    rests.push(rest);
    let i = values.length - 1;
    for (; i > 0 && docs.values[i - 1] === doc; i--) {
      const before = values.values[i - 1]!;
      if (before < value || (before === value && rests.values[i - 1]! <= rest)) break;
      values.values[i] = before;
      rests.values[i] = rests.values[i - 1]!;
    }
    values.values[i] = value;
    rests.values[i] = rest;
  }

  #addPlain(doc: number, value: number): void {
    const values = this.#values;
    const docs = this.#docs;
    docs.push(doc);
    values.push(value);
    // The values of one document are kept ascending; a later value rarely has to move.
    let i = values.length - 1;
    while (i > 0 && docs.values[i - 1] === doc && values.values[i - 1]! > value) {
      values.values[i] = values.values[i - 1]!;
      i--;
    }
    values.values[i] = value;
  }

  /** What was added, as it crosses threads; views of arrays that the next value may change. */
  freeze(): FrozenNumbers {
    const rests = this.#rests?.view() ?? null;
    return { shape: this.shape, docs: this.#docs.view(), values: this.#values.view(), rests };
  }
}

function zeros(length: number): Int32List {
  const list = new Int32List(length);
  for (let i = 0; i < length; i++) list.push(0);
  return list;
}

/** Documents ascending, values of a document ascending. */
export function writeNumberField(
  assembler: SegmentAssembler,
  shape: FieldShape,
  column: NumberValues,
  maxDoc: number,
): FieldStatistics {
  const { docs, count } = column;
  const distinct = new Int32Array(count);
  let docCount = 0;
  for (let i = 0; i < count; i++) if (i === 0 || docs[i] !== docs[i - 1]) distinct[docCount++] = docs[i]!;
  const everywhere = writePresence(assembler, distinct, docCount, maxDoc);
  if (!shape.docValues && !shape.indexed) return { ...NO_STATISTICS, everywhere };
  const numbers = writeNumeric(assembler, column, maxDoc, shape);
  return { everywhere, valueCount: count, sumTotalTermFreq: 0, sumDocFreq: 0, ...numbers };
}
