import { apiError } from '@sextant/contract';
import type { MappedField } from './mapped-field.ts';

/** Throws where a field has no value per document, which sorts, aggregations and `docvalue_fields` need. */
export function requireFielddata(field: MappedField): void {
  if (field.docValues || field.fielddata !== undefined) return;
  const { noFielddata } = field.fieldType;
  if (noFielddata !== undefined) throw apiError('illegal_argument_exception', noFielddata(field.name));
  const other = field.fieldType.withoutFielddata?.(field.name);
  if (other !== undefined) throw apiError('illegal_argument_exception', other);
  if (field.storage !== 'text') {
    const unsupported = `fielddata is unsupported on fields of type [${field.type}]`;
    const reason = `Can't load fielddata on [${field.name}] because ${unsupported}. Use doc values instead.`;
    throw apiError('illegal_argument_exception', reason);
  }
  if (!field.fieldType.parameters.some(({ name }) => name === 'fielddata')) {
    const reason = `Fielddata is not supported on field [${field.name}] of type [${field.type}]`;
    throw apiError('illegal_argument_exception', reason);
  }
  throw withoutFielddata(field.name);
}

/** The error of a text field that has no fielddata. */
export function withoutFielddata(field: string): Error {
  const reason = [
    'Text fields are not optimised for operations that require per-document field data like aggregations',
    'and sorting, so these operations are disabled by default. Please use a keyword field instead.',
    `Alternatively, set fielddata=true on [${field}] in order to load field data by uninverting the`,
    'inverted index. Note that this can use significant memory.',
  ];
  return apiError('illegal_argument_exception', reason.join(' '));
}
