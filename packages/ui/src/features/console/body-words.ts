/** The words of request bodies that the console offers: by the key that stands above them. */

const queries = [
  'bool',
  'exists',
  'geo_bounding_box',
  'geo_distance',
  'geo_polygon',
  'geo_shape',
  'ids',
  'match',
  'match_all',
  'match_none',
  'match_phrase',
  'prefix',
  'range',
  'term',
  'terms',
];
const aggregations = [
  'aggs',
  'avg',
  'cardinality',
  'date_histogram',
  'histogram',
  'max',
  'min',
  'range',
  'stats',
  'sum',
  'terms',
  'value_count',
];
const fieldTypes = [
  'binary',
  'boolean',
  'byte',
  'date',
  'double',
  'float',
  'geo_point',
  'half_float',
  'integer',
  'ip',
  'keyword',
  'long',
  'object',
  'short',
  'text',
  'token_count',
];

const searchKeys = [
  'aggs',
  'explain',
  'from',
  'min_score',
  'query',
  'search_after',
  'size',
  'sort',
  '_source',
  'timeout',
  'track_total_hits',
  'version',
  'seq_no_primary_term',
];
const indexKeys = ['aliases', 'mappings', 'settings'];

/** First match wins; the pattern is the end of the request's path. */
const rootKeys: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\/_search$/, searchKeys],
  [/\/_count$/, ['query']],
  [/\/_update\/[^/]+$/, ['doc', 'doc_as_upsert', 'upsert', 'detect_noop', '_source']],
  [/\/_mget$/, ['docs', 'ids']],
  [/\/_bulk$/, ['index', 'create', 'update', 'delete']],
  [/\/_mapping$/, ['dynamic', 'properties']],
  [/\/_settings$/, ['index']],
  [/\/_cluster\/settings$/, ['persistent', 'transient']],
  [/\/_analyze$/, ['analyzer', 'field', 'text']],
  [/^\/[^/_][^/]*$/, indexKeys],
];

const keys: Readonly<Record<string, readonly string[]>> = {
  query: queries,
  must: queries,
  must_not: queries,
  should: queries,
  filter: queries,
  bool: ['boost', 'filter', 'minimum_should_match', 'must', 'must_not', 'should'],
  exists: ['field'],
  ids: ['values'],
  settings: ['index'],
  index: ['number_of_replicas', 'number_of_shards', 'refresh_interval', '_index', '_id', 'routing'],
  create: ['_index', '_id', 'routing'],
  update: ['_index', '_id', 'routing', 'retry_on_conflict'],
  delete: ['_index', '_id', 'routing'],
  mappings: ['dynamic', 'properties', '_source'],
  date_histogram: [
    'calendar_interval',
    'extended_bounds',
    'field',
    'fixed_interval',
    'format',
    'min_doc_count',
    'offset',
    'time_zone',
  ],
  histogram: ['extended_bounds', 'field', 'interval', 'min_doc_count', 'offset'],
  _source: ['excludes', 'includes'],
};

/** Keys whose object below is one of several things, told apart by what stands above. */
const aggregationOptions = [
  'field',
  'missing',
  'size',
  'order',
  'min_doc_count',
  'include',
  'exclude',
  'ranges',
];
const metrics = new Set(['avg', 'cardinality', 'max', 'min', 'stats', 'sum', 'value_count']);
const underField: Readonly<Record<string, readonly string[]>> = {
  range: ['boost', 'format', 'gt', 'gte', 'lt', 'lte', 'time_zone'],
  match: ['analyzer', 'boost', 'lenient', 'minimum_should_match', 'operator', 'query', 'zero_terms_query'],
  match_phrase: ['analyzer', 'boost', 'query', 'slop'],
  term: ['boost', 'case_insensitive', 'value'],
  prefix: ['boost', 'case_insensitive', 'value'],
  properties: [
    'analyzer',
    'doc_values',
    'fields',
    'format',
    'ignore_above',
    'index',
    'properties',
    'store',
    'type',
  ],
  fields: ['analyzer', 'ignore_above', 'type'],
  sort: ['missing', 'mode', 'order', 'unmapped_type'],
};

/** Keys whose object below has names of fields as its keys. */
export const fieldNameKeys: ReadonlySet<string> = new Set([
  'match',
  'match_phrase',
  'prefix',
  'range',
  'sort',
  'term',
  'terms',
]);

/** Keys whose value is the name of a field. */
export const fieldValueKeys: ReadonlySet<string> = new Set([
  'field',
  'fields',
  'includes',
  'excludes',
  '_source',
]);

export function keysUnder(path: readonly string[], requestPath: string): readonly string[] {
  const parent = path.at(-1);
  if (parent === undefined) {
    const plain = requestPath.split('?')[0]!;
    return rootKeys.find(([pattern]) => pattern.test(plain))?.[1] ?? [];
  }
  const above = path.at(-2);
  if (above === 'aggs' || above === 'aggregations') return aggregations;
  if (isAggregation(path))
    return metrics.has(parent) ? ['field', 'missing'] : (keys[parent] ?? aggregationOptions);
  if (above !== undefined && underField[above] !== undefined) return underField[above];
  return keys[parent] ?? [];
}

/** `aggs` → a name → the kind. */
export function isAggregation(path: readonly string[]): boolean {
  const above = path.at(-3);
  return above === 'aggs' || above === 'aggregations';
}

export function valuesOfKey(key: string, path: readonly string[]): readonly string[] {
  if (key === 'type' && (path.includes('properties') || path.includes('fields'))) return fieldTypes;
  if (key === 'order') return ['asc', 'desc'];
  if (key === 'operator') return ['and', 'or'];
  if (key === 'calendar_interval') return ['minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'];
  if (key === 'analyzer') return ['english', 'keyword', 'simple', 'standard', 'stop', 'whitespace'];
  if (key === 'dynamic') return ['true', 'false', 'strict'];
  return [];
}
