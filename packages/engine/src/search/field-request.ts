import { apiError } from '@sextant/contract';
import { isObject, unknownKey } from '../dsl/json-reader.ts';
import { readFields, textField } from '../dsl/object-parser.ts';
import { itemsOf } from '../dsl/read-place.ts';

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
    readFields('docvalues_field', value, {
      field: textField((given) => {
        pattern = given;
      }),
      format: {
        tokens: ['VALUE_STRING', 'VALUE_NULL'],
        read: (given) => {
          format = given === null ? null : formatOf(String(given), name);
        },
      },
    });
    if (pattern === null) throw apiError('illegal_argument_exception', 'Required [field]');
    return { pattern, format };
  });
}
