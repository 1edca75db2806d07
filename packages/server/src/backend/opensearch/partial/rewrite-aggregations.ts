import { refusedToPart } from '../../../patterns/partly-seen.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../exact-json.ts';
import { rewriteQuery } from './rewrite-query.ts';
import { each, members, objectOf, type Rewriting, unknown } from './rewriting.ts';

type Rewrite = (body: JsonObject, to: Rewriting) => JsonValue;

/** The name under which an aggregation over all documents holds those that are seen. */
export const seenName = 'seen';

/** All that such a body says of fields stands under `field`. */
const ofField: Rewrite = (body, to) => {
  to.without(body, to.hidesFields ? ['script'] : []);
  return members(body, (name, value) => (name === 'field' ? to.field(value) : value));
};

/** Values of several names, each with its field. */
function ofFields(...names: readonly string[]): Rewrite {
  return (body, to) => {
    to.without(body, to.hidesFields ? ['script'] : []);
    return members(body, (name, value) =>
      names.includes(name) ? each(value, (one) => ofField(objectOf(one, name), to)) : value,
    );
  };
}

const asItIs: Rewrite = (body) => body;

const matrix: Rewrite = (body, to) =>
  members(body, (name, value) => (name === 'fields' ? each(value, (one) => to.field(one)) : value));

function filters(value: JsonValue, to: Rewriting): JsonValue {
  if (!isJsonObject(value)) return each(value, (one) => rewriteQuery(one, to));
  return members(value, (_name, one) => rewriteQuery(one, to));
}

const composite: Rewrite = (body, to) =>
  members(body, (name, value) => {
    if (name !== 'sources') return value;
    return each(value, (source) =>
      members(objectOf(source, 'sources'), (key, one) => {
        // A key of such buckets would be taken for a hit.
        if (key === '_index' && to.hidesFields) throw unknown('source of [composite] with the name', key);
        return members(objectOf(one, 'sources'), (_kind, of) => ofField(objectOf(of, 'sources'), to));
      }),
    );
  });

const ofPath: Rewrite = (body, to) =>
  members(body, (name, value) => (name === 'path' ? to.path(value) : value));

const fieldKinds = [
  'terms',
  'rare_terms',
  'histogram',
  'date_histogram',
  'auto_date_histogram',
  'variable_width_histogram',
  'range',
  'date_range',
  'ip_range',
  'missing',
  'avg',
  'sum',
  'min',
  'max',
  'stats',
  'extended_stats',
  'value_count',
  'cardinality',
  'percentiles',
  'percentile_ranks',
  'median_absolute_deviation',
  'geo_bounds',
  'geo_centroid',
  'geo_distance',
  'geohash_grid',
  'geotile_grid',
  'diversified_sampler',
];
/** They are made of what other aggregations have found. */
const pipelines = [
  'avg_bucket',
  'sum_bucket',
  'min_bucket',
  'max_bucket',
  'stats_bucket',
  'extended_stats_bucket',
  'percentiles_bucket',
  'cumulative_sum',
  'derivative',
  'moving_fn',
  'moving_avg',
  'serial_diff',
  'bucket_script',
  'bucket_selector',
  'bucket_sort',
];

const kinds = new Map<string, Rewrite>([
  ...fieldKinds.map((name) => [name, ofField] as const),
  ...pipelines.map((name) => [name, asItIs] as const),
  ['sampler', asItIs],
  ['nested', ofPath],
  ['reverse_nested', ofPath],
  ['filter', (body, to) => rewriteQuery(body, to)],
  [
    'filters',
    (body, to) => members(body, (name, value) => (name === 'filters' ? filters(value, to) : value)),
  ],
  [
    'adjacency_matrix',
    (body, to) => members(body, (name, value) => (name === 'filters' ? filters(value, to) : value)),
  ],
  ['composite', composite],
  ['multi_terms', ofFields('terms')],
  ['weighted_avg', ofFields('value', 'weight')],
  ['matrix_stats', matrix],
  ['top_hits', (body, to) => to.hits(body, to)],
  [
    'scripted_metric',
    (body, to) => {
      to.script('scripted_metric');
      return body;
    },
  ],
]);

/** The aggregations as they may be asked. Throws ApiError for what is not known to heed what is hidden. */
export function rewriteAggregations(tree: JsonValue, to: Rewriting, isTop = true): JsonValue {
  const given = objectOf(tree, 'aggs');
  const written = members(given, (name, aggregation) => {
    const body = objectOf(aggregation, name);
    if (isTop && body.global !== undefined && to.hidesDocuments) return overSeen(name, body, to);
    return members(body, (key, value) => {
      if (key === 'meta') return value;
      if (key === 'aggs' || key === 'aggregations') return rewriteAggregations(value, to, false);
      if (key === 'global' && !to.hidesDocuments) return value;
      const rewrite = kinds.get(key);
      if (rewrite === undefined) throw unknown('aggregation', key);
      return rewrite(objectOf(value, key), to);
    });
  });
  if (to.globals.size > 0) refusePathsInto(given, to.globals);
  return written;
}

/** It sees all documents whatever the query is: within it, those that the caller may see. */
function overSeen(name: string, { global, meta, ...rest }: JsonObject, to: Rewriting): JsonValue {
  const { aggs, aggregations = aggs, ...others } = rest;
  for (const key of Object.keys(others)) throw unknown('aggregation', key);
  to.globals.add(name);
  const below = aggregations === undefined ? {} : { aggs: rewriteAggregations(aggregations, to, false) };
  const own = meta === undefined ? {} : { meta };
  return { global, aggs: { [seenName]: { filter: to.guard, ...own, ...below } } };
}

/** What another aggregation takes from there would be found one level deeper. */
function refusePathsInto(tree: JsonObject, globals: ReadonlySet<string>): void {
  for (const aggregation of Object.values(tree)) {
    for (const body of isJsonObject(aggregation) ? Object.values(aggregation) : []) {
      const given = isJsonObject(body) ? body.buckets_path : undefined;
      const paths = isJsonObject(given) ? Object.values(given) : [given];
      for (const path of paths) {
        if (typeof path === 'string' && globals.has(path.split(/[>.[]/)[0]!)) {
          throw refusedToPart('buckets_path into global');
        }
      }
    }
  }
}
