import type { FieldType } from '../mapping/field-type.ts';
import type { MappedField } from '../mapping/mapped-field.ts';
import { date } from '../mapping/types/date.ts';
import { dateNanos } from '../mapping/types/date-nanos.ts';
import { double } from '../mapping/types/floats.ts';
import { long } from '../mapping/types/integers.ts';
import type { SegmentReader } from '../segment/segment-reader.ts';
import type { ShardTarget } from './shard-target.ts';
import { type KeyField, typeOf } from './sort-field.ts';
import type { SortSpec } from './sort-request.ts';

/** The type that values of another one are sorted as by a `numeric_type`; null where they are not. */
export function castTo(type: FieldType, numericType: string): FieldType | null {
  const { numbers } = type;
  if (numbers === null) return null;
  if (numericType === 'double') return double;
  if (numbers.values !== 'dates') {
    if (numericType === dateNanos.name) return null;
    return numbers.sortsAlone === true ? type : long;
  }
  if (numericType === numbers.numericType) return type;
  if (numericType === 'long') return type;
  return numericType === date.name ? date : dateNanos;
}

/** The field as it is sorted. */
export function withType(field: MappedField, numericType: string | null): MappedField {
  const cast = numericType === null ? null : castTo(field.fieldType, numericType);
  return cast === null ? field : { ...field, fieldType: cast };
}

/** The segments whose values with fractions are sorted as whole numbers. */
export function cutSegments(
  spec: SortSpec,
  field: KeyField | null,
  shards: readonly ShardTarget[],
): ReadonlySet<SegmentReader> {
  const cut = new Set<SegmentReader>();
  if (spec.numericType === null || field === null || hasFractions(typeOf(field))) return cut;
  for (const { mapping, searcher } of shards) {
    const mapped = mapping.field(spec.field);
    if (mapped === undefined || !hasFractions(mapped.fieldType)) continue;
    for (const segment of searcher.segments) cut.add(segment);
  }
  return cut;
}

export function hasFractions({ numbers }: FieldType): boolean {
  return numbers?.hasFractions === true;
}
