import type { ParsedDocument } from './mapped-field.ts';
import type { Mapping } from './mapping.ts';
import { checkTimestamp } from './timestamp-field.ts';

/** Adds to a document what every document has, and throws ApiError where it lacks what every document must have. */
export function completeDocument({ constants, settings }: Mapping, into: ParsedDocument): void {
  for (const [field, value] of constants) {
    if (into.ranges !== undefined) into.ranges.starts[into.length] = -1;
    into.fields[into.length] = field;
    into.values[into.length++] = value;
  }
  if (settings.timestamp !== undefined) checkTimestamp(into, settings.timestamp);
}
