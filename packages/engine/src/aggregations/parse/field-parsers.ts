import { apiError } from '@sextant/contract';
import type { FieldParser } from '../../dsl/object-parser.ts';

export {
  booleanField,
  doubleField,
  type FieldParser,
  type FieldParsers,
  intField,
  readFields,
  textField,
} from '../../dsl/object-parser.ts';

/** A parameter of OpenSearch that is not served here: refused by name, never ignored. */
export function unservedField(type: string, name: string): FieldParser {
  return {
    tokens: ['VALUE_NULL', 'VALUE_STRING', 'VALUE_NUMBER', 'VALUE_BOOLEAN', 'START_OBJECT', 'START_ARRAY'],
    read: () => {
      throw apiError('illegal_argument_exception', `[${name}] of the [${type}] aggregation is not supported`);
    },
  };
}

/** `[minDocCount] must be greater than or equal to 0. Found [-1] in [a]` and its kin. */
export function atLeast(value: number, least: number, label: string, aggregation: string): number {
  if (value >= least) return value;
  const wanted = least === 0 ? 'greater than or equal to 0' : 'greater than 0';
  throw apiError(
    'illegal_argument_exception',
    `[${label}] must be ${wanted}. Found [${value}] in [${aggregation}]`,
  );
}
