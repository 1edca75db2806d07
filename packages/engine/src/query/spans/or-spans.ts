import { NO_MORE_DOCS } from '../../segment/doc-iterator.ts';
import { Heap } from '../positions/heap.ts';
import { NO_MORE_POSITIONS } from '../positions/position-iterator.ts';
import { Spans } from './spans.ts';

/** The spans of any of several, also those that are equal (Lucene's `SpanOrQuery`). */
export class OrSpans extends Spans {
  readonly cost: number;
  readonly #byDoc = new Heap<Spans>((a, b) => a.doc < b.doc);
  readonly #byPosition = new Heap<Spans>(
    (a, b) => a.start < b.start || (a.start === b.start && a.end < b.end),
  );
  readonly #parts: readonly Spans[];
  #started = false;

  constructor(parts: readonly Spans[]) {
    super();
    this.#parts = parts;
    this.cost = parts.reduce((sum, { cost }) => sum + cost, 0);
  }

  override advance(target: number): number {
    const queue = this.#byDoc;
    if (this.doc === -1) {
      for (const part of this.#parts) if (part.advance(target) !== NO_MORE_DOCS) queue.push(part);
    } else {
      while (queue.size > 0 && queue.top.doc < target) {
        if (queue.top.advance(target) === NO_MORE_DOCS) queue.pop();
        else queue.settle();
      }
    }
    this.doc = queue.size === 0 ? NO_MORE_DOCS : queue.top.doc;
    return this.doc;
  }

  override begin(): void {
    const queue = this.#byPosition;
    queue.clear();
    for (const part of this.#parts) {
      if (part.doc !== this.doc) continue;
      part.begin();
      if (part.next() !== NO_MORE_POSITIONS) queue.push(part);
    }
    this.#started = false;
    this.rewind();
  }

  override mark(): void {
    this.#byPosition.top.mark();
  }

  override next(): number {
    const queue = this.#byPosition;
    if (this.#started && queue.size > 0) {
      if (queue.top.next() === NO_MORE_POSITIONS) queue.pop();
      else queue.settle();
    }
    this.#started = true;
    return queue.size === 0 ? this.exhaust() : this.take(queue.top);
  }
}
