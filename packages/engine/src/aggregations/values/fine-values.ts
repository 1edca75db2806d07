import type { WorkBudget } from '../../budget/work-budget.ts';
import { sortedPairs } from '../../codec/radix-sort.ts';
import { decimalReader } from '../../mapping/decimal-text.ts';
import {
  type ColumnNumber,
  coarseOf,
  columnNumber,
  compareFine,
  isFine,
  ofBig,
  toBig,
} from '../../mapping/fine-number.ts';
import type { MappedField } from '../../mapping/mapped-field.ts';
import { hasRests } from '../../segment/rests.ts';
import type { NumericColumn, SegmentReader, ShardSearcher } from '../../segment/segment-reader.ts';
import type { ShardContext } from '../aggregator.ts';
import type { MissingValue, SourceSpec } from '../spec-parts.ts';
import { RAW_FORMAT } from './value-format.ts';
import { ConstantSource, columnSource, type ValueSource } from './value-source.ts';

/** The different values of a field over all segments of a shard, ascending, and the place of each value of a column. */
interface Places {
  readonly coarse: Float64Array;
  readonly rests: Int32Array;
  readonly ofColumn: ReadonlyMap<NumericColumn, Uint32Array>;
}

/** While it is made, of each value: a double, a rest, two lists of places. */
const BYTES_PER_VALUE = 24;

/** Valid as long as the searcher. */
const cache = new WeakMap<ShardSearcher, Map<string, Places>>();

function placesOf(searcher: ShardSearcher, field: string, budget: WorkBudget): Places {
  let fields = cache.get(searcher);
  if (fields === undefined) {
    fields = new Map();
    cache.set(searcher, fields);
  }
  let places = fields.get(field);
  if (places === undefined) {
    places = makePlaces(searcher, field, budget);
    fields.set(field, places);
  }
  return places;
}

function makePlaces(searcher: ShardSearcher, field: string, budget: WorkBudget): Places {
  const columns = searcher.segments.flatMap((segment) => segment.numeric(field) ?? []);
  const total = columns.reduce((sum, { data }) => sum + data.length, 0);
  budget.reserve(total * BYTES_PER_VALUE, '<values of a field>');
  budget.charge(total >>> 6);
  const values = new Float64Array(total);
  const rests = new Int32Array(total);
  let at = 0;
  for (const { data, rest, base } of columns) {
    for (let i = 0; i < data.length; i++) values[at + i] = base + data[i]!;
    if (rest !== null) rests.set(rest, at);
    at += data.length;
  }
  const place = new Uint32Array(total);
  const order = sortedPairs(values, rests, total);
  const [coarse, beyond] = [new Float64Array(total), new Int32Array(total)];
  let size = 0;
  for (let i = 0; i < total; i++) {
    const value = order[i]!;
    const isNew = size === 0 || coarse[size - 1] !== values[value] || beyond[size - 1] !== rests[value];
    if (isNew) {
      coarse[size] = values[value]!;
      beyond[size++] = rests[value]!;
    }
    place[value] = size - 1;
  }
  budget.release(total * BYTES_PER_VALUE);
  const ofColumn = new Map<NumericColumn, Uint32Array>();
  at = 0;
  for (const column of columns) {
    ofColumn.set(column, place.subarray(at, at + column.data.length));
    at += column.data.length;
  }
  return { coarse: coarse.slice(0, size), rests: beyond.slice(0, size), ofColumn };
}

/** Whether the exact values of a field are more than doubles; the milliseconds of a date, which aggregations see, are not. */
export function isFineField(field: MappedField | null, { searcher }: ShardContext): boolean {
  if (field?.fieldType.numbers?.values !== 'plain') return false;
  return searcher.segments.some((segment) => hasRests(segment.numeric(field.name)));
}

/**
 * A field some of whose numbers a double cannot hold, on one shard: its values are the places of the numbers among all that
 * the shard has. A `missing` one that no document has stands behind the last.
 */
export class FineValues {
  readonly #field: MappedField;
  readonly #reader: ((text: string) => number) | null;
  readonly #places: Places;
  readonly #missing: ColumnNumber | null;
  readonly #missingPlace: number | null;
  /** Values are below. */
  readonly size: number;

  constructor(field: MappedField, { missing, format }: SourceSpec, { searcher, budget }: ShardContext) {
    this.#field = field;
    this.#reader = format === null ? null : decimalReader(format);
    this.#places = placesOf(searcher, field.name, budget);
    const known = this.#places.coarse.length;
    this.#missing = missing === null ? null : this.#standIn(missing);
    const found = this.#missing === null ? -1 : this.placeOf(this.#missing);
    const place = found >= 0 ? found : known;
    this.#missingPlace = this.#missing === null ? null : place;
    this.size = this.#missingPlace === known ? known + 1 : known;
  }

  /** What a request calls a number. Throws as `FieldType.queryValue`. */
  read(value: MissingValue): ColumnNumber {
    // Of digits alone no format says anything else, and a double does not hold them all.
    if (this.#reader !== null && typeof value === 'string' && !/^-?\d+$/.test(value))
      return this.#reader(value);
    const stored = this.#field.fieldType.queryValue(this.#field, value);
    return isFine(stored) ? stored : Number(stored);
  }

  /** Read as a double, as in OpenSearch, of which nothing behind the point is left. */
  #standIn(value: MissingValue): ColumnNumber {
    if (this.#field.type !== 'unsigned_long') return Math.trunc(coarseOf(this.read(value)));
    const read = this.#reader !== null && typeof value === 'string' ? this.#reader : RAW_FORMAT.parse;
    return unsigned(read(String(value)));
  }

  number(place: number): ColumnNumber {
    const { coarse, rests } = this.#places;
    return place === coarse.length ? this.#missing! : columnNumber(coarse[place]!, rests[place]!);
  }

  compare(a: number, b: number): number {
    const { length } = this.#places.coarse;
    return a === length || b === length ? compareFine(this.number(a), this.number(b)) : a - b;
  }

  /** The place of a number, -1 where no document has it. */
  placeOf(value: ColumnNumber): number {
    const place = this.ceiling(value);
    const { coarse, rests } = this.#places;
    if (place === coarse.length) return -1;
    return compareFine(columnNumber(coarse[place]!, rests[place]!), value) === 0 ? place : -1;
  }

  /** The place of the whole number that a filter names, or of the nearest long; -1: there is none. Throws as `read`. */
  placeNamed(value: string | number | boolean): number {
    const { type } = this.#field;
    const isWhole = type === 'long' || type === 'unsigned_long';
    if (isWhole && this.#reader === null && NUMBER.test(String(value))) {
      const whole = wholeBelow(String(value));
      if (type === 'long') return this.placeOf(ofBig(nearestLong(whole)));
      return BigInt.asUintN(64, whole) === whole ? this.placeOf(ofBig(whole)) : -1;
    }
    const number = Number(value);
    return this.placeOf(this.read(number % 1 === 0 || Number.isNaN(number) ? value : Math.floor(number)));
  }

  /** The first place whose number is not below. */
  ceiling(value: ColumnNumber): number {
    const { coarse, rests } = this.#places;
    let low = 0;
    let high = coarse.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareFine(columnNumber(coarse[middle]!, rests[middle]!), value) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** `missing`: what stands for documents without a value in place of the one that the request names. */
  source(segment: SegmentReader, missing = this.#missingPlace): ValueSource | null {
    const column = segment.numeric(this.#field.name);
    if (column === null) return missing === null ? null : new ConstantSource(missing);
    const { offsets, present } = column;
    return columnSource({ data: this.#places.ofColumn.get(column)!, offsets, present }, 0, missing);
  }
}

/** Whether what stands for missing values of the field is another number than the one that the request names. */
export function isTakenAsUnsigned(field: MappedField | null, missing: MissingValue | null): boolean {
  if (field?.type !== 'unsigned_long' || missing === null) return false;
  return !(Number(missing) >= 0 && Number(missing) <= Number.MAX_SAFE_INTEGER);
}

const NUMBER = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/;

/** Of the text of a number; a double stands for what is not all digits. */
function wholeBelow(text: string): bigint {
  if (/^[-+]?\d{1,20}$/.test(text)) return BigInt(text.replace('+', ''));
  return BigInt(Math.floor(Math.max(Math.min(Number(text), 1e20), -1e20)));
}

function nearestLong(value: bigint): bigint {
  const most = 2n ** 63n - 1n;
  if (value > most) return most;
  return value < -most ? -most - 1n : value;
}

/** The nearest of Java's longs, whose bits are read without a sign: -1 is the greatest, as in OpenSearch. */
function unsigned(value: number): ColumnNumber {
  const long = value >= 2 ** 63 ? 2n ** 63n - 1n : BigInt(Math.trunc(Math.max(value, -(2 ** 63))) || 0);
  return ofBig(BigInt.asUintN(64, long));
}

/** A number as a key that is the same on every shard: with its digits where a double does not hold it. */
export function keyOfNumber(value: ColumnNumber): string | number {
  return typeof value === 'number' ? value : String(toBig(value));
}
