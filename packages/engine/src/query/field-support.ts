import { ApiError, apiError } from '@sextant/contract';
import { runThrough, type Steps } from '../budget/slices.ts';
import type { FieldValue, MappedField } from '../mapping/mapped-field.ts';
import { hasMadeColumn, ROUTING } from '../mapping/metadata-fields.ts';
import { prepareFielddata } from '../segment/prepare-fielddata.ts';
import { utf8 } from './query-tokens.ts';
import type { QueryContext } from './weight.ts';

/** What the peer finds out before it builds queries; it is not wrapped as a failure to create one. */
export class EarlyError extends ApiError {}

/** What the peer finds out while it looks whether there is anything of a query. */
export class RewriteError extends EarlyError {}

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
  const { indexed, name, fieldType, storage } = field;
  if (!indexed && (storage === 'text' || fieldType.ranges !== undefined)) throw notIndexed(name);
  if (isSearchable(field)) return;
  const why = 'since it is both not indexed, and does not have doc_values enabled.';
  throw apiError('illegal_argument_exception', `Cannot search on field [${name}] ${why}`);
}

export function notIndexed(field: string): ApiError {
  return apiError('illegal_argument_exception', `Cannot search on field [${field}] since it is not indexed.`);
}

/** Texts that are like another can be asked for. Throws where they cannot. */
export function requireFuzzy(field: MappedField, context: QueryContext): void {
  const { fieldType, name, type } = field;
  if (fieldType.isText && fieldType.isFuzzy !== false) {
    requireSearchable(field, context);
    return;
  }
  const allowed = 'Can only use fuzzy queries on keyword and text fields';
  throw apiError('illegal_argument_exception', `${allowed} - not on [${name}] which is of type [${type}]`);
}

/** Its terms have postings, or what stands for them: routings are found by what is kept of each document. */
export function hasPostings({ indexed, name }: MappedField): boolean {
  return indexed || name === ROUTING;
}

/** What is made of a field when it is first wanted is made before a segment is searched; `now`: at once, as it is where nobody makes it then. */
export function prepareColumn(field: MappedField, context: QueryContext, now = false): void {
  if (!hasMadeColumn(field.name)) return;
  const { searcher, budget, prepare } = context;
  if (prepare === undefined || now) {
    runThrough(prepareFielddata(searcher.segments, field, budget));
    return;
  }
  prepare((segment): Steps<void> => prepareFielddata([searcher.segments[segment]!], field, budget));
}

/** The bytes of a stored value in the term dictionary. */
export function termBytes(stored: FieldValue): Uint8Array {
  return stored instanceof Uint8Array ? stored : utf8(String(stored));
}
