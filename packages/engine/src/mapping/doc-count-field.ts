import { ApiError } from '@sextant/contract';
import { addValue } from './complete-document.ts';
import type { ValueSource } from './document-values.ts';
import { illegalArgument, mapperParsing } from './errors.ts';
import { ExactToken } from './exact-json.ts';
import type { MappedField, ParsedDocument } from './mapped-field.ts';
import { long } from './types/integers.ts';
import { numberOf } from './types/number-values.ts';
import { failedValue } from './value-preview.ts';

/** The field in which a document says for how many it stands, as it is stored: buckets count it so often. */
export const docCountField: MappedField = Object.freeze({
  name: '_doc_count',
  type: '_doc_count',
  fieldType: long,
  storage: 'number',
  indexed: false,
  docValues: true,
  norms: false,
  indexOptions: 'docs',
  positionIncrementGap: 0,
  boost: 1,
  definition: Object.freeze({}),
});

/**
 * Adds a member of a document that is named as a field which the engine keeps: this one alone a document may have. Throws ApiError.
 */
export function addMetadata(
  into: ParsedDocument,
  key: string,
  given: unknown,
  { source, id }: { readonly source: ValueSource; readonly id: string },
): void {
  if (key !== docCountField.name) {
    const reason = `Field [${key}] is a metadata field and cannot be added inside a document.`;
    const cause = mapperParsing(`${reason} Use the index API request parameters.`);
    throw failedValue(id, key, key, given, cause);
  }
  let counts = 0;
  const add = (value: unknown, path: readonly (string | number)[]): void => {
    if (Array.isArray(value)) {
      value.forEach((item, i) => {
        add(item, [...path, i]);
      });
      return;
    }
    addValue(into, docCountField, countOf(value, path, source, id));
    counts++;
  };
  add(given, [key]);
  if (counts < 2) return;
  const reason = 'appears more than once in this document (only one value is allowed per field)';
  throw illegalArgument(`DocValuesField "${key}" ${reason}`);
}

function countOf(
  value: unknown,
  path: readonly (string | number)[],
  source: ValueSource,
  id: string,
): number {
  const { name } = docCountField;
  try {
    const token = tokenName(value);
    if (token !== 'VALUE_NUMBER') {
      const reason = `Failed to parse object: expecting token of type [VALUE_NUMBER] but found [${token}]`;
      throw new ApiError({ type: 'parsing_exception', reason, details: { ...source.placeOf(path) } });
    }
    const count = numberOf('long', { coerce: false }, value, source)!;
    if (count <= 0) throw illegalArgument(`Field [${name}] must be a positive integer.`);
    return count;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw failedValue(id, name, name, value, error);
  }
}

function tokenName(value: unknown): string {
  if (value === null) return 'VALUE_NULL';
  if (typeof value === 'string') return 'VALUE_STRING';
  if (typeof value === 'boolean') return 'VALUE_BOOLEAN';
  if (value instanceof ExactToken) return `VALUE_${value.kind.toUpperCase()}`;
  return typeof value === 'number' ? 'VALUE_NUMBER' : 'START_OBJECT';
}
