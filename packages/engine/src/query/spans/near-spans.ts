import { NO_MORE_DOCS } from '../../segment/doc-iterator.ts';
import { Heap } from '../positions/heap.ts';
import { InStep } from '../positions/in-step.ts';
import { NO_MORE_POSITIONS } from '../positions/position-iterator.ts';
import { Spans } from './spans.ts';

/** Spans that all have to stand on a document. */
export abstract class ConjunctionSpans extends Spans {
  readonly cost: number;
  protected readonly parts: readonly Spans[];
  readonly #inStep: InStep;

  constructor(parts: readonly Spans[]) {
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

  override mark(): void {
    for (const part of this.parts) part.mark();
  }
}

/** One after the other, none over another (Lucene's `NearSpansOrdered`). */
export class OrderedSpans extends ConjunctionSpans {
  readonly #slop: number;

  constructor(parts: readonly Spans[], slop: number) {
    super(parts);
    this.#slop = slop;
  }

  override next(): number {
    const { parts } = this;
    while (parts[0]!.next() !== NO_MORE_POSITIONS) {
      const width = this.#stretch();
      if (width < 0) break;
      if (width > this.#slop) continue;
      this.start = parts[0]!.start;
      this.end = parts[parts.length - 1]!.end;
      this.width = width;
      return this.start;
    }
    return this.exhaust();
  }

  /** Moves each part behind the one before it; the positions between them, or -1 where one has no more. */
  #stretch(): number {
    const { parts } = this;
    let width = 0;
    for (let i = 1; i < parts.length; i++) {
      const { end } = parts[i - 1]!;
      if (parts[i]!.skipTo(end) === NO_MORE_POSITIONS) return -1;
      width += parts[i]!.start - end;
    }
    return width;
  }
}

const comesBefore = (a: Spans, b: Spans): boolean => {
  return a.start < b.start || (a.start === b.start && a.end < b.end);
};

/** In any order, over each other too (Lucene's `NearSpansUnordered`). */
export class UnorderedSpans extends ConjunctionSpans {
  readonly #slop: number;
  readonly #queue = new Heap(comesBefore);
  /** Positions that the parts at hand take. */
  #total = 0;
  #last = -1;
  #started = false;

  constructor(parts: readonly Spans[], slop: number) {
    super(parts);
    this.#slop = slop;
  }

  override begin(): void {
    super.begin();
    this.#started = false;
  }

  override next(): number {
    if (this.start === NO_MORE_POSITIONS) return this.start;
    let stands = this.#started ? this.#step() : this.#first();
    this.#started = true;
    for (; stands; stands = this.#step()) {
      const { start } = this.#queue.top;
      if (this.#last - start - this.#total > this.#slop) continue;
      this.start = start;
      this.end = this.#last;
      this.width = this.#last - start;
      return start;
    }
    return this.exhaust();
  }

  #first(): boolean {
    this.#queue.clear();
    this.#total = 0;
    this.#last = -1;
    for (const part of this.parts) {
      if (part.next() === NO_MORE_POSITIONS) return false;
      this.#queue.push(part);
      this.#total += part.end - part.start;
      this.#last = Math.max(this.#last, part.end);
    }
    return true;
  }

  /** The first of the parts takes its next span. */
  #step(): boolean {
    const { top } = this.#queue;
    const length = top.end - top.start;
    if (top.next() === NO_MORE_POSITIONS) return false;
    this.#total += top.end - top.start - length;
    this.#last = Math.max(this.#last, top.end);
    this.#queue.settle();
    return true;
  }
}

/** So many positions, anywhere (Lucene's `GapSpans`). */
export class GapSpans extends Spans {
  readonly cost = NO_MORE_DOCS;
  readonly #width: number;

  constructor(width: number) {
    super();
    this.#width = width;
  }

  override advance(target: number): number {
    this.doc = target;
    return target;
  }

  override begin(): void {
    this.rewind();
  }

  override next(): number {
    return this.skipTo(this.start + 1);
  }

  override skipTo(position: number): number {
    this.start = position;
    this.end = position + this.#width;
    return position;
  }
}
