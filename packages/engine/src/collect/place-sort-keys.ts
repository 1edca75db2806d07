import { NO_MORE_DOCS } from '../segment/doc-iterator.ts';
import type { SegmentReader } from '../segment/segment-reader.ts';
import type { SortKey } from './sort-key.ts';

/** Scores may be beyond all floats: the difference of two such is no number. */
function compared(a: number, b: number): number {
  return a < b ? -1 : Number(a > b);
}

/** `_score`, and `_doc`: keys that need no column. */
abstract class NumberSlots implements SortKey {
  abstract readonly needsScores: boolean;
  readonly hasOrder = false;
  protected readonly values: Float64Array;
  protected readonly sign: number;
  protected readonly after: number | null;
  protected bottom = Number.NaN;

  constructor(capacity: number, descending: boolean, after: number | null) {
    this.values = new Float64Array(capacity);
    this.sign = descending ? -1 : 1;
    this.after = after;
  }

  abstract setSegment(segment: SegmentReader, docBase: number): void;
  protected abstract valueOf(doc: number, score: number): number;

  setBottom(slot: number): void {
    this.bottom = this.values[slot]!;
  }

  compareBottom(doc: number, score: number): number {
    return this.sign * compared(this.bottom, this.valueOf(doc, score));
  }

  compareAfter(doc: number, score: number): number {
    return this.after === null ? -1 : this.sign * compared(this.after, this.valueOf(doc, score));
  }

  compareSlots(a: number, b: number): number {
    return this.sign * compared(this.values[a]!, this.values[b]!);
  }

  copy(slot: number, doc: number, score: number): void {
    this.values[slot] = this.valueOf(doc, score);
  }

  value(slot: number): number {
    return this.values[slot]!;
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

export class ScoreSortKey extends NumberSlots {
  readonly needsScores = true;

  override setSegment(): void {}

  protected override valueOf(_doc: number, score: number): number {
    return score;
  }
}

/** Numbers that grow with the documents of a shard, so that those before and behind need not be looked at. */
abstract class PlaceSortKey extends NumberSlots {
  readonly needsScores = false;
  protected base = 0;

  get skipsAhead(): boolean {
    return this.sign > 0 && this.after !== null;
  }

  protected override valueOf(doc: number): number {
    return this.base + doc;
  }

  override nextCompetitive(from: number): number {
    if (this.sign < 0) return from;
    if (this.base + from > this.bottom) return NO_MORE_DOCS;
    return this.after === null ? from : Math.max(from, this.after - this.base);
  }
}

/** The order of the index: the document's number in its shard. */
export class DocSortKey extends PlaceSortKey {
  override setSegment(_segment: SegmentReader, docBase: number): void {
    this.base = docBase;
  }
}

/** What a shard's number is multiplied by, so that a document's number in the shard can be added. */
const SHARD_STEP = 2 ** 32;

/** The number of the shard, and the document's in it: the same at every search of a point in time. */
export class ShardDocSortKey extends PlaceSortKey {
  readonly #shardOf: (segment: SegmentReader) => number;

  constructor(
    capacity: number,
    descending: boolean,
    after: number | null,
    shardOf: (segment: SegmentReader) => number,
  ) {
    super(capacity, descending, after);
    this.#shardOf = shardOf;
  }

  override setSegment(segment: SegmentReader, docBase: number): void {
    this.base = this.#shardOf(segment) * SHARD_STEP + docBase;
  }
}
