import { apiError } from '@sextant/contract';
import { isObject, type JsonObject, parsingError, toBoolean, tokenOf } from '../../dsl/json-reader.ts';
import { membersOf } from '../../dsl/read-place.ts';
import { parseQuery } from '../../query/parse-query.ts';
import type { AggregationType } from '../aggregation-tree.ts';
import { FiltersAggregator } from '../buckets/filters-aggregator.ts';
import type { FiltersSpec } from '../specs/filters.ts';

export const filters: AggregationType<FiltersSpec> = {
  name: 'filters',
  holds: true,
  gives: 'buckets',
  isOneBucket: ({ filters, otherBucket }) => filters.length === 1 && !otherBucket,
  parse: parseFilters,
  create: (node, shard, { children }) => new FiltersAggregator(node, shard, children),
};

function parseFilters(name: string, body: JsonObject): FiltersSpec {
  let queries: FiltersSpec['filters'] | null = null;
  let otherBucket: boolean | null = null;
  let otherBucketKey: string | null = null;
  for (const [field, value] of membersOf(body)) {
    if (field === 'other_bucket' && value !== '') otherBucket = toBoolean(value);
    else if (field === 'other_bucket_key' && typeof value === 'string') otherBucketKey = value;
    else if (field === 'filters' && Array.isArray(value))
      queries = value.map((query: unknown) => ({ key: null, query: parseQuery(query) }));
    else if (field === 'filters' && isObject(value)) {
      const sorted = Object.keys(value).sort((a, b) => (a < b ? -1 : 1));
      queries = sorted.map((key) => ({ key, query: parseQuery(value[key]) }));
    } else {
      throw parsingError(`Unknown key for a ${tokenOf(value)} in [${name}]: [${field}].`);
    }
  }
  if (queries === null || queries.length === 0) {
    throw apiError('illegal_argument_exception', '[filters] cannot be empty.');
  }
  // A name for the other bucket asks for the bucket.
  return Object.freeze({
    filters: Object.freeze(queries),
    otherBucket: otherBucket ?? otherBucketKey !== null,
    otherBucketKey: otherBucketKey ?? '_other_',
  });
}
