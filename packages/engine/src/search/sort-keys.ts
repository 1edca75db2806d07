import { ApiError, apiError, type Json } from '@sextant/contract';
import type { Steps } from '../budget/slices.ts';
import type { WorkBudget } from '../budget/work-budget.ts';
import { FineSortKey } from '../collect/fine-sort-key.ts';
import { NumericSortKey } from '../collect/numeric-sort-key.ts';
import { DocSortKey, ScoreSortKey, ShardDocSortKey } from '../collect/place-sort-keys.ts';
import type { SortColumns, SortKey, SortValue } from '../collect/sort-key.ts';
import { TermSortKey } from '../collect/term-sort-key.ts';
import { WithinSortKey } from '../collect/within-sort-key.ts';
import { parseDateMath } from '../mapping/date/date-math.ts';
import type { FieldType } from '../mapping/field-type.ts';
import { fieldTypeOf } from '../mapping/field-types.ts';
import { queryValue } from '../mapping/field-value.ts';
import { type ColumnNumber, isFine } from '../mapping/fine-number.ts';
import type { MappedField } from '../mapping/mapped-field.ts';
import { requireFielddata, withoutFielddata } from '../mapping/require-fielddata.ts';
import { DEFAULT_DATE_FORMAT } from '../mapping/types/date.ts';
import { double, isSingle } from '../mapping/types/floats.ts';
import { termBytes } from '../query/field-support.ts';
import { prepareFielddata } from '../segment/prepare-fielddata.ts';
import { hasRests } from '../segment/rests.ts';
import type { SegmentReader } from '../segment/segment-reader.ts';
import { checkGeoSort } from './geo-sort.ts';
import { geoSortKey } from './geo-sort-key.ts';
import { checkNestedSort, NestedColumns, type SortSetup } from './nested-sort.ts';
import { castTo, cutsFractions, hasFractions, withType } from './numeric-type.ts';
import { checkScriptSort, scriptSortKey } from './script-sort.ts';
import { reduceFailed } from './search-failure.ts';
import type { SearchAfterValue } from './search-request.ts';
import type { ShardTarget } from './shard-target.ts';
import { type KeyField, printValue, typeOf } from './sort-field.ts';
import { isPlace, type SortSpec } from './sort-request.ts';
import { wholeColumns } from './whole-columns.ts';

/** A sort bound to the mappings of the search: its keys, and how their values are printed. */
export interface BoundSort {
  readonly keys: readonly SortKey[];
  readonly print: (key: number, value: SortValue) => Json;
}

/** Throws where the mapping of the shard does not allow the sort. */
export function checkSort(sort: readonly SortSpec[], shard: ShardTarget, budget: WorkBudget): void {
  for (const spec of sort) {
    if (spec.script !== null) checkScriptSort(spec.script, shard, budget);
    if (spec.geo === null && isPlace(spec)) continue;
    checkNestedSort(spec, shard);
    if (spec.geo !== null) {
      checkGeoSort(spec, spec.geo, shard);
      continue;
    }
    const field = shard.mapping.field(spec.field);
    if (field !== undefined) checkField(field, spec, shard);
    else if (spec.unmappedType === null) {
      const { index, indexUuid } = shard.searcher;
      const reason = `No mapping found for [${spec.field}] in order to sort on`;
      throw apiError('query_shard_exception', reason, { index, index_uuid: indexUuid });
    } else unmappedType(spec.unmappedType);
  }
}

/** What the keys of a sort that has passed `checkSort` need of the shard. */
export function* prepareSort(
  sort: readonly SortSpec[],
  { mapping, searcher }: ShardTarget,
  budget: WorkBudget,
): Steps<void> {
  for (const spec of sort) {
    const field = isPlace(spec) ? undefined : mapping.field(spec.field);
    if (field !== undefined) yield* prepareFielddata(searcher.segments, field, budget);
  }
}

function checkField(field: MappedField, spec: SortSpec, shard: ShardTarget): void {
  requireFielddata(field);
  const { notSorted } = field.fieldType;
  if (notSorted !== undefined) throw apiError('illegal_argument_exception', notSorted);
  const { index, indexUuid } = shard.searcher;
  const place = { index, index_uuid: indexUuid };
  if (spec.numericType !== null && field.fieldType.numbers === null) {
    const reason = `[numeric_type] option cannot be set on a non-numeric field, got ${field.type}`;
    throw apiError('query_shard_exception', reason, place);
  }
  if (spec.numericType !== null && castTo(field.fieldType, spec.numericType) === null) {
    const reason = 'trying to convert a known date time formatter to a nanosecond one, wrong field used?';
    throw apiError('illegal_argument_exception', reason);
  }
  if (field.fieldType.terms !== null && spec.mode !== null && spec.mode !== 'min' && spec.mode !== 'max') {
    const reason = 'we only support AVG, MEDIAN and SUM on number based fields';
    throw apiError('query_shard_exception', reason, place);
  }
}

function unmappedType(name: string): FieldType {
  const type = fieldTypeOf(name);
  if (type?.storage === 'text') throw withoutFielddata(`__anonymous_${name}`);
  const hasValues = type !== undefined && (type.numbers !== null || type.terms !== null);
  if (hasValues && type.notSorted === undefined) return type;
  throw apiError('illegal_argument_exception', `No mapper found for type [${name}]`);
}

/** Where a sort goes on: by what `search_after` says, or by the very values that a document was sorted by. */
export type SortStart =
  | { readonly given: readonly SearchAfterValue[] }
  | { readonly exact: readonly SortValue[] };

/** `shards` have passed `checkSort`. */
export function bindSort(
  sort: readonly SortSpec[],
  after: SortStart | null,
  capacity: number,
  shards: readonly ShardTarget[],
  setup: SortSetup,
): BoundSort {
  const { nowMs } = setup;
  if (after !== null && 'given' in after && after.given.length !== sort.length) {
    const reason = `search_after has ${after.given.length} value(s) but sort has ${sort.length}.`;
    throw apiError('illegal_argument_exception', reason);
  }
  const fields = sort.map((spec) => keyField(spec, shards));
  const keys = sort.map((spec, i) => {
    const field = fields[i] ?? null;
    const start = after === null ? null : startOf(after, i, { spec, field, nowMs });
    if (spec.geo !== null) {
      const from = start === null ? null : Number(start.value);
      return geoSortKey(spec, { geo: spec.geo, after: from, capacity, shards, setup });
    }
    const key = bindKey(spec, field, { start, capacity, shards, budget: setup.budget });
    const nested = spec.nested === null ? null : new NestedColumns(spec.nested, setup, shards);
    const columnsOf = (segment: SegmentReader): SortColumns => nested?.of(segment) ?? segment;
    if (cutsFractions(spec, field, shards))
      return new WithinSortKey(key, (segment) => wholeColumns(columnsOf(segment), setup.budget));
    return nested === null ? key : new WithinSortKey(key, columnsOf);
  });
  return { keys, print: (key, value) => printValue(sort[key]!, fields[key] ?? null, value) };
}

/** One value, as a key compares with it. */
interface KeyStart {
  readonly value: SortValue;
}

function startOf(
  after: SortStart,
  key: number,
  { spec, field, nowMs }: { spec: SortSpec; field: KeyField | null; nowMs: number },
): KeyStart {
  if ('exact' in after) return { value: after.exact[key]! };
  const value = after.given[key]!;
  if (spec.script?.type === 'string') {
    return { value: new TextEncoder().encode(String(value)) };
  }
  if (field !== null && typeOf(field).terms !== null) return { value: afterTerm(field, value) };
  return { value: afterNumber(spec, field, value, nowMs) };
}

function keyField(spec: SortSpec, shards: readonly ShardTarget[]): KeyField | null {
  if (isPlace(spec)) return null;
  let chosen: (MappedField & { readonly mixed?: boolean }) | null = null;
  for (const { mapping } of shards) {
    const mapped = mapping.field(spec.field);
    if (mapped === undefined) continue;
    const field = withType(mapped, spec.numericType);
    if (chosen !== null && sortsAlone(chosen) !== sortsAlone(field)) {
      throw differentTypes(sortsAlone(field) ? field.type : chosen.type);
    }
    if (chosen !== null && hasTerms(chosen) !== hasTerms(field)) {
      const problem = 'the field has incompatible sort types across the shards';
      const reason = `Can't sort on field [${spec.field}]; ${problem}`;
      throw apiError('illegal_argument_exception', reason);
    }
    chosen = chosen === null ? field : widest(chosen, field);
  }
  return chosen ?? { unmapped: unmappedType(spec.unmappedType ?? 'long') };
}

/** The type that holds the values of both; where only one of them has fractions the numbers are mixed. */
function widest(a: MappedField & { readonly mixed?: boolean }, b: MappedField): typeof a {
  const [one, other] = [hasFractions(a.fieldType), hasFractions(b.fieldType)];
  if (a.type === b.type || (!one && !other)) return a;
  return { ...a, type: double.name, fieldType: double, mixed: a.mixed === true || one !== other };
}

/** The sorted hits of shards are brought together, and do not fit. */
function differentTypes(type: string): ApiError {
  const reason = `Can't do sort across indices, as a field has [${type}] type in one index, and different type in another index!`;
  return reduceFailed({ type: 'illegal_argument_exception', reason });
}

function sortsAlone({ fieldType }: MappedField): boolean {
  return fieldType.numbers?.sortsAlone === true;
}

function hasTerms({ fieldType }: MappedField): boolean {
  return fieldType.terms !== null;
}

interface KeyUse {
  readonly start: KeyStart | null;
  readonly capacity: number;
  readonly shards: readonly ShardTarget[];
  readonly budget: WorkBudget;
}

function bindKey(spec: SortSpec, field: KeyField | null, use: KeyUse): SortKey {
  const { start, capacity, shards, budget } = use;
  const { descending } = spec;
  if (spec.script !== null) {
    return scriptSortKey(spec.script, { shards, budget, descending, after: start?.value });
  }
  if (field === null) {
    const after = start === null ? null : Number(start.value);
    if (spec.field === '_score') return new ScoreSortKey(capacity, descending, after);
    if (spec.field === '_doc') return new DocSortKey(capacity, descending, after);
    return new ShardDocSortKey(capacity, descending, after, shardsBySegment(shards));
  }
  const type = typeOf(field);
  const name = 'unmapped' in field ? spec.field : field.name;
  if (type.terms !== null) {
    return new TermSortKey(capacity, {
      field: name,
      descending,
      mode: spec.mode === 'min' || spec.mode === 'max' ? spec.mode : defaultMode(descending),
      missing: missingTerm(spec, field),
      after: start === null ? undefined : bytesOf(start),
    });
  }
  const missing = missingNumber(spec, type);
  const after = start === null ? null : numberOf(start);
  const sort = {
    field: name,
    descending,
    mode: spec.mode ?? defaultMode(descending),
    whole: !hasFractions(type),
  };
  if (isFine(missing) || isFine(after) || hasFine(name, type, shards))
    return new FineSortKey(capacity, {
      ...sort,
      missing: atEnd(missing, type),
      after: atEnd(after, type),
      wraps: wrapping(type.name),
    });
  return new NumericSortKey(capacity, { ...sort, single: isSingle(type), missing, after });
}

function wrapping(type: string): 'signed' | 'unsigned' | null {
  if (type === 'long') return 'signed';
  return type === 'unsigned_long' ? 'unsigned' : null;
}

/** For an infinity, which stands for a missing value, the number that is shown for it: here that is a value like others. */
function atEnd<T extends ColumnNumber | null>(value: T, { numbers }: FieldType): T | ColumnNumber {
  if (typeof value !== 'number' || Number.isFinite(value)) return value;
  return numbers?.ofSortValue?.(BigInt(numbers.missing[value < 0 ? 0 : 1])) ?? value;
}

/** Whether what doubles cannot hold of the values decides: a `date` looks at milliseconds, a `double` at the nearest one. */
function hasFine(field: string, { numbers }: FieldType, shards: readonly ShardTarget[]): boolean {
  if (numbers?.ofSortValue === undefined) return false;
  return shards.some(({ searcher }) => searcher.segments.some((each) => hasRests(each.numeric(field))));
}

function numberOf({ value }: KeyStart): ColumnNumber {
  return isFine(value) ? value : Number(value);
}

function bytesOf({ value }: KeyStart): Uint8Array | null {
  return value instanceof Uint8Array ? value : null;
}

function shardsBySegment(shards: readonly ShardTarget[]): (segment: SegmentReader) => number {
  const numbers = new Map<SegmentReader, number>();
  for (const { searcher } of shards) {
    for (const segment of searcher.segments) numbers.set(segment, searcher.shard);
  }
  return (segment) => numbers.get(segment) ?? 0;
}

function defaultMode(descending: boolean): 'min' | 'max' {
  return descending ? 'max' : 'min';
}

function missingNumber(spec: SortSpec, type: FieldType): ColumnNumber {
  const { missing, descending } = spec;
  const first = missing === '_first';
  if (missing === null || first || missing === '_last') {
    return first === descending ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
  }
  return columnNumberOf(type, String(missing), javaNumber(String(missing)));
}

/** A number as the column has it; `number` is about what the text says. */
function columnNumberOf(type: FieldType, text: string, number: number): ColumnNumber {
  const { numbers } = type;
  if (isSingle(type)) return Math.fround(number);
  if (numbers?.ofSortValue === undefined || !Number.isInteger(number)) return number;
  return numbers.ofSortValue(/^-?\d+$/.test(text) ? BigInt(text) : BigInt(number));
}

function missingTerm(spec: SortSpec, field: KeyField): 'first' | 'last' | Uint8Array {
  const { missing } = spec;
  if (missing === '_first') return 'first';
  if (missing === null || missing === '_last') return 'last';
  return fieldTerm(field, missing);
}

function fieldTerm(field: KeyField, value: string | number | boolean): Uint8Array {
  if ('unmapped' in field) return new TextEncoder().encode(String(value));
  return termBytes(queryValue(field, value));
}

function afterTerm(field: KeyField, value: SearchAfterValue): Uint8Array | null {
  return value === null ? null : fieldTerm(field, value);
}

function javaNumber(text: string): number {
  const number = text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isNaN(number)) return number;
  throw apiError('number_format_exception', `For input string: "${text}"`);
}

function afterNumber(
  spec: SortSpec,
  field: KeyField | null,
  value: SearchAfterValue,
  nowMs: number,
): ColumnNumber {
  const problem = `Failed to parse search_after value for field [${spec.field}].`;
  if (value === null || (typeof value === 'number' && isBeyond(field, value))) {
    throw apiError('illegal_argument_exception', problem);
  }
  if (typeof value === 'number') return wrapLimits(spec, field, String(value), value);
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
    return wrapLimits(spec, field, String(value), javaNumber(String(value)));
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

/** What is printed comes back as what it stood for: a missing value, a number of fewer digits. */
function wrapLimits(spec: SortSpec, field: KeyField | null, text: string, value: number): ColumnNumber {
  const numbers = field === null ? null : typeOf(field).numbers;
  // A score is printed with the digits of a float, and is one.
  if (field === null) return spec.field === '_score' ? Math.fround(value) : value;
  if (numbers === null) return value;
  if (numbers.hasFractions) return isSingle(typeOf(field)) ? Math.fround(value) : value;
  const [low, high] = numbers.missing.map(Number) as [number, number];
  if (value > high || text === numbers.missing[1]) return Number.POSITIVE_INFINITY;
  if (value < low || text === numbers.missing[0]) return Number.NEGATIVE_INFINITY;
  // As a number such a text may be rounded to what stands for a missing value.
  if (value === high && !/^\d+$/.test(text)) return Number.POSITIVE_INFINITY;
  return columnNumberOf(typeOf(field), text, value);
}
