import type { FieldValue, MappedField } from './mapped-field.ts';

/** The input of a term query in the form that the field stores: see `FieldType.queryValue`. */
export function queryValue(field: MappedField, value: unknown, nowMs?: number): FieldValue {
  return field.fieldType.queryValue(field, value, nowMs);
}
