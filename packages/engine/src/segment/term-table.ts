import { compareRanges } from '../codec/bytes.ts';

const DECODER = new TextDecoder();

/** Terms in their order, one behind the other: what dictionaries that are made in memory have in common. */
export abstract class TermTable {
  readonly size: number;
  readonly bytes: Uint8Array;
  /** Where each term begins, and where the last one ends. */
  readonly offsets: Uint32Array;

  constructor(bytes: Uint8Array, offsets: Uint32Array) {
    this.size = offsets.length - 1;
    this.bytes = bytes;
    this.offsets = offsets;
  }

  lookup(term: Uint8Array): number {
    const ordinal = this.ceiling(term);
    return ordinal < this.size && this.#compare(ordinal, term) === 0 ? ordinal : -1;
  }

  ceiling(term: Uint8Array, after = -1): number {
    let [low, high] = [after + 1, this.size];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#compare(middle, term) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #compare(ordinal: number, term: Uint8Array): number {
    const { bytes, offsets } = this;
    return compareRanges(bytes, offsets[ordinal]!, offsets[ordinal + 1]!, term, 0, term.length);
  }

  term(ordinal: number): Uint8Array {
    return this.bytes.subarray(this.offsets[ordinal], this.offsets[ordinal + 1]);
  }

  termText(ordinal: number): string {
    return DECODER.decode(this.term(ordinal));
  }
}
