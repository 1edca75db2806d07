import { PositionIterator } from '../positions/position-iterator.ts';

/**
 * The intervals of positions that a source has in the documents of one segment, in ascending order of both ends (Lucene's
 * `IntervalIterator`): `start` is the first position of the interval at hand, and `end` the last one.
 */
export abstract class IntervalIterator extends PositionIterator {
  /** The start of the next interval, or NO_MORE_POSITIONS. */
  abstract nextInterval(): number;

  /** Positions of the interval at hand that none of its parts takes. */
  abstract gaps(): number;

  /** Positions that its parts take. */
  width(): number {
    return this.end - this.start + 1;
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
