import type { ApiError } from '@sextant/contract';
import { failed, type IngestDocument } from '../ingest-document.ts';
import { className, isList, javaText, type Value } from '../java-values.ts';
import type { Run } from '../processor.ts';
import type { Config } from '../processor-config.ts';

/** From where to where a value goes. */
export interface FieldToField {
  readonly field: string;
  readonly target: string;
  readonly ignoreMissing: boolean;
}

/** `field`, `target_field` (the field itself where absent) and `ignore_missing`. */
export function fieldToField(config: Config): FieldToField {
  const field = config.text('field');
  const ignoreMissing = config.flag('ignore_missing', false);
  return { field, target: config.optionalText('target_field') ?? field, ignoreMissing };
}

/** The value; undefined where nothing is there and that does not matter. Throws ApiError, also for null. */
export function givenValue(
  document: IngestDocument,
  { field, ignoreMissing }: Pick<FieldToField, 'field' | 'ignoreMissing'>,
  doing: string,
): NonNullable<Value> | undefined {
  if (ignoreMissing && document.optional(field) === undefined) return undefined;
  const value = document.get(field);
  if (value === null) throw failed(`field [${field}] is null, cannot ${doing}`);
  return value;
}

/** The error of a value of another kind than is needed. */
export function notOf(field: string, value: Value, wanted: string): ApiError {
  return failed(`field [${field}] of type [${className(value)}] cannot be cast to [${wanted}]`);
}

export function listOf(field: string, value: Value): Value[] {
  if (isList(value)) return value;
  throw notOf(field, value, 'java.util.List');
}

export function textOf(field: string, value: Value): string {
  if (typeof value === 'string') return value;
  throw notOf(field, value, 'java.lang.String');
}

/** As Java's `trim`: without all up to the blank at both ends. */
export function javaTrim(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && text.charCodeAt(from) <= 32) from++;
  while (to > from && text.charCodeAt(to - 1) <= 32) to--;
  return text.slice(from, to);
}

/** What is made of a text at once, by the platform. */
const CHARACTERS_PER_STEP = 16;

/** A processor that makes another value of each text: of a field, or of all in its list. */
export function eachText(config: Config, make: (text: string, document: IngestDocument) => Value): Run {
  const fields = fieldToField(config);
  const change = (text: string, document: IngestDocument): Value => {
    document.work(Math.ceil(text.length / CHARACTERS_PER_STEP));
    return make(text, document);
  };
  return (document) => {
    const value = givenValue(document, fields, 'process it.');
    if (value === undefined) return;
    const { field, target } = fields;
    if (!isList(value)) {
      document.set(target, change(textOf(field, value), document));
      return;
    }
    const changed = value.map((each) => {
      if (typeof each === 'string') return change(each, document);
      throw failed(
        `value [${javaText(each)}] of type [${className(each)}] in list field [${field}] cannot be cast to [java.lang.String]`,
      );
    });
    document.set(target, changed);
  };
}
