import { gather } from '../../segment/gather.ts';
import type { ColumnArray } from '../../segment/segment-reader.ts';
import { growFloat64, growInt32 } from './growable.ts';

/**
 * Takes values beside their documents and parent buckets. The arrays are reused after the call; `values` may
 * be written to.
 */
export interface ValueSink {
  values(docs: Int32Array, parents: Int32Array, values: Float64Array, length: number): void;
}

/** The values of one field in one segment, read in blocks. Ordinals are read as values too. */
export interface ValueSource {
  /** A document may come with several values; they are ascending and may repeat. */
  readonly multiValued: boolean;
  read(docs: Int32Array, parents: Int32Array, length: number, sink: ValueSink): void;
}

/** The part that number and ordinal columns have in common. */
interface ValueColumn {
  readonly data: ColumnArray;
  readonly offsets: Uint32Array | null;
  readonly present: Uint32Array | null;
}

/** A source over a column. `missing` stands for documents without a value; null leaves them out. */
export function columnSource(column: ValueColumn, base: number, missing: number | null): ValueSource {
  if (column.offsets !== null) return new MultiValuedSource(column.data, base, column.offsets, missing);
  if (column.present === null) return new DenseSource(column.data, base);
  if (missing === null) return new SparseSource(column.data, base, column.present);
  return new FilledSource(column.data, base, column.present, missing);
}

/** Every document has a value. */
class DenseSource implements ValueSource {
  readonly multiValued = false;
  readonly #data: ColumnArray;
  readonly #base: number;
  #values = new Float64Array(128);

  constructor(data: ColumnArray, base: number) {
    this.#data = data;
    this.#base = base;
  }

  read(docs: Int32Array, parents: Int32Array, length: number, sink: ValueSink): void {
    this.#values = growFloat64(this.#values, length, 0);
    gather(this.#data, this.#base, docs, length, this.#values);
    sink.values(docs, parents, this.#values, length);
  }
}

/** Documents without a value are dropped from the block. */
class SparseSource implements ValueSource {
  readonly multiValued = false;
  readonly #data: ColumnArray;
  readonly #base: number;
  readonly #present: Uint32Array;
  #docs = new Int32Array(128);
  #parents = new Int32Array(128);
  #values = new Float64Array(128);

  constructor(data: ColumnArray, base: number, present: Uint32Array) {
    this.#data = data;
    this.#base = base;
    this.#present = present;
  }

  read(docs: Int32Array, parents: Int32Array, length: number, sink: ValueSink): void {
    this.#docs = growInt32(this.#docs, length, 0);
    this.#parents = growInt32(this.#parents, length, 0);
    this.#values = growFloat64(this.#values, length, 0);
    const present = this.#present;
    const keptDocs = this.#docs;
    const keptParents = this.#parents;
    let kept = 0;
    for (let i = 0; i < length; i++) {
      const doc = docs[i]!;
      keptDocs[kept] = doc;
      keptParents[kept] = parents[i]!;
      kept += (present[doc >>> 5]! >>> (doc & 31)) & 1;
    }
    if (kept === 0) return;
    gather(this.#data, this.#base, keptDocs, kept, this.#values);
    sink.values(keptDocs, keptParents, this.#values, kept);
  }
}

/** Documents without a value get the `missing` one. */
class FilledSource implements ValueSource {
  readonly multiValued = false;
  readonly #data: ColumnArray;
  readonly #base: number;
  readonly #present: Uint32Array;
  readonly #missing: number;
  #values = new Float64Array(128);

  constructor(data: ColumnArray, base: number, present: Uint32Array, missing: number) {
    this.#data = data;
    this.#base = base;
    this.#present = present;
    this.#missing = missing;
  }

  read(docs: Int32Array, parents: Int32Array, length: number, sink: ValueSink): void {
    this.#values = growFloat64(this.#values, length, 0);
    const values = this.#values;
    gather(this.#data, this.#base, docs, length, values);
    for (let i = 0; i < length; i++) {
      const doc = docs[i]!;
      if (((this.#present[doc >>> 5]! >>> (doc & 31)) & 1) === 0) values[i] = this.#missing;
    }
    sink.values(docs, parents, values, length);
  }
}

class MultiValuedSource implements ValueSource {
  readonly multiValued = true;
  readonly #data: ColumnArray;
  readonly #base: number;
  readonly #offsets: Uint32Array;
  readonly #missing: number | null;
  #docs = new Int32Array(128);
  #parents = new Int32Array(128);
  #indexes = new Int32Array(128);
  #values = new Float64Array(128);

  constructor(data: ColumnArray, base: number, offsets: Uint32Array, missing: number | null) {
    this.#data = data;
    this.#base = base;
    this.#offsets = offsets;
    this.#missing = missing;
  }

  read(docs: Int32Array, parents: Int32Array, length: number, sink: ValueSink): void {
    const offsets = this.#offsets;
    let total = 0;
    for (let i = 0; i < length; i++) total += Math.max(1, offsets[docs[i]! + 1]! - offsets[docs[i]!]!);
    this.#docs = growInt32(this.#docs, total, 0);
    this.#parents = growInt32(this.#parents, total, 0);
    this.#indexes = growInt32(this.#indexes, total, 0);
    this.#values = growFloat64(this.#values, total, 0);
    const outDocs = this.#docs;
    const outParents = this.#parents;
    const indexes = this.#indexes;
    const fills = this.#missing !== null;
    let count = 0;
    for (let i = 0; i < length; i++) {
      const doc = docs[i]!;
      const end = offsets[doc + 1]!;
      const start = offsets[doc]!;
      if (fills && start === end) {
        outDocs[count] = doc;
        outParents[count] = parents[i]!;
        // Any value: it is replaced.
        indexes[count++] = 0;
      }
      for (let index = start; index < end; index++) {
        outDocs[count] = doc;
        outParents[count] = parents[i]!;
        indexes[count++] = index;
      }
    }
    if (count === 0) return;
    gather(this.#data, this.#base, indexes, count, this.#values);
    if (this.#missing !== null) this.#fill(count, this.#missing);
    sink.values(outDocs, outParents, this.#values, count);
  }

  #fill(count: number, missing: number): void {
    for (let i = 0; i < count; i++) {
      const doc = this.#docs[i]!;
      if (this.#offsets[doc] === this.#offsets[doc + 1]) this.#values[i] = missing;
    }
  }
}

/** One value for every document: an unmapped or absent field with a `missing` value. */
export class ConstantSource implements ValueSource {
  readonly multiValued = false;
  readonly #value: number;
  #values = new Float64Array(128);

  constructor(value: number) {
    this.#value = value;
  }

  read(docs: Int32Array, parents: Int32Array, length: number, sink: ValueSink): void {
    this.#values = growFloat64(this.#values, length, 0);
    this.#values.fill(this.#value, 0, length);
    sink.values(docs, parents, this.#values, length);
  }
}

/**
 * Leaves one of equal values of a document in a block, in place; returns the new length. Only for blocks of
 * multi-valued fields, whose values are grouped by document and ascending.
 */
export function dropRepeats(
  docs: Int32Array,
  parents: Int32Array,
  values: Float64Array,
  length: number,
): number {
  let kept = 0;
  for (let i = 0; i < length; i++) {
    const repeats =
      kept > 0 &&
      docs[kept - 1] === docs[i] &&
      values[kept - 1] === values[i] &&
      parents[kept - 1] === parents[i];
    if (repeats) continue;
    docs[kept] = docs[i]!;
    parents[kept] = parents[i]!;
    values[kept++] = values[i]!;
  }
  return kept;
}
