import { apiError } from '@sextant/contract';
import type { FieldType } from '../mapping/field-type.ts';
import { fieldTypeOf } from '../mapping/field-types.ts';
import { withoutFielddata } from '../mapping/require-fielddata.ts';
import { double, isSingle } from '../mapping/types/floats.ts';
import { hasFractions, withType } from './numeric-type.ts';
import type { ShardTarget } from './shard-target.ts';
import { type KeyField, typeOf } from './sort-field.ts';
import type { SortSpec } from './sort-request.ts';

/** What a field that an index does not have is taken for. Throws ApiError where nothing is sorted by that. */
export function unmappedType(name: string): FieldType {
  const type = fieldTypeOf(name);
  if (type?.storage === 'text') throw withoutFielddata(`__anonymous_${name}`);
  const hasValues = type !== undefined && (type.numbers !== null || type.terms !== null);
  if (hasValues && type.notSorted === undefined) return type;
  throw apiError('illegal_argument_exception', type?.notSorted ?? `No mapper found for type [${name}]`);
}

/** With fewer digits than it is compared by, a float beside doubles would be taken for another number by the next page. */
function asDouble(field: KeyField): KeyField {
  if (!isSingle(typeOf(field))) return field;
  return 'unmapped' in field ? { unmapped: double } : { ...field, fieldType: double };
}

/**
 * A field of numbers as each shard has it, where it is not of the same type in all: values for missing ones, those of `search_after`
 * and what is shown are of its own. Null where there is nothing to tell apart; dates are the same whatever their fractions.
 */
export function ownFields(spec: SortSpec, shards: readonly ShardTarget[]): readonly KeyField[] | null {
  const own = shards.map(({ mapping }): KeyField => {
    const mapped = mapping.field(spec.field);
    if (mapped !== undefined) return withType(mapped, spec.numericType);
    return { unmapped: unmappedType(spec.unmappedType ?? 'long') };
  });
  const types = own.map(typeOf);
  if (types.every((type) => type === types[0])) return null;
  if (types.every(({ numbers }) => numbers?.values === 'dates')) return null;
  if (types.some(({ numbers }) => numbers === null)) return null;
  const isDouble = types.some((type) => hasFractions(type) && !isSingle(type));
  return isDouble ? own.map(asDouble) : own;
}
