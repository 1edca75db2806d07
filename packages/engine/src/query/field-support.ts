import { ApiError, apiError } from '@sextant/contract';
import type { FieldValue, MappedField } from '../mapping/mapped-field.ts';
import { utf8 } from './query-tokens.ts';
import type { QueryContext } from './weight.ts';

/** What the peer finds out before it builds queries; it is not wrapped as a failure to create one. */
export class EarlyError extends ApiError {}

/** An error of a query on one index, which it names. */
export function shardError(context: QueryContext, reason: string): ApiError {
  const { index, indexUuid } = context.searcher;
  return apiError('query_shard_exception', reason, { index, index_uuid: indexUuid });
}

/** Its values are found by an index, or by looking at those of all documents. */
export function isSearchable({ indexed, docValues, fielddata, fieldType }: MappedField): boolean {
  return indexed || docValues || fielddata !== undefined || fieldType.keepsOrdinals === true;
}

/** Throws where no values of the field can be asked for. */
export function requireSearchable(field: MappedField, context: QueryContext): void {
  const { notSearched, notQueried } = field.fieldType;
  if (notQueried !== undefined) throw notQueried();
  if (notSearched !== undefined) throw shardError(context, notSearched(field.name));
  if (isSearchable(field)) return;
  const why = 'since it is both not indexed, and does not have doc_values enabled.';
  throw apiError('illegal_argument_exception', `Cannot search on field [${field.name}] ${why}`);
}

/** The bytes of a stored value in the term dictionary. */
export function termBytes(stored: FieldValue): Uint8Array {
  return stored instanceof Uint8Array ? stored : utf8(String(stored));
}
