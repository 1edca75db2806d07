import { apiError } from '@sextant/contract';
import { isObject, type JsonObject, parsingError, toBoolean, tokenOf } from '../../dsl/json-reader.ts';
import { parseQuery } from '../../dsl/parse-query.ts';
import type { FilterSpec, FiltersSpec, GlobalSpec } from '../aggregation-tree.ts';

export function parseGlobal(name: string, body: JsonObject): GlobalSpec {
  for (const value of Object.values(body)) {
    throw parsingError(
      `Expected [FIELD_NAME] under a [START_OBJECT], but got a [${tokenOf(value)}] in [${name}]`,
    );
  }
  return Object.freeze({ kind: 'global' });
}

export function parseFilter(_name: string, body: JsonObject): FilterSpec {
  return Object.freeze({ kind: 'filter', query: parseQuery(body) });
}

export function parseFilters(name: string, body: JsonObject): FiltersSpec {
  let filters: FiltersSpec['filters'] | null = null;
  let otherBucket: boolean | null = null;
  let otherBucketKey: string | null = null;
  for (const [field, value] of Object.entries(body)) {
    if (field === 'other_bucket') otherBucket = toBoolean(value);
    else if (field === 'other_bucket_key' && typeof value === 'string') otherBucketKey = value;
    else if (field === 'filters' && Array.isArray(value))
      filters = value.map((query: unknown) => ({ key: null, query: parseQuery(query) }));
    else if (field === 'filters' && isObject(value)) {
      const sorted = Object.keys(value).sort((a, b) => (a < b ? -1 : 1));
      filters = sorted.map((key) => ({ key, query: parseQuery(value[key]) }));
    } else {
      throw parsingError(`Unknown key for a ${tokenOf(value)} in [${name}]: [${field}].`);
    }
  }
  if (filters === null || filters.length === 0) {
    throw apiError('illegal_argument_exception', '[filters] cannot be empty.');
  }
  // A name for the other bucket asks for the bucket.
  return Object.freeze({
    kind: 'filters',
    filters: Object.freeze(filters),
    otherBucket: otherBucket ?? otherBucketKey !== null,
    otherBucketKey: otherBucketKey ?? '_other_',
  });
}
