import type { LeafAggregator } from '../aggregator.ts';
import { giveBack, lentUint32 } from '../values/lent-arrays.ts';
import type { Meter } from '../values/meter.ts';
import type { ValueSink, ValueSource } from '../values/value-source.ts';

/** The number of a value is the whole part of `(value + shift) * factor`. */
export interface Scale {
  readonly shift: number;
  readonly factor: number;
}

/**
 * Neighbours are counted in different rows: most values of a field may have the same number, and a count has to wait for the one before
 * it in the same place.
 */
const ROWS = 4;
/** More numbers have one row: to add rows up would take too long. */
const ROW_MAX = 1 << 13;

/** Counts the documents of one segment after the other by the numbers of their values. */
export class ScaledCounts {
  readonly #scale: Scale;
  readonly #size: number;
  /** From a number in one row to that in the next. */
  readonly #step: number;
  readonly #meter: Meter;
  #rows: Uint32Array<ArrayBuffer> | null = null;

  /** All numbers are below `size`. */
  constructor(scale: Scale, size: number, meter: Meter) {
    this.#scale = scale;
    this.#size = size;
    this.#step = size <= ROW_MAX ? size : 0;
    this.#meter = meter;
  }

  /** For the next segment. A document must not have a number twice. */
  leaf(source: ValueSource): LeafAggregator {
    if (this.#rows === null) {
      const length = Math.max(this.#size, this.#step * ROWS);
      this.#meter.take(length * Uint32Array.BYTES_PER_ELEMENT);
      this.#rows = lentUint32(length);
    }
    return new ScaledLeaf(source, this.#rows, this.#step, this.#scale);
  }

  /** Adds to `counts`, by number, what was counted since that was done last. */
  addTo(counts: Uint32Array): void {
    const rows = this.#rows;
    if (rows === null) return;
    const second = this.#step;
    const third = 2 * second;
    const fourth = 3 * second;
    for (let number = 0; number < this.#size; number++) {
      let sum = rows[number]!;
      if (second > 0) sum += rows[second + number]! + rows[third + number]! + rows[fourth + number]!;
      if (sum > 0) counts[number]! += sum;
    }
    rows.fill(0);
  }

  /** Gives memory back: no leaf is used any more. */
  release(): void {
    if (this.#rows !== null) giveBack(this.#rows);
    this.#rows = null;
  }
}

class ScaledLeaf implements LeafAggregator, ValueSink {
  readonly #source: ValueSource;
  readonly #rows: Uint32Array;
  readonly #step: number;
  readonly #scale: Scale;

  constructor(source: ValueSource, rows: Uint32Array, step: number, scale: Scale) {
    this.#source = source;
    this.#rows = rows;
    this.#step = step;
    this.#scale = scale;
  }

  collect(docs: Int32Array, parents: Int32Array, length: number): void {
    this.#source.read(docs, parents, length, this);
  }

  values(_docs: Int32Array, _parents: Int32Array, values: Float64Array, length: number): void {
    const { shift, factor } = this.#scale;
    const rows = this.#rows;
    const second = this.#step;
    const third = 2 * second;
    const fourth = 3 * second;
    const whole = length & ~(ROWS - 1);
    for (let i = 0; i < whole; i += ROWS) {
      rows[((values[i]! + shift) * factor) | 0]! += 1;
      rows[second + (((values[i + 1]! + shift) * factor) | 0)]! += 1;
      rows[third + (((values[i + 2]! + shift) * factor) | 0)]! += 1;
      rows[fourth + (((values[i + 3]! + shift) * factor) | 0)]! += 1;
    }
    for (let i = whole; i < length; i++) rows[((values[i]! + shift) * factor) | 0]! += 1;
  }
}
