import { NO_MORE_DOCS } from '../segment/doc-iterator.ts';
import type { SegmentReader } from '../segment/segment-reader.ts';
import type { SortKey } from './sort-key.ts';

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
    return this.sign * (this.bottom - this.valueOf(doc, score));
  }

  compareAfter(doc: number, score: number): number {
    return this.after === null ? -1 : this.sign * (this.after - this.valueOf(doc, score));
  }

  compareSlots(a: number, b: number): number {
    return this.sign * (this.values[a]! - this.values[b]!);
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

/** The order of the index: the document's number in its shard. */
export class DocSortKey extends NumberSlots {
  readonly needsScores = false;
  #docBase = 0;

  override setSegment(_segment: SegmentReader, docBase: number): void {
    this.#docBase = docBase;
  }

  protected override valueOf(doc: number): number {
    return this.#docBase + doc;
  }

  /** In the order of the index whatever follows comes after the bottom. */
  override nextCompetitive(from: number): number {
    return this.sign > 0 && this.#docBase + from > this.bottom ? NO_MORE_DOCS : from;
  }
}
