import { NO_MORE_POSITIONS } from '../positions/position-iterator.ts';
import { type IntervalIterator, WrappedIterator } from './interval-iterator.ts';

/** The intervals of an iterator that do not stand in some relation to any of another, which need not have the document. */
abstract class Unrelated extends WrappedIterator {
  protected readonly other: IntervalIterator;
  /** The other has an interval that was not passed yet. */
  protected placed = false;

  constructor(inner: IntervalIterator, other: IntervalIterator) {
    super(inner);
    this.other = other;
  }

  override begin(): void {
    super.begin();
    const { other } = this;
    this.placed = other.advance(this.doc) === this.doc;
    if (!this.placed) return;
    other.begin();
    this.placed = other.nextInterval() !== NO_MORE_POSITIONS;
  }

  override nextInterval(): number {
    const { inner } = this;
    while (inner.nextInterval() !== NO_MORE_POSITIONS) {
      if (!this.placed || this.isApart()) {
        this.start = inner.start;
        this.end = inner.end;
        return this.start;
      }
    }
    return this.exhaust();
  }

  /** Moves the other as far as its intervals no longer matter. */
  protected abstract isApart(): boolean;

  /** Moves the other by one; false where there is none any more. */
  protected step(): boolean {
    this.placed = this.other.nextInterval() !== NO_MORE_POSITIONS;
    return this.placed;
  }
}

export class NotContaining extends Unrelated {
  protected override isApart(): boolean {
    const { inner, other } = this;
    while (other.start < inner.start && other.end < inner.end) if (!this.step()) return true;
    return other.start > inner.end;
  }
}

export class NotContainedBy extends Unrelated {
  protected override isApart(): boolean {
    const { inner, other } = this;
    while (other.end < inner.end) if (!this.step()) return true;
    return inner.start < other.start;
  }
}

export class NotOverlapping extends Unrelated {
  protected override isApart(): boolean {
    const { inner, other } = this;
    while (other.end < inner.start) if (!this.step()) return true;
    return other.start > inner.end;
  }
}
