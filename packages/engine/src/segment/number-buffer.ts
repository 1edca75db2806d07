import { Float64List, Int32List } from '../codec/lists.ts';
import { writeNumeric, writePresence } from './column-writer.ts';
import type { SegmentAssembler } from './segment-assembler.ts';
import { commonShape, type FieldShape, type FieldStatistics, NO_STATISTICS } from './segment-field.ts';

/** The values of one number field: documents ascending, the values of a document ascending. */
export interface FrozenNumbers {
  readonly shape: FieldShape;
  /** The document of each value. */
  readonly docs: Int32Array;
  readonly values: Float64Array;
}

/** The values of one number field while documents are added. */
export class NumberBuffer {
  shape: FieldShape;
  readonly #docs = new Int32List();
  readonly #values = new Float64List();

  constructor(shape: FieldShape) {
    this.shape = shape;
  }

  get bytesUsed(): number {
    return this.#docs.values.byteLength + this.#values.values.byteLength;
  }

  narrow(shape: FieldShape): void {
    this.shape = commonShape(this.shape, shape);
  }

  add(doc: number, value: number): void {
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
    return { shape: this.shape, docs: this.#docs.view(), values: this.#values.view() };
  }
}

/** Documents ascending, values of a document ascending. */
export function writeNumberField(
  assembler: SegmentAssembler,
  shape: FieldShape,
  docs: Int32Array,
  values: Float64Array,
  count: number,
  maxDoc: number,
): FieldStatistics {
  const distinct = new Int32Array(count);
  let docCount = 0;
  for (let i = 0; i < count; i++) if (i === 0 || docs[i] !== docs[i - 1]) distinct[docCount++] = docs[i]!;
  const everywhere = writePresence(assembler, distinct, docCount, maxDoc);
  if (!shape.docValues && !shape.indexed) return { ...NO_STATISTICS, everywhere };
  const numbers = writeNumeric(assembler, { docs, values, count }, maxDoc, shape);
  return { everywhere, valueCount: count, sumTotalTermFreq: 0, sumDocFreq: 0, ...numbers };
}
