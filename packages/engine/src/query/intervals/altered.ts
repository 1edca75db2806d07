import type { IntervalScript } from '../../script/interval-script.ts';
import { isShown } from '../../segment/is-shown.ts';
import type { SegmentReader } from '../../segment/segment-reader.ts';
import { NO_MORE_POSITIONS } from '../positions/position-iterator.ts';
import { type IntervalIterator, WrappedIterator } from './interval-iterator.ts';

/** Intervals with no more gaps than allowed. */
export class FewGaps extends WrappedIterator {
  readonly #most: number;

  constructor(inner: IntervalIterator, most: number) {
    super(inner);
    this.#most = most;
  }

  override nextInterval(): number {
    const { inner } = this;
    while (inner.nextInterval() !== NO_MORE_POSITIONS) {
      if (inner.gaps() > this.#most) continue;
      this.start = inner.start;
      this.end = inner.end;
      return this.start;
    }
    return this.exhaust();
  }
}

/** Intervals of which a script says so. It is asked about live documents alone, as it could tell of others by failing. */
export class Scripted extends WrappedIterator {
  readonly #script: IntervalScript;
  readonly #segment: SegmentReader;
  readonly #nestedPath: string | undefined;

  constructor(
    inner: IntervalIterator,
    script: IntervalScript,
    segment: SegmentReader,
    nestedPath: string | undefined,
  ) {
    super(inner);
    this.#script = script;
    this.#segment = segment;
    this.#nestedPath = nestedPath;
  }

  override nextInterval(): number {
    const { inner, doc } = this;
    if (!isShown(this.#segment, doc, this.#nestedPath)) return this.exhaust();
    const { interval } = this.#script;
    while (inner.nextInterval() !== NO_MORE_POSITIONS) {
      interval.start = inner.start;
      interval.end = inner.end;
      interval.gaps = inner.gaps();
      if (!this.#script.run()) continue;
      this.start = inner.start;
      this.end = inner.end;
      return this.start;
    }
    return this.exhaust();
  }
}

/** Intervals that begin earlier and end later than those of another. */
export class Extended extends WrappedIterator {
  readonly #before: number;
  readonly #after: number;

  constructor(inner: IntervalIterator, before: number, after: number) {
    super(inner);
    this.#before = before;
    this.#after = after;
  }

  override nextInterval(): number {
    const { inner } = this;
    if (inner.nextInterval() === NO_MORE_POSITIONS) return this.exhaust();
    this.start = Math.max(0, inner.start - this.#before);
    this.end = Math.min(NO_MORE_POSITIONS - 1, inner.end + this.#after);
    return this.start;
  }
}

/** The one position right before or right behind each interval. */
export class Beside extends WrappedIterator {
  readonly #before: boolean;

  constructor(inner: IntervalIterator, before: boolean) {
    super(inner);
    this.#before = before;
  }

  override nextInterval(): number {
    const { inner } = this;
    if (inner.nextInterval() === NO_MORE_POSITIONS) return this.exhaust();
    this.start = this.#before ? Math.max(0, inner.start - 1) : inner.end + 1;
    this.end = this.start;
    return this.start;
  }
}

/** Runs of intervals of one iterator: so many that follow each other, which would be one and the same if they were looked for one by one. */
export class Repeated extends WrappedIterator {
  readonly #starts: Int32Array;
  readonly #ends: Int32Array;
  /** Place of the oldest interval of the run. */
  #oldest = 0;
  #started = false;

  constructor(inner: IntervalIterator, times: number) {
    super(inner);
    this.#starts = new Int32Array(times);
    this.#ends = new Int32Array(times);
  }

  override begin(): void {
    super.begin();
    this.#started = false;
    this.#oldest = 0;
  }

  override nextInterval(): number {
    const { inner } = this;
    const times = this.#starts.length;
    if (this.start === NO_MORE_POSITIONS) return this.start;
    for (let wanted = this.#started ? 1 : times; wanted > 0; wanted--) {
      if (inner.nextInterval() === NO_MORE_POSITIONS) return this.exhaust();
      this.#starts[this.#oldest] = inner.start;
      this.#ends[this.#oldest] = inner.end;
      this.#oldest = (this.#oldest + 1) % times;
    }
    this.#started = true;
    this.start = this.#starts[this.#oldest]!;
    this.end = inner.end;
    return this.start;
  }

  override gaps(): number {
    return this.end - this.start + 1 - this.width();
  }

  /** Of a part of several positions Lucene counts its length the wrong way round, and scores by that. */
  override width(): number {
    let width = 0;
    for (let i = 0; i < this.#starts.length; i++) width += this.#starts[i]! - this.#ends[i]! + 1;
    return width;
  }
}
