import type { OrdinalColumn, SegmentReader, TermsReader } from '../segment/segment-reader.ts';
import { isOrdered } from './ordered-terms.ts';
import { compareBytes, type SortColumns, type SortKey } from './sort-key.ts';
import { TermOrder } from './term-order.ts';

export interface TermSort {
  readonly field: string;
  readonly descending: boolean;
  readonly mode: 'min' | 'max';
  /** A value that stands for a missing one, or where documents without one go. */
  readonly missing: 'first' | 'last' | Uint8Array;
  /** undefined = no `search_after`; null = after those without a value. */
  readonly after: Uint8Array | null | undefined;
}

/** The ordinal that stands for no value. */
const NONE = -1;

/**
 * Sorts by the terms of a keyword or ip field. Within a segment ordinals are compared; the bytes only when a
 * new segment begins and between documents of different segments.
 */
export class TermSortKey implements SortKey {
  readonly needsScores = false;
  readonly hasOrder = true;
  readonly #sort: TermSort;
  readonly #sign: number;
  /** What a missing value is compared as; it is in the order of the sort, so it is not turned around. */
  readonly #missingRank: number;
  readonly #ordinals: Int32Array;
  readonly #segments: Int32Array;
  /** Of the slots, where they were needed: most documents leave theirs before anybody looks at the bytes. */
  readonly #terms: (Uint8Array | null | undefined)[] = [];
  /** By segment, in the order in which they came. */
  readonly #readers: (TermsReader | null)[] = [];
  #segment = -1;
  #held: SegmentReader | null = null;
  #reader: TermsReader | null = null;
  #column: OrdinalColumn | null = null;
  /** -1 while there is none. */
  #bottomSlot = -1;
  /** Twice the ordinal in the current segment, odd where the term lies between two; null = no value. */
  #bottomPlace: number | null = null;
  #afterPlace: number | null = null;
  readonly #bottomTerm = (): Uint8Array | null => this.#termOf(this.#bottomSlot);
  readonly #afterTerm = (): Uint8Array | null => this.#sort.after ?? null;

  constructor(capacity: number, sort: TermSort) {
    this.#sort = sort;
    this.#sign = sort.descending ? -1 : 1;
    this.#missingRank = sort.missing === 'first' ? -1 : 1;
    this.#ordinals = new Int32Array(capacity);
    this.#segments = new Int32Array(capacity);
  }

  setSegment(segment: SegmentReader, _docBase: number, columns: SortColumns = segment): void {
    this.#segment++;
    this.#held = segment;
    this.#reader = segment.fielddataTerms(this.#sort.field);
    this.#readers[this.#segment] = this.#reader;
    this.#column = columns.fielddataOrdinals(this.#sort.field);
    if (this.#sort.after !== undefined) this.#afterPlace = this.#placeOf(this.#sort.after);
    if (this.#bottomSlot >= 0) this.#bottomPlace = this.#placeOf(this.#termOf(this.#bottomSlot));
  }

  #termOf(slot: number): Uint8Array | null {
    const known = this.#terms[slot];
    if (known !== undefined) return known;
    const ordinal = this.#ordinals[slot]!;
    const { missing } = this.#sort;
    let term = missing instanceof Uint8Array ? missing : null;
    if (ordinal !== NONE) term = this.#readers[this.#segments[slot]!]!.term(ordinal);
    this.#terms[slot] = term;
    return term;
  }

  #placeOf(term: Uint8Array | null): number | null {
    if (term === null) return null;
    const reader = this.#reader;
    if (reader === null) return -1;
    const ordinal = reader.lookup(term);
    return ordinal >= 0 ? ordinal * 2 : reader.ceiling(term) * 2 - 1;
  }

  #ordinalOf(doc: number): number {
    const column = this.#column;
    if (column === null) return NONE;
    const { data, offsets, present } = column;
    if (offsets === null) {
      return present === null || (present[doc >>> 5]! & (1 << (doc & 31))) !== 0 ? data[doc]! : NONE;
    }
    const from = offsets[doc]!;
    const to = offsets[doc + 1]!;
    if (from === to) return NONE;
    return this.#sort.mode === 'min' ? data[from]! : data[to - 1]!;
  }

  /**
   * A term, which stands at `place`, against the document's value. What stands for a missing value need not be a term of the
   * segment: two such terms may have one place, so their bytes are compared.
   */
  #compareWith(place: number | null, term: () => Uint8Array | null, doc: number): number {
    const ordinal = this.#ordinalOf(doc);
    if (ordinal !== NONE) return this.#comparePlaces(place, ordinal * 2);
    const { missing } = this.#sort;
    return missing instanceof Uint8Array
      ? this.#compareTerms(term(), missing)
      : this.#comparePlaces(place, null);
  }

  #compareTerms(a: Uint8Array | null, b: Uint8Array | null): number {
    if (a === null) return b === null ? 0 : this.#missingRank;
    return b === null ? -this.#missingRank : this.#sign * compareBytes(a, b);
  }

  #comparePlaces(a: number | null, b: number | null): number {
    if (a === null) return b === null ? 0 : this.#missingRank;
    return b === null ? -this.#missingRank : this.#sign * (a - b);
  }

  setBottom(slot: number): void {
    this.#bottomSlot = slot;
    const own = this.#segments[slot] === this.#segment && this.#ordinals[slot]! !== NONE;
    this.#bottomPlace = own ? this.#ordinals[slot]! * 2 : this.#placeOf(this.#termOf(slot));
  }

  compareBottom(doc: number): number {
    return this.#compareWith(this.#bottomPlace, this.#bottomTerm, doc);
  }

  compareAfter(doc: number): number {
    return this.#sort.after === undefined ? -1 : this.#compareWith(this.#afterPlace, this.#afterTerm, doc);
  }

  compareSlots(a: number, b: number): number {
    const ordinalA = this.#ordinals[a]!;
    const ordinalB = this.#ordinals[b]!;
    if (this.#segments[a] === this.#segments[b] && ordinalA !== NONE && ordinalB !== NONE) {
      return this.#sign * (ordinalA - ordinalB);
    }
    return this.#compareTerms(this.#termOf(a), this.#termOf(b));
  }

  copy(slot: number, doc: number): void {
    const ordinal = this.#ordinalOf(doc);
    this.#ordinals[slot] = ordinal;
    this.#segments[slot] = this.#segment;
    this.#terms[slot] = undefined;
  }

  value(slot: number): Uint8Array | null {
    return this.#termOf(slot);
  }

  /** In a segment whose documents stand in the order of the key, all that follow one behind the bottom are behind it too. */
  nextCompetitive(from: number): number {
    const { missing, descending, mode } = this.#sort;
    const segment = this.#held;
    if (segment === null || this.#column === null || missing instanceof Uint8Array) return from;
    if (from >= segment.maxDoc || this.compareBottom(from) >= 0) return from;
    return isOrdered(this.#column, { descending, mode, missing }, segment.maxDoc) ? segment.maxDoc : from;
  }

  inOrder(): TermOrder | null {
    const { missing, after, descending } = this.#sort;
    const segment = this.#held;
    const reader = this.#reader;
    const column = this.#column;
    if (segment === null || reader === null || column === null) return null;
    if (!reader.indexed || column.offsets !== null || after === null) return null;
    const { docCount } = column;
    const complete = docCount === segment.maxDoc;
    // Only behind all others documents without a value may wait.
    if (!complete && missing !== 'last') return null;
    const bottom = this.#bottomSlot < 0 ? null : this.#bottomPlace;
    const place = after === undefined ? null : this.#afterPlace;
    return new TermOrder(segment, reader, { descending, after: place, bottom, docCount, complete });
  }

  bestOf(): null {
    return null;
  }
}
