import { Double, Float, type Json, Long } from '@sextant/contract';
import type { SortValue } from '../collect/sort-key.ts';
import type { FieldType, NumberForm } from '../mapping/field-type.ts';
import { coarseOf, isFine } from '../mapping/fine-number.ts';
import type { MappedField } from '../mapping/mapped-field.ts';
import { printScriptValue } from './script-sort.ts';
import type { SortSpec } from './sort-request.ts';

/**
 * The field that a key sorts by; `unmapped` where no shard has it and `unmapped_type` says what to take it
 * for.
 */
export type KeyField = MappedField | { readonly unmapped: FieldType };

export function typeOf(field: KeyField): FieldType {
  return 'unmapped' in field ? field.unmapped : field.fieldType;
}

/** Of as many whole numbers the last one is what stands for a missing value. */
const LONGS = 2 ** 63;

/** A value of a hit's `sort`. */
export function printValue(spec: SortSpec, field: KeyField | null, value: SortValue): Json {
  if (spec.script !== null) return printScriptValue(value);
  if (value === null) return null;
  if (spec.geo !== null) return new Double(Number(value));
  if (field === null) return spec.field === '_score' ? new Float(Number(value)) : Number(value);
  const { terms, numbers } = typeOf(field);
  if (value instanceof Uint8Array) return terms?.text(value) ?? new TextDecoder().decode(value);
  if (numbers === null) return coarseOf(value);
  if (isFine(value) && numbers.ofSortValue !== undefined) return numbers.sortValue(value);
  return printNumber(coarseOf(value), numbers);
}

function printNumber(value: number, numbers: NumberForm): Json {
  if (numbers.hasFractions || Math.abs(value) < LONGS) return numbers.sortValue(value);
  const isOwn = numbers.sortsAlone === true && value > 0 && value < Number(numbers.missing[1]);
  if (isOwn) return numbers.sortValue(value);
  return new Long(value < 0 ? numbers.missing[0] : numbers.missing[1]);
}
