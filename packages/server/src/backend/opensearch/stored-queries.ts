import { apiError } from '@sextant/contract';
import { isJsonObject, type JsonValue } from './exact-json.ts';

const percolator = 'percolator';
/** Dynamic templates put the name of a field in its place, in keys and values. */
const nameOfField = '{name}';

/**
 * Throws ApiError for fields that hold queries. The cluster carries out a part of such a query when the document
 * that holds it is written: it looks up the documents that the query names, of any index, and indexes what it found.
 * Documents go on as they came, so that nobody could judge the names in them.
 */
export function refuseStoredQueries(mapping: JsonValue): void {
  if (Array.isArray(mapping)) {
    for (const element of mapping) refuseStoredQueries(element);
  } else if (isJsonObject(mapping)) {
    for (const [key, member] of Object.entries(mapping)) {
      if (typeof member !== 'string') refuseStoredQueries(member);
      else if (mayBeType(key) && mayBePercolator(member)) throw notSupported(member);
    }
  }
}

function mayBeType(key: string): boolean {
  return key === 'type' || key.includes(nameOfField);
}

function mayBePercolator(type: string): boolean {
  return type === percolator || type.includes(nameOfField);
}

function notSupported(type: string) {
  const reason = `the field type [${type}] is not supported over this backend: documents would hold queries that name indices`;
  return apiError('mapper_parsing_exception', reason);
}
