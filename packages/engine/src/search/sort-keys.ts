import { type ApiError, apiError, Double, type Json } from '@sextant/contract';
import type { Steps } from '../budget/slices.ts';
import type { WorkBudget } from '../budget/work-budget.ts';
import { FineSortKey } from '../collect/fine-sort-key.ts';
import { NumericSortKey } from '../collect/numeric-sort-key.ts';
import { DocSortKey, ScoreSortKey, ShardDocSortKey } from '../collect/place-sort-keys.ts';
import type { SortColumns, SortKey, SortValue } from '../collect/sort-key.ts';
import { TermSortKey } from '../collect/term-sort-key.ts';
import { WithinSortKey } from '../collect/within-sort-key.ts';
import type { FieldType } from '../mapping/field-type.ts';
import { queryValue } from '../mapping/field-value.ts';
import { type ColumnNumber, isFine } from '../mapping/fine-number.ts';
import type { MappedField } from '../mapping/mapped-field.ts';
import { requireFielddata } from '../mapping/require-fielddata.ts';
import { double, isSingle } from '../mapping/types/floats.ts';
import { termBytes } from '../query/field-support.ts';
import { prepareFielddata } from '../segment/prepare-fielddata.ts';
import type { SegmentReader } from '../segment/segment-reader.ts';
import { checkGeoSort } from './geo-sort.ts';
import { geoSortKey } from './geo-sort-key.ts';
import { checkNestedSort, NestedColumns, type SortSetup } from './nested-sort.ts';
import { castTo, cutSegments, hasFractions, withType } from './numeric-type.ts';
import { ownFields, unmappedType } from './own-fields.ts';
import { checkScriptSort, scriptSortKey } from './script-sort.ts';
import { reduceFailed } from './search-failure.ts';
import type { SearchAfterValue } from './search-request.ts';
import type { ShardTarget } from './shard-target.ts';
import { type KeyField, printValue, typeOf } from './sort-field.ts';
import {
  afterNumber,
  atEnd,
  coarseEnds,
  hasFine,
  isLongSingle,
  missingNumber,
  type OwnNumbers,
  reachesEnds,
  sharedMissing,
} from './sort-numbers.ts';
import { isPlace, type SortSpec } from './sort-request.ts';
import { wholeColumns } from './whole-columns.ts';

/** A sort bound to the mappings of the search: its keys, and how their values are printed. */
export interface BoundSort {
  readonly keys: readonly SortKey[];
  /** `segment`: of the document, in the order of those of the shards. */
  readonly print: (key: number, value: SortValue, segment: number) => Json;
}

/** Throws where the mapping of the shard does not allow the sort. */
export function checkSort(sort: readonly SortSpec[], shard: ShardTarget, budget: WorkBudget): void {
  for (const spec of sort) {
    if (spec.script !== null) checkScriptSort(spec.script, shard, budget);
    if (spec.geo === null && isPlace(spec)) continue;
    if (spec.geo !== null) {
      checkGeoSort(spec, spec.geo, shard);
      checkNestedSort(spec, shard);
      continue;
    }
    const field = shard.mapping.field(spec.field);
    if (field !== undefined) {
      checkNestedSort(spec, shard);
      checkField(field, spec, shard);
    } else if (spec.unmappedType === null) {
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
  const type = withType(field, spec.numericType).fieldType;
  if (type.numbers !== null) missingNumber(spec, type);
  if (field.fieldType.terms !== null && spec.mode !== null && spec.mode !== 'min' && spec.mode !== 'max') {
    const reason = 'we only support AVG, MEDIAN and SUM on number based fields';
    throw apiError('query_shard_exception', reason, place);
  }
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
  const own = sort.map((spec, i) => {
    const field = fields[i] ?? null;
    return field === null || typeOf(field).numbers === null ? null : ownFields(spec, shards);
  });
  const keys = sort.map((spec, i) => {
    const field = fields[i] ?? null;
    const start =
      after === null ? null : startOf(after, i, { spec, field, nowMs, isShared: own[i] !== null });
    if (spec.geo !== null) {
      const from = start === null ? null : Number(start.value);
      return geoSortKey(spec, { geo: spec.geo, after: from, capacity, shards, setup });
    }
    const endsIn = endsBySegment(own[i]!, shards, (each) => {
      if (after === null) return endsOf(spec, each, null);
      const given = numberOf(startOf(after, i, { spec, field: each, nowMs, isShared: true }));
      return endsOf(spec, each, given);
    });
    const key = bindKey(spec, field, { start, capacity, shards, budget: setup.budget, endsIn, own: own[i]! });
    // Where the field is not mapped, the objects need not be.
    const mapped = shards.filter(({ mapping }) => mapping.field(spec.field) !== undefined);
    const nested = spec.nested === null ? null : new NestedColumns(spec.nested, setup, mapped);
    const columnsOf = (segment: SegmentReader): SortColumns => nested?.of(segment) ?? segment;
    const cut = cutSegments(spec, field, shards);
    if (nested === null && cut.size === 0) return key;
    return new WithinSortKey(key, (segment) => {
      const columns = columnsOf(segment);
      return cut.has(segment) ? wholeColumns(columns, setup.budget) : columns;
    });
  });
  const shardOf = shards.flatMap(({ searcher }, shard) => searcher.segments.map(() => shard));
  const print = (key: number, value: SortValue, segment: number): Json => {
    const field = own[key]?.[shardOf[segment]!] ?? fields[key] ?? null;
    if (own[key] !== null && typeof value === 'number' && isLongSingle(typeOf(field!), value)) {
      return new Double(value);
    }
    return printValue(sort[key]!, field, value);
  };
  return { keys, print };
}

/** Where the page before ended is not cut to the numbers of the index: it may be beyond them. */
function endsOf(spec: SortSpec, field: KeyField, after: ColumnNumber | null): OwnNumbers {
  const type = typeOf(field);
  return { missing: sharedMissing(spec, type), after, whole: !hasFractions(type), single: isSingle(type) };
}

function endsBySegment(
  own: readonly KeyField[] | null,
  shards: readonly ShardTarget[],
  endsIn: (field: KeyField) => OwnNumbers,
): ReadonlyMap<SegmentReader, OwnNumbers> | null {
  if (own === null) return null;
  return new Map(
    shards.flatMap(({ searcher }, i) => {
      const ends = endsIn(own[i]!);
      return searcher.segments.map((segment) => [segment, ends] as const);
    }),
  );
}

/** One value, as a key compares with it. */
interface KeyStart {
  readonly value: SortValue;
}

function startOf(
  after: SortStart,
  key: number,
  {
    spec,
    field,
    nowMs,
    isShared,
  }: { spec: SortSpec; field: KeyField | null; nowMs: number; isShared: boolean },
): KeyStart {
  if ('exact' in after) return { value: after.exact[key]! };
  const value = after.given[key]!;
  if (spec.script?.type === 'string') {
    return { value: new TextEncoder().encode(String(value)) };
  }
  if (field !== null && typeOf(field).terms !== null) return { value: afterTerm(field, value) };
  return { value: afterNumber(spec, field, value, { nowMs, isShared }) };
}

function keyField(spec: SortSpec, shards: readonly ShardTarget[]): KeyField | null {
  if (isPlace(spec)) return null;
  let chosen: MappedField | null = null;
  let isAlone = false;
  for (const { mapping } of shards) {
    const mapped = mapping.field(spec.field);
    if (mapped === undefined) continue;
    const field = withType(mapped, spec.numericType);
    if (chosen !== null && isAlone !== sortsAlone(mapped)) {
      throw differentTypes(isAlone ? chosen.type : mapped.type);
    }
    isAlone = sortsAlone(mapped);
    if (chosen !== null && hasTerms(chosen) !== hasTerms(field)) {
      const problem = 'the field has incompatible sort types across the shards';
      const reason = `Can't sort on field [${spec.field}]; ${problem}`;
      throw apiError('illegal_argument_exception', reason);
    }
    chosen = chosen === null ? field : widest(chosen, field);
  }
  return chosen ?? { unmapped: unmappedType(spec.unmappedType ?? 'long') };
}

/** The type that holds the values of both. */
function widest(a: MappedField, b: MappedField): MappedField {
  if (a.fieldType === b.fieldType || (!hasFractions(a.fieldType) && !hasFractions(b.fieldType))) return a;
  return { ...a, fieldType: double };
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
  /** null: they are the same everywhere. */
  readonly endsIn: ReadonlyMap<SegmentReader, OwnNumbers> | null;
  readonly own: readonly KeyField[] | null;
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
  return numberKey(spec, name, type, use);
}

function numberKey(spec: SortSpec, field: string, type: FieldType, use: KeyUse): SortKey {
  const { start, capacity, shards, endsIn, own } = use;
  const { descending } = spec;
  const missing = missingNumber(spec, type);
  const after = start === null ? null : numberOf(start);
  const ends = { missing: atEnd(missing, type), after: atEnd(after, type) };
  const mode = spec.mode ?? defaultMode(descending);
  const sort = { field, descending, mode, whole: !hasFractions(type) };
  const others = endsIn?.values() ?? [];
  const isGivenFine = [{ missing, after }, ...others].some(
    (each) => isFine(each.missing) || isFine(each.after),
  );
  if (isGivenFine || hasFine(field, { type, own }, shards)) {
    return new FineSortKey(capacity, { ...sort, ...ends, endsIn, wraps: wrapping(type.name) });
  }
  // An infinity lets documents be taken in their order.
  const coarse = reachesEnds(field, type, shards) ? coarseEnds(ends) : coarseEnds({ missing, after });
  const coarseIn =
    endsIn && new Map([...endsIn].map(([segment, each]) => [segment, { ...each, ...coarseEnds(each) }]));
  return new NumericSortKey(capacity, { ...sort, ...coarse, endsIn: coarseIn, single: isSingle(type) });
}

function wrapping(type: string): 'signed' | 'unsigned' | null {
  if (type === 'long') return 'signed';
  return type === 'unsigned_long' ? 'unsigned' : null;
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
