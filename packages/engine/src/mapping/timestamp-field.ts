import { wrapError } from './errors.ts';
import type { ParsedDocument } from './mapped-field.ts';

/** Of a data stream: each document has its time. */
export function checkTimestamp({ fields, length }: ParsedDocument, field: string): void {
  let count = 0;
  for (let i = 0; i < length; i++) if (fields[i]!.name === field) count++;
  if (count === 1) return;
  const reason = `documents must contain a single-valued timestamp field '${field}' of date type`;
  throw wrapError('mapper_parsing_exception', 'failed to parse', {
    type: 'illegal_argument_exception',
    reason,
  });
}
