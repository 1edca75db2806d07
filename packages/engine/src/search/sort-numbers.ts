import { ApiError, apiError } from '@sextant/contract';
import { parseDateMath } from '../mapping/date/date-math.ts';
import type { FieldType } from '../mapping/field-type.ts';
import { type ColumnNumber, coarseOf, ofBig } from '../mapping/fine-number.ts';
import { javaText } from '../mapping/java-text.ts';
import { DEFAULT_DATE_FORMAT } from '../mapping/types/date.ts';
import { isSingle } from '../mapping/types/floats.ts';
import { hasRests } from '../segment/rests.ts';
import type { SegmentReader } from '../segment/segment-reader.ts';
import { hasFractions } from './numeric-type.ts';
import type { SearchAfterValue } from './search-request.ts';
import type { ShardTarget } from './shard-target.ts';
import { type KeyField, typeOf } from './sort-field.ts';
import type { SortSpec } from './sort-request.ts';

const LONGS = 2 ** 63;
const LAST_LONG = ofBig(2n ** 63n - 1n);

/** What numbers of a field are compared with. */
export interface NumberEnds {
  /** Of a document without a value. */
  readonly missing: ColumnNumber;
  /** Where the page before this one ended; null: there is none. */
  readonly after: ColumnNumber | null;
}

/** What numbers of one index are compared with, and made of several of a document. */
export interface OwnNumbers extends NumberEnds {
  readonly whole: boolean;
  readonly single: boolean;
}

/** Throws ApiError where the value for documents without one does not fit the type. */
export function missingNumber(spec: SortSpec, type: FieldType): ColumnNumber {
  const { missing, descending, numericType } = spec;
  const first = missing === '_first';
  if (missing === null || first || missing === '_last') {
    return first === descending ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
  }
  if (hasFractions(type)) return columnNumberOf(type, String(missing), javaNumber(String(missing)));
  if (type.numbers?.sortsAlone === true && numericType === null) refuseUnfit(missing);
  const text = String(missing);
  if (typeof missing === 'string' && !/^[+-]?\d+$/.test(text)) throw noNumber(text);
  const number = javaNumber(text);
  const [low, high] = type.numbers!.missing.map(BigInt) as [bigint, bigint];
  const whole = /^[+-]?\d+$/.test(text) ? BigInt(text.replace('+', '')) : bigOf(number);
  if (whole < low || whole > high) {
    if (typeof missing === 'string' && numericType === null) throw noNumber(text);
    return wholeNumber(type, whole < low ? low : high);
  }
  return wholeNumber(type, whole);
}

function bigOf(number: number): bigint {
  if (Number.isFinite(number)) return BigInt(Math.trunc(number));
  return number > 0 ? 2n ** 64n : -(2n ** 64n);
}

function wholeNumber({ numbers }: FieldType, value: bigint): ColumnNumber {
  return numbers?.ofSortValue?.(value) ?? Number(value);
}

/** Of a long without a sign. */
function refuseUnfit(missing: string | number | boolean): void {
  const number = javaNumber(String(missing));
  const isWhole = Number.isInteger(number) && Math.abs(number) < 2 ** 64;
  if (typeof missing === 'number' && !isWhole) {
    throw apiError('illegal_argument_exception', `${javaText(missing)} is not an integer value`);
  }
  if (number < 0) {
    throw apiError('illegal_argument_exception', `Value [${missing}] is out of range for an unsigned long`);
  }
}

/** A number as the column has it; `number` is about what the text says. */
function columnNumberOf(type: FieldType, text: string, number: number): ColumnNumber {
  const { numbers } = type;
  if (isSingle(type)) return Math.fround(number);
  if (numbers?.ofSortValue === undefined || !Number.isInteger(number)) return number;
  return numbers.ofSortValue(/^-?\d+$/.test(text) ? BigInt(text) : BigInt(number));
}

function noNumber(text: string): ApiError {
  return apiError('number_format_exception', `For input string: "${text}"`);
}

function javaNumber(text: string): number {
  const number = text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isNaN(number)) return number;
  throw noNumber(text);
}

/** Throws ApiError where a value of `search_after` is none of the field; `isShared`: it is given to fields of several types. */
export function afterNumber(
  spec: SortSpec,
  field: KeyField | null,
  value: SearchAfterValue,
  { nowMs, isShared }: { readonly nowMs: number; readonly isShared: boolean },
): ColumnNumber {
  const problem = `Failed to parse search_after value for field [${spec.field}].`;
  // It may be of another index, whose numbers go further.
  if (value === null || (typeof value === 'number' && !isShared && isBeyond(field, value))) {
    throw apiError('illegal_argument_exception', problem);
  }
  const read = (text: string, number: number): ColumnNumber => {
    const own = isShared ? (ownLimit(field, text, value) ?? wholeAfter(field, value)) : null;
    return own ?? wrapLimits(spec, field, text, number);
  };
  if (typeof value === 'number') return read(String(value), value);
  if (
    field !== null &&
    typeOf(field).numbers?.values === 'dates' &&
    typeof value === 'string' &&
    Number.isNaN(Number(value))
  ) {
    if (!('unmapped' in field)) {
      const options = { nowMs, roundUp: false, format: null, timeZone: null };
      return typeOf(field).numbers!.limit(field, value, options);
    }
    return parseDateMath(value, DEFAULT_DATE_FORMAT, { nowMs, roundUp: false });
  }
  try {
    return read(String(value), javaNumber(String(value)));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new ApiError({ type: 'illegal_argument_exception', reason: problem, causedBy: error.error });
  }
}

/** Whole numbers have 64 bits. */
function isBeyond(field: KeyField | null, value: number): boolean {
  const numbers = field === null ? null : typeOf(field).numbers;
  if (numbers === null || numbers.hasFractions) return false;
  return Math.abs(value) > Math.max(2 ** 63, Number(numbers.missing[1]));
}

/** What stands for a missing value in this index, of which others may have more; null: it is another value. */
function ownLimit(field: KeyField | null, text: string, value: SearchAfterValue): ColumnNumber | null {
  const type = field === null ? null : typeOf(field);
  if (type === null || type.numbers === null || hasFractions(type)) return null;
  const [low, high] = type.numbers.missing;
  // Many clients have rounded it; what came with an exponent is the double beyond it.
  const isBeyondLongs = typeof value === 'string' && /^-?\d+$/.test(text) && longOf(text) === null;
  const isLimit = (limit: string, double: number): boolean =>
    text === limit || (isBeyondLongs && Number(text) === double && Number(limit) === double);
  if (isLimit(low, -LONGS)) return sharedLimit(type, 0);
  return isLimit(high, LONGS) ? sharedLimit(type, 1) : null;
}

/** Beyond them doubles, and floats, do not hold each whole number. */
const EXACT = 2 ** 53;
const EXACT_SINGLE = 2 ** 24;

/** Whether a number of a float is shown beside whole numbers with all of its digits: its own could be those of another number. */
export function isLongSingle(type: FieldType, value: number): boolean {
  return isSingle(type) && Math.abs(value) >= EXACT_SINGLE;
}

/** What a large whole number is beside numbers of all types: a text has all of its digits, others are the double itself; null: it is no such number. */
function wholeAfter(field: KeyField | null, value: SearchAfterValue): ColumnNumber | null {
  const type = field === null ? null : typeOf(field);
  if (type === null || type.numbers === null) return null;
  const number = Number(value);
  const isLong = isLongSingle(type, number);
  if (!isLong && Math.abs(number) < EXACT) return null;
  if (typeof value === 'number') return Number.isInteger(value) ? value : null;
  const long = longOf(String(value));
  if (isLong && long === null && Number.isInteger(number)) return number;
  return type.numbers.ofSortValue !== undefined || long === null ? null : ofBig(long);
}

/** null: the text is no whole number, or beyond all longs. */
function longOf(text: string): bigint | null {
  if (!/^-?\d{1,19}$/.test(text)) return null;
  const whole = BigInt(text);
  return whole === BigInt.asIntN(64, whole) ? whole : null;
}

/** The lowest or highest number of the type; that of dates is the same whatever their fractions, as it is shown. */
function sharedLimit(type: FieldType, at: 0 | 1): ColumnNumber {
  const { missing, values } = type.numbers!;
  if (values === 'dates') return at === 0 ? -LONGS : LAST_LONG;
  return besideLongs(wholeNumber(type, BigInt(missing[at])), type);
}

/** As `missingNumber`, where indices with other types are sorted as well: no infinity for whole numbers. */
export function sharedMissing(spec: SortSpec, type: FieldType): ColumnNumber {
  const value = missingNumber(spec, type);
  if (hasFractions(type) || typeof value !== 'number' || Number.isFinite(value))
    return besideLongs(value, type);
  return sharedLimit(type, value < 0 ? 0 : 1);
}

/** What is printed comes back as what it stood for: a missing value, a number of fewer digits. */
function wrapLimits(spec: SortSpec, field: KeyField | null, text: string, value: number): ColumnNumber {
  const numbers = field === null ? null : typeOf(field).numbers;
  // A score is printed with the digits of a float, and is one.
  if (field === null) return spec.field === '_score' ? Math.fround(value) : value;
  if (numbers === null) return value;
  if (numbers.hasFractions) return isSingle(typeOf(field)) ? Math.fround(value) : value;
  const [low, high] = numbers.missing.map(Number) as [number, number];
  const whole = /^-?\d+$/.test(text) ? BigInt(text) : null;
  // Many clients round what stands for a missing value to the double next to it.
  if (value > high || (value === high && (whole === null || whole >= BigInt(numbers.missing[1]))))
    return Number.POSITIVE_INFINITY;
  if (value < low || (value === low && (whole === null || whole <= BigInt(numbers.missing[0]))))
    return Number.NEGATIVE_INFINITY;
  return columnNumberOf(typeOf(field), text, value);
}

/** For an infinity, which stands for a missing value, the number that is shown for it: a value like others. */
export function atEnd<T extends ColumnNumber | null>(value: T, type: FieldType): T | ColumnNumber {
  if (typeof value !== 'number' || Number.isFinite(value) || hasFractions(type)) return value;
  return wholeNumber(type, BigInt(type.numbers!.missing[value < 0 ? 0 : 1]));
}

/**
 * Whether what doubles cannot hold of the values decides: a `date` looks at milliseconds, a `double` at the nearest one. `own`: the
 * field as each shard has it, where they have others.
 */
export function hasFine(
  field: string,
  { type, own }: { readonly type: FieldType; readonly own: readonly KeyField[] | null },
  shards: readonly ShardTarget[],
): boolean {
  return shards.some(({ searcher: { segments } }, i) => {
    if (own === null) return holdsRests(type, field, segments);
    return holdsRests(typeOf(own[i]!), field, segments) || reachesLast(typeOf(own[i]!), field, segments);
  });
}

function holdsRests({ numbers }: FieldType, field: string, segments: readonly SegmentReader[]): boolean {
  return numbers?.ofSortValue !== undefined && segments.some((each) => hasRests(each.numeric(field)));
}

/** Whether whole numbers are there that a double shows beyond the last long. */
function reachesLast(type: FieldType, field: string, segments: readonly SegmentReader[]): boolean {
  return !hasFractions(type) && segments.some((each) => (each.numeric(field)?.max ?? 0) >= LONGS);
}

/** Whether the values that missing ones are shown as are there too, so that these are not first or last by themselves. */
export function reachesEnds(field: string, type: FieldType, shards: readonly ShardTarget[]): boolean {
  if (hasFractions(type)) return false;
  const [low, high] = type.numbers!.missing.map(Number) as [number, number];
  return shards.some(({ searcher }) => {
    return searcher.segments.some((segment) => {
      const column = segment.numeric(field);
      return column !== null && (column.min <= low || column.max >= high);
    });
  });
}

/** The last long is one less than the double that stands for it where all are doubles. */
function besideLongs(value: ColumnNumber, type: FieldType): ColumnNumber {
  return value === LONGS && !hasFractions(type) ? LAST_LONG : value;
}

/** As doubles, where nothing else is compared. */
export function coarseEnds({ missing, after }: NumberEnds): { missing: number; after: number | null } {
  return { missing: coarseOf(missing), after: after === null ? null : coarseOf(after) };
}
