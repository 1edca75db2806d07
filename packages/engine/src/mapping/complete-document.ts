import { ignoredField } from './ignored-field.ts';
import type { FieldValue, MappedField, ParsedDocument } from './mapped-field.ts';
import type { Mapping } from './mapping.ts';
import { checkTimestamp } from './timestamp-field.ts';

/** Adds a value that is one, and no range of bytes. */
export function addValue(into: ParsedDocument, field: MappedField, value: FieldValue): void {
  if (into.ranges !== undefined) into.ranges.starts[into.length] = -1;
  into.fields[into.length] = field;
  into.values[into.length++] = value;
}

/** Keeps with the document that a value of a field was ignored. */
export function ignoreValue(into: ParsedDocument, path: string): undefined {
  addValue(into, ignoredField, path);
}

/** Adds to a document what every document has, and throws ApiError where it lacks what every document must have. */
export function completeDocument({ constants, settings }: Mapping, into: ParsedDocument): void {
  for (const [field, value] of constants) addValue(into, field, value);
  if (settings.timestamp !== undefined) checkTimestamp(into, settings.timestamp);
}
