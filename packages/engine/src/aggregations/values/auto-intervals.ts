import type { CalendarUnit } from '../spec-parts.ts';
import { type DateRounding, dateRounding } from './date-rounding.ts';
import type { Meter } from './meter.ts';

/** One of the units that an automatic interval is made of. */
export interface AutoUnit {
  readonly unit: CalendarUnit;
  readonly abbreviation: string;
  readonly roughMs: number;
  /** So many units may be one interval. */
  readonly multiples: readonly number[];
  readonly rounding: DateRounding;
}

const SECOND = 1000;
const DAY = 86_400 * SECOND;

const UNITS: readonly Omit<AutoUnit, 'rounding'>[] = [
  { unit: 'second', abbreviation: 's', roughMs: SECOND, multiples: [1, 5, 10, 30] },
  { unit: 'minute', abbreviation: 'm', roughMs: 60 * SECOND, multiples: [1, 5, 10, 30] },
  { unit: 'hour', abbreviation: 'h', roughMs: 3600 * SECOND, multiples: [1, 3, 12] },
  { unit: 'day', abbreviation: 'd', roughMs: DAY, multiples: [1, 7] },
  { unit: 'month', abbreviation: 'M', roughMs: 30 * DAY, multiples: [1, 3] },
  { unit: 'year', abbreviation: 'y', roughMs: 365 * DAY, multiples: [1, 5, 10, 20, 50, 100] },
];

/** Smallest first; `least`: the name of the first one, null: all. As OpenSearch's AutoDateHistogramAggregationBuilder. */
export function autoUnits(timeZone: string | null, least: string | null): readonly AutoUnit[] {
  const first = Math.max(
    0,
    UNITS.findIndex(({ unit }) => unit === least),
  );
  return UNITS.slice(first).map((unit) => {
    return { ...unit, rounding: dateRounding({ kind: 'calendar', unit: unit.unit }, timeZone, 0) };
  });
}

/** The most units that one interval may have. */
export function mostUnits({ multiples }: AutoUnit): number {
  return multiples.at(-1)!;
}

/** The highest multiple of a unit that has a larger one after it. */
export function highestMultiple(units: readonly AutoUnit[]): number {
  return Math.max(1, ...units.slice(0, -1).map(mostUnits));
}

/** How many intervals that may be the same are kept apart before all are brought together for the first time. */
const FIRST_LIMIT = 1000;

/**
 * What the intervals under several buckets of a parent share, step for step as OpenSearch's: a coarser unit brings nothing
 * together at once, and how many intervals there are is estimated until those of all buckets are.
 */
export class LooseIntervals {
  readonly #all: AutoIntervals[] = [];
  #apart = 0;
  #limit = FIRST_LIMIT;

  add(intervals: AutoIntervals): void {
    this.#all.push(intervals);
  }

  /** So many more are apart that may be the same; true: all were brought together. */
  leave(count: number): boolean {
    this.#apart += count;
    if (this.#apart <= this.#limit) return false;
    for (const intervals of this.#all) intervals.settle();
    this.#apart = 0;
    this.#limit *= 2;
    return true;
  }
}

/**
 * The intervals that the values of one bucket of the parent lie in: of the smallest unit of which they can be brought
 * together to as many as are wanted.
 */
export class AutoIntervals {
  readonly #units: readonly AutoUnit[];
  readonly #wanted: number;
  readonly #meter: Meter;
  /** null: they are the only ones, and always together. */
  readonly #loose: LooseIntervals | null;
  /** Documents by start. */
  counts = new Map<number, number>();
  /** Of the unit. */
  index = 0;
  #estimate = 0;
  #min = Number.POSITIVE_INFINITY;
  #max = Number.NEGATIVE_INFINITY;
  #start = 0;
  #end = 0;

  constructor(units: readonly AutoUnit[], wanted: number, meter: Meter, loose: LooseIntervals | null = null) {
    this.#units = units;
    this.#wanted = wanted;
    this.#meter = meter;
    this.#loose = loose;
    loose?.add(this);
  }

  /** The start of the interval that holds the value. */
  round(value: number): number {
    if (value >= this.#start && value < this.#end) return this.#start;
    const { rounding } = this.#units[this.index]!;
    this.#start = rounding.round(value);
    this.#end = rounding.next(this.#start);
    return this.#start;
  }

  /** So many documents more in an interval. */
  add(start: number, docs = 1): void {
    const count = this.counts.get(start);
    this.counts.set(start, (count ?? 0) + docs);
    if (count !== undefined) return;
    this.#meter.take(BYTES_PER_INTERVAL);
    this.#min = Math.min(this.#min, start);
    this.#max = Math.max(this.#max, start);
    this.#estimate++;
    if (this.#loose !== null) this.#loosen(this.#loose);
    else while (this.#isTooFine(this.index, this.counts.size)) this.settle(this.index + 1);
  }

  /** Brings together what lies in the same interval of the unit, which is another one only where there is time for that. */
  settle(index = this.index): void {
    this.#meter.charge(1 + (this.counts.size >>> 4));
    this.#use(index);
    const coarser = new Map<number, number>();
    for (const [start, count] of this.counts) {
      const rounded = this.round(start);
      coarser.set(rounded, (coarser.get(rounded) ?? 0) + count);
    }
    this.counts = coarser;
    this.#estimate = coarser.size;
  }

  #isTooFine(index: number, intervals: number): boolean {
    if (index === this.#units.length - 1) return false;
    const unit = this.#units[index]!;
    const most = this.#wanted * mostUnits(unit);
    return intervals > most || this.#max - this.#min > most * unit.roughMs;
  }

  #loosen(loose: LooseIntervals): void {
    const [before, { roughMs }] = [this.#estimate, this.#units[this.index]!];
    let [index, estimate] = [this.index, before];
    while (this.#isTooFine(index, estimate)) {
      index++;
      estimate = Math.ceil(before * (roughMs / this.#units[index]!.roughMs));
    }
    if (index === this.index) return;
    this.#use(index);
    if (!loose.leave(before - estimate)) this.#estimate = estimate;
  }

  #use(index: number): void {
    this.index = index;
    this.#end = this.#start;
  }
}

const BYTES_PER_INTERVAL = 48;
