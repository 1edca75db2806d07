import { assert } from '@sextant/base';
import type { SegmentReader } from '../segment/segment-reader.ts';
import { compareBytes, type SortKey } from './sort-key.ts';

const encoder = new TextEncoder();

/** Sorts by `_id`. It has no column, so every id is looked up: dear, but the order is total. */
export class IdSortKey implements SortKey {
  readonly needsScores = false;
  readonly hasOrder = false;
  readonly #sign: number;
  readonly #after: Uint8Array | null;
  readonly #ids: Uint8Array[] = [];
  #segment: SegmentReader | null = null;
  #bottom: Uint8Array | null = null;

  constructor(descending: boolean, after: Uint8Array | null) {
    this.#sign = descending ? -1 : 1;
    this.#after = after;
  }

  setSegment(segment: SegmentReader): void {
    this.#segment = segment;
  }

  #idOf(doc: number): Uint8Array {
    assert(this.#segment !== null, 'a document is compared before its segment was set');
    return encoder.encode(this.#segment.idOf(doc));
  }

  setBottom(slot: number): void {
    this.#bottom = this.#ids[slot]!;
  }

  compareBottom(doc: number): number {
    assert(this.#bottom !== null, 'a document is compared before there is a bottom');
    return this.#sign * compareBytes(this.#bottom, this.#idOf(doc));
  }

  compareAfter(doc: number): number {
    return this.#after === null ? -1 : this.#sign * compareBytes(this.#after, this.#idOf(doc));
  }

  compareSlots(a: number, b: number): number {
    return this.#sign * compareBytes(this.#ids[a]!, this.#ids[b]!);
  }

  copy(slot: number, doc: number): void {
    this.#ids[slot] = this.#idOf(doc);
  }

  value(slot: number): Uint8Array {
    return this.#ids[slot]!;
  }

  nextCompetitive(from: number): number {
    return from;
  }

  inOrder(): null {
    return null;
  }

  bestOf(): null {
    return null;
  }
}
