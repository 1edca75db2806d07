import { Double, Float, type Json, Long } from '@sextant/contract';
import type { SortValue } from '../collect/sort-key.ts';
import type { FieldType } from '../mapping/field-type.ts';
import { isFine } from '../mapping/fine-number.ts';
import type { MappedField } from '../mapping/mapped-field.ts';
import { printScriptValue } from './script-sort.ts';
import type { SortSpec } from './sort-request.ts';

/**
 * The field that a key sorts by; `unmapped` where no shard has it and `unmapped_type` says what to take it
 * for.
 */
export type KeyField =
  | (MappedField & { /** Whole numbers in some indices, others elsewhere. */ readonly mixed?: boolean })
  | { readonly unmapped: FieldType };

export function typeOf(field: KeyField): FieldType {
  return 'unmapped' in field ? field.unmapped : field.fieldType;
}

/** The shortest digits of a whole number that a double holds. */
function wholeText(value: number): string {
  return Math.abs(value) < 1e21 ? String(value) : String(BigInt(value));
}

/** A value of a hit's `sort`. */
export function printValue(spec: SortSpec, field: KeyField | null, value: SortValue): Json {
  if (spec.script !== null) return printScriptValue(value);
  if (value === null) return null;
  if (spec.geo !== null) return new Double(Number(value));
  if (field === null) return spec.field === '_score' ? new Float(Number(value)) : Number(value);
  const { terms, numbers } = typeOf(field);
  if (value instanceof Uint8Array) return terms?.text(value) ?? new TextDecoder().decode(value);
  if (isFine(value)) return numbers?.sortValue(value) ?? value.coarse;
  if (numbers === null) return value;
  // As the doubles that they were compared as: of more digits nothing is known.
  if ('mixed' in field && field.mixed === true && Number.isInteger(value)) return new Long(wholeText(value));
  if (numbers.hasFractions || Number.isFinite(value)) return numbers.sortValue(value);
  return new Long(value < 0 ? numbers.missing[0] : numbers.missing[1]);
}
