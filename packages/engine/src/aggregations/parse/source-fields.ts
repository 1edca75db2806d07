import { apiError, dictionary } from '@sextant/contract';
import { readScript, type ScriptSpec } from '../../script/script-spec.ts';
import type { MadeKind, MissingValue, ScriptedValues, SourceSpec } from '../spec-parts.ts';
import { valueTypes } from '../value-types.ts';
import { checkZone } from '../values/time-zone-check.ts';
import { type FieldParser, type FieldParsers, textField, unservedField } from './field-parsers.ts';

interface SourceFieldOptions {
  readonly formattable: boolean;
  readonly zoned: boolean;
  /**
   * What values a script makes of documents, where no `value_type` says so; `refused`: scripts are not served; null: there is
   * no such parameter.
   */
  readonly scripted: MadeKind | 'refused' | null;
}

/** They take the values of any field as whole. */
const OVER_LONGS: ReadonlySet<string> = new Set(['date_histogram', 'auto_date_histogram']);

/** Collects `field`, `script`, `missing`, `format`, `time_zone` and `value_type` of one aggregation. */
export class SourceFields {
  readonly parsers: FieldParsers;
  readonly #type: string;
  readonly #scripted: SourceFieldOptions['scripted'];
  #script: ScriptSpec | null = null;
  readonly #values: { -readonly [K in keyof Omit<SourceSpec, 'scripted'>]: SourceSpec[K] | null } = {
    field: null,
    missing: null,
    format: null,
    timeZone: null,
    valueType: null,
  };

  constructor(type: string, options: SourceFieldOptions) {
    const values = this.#values;
    this.#type = type;
    this.#scripted = options.scripted;
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
        if (!valueTypes.has(value))
          throw apiError('illegal_argument_exception', `Unknown value type [${value}]`);
        values.valueType = value;
      }),
    });
    if (options.scripted === 'refused') parsers.script = unservedField(type, 'script');
    else if (options.scripted !== null) parsers.script = this.#scriptField();
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
    const script = this.#script;
    if (script !== null) {
      const kind = this.#kind();
      const scripted = { script, of: field, kind, areLongs: this.#areLongs(kind, field) };
      return Object.freeze({ ...rest, field: nameOf(scripted), scripted });
    }
    if (field === null) {
      throw apiError(
        'illegal_argument_exception',
        'Required one of fields [field, script], but none were specified. ',
      );
    }
    return Object.freeze({ ...rest, field, scripted: null });
  }

  get hasScript(): boolean {
    return this.#script !== null;
  }

  #scriptField(): FieldParser {
    return {
      tokens: ['VALUE_STRING', 'START_OBJECT'],
      read: (value) => {
        this.#script = readScript(value);
      },
    };
  }

  /** Aggregations that are no more of numbers than of texts ask what type they have; those of numbers alone take doubles. */
  #areLongs(kind: MadeKind, field: string | null): boolean {
    if (OVER_LONGS.has(this.#type)) return true;
    return this.#scripted === 'keyword' && field === null && kind !== 'double';
  }

  #kind(): MadeKind {
    const { valueType } = this.#values;
    const scripted = this.#scripted as MadeKind;
    if (valueType === null || scripted === 'anything' || scripted === 'points') return scripted;
    return valueTypes.get(valueType) ?? scripted;
  }
}

/** A name that no other values of the request have. */
function nameOf({ script, of, kind, areLongs }: ScriptedValues): string {
  const { source, lang, params } = script;
  return `script:${JSON.stringify([source, lang, params, of, kind, areLongs])}`;
}

function hoursOffset(hours: number): string {
  return `${hours < 0 ? '-' : '+'}${String(Math.abs(hours)).padStart(2, '0')}:00`;
}
