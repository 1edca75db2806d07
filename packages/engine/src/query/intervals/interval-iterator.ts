/** Where an iterator stands that has no further interval. */
export const NO_MORE_INTERVALS = 0x7fffffff;

/**
 * The intervals of positions that a source has in the documents of one segment. Moves by document; in a document that it stands on,
 * `begin` and then `nextInterval` go through its intervals, in ascending order of both ends (Lucene's `IntervalIterator`).
 */
export abstract class IntervalIterator {
  /** Upper bound of the documents. */
  abstract readonly cost: number;
  /** -1 before the first move, NO_MORE_DOCS after the last one. */
  doc = -1;
  /** First and last position of the interval at hand: -1 before the first, NO_MORE_INTERVALS after the last. */
  start = -1;
  end = -1;

  /** Moves to the first document >= target that may have an interval, and returns it. Stays where that is the one at hand. */
  abstract advance(target: number): number;

  /** Makes the intervals of the document at hand ready. Called once for a document. */
  abstract begin(): void;

  /** The start of the next interval, or NO_MORE_INTERVALS. */
  abstract nextInterval(): number;

  /** Positions of the interval at hand that none of its parts takes. */
  abstract gaps(): number;

  /** Positions that its parts take. */
  width(): number {
    return this.end - this.start + 1;
  }

  protected rewind(): void {
    this.start = -1;
    this.end = -1;
  }

  protected exhaust(): number {
    this.start = NO_MORE_INTERVALS;
    this.end = NO_MORE_INTERVALS;
    return NO_MORE_INTERVALS;
  }
}

/** One that has the documents of another. */
export abstract class WrappedIterator<
  Inner extends IntervalIterator = IntervalIterator,
> extends IntervalIterator {
  readonly cost: number;
  protected readonly inner: Inner;

  constructor(inner: Inner) {
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

  override gaps(): number {
    return this.inner.gaps();
  }
}
