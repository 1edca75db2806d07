import type { OrdinalColumn } from '../../segment/segment-reader.ts';
import type { LeafAggregator } from '../aggregator.ts';
import { growInt32 } from './growable.ts';
import { giveBack, lentUint32 } from './lent-arrays.ts';
import type { Meter } from './meter.ts';

type Ordinals8 = Uint8Array;
type Ordinals16 = Uint16Array;
type Ordinals32 = Uint32Array;

/**
 * Counts the documents of one segment by the ordinals of a field, where nobody wants to know more of them: no value is
 * handed on, and the ordinals stay those of the segment until the counts are taken.
 */
export class OrdinalCounts implements LeafAggregator {
  readonly counts: Uint32Array;
  readonly #column: OrdinalColumn;
  #kept = new Int32Array(0);

  /** `counts` has an element for each ordinal of the segment, and is added to. */
  constructor(column: OrdinalColumn, counts: Uint32Array) {
    this.#column = column;
    this.counts = counts;
  }

  collect(docs: Int32Array, _parents: Int32Array, length: number): void {
    const { data, offsets, present } = this.#column;
    const { counts } = this;
    const first = docs[0]!;
    const last = docs[length - 1]!;
    const inRow = last - first === length - 1;
    if (offsets !== null) {
      // An ordinal is named once by a document.
      if (inRow) countRange(data, offsets[first]!, offsets[last + 1]!, counts);
      else countLists(data, offsets, docs, length, counts);
    } else if (present !== null) {
      const kept = this.#keep(docs, length, present);
      countListed(data, this.#kept, kept, counts);
    } else if (inRow) countRange(data, first, last + 1, counts);
    else countListed(data, docs, length, counts);
  }

  /** The documents that have a value. */
  #keep(docs: Int32Array, length: number, present: Uint32Array): number {
    this.#kept = growInt32(this.#kept, length, 0);
    const kept = this.#kept;
    let count = 0;
    for (let i = 0; i < length; i++) {
      const doc = docs[i]!;
      kept[count] = doc;
      count += (present[doc >>> 5]! >>> (doc & 31)) & 1;
    }
    return count;
  }
}

/** What the ordinals of a segment become among those of all. */
export interface SegmentOrdinals {
  readonly column: OrdinalColumn;
  /** Ordinals are below. */
  readonly size: number;
  /** null: the same. */
  readonly map: Uint32Array | null;
}

/** Counts segment after segment by their own ordinals: what one has counted is to be taken before the next begins. */
export class OrdinalTally {
  readonly #meter: Meter;
  #counts = new Uint32Array(0);
  #unsettled: SegmentOrdinals | null = null;

  constructor(meter: Meter) {
    this.#meter = meter;
  }

  /** For the next segment. */
  leaf(ordinals: SegmentOrdinals): OrdinalCounts {
    const { column, size } = ordinals;
    if (this.#counts.length < size) {
      this.#meter.take((size - this.#counts.length) * 4);
      const outgrown = this.#counts;
      this.#counts = lentUint32(size);
      giveBack(outgrown);
    } else this.#counts.fill(0, 0, size);
    this.#unsettled = ordinals;
    return new OrdinalCounts(column, this.#counts);
  }

  /** Adds to `counts`, by ordinal among all, what the last segment has counted; nothing where that was taken before. */
  addTo(counts: Uint32Array): void {
    const { size, map } = this.#take();
    const own = this.#counts;
    for (let ordinal = 0; ordinal < size; ordinal++) {
      const count = own[ordinal]!;
      if (count > 0) counts[map === null ? ordinal : map[ordinal]!]! += count;
    }
  }

  /** As `addTo`, but for how often. */
  markIn(marks: Uint8Array): void {
    const { size, map } = this.#take();
    const own = this.#counts;
    for (let ordinal = 0; ordinal < size; ordinal++) {
      if (own[ordinal]! > 0) marks[map === null ? ordinal : map[ordinal]!] = 1;
    }
  }

  /** Gives memory back: no leaf is used any more. */
  release(): void {
    giveBack(this.#counts);
    this.#counts = new Uint32Array(0);
    this.#unsettled = null;
  }

  #take(): Pick<SegmentOrdinals, 'size' | 'map'> {
    const taken = this.#unsettled ?? NO_ORDINALS;
    // Where the time is up they are taken once the answer is put together.
    this.#meter.charge(taken.size >>> 9);
    this.#unsettled = null;
    return taken;
  }
}

const NO_ORDINALS = { size: 0, map: null };

// Each loop three times: one loop over several kinds of arrays would be slower by a factor.

function countRange(data: OrdinalColumn['data'], from: number, to: number, counts: Uint32Array): void {
  if (data instanceof Uint8Array) countRange8(data, from, to, counts);
  else if (data instanceof Uint16Array) countRange16(data, from, to, counts);
  else countRange32(data, from, to, counts);
}

function countRange8(data: Ordinals8, from: number, to: number, counts: Uint32Array): void {
  for (let i = from; i < to; i++) counts[data[i]!]! += 1;
}

function countRange16(data: Ordinals16, from: number, to: number, counts: Uint32Array): void {
  for (let i = from; i < to; i++) counts[data[i]!]! += 1;
}

function countRange32(data: Ordinals32, from: number, to: number, counts: Uint32Array): void {
  for (let i = from; i < to; i++) counts[data[i]!]! += 1;
}

function countListed(
  data: OrdinalColumn['data'],
  docs: Int32Array,
  length: number,
  counts: Uint32Array,
): void {
  if (data instanceof Uint8Array) countListed8(data, docs, length, counts);
  else if (data instanceof Uint16Array) countListed16(data, docs, length, counts);
  else countListed32(data, docs, length, counts);
}

function countListed8(data: Ordinals8, docs: Int32Array, length: number, counts: Uint32Array): void {
  for (let i = 0; i < length; i++) counts[data[docs[i]!]!]! += 1;
}

function countListed16(data: Ordinals16, docs: Int32Array, length: number, counts: Uint32Array): void {
  for (let i = 0; i < length; i++) counts[data[docs[i]!]!]! += 1;
}

function countListed32(data: Ordinals32, docs: Int32Array, length: number, counts: Uint32Array): void {
  for (let i = 0; i < length; i++) counts[data[docs[i]!]!]! += 1;
}

function countLists(
  data: OrdinalColumn['data'],
  offsets: Uint32Array,
  docs: Int32Array,
  length: number,
  counts: Uint32Array,
): void {
  if (data instanceof Uint8Array) countLists8(data, offsets, docs, length, counts);
  else if (data instanceof Uint16Array) countLists16(data, offsets, docs, length, counts);
  else countLists32(data, offsets, docs, length, counts);
}

function countLists8(
  data: Ordinals8,
  offsets: Uint32Array,
  docs: Int32Array,
  length: number,
  counts: Uint32Array,
): void {
  for (let i = 0; i < length; i++) {
    const end = offsets[docs[i]! + 1]!;
    for (let at = offsets[docs[i]!]!; at < end; at++) counts[data[at]!]! += 1;
  }
}

function countLists16(
  data: Ordinals16,
  offsets: Uint32Array,
  docs: Int32Array,
  length: number,
  counts: Uint32Array,
): void {
  for (let i = 0; i < length; i++) {
    const end = offsets[docs[i]! + 1]!;
    for (let at = offsets[docs[i]!]!; at < end; at++) counts[data[at]!]! += 1;
  }
}

function countLists32(
  data: Ordinals32,
  offsets: Uint32Array,
  docs: Int32Array,
  length: number,
  counts: Uint32Array,
): void {
  for (let i = 0; i < length; i++) {
    const end = offsets[docs[i]! + 1]!;
    for (let at = offsets[docs[i]!]!; at < end; at++) counts[data[at]!]! += 1;
  }
}
