import { NO_MORE_POSITIONS } from '../positions/position-iterator.ts';
import { ConjunctionSpans } from './near-spans.ts';
import { Spans } from './spans.ts';

/** Those spans of another that are accepted. */
abstract class FilterSpans extends Spans {
  readonly cost: number;
  protected readonly inner: Spans;

  constructor(inner: Spans) {
    super();
    this.inner = inner;
    this.cost = inner.cost;
  }

  override advance(target: number): number {
    this.doc = this.inner.advance(target);
    return this.doc;
  }

  override begin(): void {
    this.inner.begin();
    this.rewind();
  }

  override mark(): void {
    this.inner.mark();
  }

  override next(): number {
    const { inner } = this;
    while (inner.next() !== NO_MORE_POSITIONS) if (this.accepts(inner)) return this.take(inner);
    return this.exhaust();
  }

  /** Asked in ascending order. */
  protected abstract accepts(spans: Spans): boolean;
}

/** Those that no span of another is near to (Lucene's `SpanNotQuery`). */
export class NotSpans extends FilterSpans {
  readonly #exclude: Spans;
  readonly #before: number;
  readonly #after: number;
  #isThere = false;

  /** `before`, `after`: positions that must be free of the other on either side. */
  constructor(inner: Spans, exclude: Spans, before: number, after: number) {
    super(inner);
    this.#exclude = exclude;
    this.#before = before;
    this.#after = after;
  }

  override begin(): void {
    super.begin();
    const exclude = this.#exclude;
    this.#isThere = exclude.advance(this.doc) === this.doc;
    if (!this.#isThere) return;
    exclude.begin();
    exclude.next();
  }

  protected override accepts(spans: Spans): boolean {
    if (!this.#isThere) return true;
    const exclude = this.#exclude;
    while (exclude.end <= spans.start - this.#before) {
      if (exclude.next() === NO_MORE_POSITIONS) return true;
    }
    return exclude.start - this.#after >= spans.end;
  }
}

/** Those that end at a position or before it (Lucene's `SpanFirstQuery`). */
export class FirstSpans extends FilterSpans {
  readonly #end: number;

  constructor(inner: Spans, end: number) {
    super(inner);
    this.#end = end;
  }

  override next(): number {
    const start = super.next();
    return start < this.#end ? start : this.exhaust();
  }

  protected override accepts({ start, end }: Spans): boolean {
    return end <= this.#end || start >= this.#end;
  }
}

/** Spans of `big` that hold one of `little` (Lucene's `SpanContainingQuery`). */
export class ContainingSpans extends ConjunctionSpans {
  readonly #big: Spans;
  readonly #little: Spans;

  constructor(big: Spans, little: Spans) {
    super([big, little]);
    this.#big = big;
    this.#little = little;
  }

  override next(): number {
    const big = this.#big;
    const little = this.#little;
    while (this.start !== NO_MORE_POSITIONS && big.next() !== NO_MORE_POSITIONS) {
      if (little.skipTo(big.start) === NO_MORE_POSITIONS) break;
      if (big.end >= little.end) return this.take(big);
    }
    return this.exhaust();
  }
}

/** Spans of `little` that lie within one of `big` (Lucene's `SpanWithinQuery`). */
export class WithinSpans extends ConjunctionSpans {
  readonly #big: Spans;
  readonly #little: Spans;

  constructor(big: Spans, little: Spans) {
    super([big, little]);
    this.#big = big;
    this.#little = little;
  }

  override next(): number {
    const big = this.#big;
    const little = this.#little;
    while (this.start !== NO_MORE_POSITIONS && little.next() !== NO_MORE_POSITIONS) {
      while (big.end < little.end) if (big.next() === NO_MORE_POSITIONS) return this.exhaust();
      if (big.start <= little.start) return this.take(little);
    }
    return this.exhaust();
  }
}
