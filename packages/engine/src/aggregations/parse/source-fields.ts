import { apiError, dictionary } from '@sextant/contract';
import type { MissingValue, SourceSpec } from '../spec-parts.ts';
import { checkZone } from '../values/time-zone-check.ts';
import { type FieldParser, type FieldParsers, textField, unservedField } from './field-parsers.ts';

interface SourceFieldOptions {
  readonly formattable: boolean;
  readonly zoned: boolean;
}

const VALUE_TYPES = new Set([
  'string',
  'byte',
  'short',
  'integer',
  'int',
  'long',
  'unsigned_long',
  'float',
  'double',
  'numeric',
  'number',
  'date',
  'ip',
  'boolean',
]);

/** Collects `field`, `missing`, `format`, `time_zone` and `value_type` of one aggregation. */
export class SourceFields {
  readonly parsers: FieldParsers;
  readonly #values: { -readonly [K in keyof SourceSpec]: SourceSpec[K] | null } = {
    field: null,
    missing: null,
    format: null,
    timeZone: null,
    valueType: null,
  };

  constructor(type: string, options: SourceFieldOptions) {
    const values = this.#values;
    const parsers: Record<string, FieldParser> = dictionary({
      field: textField((value) => {
        values.field = value;
      }),
      missing: {
        tokens: ['VALUE_STRING', 'VALUE_NUMBER', 'VALUE_BOOLEAN'],
        read: (value) => {
          values.missing = value as MissingValue;
        },
      },
      value_type: textField((value) => {
        if (!VALUE_TYPES.has(value))
          throw apiError('illegal_argument_exception', `Unknown value type [${value}]`);
        values.valueType = value;
      }),
      script: unservedField(type, 'script'),
    });
    if (options.formattable) {
      parsers.format = textField((value) => {
        values.format = value;
      });
    }
    if (options.zoned) {
      parsers.time_zone = {
        tokens: ['VALUE_STRING', 'VALUE_NUMBER'],
        read: (value) => {
          values.timeZone = typeof value === 'number' ? hoursOffset(value) : String(value);
          checkZone(values.timeZone);
        },
      };
    }
    this.parsers = parsers;
  }

  /** The whole, once all members are read. */
  spec(): SourceSpec {
    const { field, ...rest } = this.#values;
    if (field === null) {
      throw apiError(
        'illegal_argument_exception',
        'Required one of fields [field, script], but none were specified. ',
      );
    }
    return Object.freeze({ ...rest, field });
  }
}

function hoursOffset(hours: number): string {
  return `${hours < 0 ? '-' : '+'}${String(Math.abs(hours)).padStart(2, '0')}:00`;
}
