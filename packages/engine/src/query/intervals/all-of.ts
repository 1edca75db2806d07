import { Heap } from '../positions/heap.ts';
import { InStep } from '../positions/in-step.ts';
import { NO_MORE_POSITIONS } from '../positions/position-iterator.ts';
import { IntervalIterator } from './interval-iterator.ts';

/** Iterators that all have to stand on a document. */
abstract class AllOf extends IntervalIterator {
  readonly cost: number;
  protected readonly parts: readonly IntervalIterator[];
  readonly #inStep: InStep;

  constructor(parts: readonly IntervalIterator[]) {
    super();
    this.parts = parts;
    this.#inStep = new InStep(parts);
    this.cost = this.#inStep.cost;
  }

  override advance(target: number): number {
    this.doc = this.#inStep.advance(target);
    return this.doc;
  }

  override begin(): void {
    for (const part of this.parts) part.begin();
    this.rewind();
  }
}

/** One right behind the other. */
export class Block extends AllOf {
  override nextInterval(): number {
    const { parts } = this;
    if (parts[0]!.nextInterval() === NO_MORE_POSITIONS) return this.exhaust();
    for (let i = 1; i < parts.length; ) {
      const { end } = parts[i - 1]!;
      const part = parts[i]!;
      while (part.start <= end) if (part.nextInterval() === NO_MORE_POSITIONS) return this.exhaust();
      if (part.start === end + 1) i++;
      else {
        if (parts[0]!.nextInterval() === NO_MORE_POSITIONS) return this.exhaust();
        i = 1;
      }
    }
    this.start = parts[0]!.start;
    this.end = parts[parts.length - 1]!.end;
    return this.start;
  }

  override gaps(): number {
    return 0;
  }
}

/** One after the other. The algorithm is that of Boldi and Vigna, "Efficient optimally lazy algorithms for minimal-interval semantics". */
export class Ordered extends AllOf {
  #gaps = 0;
  /** The part that is to be moved next; all before it stand one behind the other. */
  #next = 1;

  override begin(): void {
    super.begin();
    this.parts[0]!.nextInterval();
    this.#next = 1;
  }

  override nextInterval(): number {
    const { parts } = this;
    const last = parts[parts.length - 1]!;
    this.exhaust();
    let limit = NO_MORE_POSITIONS;
    let found = false;
    for (;;) {
      // Each part behind the one before it, as long as that can end before the best interval that is known.
      for (;;) {
        const { end } = parts[this.#next - 1]!;
        if (end >= limit) return this.start;
        if (this.#next === parts.length || (found && parts[this.#next]!.start > end)) break;
        const part = parts[this.#next]!;
        do {
          if (part.end >= limit || part.nextInterval() === NO_MORE_POSITIONS) return this.start;
        } while (part.start <= end);
        this.#next++;
      }
      const first = parts[0]!;
      this.start = first.start;
      this.end = last.end;
      this.#gaps = this.end - this.start + 1;
      for (const part of parts) this.#gaps -= part.width();
      limit = last.start;
      found = true;
      this.#next = 1;
      // A later beginning may give a shorter one.
      if (first.nextInterval() === NO_MORE_POSITIONS) return this.start;
    }
  }

  override gaps(): number {
    return this.#gaps;
  }
}

const startsEarlier = (a: IntervalIterator, b: IntervalIterator): boolean => {
  return a.start < b.start || (a.start === b.start && a.end > b.end);
};

/** All of them in any order, one over the other too. From the same paper. */
export class Unordered extends AllOf {
  readonly #queue = new Heap(startsEarlier);
  #furthest = -1;
  #gaps = 0;

  override begin(): void {
    super.begin();
    this.#queue.clear();
    this.#furthest = -1;
    for (const part of this.parts) {
      if (part.nextInterval() === NO_MORE_POSITIONS) return;
      this.#queue.push(part);
      if (part.end > this.#furthest) this.#furthest = part.end;
    }
  }

  override nextInterval(): number {
    const queue = this.#queue;
    const count = this.parts.length;
    while (queue.size === count && queue.top.start === this.start) this.#step();
    if (queue.size < count) return this.exhaust();
    do {
      this.start = queue.top.start;
      this.end = this.#furthest;
      this.#gaps = this.end - this.start + 1;
      for (const part of this.parts) this.#gaps -= part.width();
      if (queue.top.end === this.end) return this.start;
      this.#step();
    } while (queue.size === count && this.end === this.#furthest);
    return this.start;
  }

  #step(): void {
    const part = this.#queue.top;
    if (part.nextInterval() === NO_MORE_POSITIONS) {
      this.#queue.pop();
      return;
    }
    this.#queue.settle();
    if (part.end > this.#furthest) this.#furthest = part.end;
  }

  override gaps(): number {
    return this.#gaps;
  }
}

/** The intervals of the first iterator that stand in some relation to one of the second. */
abstract class Related extends AllOf {
  protected readonly a: IntervalIterator;
  protected readonly b: IntervalIterator;
  /** The second has an interval. */
  protected placed = false;

  constructor(a: IntervalIterator, b: IntervalIterator) {
    super([a, b]);
    this.a = a;
    this.b = b;
  }

  override begin(): void {
    super.begin();
    this.placed = this.b.nextInterval() !== NO_MORE_POSITIONS;
    if (!this.placed) this.exhaust();
  }

  protected take(): number {
    this.start = this.a.start;
    this.end = this.a.end;
    return this.start;
  }

  protected over(): number {
    this.placed = false;
    return this.exhaust();
  }

  override gaps(): number {
    return this.a.gaps();
  }
}

export class Containing extends Related {
  override nextInterval(): number {
    const { a, b } = this;
    while (this.placed && a.nextInterval() !== NO_MORE_POSITIONS) {
      while (b.start < a.start && b.end < a.end) {
        if (b.nextInterval() === NO_MORE_POSITIONS) return this.over();
      }
      if (a.start <= b.start && a.end >= b.end) return this.take();
    }
    return this.over();
  }
}

export class ContainedBy extends Related {
  override nextInterval(): number {
    const { a, b } = this;
    while (this.placed && a.nextInterval() !== NO_MORE_POSITIONS) {
      while (b.end < a.end) if (b.nextInterval() === NO_MORE_POSITIONS) return this.over();
      if (b.start <= a.start) return this.take();
    }
    return this.over();
  }
}

export class Overlapping extends Related {
  override nextInterval(): number {
    const { a, b } = this;
    while (this.placed && a.nextInterval() !== NO_MORE_POSITIONS) {
      while (b.end < a.start) if (b.nextInterval() === NO_MORE_POSITIONS) return this.over();
      if (b.start <= a.end) return this.take();
    }
    return this.over();
  }
}
