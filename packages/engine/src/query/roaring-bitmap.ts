import { apiError } from '@sextant/contract';
import type { WorkBudget } from '../budget/work-budget.ts';
import { ofBig } from '../mapping/fine-number.ts';
import type { NumberInterval } from './fine-range.ts';

/** The first number of a bitmap, without runs and with. The format: https://github.com/RoaringBitmap/RoaringFormatSpec */
const PLAIN = 12_346;
const WITH_RUNS = 12_347;

/** Runs of fewer containers than these have no table of their places. */
const NO_PLACES = 4;
/** Containers of more values are a bit for each. */
const MOST_LISTED = 4096;
const CONTAINER_BITS = 65_536;
/** What an interval takes. */
const INTERVAL_BYTES = 100;

interface Container {
  readonly key: number;
  readonly count: number;
  readonly isRuns: boolean;
}

/** The numbers of a serialized bitmap of 32 bits, or of the portable form of 64 bits, as intervals. Throws ApiError. */
export function bitmapIntervals(bytes: Uint8Array, isLong: boolean, budget: WorkBudget): NumberInterval[] {
  try {
    const reader = new BitmapReader(bytes, budget);
    return isLong ? reader.longs() : reader.integers();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const form = isLong ? 'the 64-bit bitmap' : 'the bitmap';
    throw apiError('illegal_argument_exception', `Failed to deserialize ${form}.`);
  }
}

/** What lies beyond the end, or is no bitmap, is a RangeError. */
class BitmapReader {
  readonly #view: DataView;
  readonly #budget: WorkBudget;
  #at = 0;

  constructor(bytes: Uint8Array, budget: WorkBudget) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#budget = budget;
  }

  integers(): NumberInterval[] {
    const found: NumberInterval[] = [];
    this.#bitmap((low, high) => found.push({ low: low | 0, high: high | 0 }));
    return found;
  }

  /** So many bitmaps, each behind the upper 32 bits of its numbers. */
  longs(): NumberInterval[] {
    const found: NumberInterval[] = [];
    const count = this.#u32() + this.#u32() * 2 ** 32;
    for (let i = 0; i < count; i++) {
      const upper = BigInt(this.#u32() | 0) << 32n;
      this.#bitmap((low, high) => {
        found.push({ low: ofBig(upper + BigInt(low)), high: ofBig(upper + BigInt(high)) });
      });
    }
    return found;
  }

  #bitmap(add: (low: number, high: number) => void): void {
    const containers = this.#containers();
    for (const { key, count, isRuns } of containers) {
      const base = key * CONTAINER_BITS;
      const tell = (low: number, high: number): void => {
        this.#budget.reserve(INTERVAL_BYTES, '<bitmap>');
        add(base + low, base + high);
      };
      if (isRuns) this.#runs(tell);
      else if (count > MOST_LISTED) this.#bits(tell);
      else this.#list(count, tell);
    }
  }

  #containers(): Container[] {
    const cookie = this.#u32();
    const hasRuns = (cookie & 0xffff) === WITH_RUNS;
    if (!hasRuns && cookie !== PLAIN) throw new RangeError('no bitmap');
    const size = hasRuns ? (cookie >>> 16) + 1 : this.#u32();
    if (size > CONTAINER_BITS) throw new RangeError('more containers than there can be');
    this.#budget.charge(1 + (size >>> 4));
    const runs = hasRuns ? this.#bytes((size + 7) >>> 3) : null;
    const containers: Container[] = [];
    for (let i = 0; i < size; i++) {
      const key = this.#u16();
      const isRuns = runs !== null && (this.#view.getUint8(runs + (i >>> 3)) & (1 << (i & 7))) !== 0;
      containers.push({ key, count: this.#u16() + 1, isRuns });
    }
    if (!hasRuns || size >= NO_PLACES) this.#bytes(size * 4);
    return containers;
  }

  #runs(tell: (low: number, high: number) => void): void {
    const count = this.#u16();
    this.#budget.charge(1 + (count >>> 4));
    for (let i = 0; i < count; i++) {
      const low = this.#u16();
      tell(low, Math.min(CONTAINER_BITS - 1, low + this.#u16()));
    }
  }

  #list(count: number, tell: (low: number, high: number) => void): void {
    this.#budget.charge(1 + (count >>> 4));
    let low = -1;
    let high = -2;
    for (let i = 0; i < count; i++) {
      const value = this.#u16();
      if (value === high + 1) high = value;
      else {
        if (low >= 0) tell(low, high);
        low = value;
        high = value;
      }
    }
    if (low >= 0) tell(low, high);
  }

  #bits(tell: (low: number, high: number) => void): void {
    const start = this.#bytes(CONTAINER_BITS / 8);
    this.#budget.charge(CONTAINER_BITS >>> 8);
    let low = -1;
    for (let value = 0; value <= CONTAINER_BITS; value++) {
      const isSet =
        value < CONTAINER_BITS && (this.#view.getUint8(start + (value >>> 3)) & (1 << (value & 7))) !== 0;
      if (isSet && low < 0) low = value;
      else if (!isSet && low >= 0) {
        tell(low, value - 1);
        low = -1;
      }
    }
  }

  #u16(): number {
    return this.#view.getUint16(this.#bytes(2), true);
  }

  #u32(): number {
    return this.#view.getUint32(this.#bytes(4), true);
  }

  /** Where they begin. */
  #bytes(count: number): number {
    const at = this.#at;
    if (at + count > this.#view.byteLength) throw new RangeError('the bitmap ends');
    this.#at += count;
    return at;
  }
}
