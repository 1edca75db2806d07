import { apiError } from '@sextant/contract';
import { isObject, toText, unknownKey } from '../dsl/json-reader.ts';
import { itemsOf, membersOf } from '../dsl/read-place.ts';

/** An entry of `fields` or `docvalue_fields`: a name or pattern, and how to print its values. */
export interface FieldRequest {
  readonly pattern: string;
  readonly format: string | null;
}

/** `use_field_mapping` was the way to ask columns for what is now the default. */
function formatOf(text: string, name: string): string | null {
  return text === 'use_field_mapping' && name === 'docvalue_fields' ? null : text;
}

export function parseFieldRequests(name: string, values: readonly unknown[]): FieldRequest[] {
  return Array.from(itemsOf(values), (value) => {
    // Numbers are names, too.
    if (['string', 'number', 'boolean'].includes(typeof value))
      return { pattern: String(value), format: null };
    if (!isObject(value)) throw unknownKey(name, value);
    let pattern: string | null = null;
    let format: string | null = null;
    for (const [key, given] of membersOf(value)) {
      if (key === 'field') pattern = toText(given);
      else if (key === 'format') format = formatOf(toText(given), name);
      else throw apiError('x_content_parse_exception', `[docvalues_field] unknown field [${key}]`);
    }
    if (pattern === null) throw apiError('illegal_argument_exception', 'Required [field]');
    return { pattern, format };
  });
}
