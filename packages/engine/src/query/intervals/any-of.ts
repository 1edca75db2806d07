import { NO_MORE_DOCS } from '../../segment/doc-iterator.ts';
import { Heap } from '../positions/heap.ts';
import { NO_MORE_POSITIONS } from '../positions/position-iterator.ts';
import { IntervalIterator } from './interval-iterator.ts';

const earlierDoc = (a: IntervalIterator, b: IntervalIterator): boolean => a.doc < b.doc;

/** The one that ends first, of those the shorter one. */
const endsEarlier = (a: IntervalIterator, b: IntervalIterator): boolean => {
  return a.end < b.end || (a.end === b.end && a.start > b.start);
};

/** The intervals of several iterators, of those that contain others only the shortest. */
export class AnyOf extends IntervalIterator {
  readonly cost: number;
  readonly #docs = new Heap(earlierDoc);
  readonly #intervals = new Heap(endsEarlier);
  readonly #parts: readonly IntervalIterator[];
  #current: IntervalIterator | null = null;

  constructor(parts: readonly IntervalIterator[]) {
    super();
    this.cost = parts.reduce((sum, part) => sum + part.cost, 0);
    this.#parts = parts;
    for (const part of parts) this.#docs.push(part);
  }

  override advance(target: number): number {
    const docs = this.#docs;
    while (docs.top.doc < target) {
      docs.top.advance(target);
      docs.settle();
    }
    this.doc = docs.top.doc;
    return this.doc;
  }

  override begin(): void {
    this.#intervals.clear();
    this.#current = null;
    this.rewind();
    for (const part of this.#parts) {
      if (part.doc !== this.doc || part.doc === NO_MORE_DOCS) continue;
      part.begin();
      if (part.nextInterval() !== NO_MORE_POSITIONS) this.#intervals.push(part);
    }
  }

  override nextInterval(): number {
    const intervals = this.#intervals;
    if (this.#current !== null) this.#passContaining();
    if (intervals.size === 0) {
      this.#current = null;
      return this.exhaust();
    }
    this.#current = intervals.top;
    this.start = this.#current.start;
    this.end = this.#current.end;
    return this.start;
  }

  #passContaining(): void {
    const intervals = this.#intervals;
    const { start, end } = this;
    while (intervals.size > 0 && intervals.top.start <= start && intervals.top.end >= end) {
      if (intervals.top.nextInterval() === NO_MORE_POSITIONS) intervals.pop();
      else intervals.settle();
    }
  }

  override gaps(): number {
    return this.#current!.gaps();
  }
}
