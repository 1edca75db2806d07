import { isObject } from '@sextant/contract';
import type { SearchBody } from '@sextant/engine';

type Warn = (text: string) => void;
type JsonObject = Readonly<Record<string, unknown>>;

const nestedKeys: ReadonlyMap<string, string> = new Map([
  ['nested_path', '[nested_path] has been deprecated in favor of the [nested] parameter'],
  ['nested_filter', '[nested_filter] has been deprecated in favour for the [nested] parameter'],
]);
/** What is nested deeper is refused when it is read. */
const depthMax = 100;

/**
 * Says what of a search body should be written in another way. The queries are not gone through: they may be long, and
 * every search would pay for that.
 */
export function warnOfSearch(body: SearchBody, warn: Warn): void {
  if (isObject(body.indices_boost)) {
    warn('Object format in indices_boost is deprecated, please use array format instead');
  }
  if (Array.isArray(body.docvalue_fields)) warnOfFormats(body.docvalue_fields, warn);
  if (body.sort !== undefined) warnOfSort([body.sort].flat(), warn);
  if (isObject(body._source)) warnOfSource(body._source, warn);
  const aggregations = body.aggs ?? body.aggregations;
  if (isObject(aggregations)) warnOfAggregations(aggregations, warn, 0);
}

const idFielddata =
  'Loading the fielddata on the _id field is deprecated and will be removed in future versions. If you require ' +
  'sorting or aggregating on this field you should also include the id in the body of your documents, and map this ' +
  'field as a keyword field that has [doc_values] enabled';

function warnOfSource(source: JsonObject, warn: Warn): void {
  for (const [old, now] of [
    ['include', 'includes'],
    ['exclude', 'excludes'],
  ] as const) {
    if (Object.hasOwn(source, old)) warn(`Deprecated field [${old}] used, expected [${now}] instead`);
  }
}

/** The same of a reindex, whose source is a search. */
export function warnOfReindex(body: SearchBody, warn: Warn): void {
  if (body.size !== undefined) warn('[reindex] Deprecated field [size] used, expected [max_docs] instead');
  if (isObject(body.source) && body.source.sort !== undefined) {
    warn(
      'The sort option in reindex is deprecated. Instead consider using query filtering to find the desired subset ' +
        'of data.',
    );
  }
}

function warnOfFormats(fields: readonly unknown[], warn: Warn): void {
  if (!fields.some((field) => isObject(field) && field.format === 'use_field_mapping')) return;
  warn(
    '[use_field_mapping] is a special format that was only used to ease the transition to 7.x. It has become the ' +
      "default and shouldn't be set explicitly anymore.",
  );
}

function warnOfSort(sorts: readonly unknown[], warn: Warn): void {
  for (const sort of sorts) {
    if (sort === '_id' || (isObject(sort) && Object.hasOwn(sort, '_id'))) warn(idFielddata);
    if (!isObject(sort)) continue;
    if (Object.hasOwn(sort, '_geoDistance')) {
      warn('Deprecated field [_geoDistance] used, expected [_geo_distance] instead');
    }
    for (const options of Object.values(sort)) {
      if (!isObject(options)) continue;
      for (const [key, text] of nestedKeys) if (Object.hasOwn(options, key)) warn(text);
    }
  }
}

function warnOfAggregations(aggregations: JsonObject, warn: Warn, depth: number): void {
  if (depth > depthMax) return;
  for (const aggregation of Object.values(aggregations)) {
    if (!isObject(aggregation)) continue;
    const { date_histogram: dates, composite, moving_avg: moving } = aggregation;
    if (isObject(moving))
      warn('The moving_avg aggregation has been deprecated in favor of the moving_fn aggregation.');
    warnOfInterval(dates, warn);
    if (isObject(composite)) warnOfSources([composite.sources].flat(), warn);
    if (Object.values(aggregation).some((options) => isObject(options) && options.field === '_id')) {
      warn(idFielddata);
    }
    for (const options of [aggregation.terms, aggregation.histogram, dates]) {
      if (isObject(options)) warnOfOrder([options.order].flat(), warn);
    }
    const parts = aggregation.aggs ?? aggregation.aggregations;
    if (isObject(parts)) warnOfAggregations(parts, warn, depth + 1);
  }
}

function warnOfInterval(dates: unknown, warn: Warn): void {
  if (!isObject(dates) || dates.interval === undefined) return;
  warn(
    '[interval] on [date_histogram] is deprecated, use [fixed_interval] or [calendar_interval] in the future.',
  );
}

/** Of a composite aggregation: `{NAME: {TYPE: …}}`. */
function warnOfSources(sources: readonly unknown[], warn: Warn): void {
  for (const source of sources) {
    if (!isObject(source)) continue;
    for (const typed of Object.values(source))
      if (isObject(typed)) warnOfInterval(typed.date_histogram, warn);
  }
}

function warnOfOrder(orders: readonly unknown[], warn: Warn): void {
  for (const order of orders) {
    if (!isObject(order)) continue;
    for (const key of ['_term', '_time']) {
      if (Object.hasOwn(order, key))
        warn(`Deprecated aggregation order key [${key}] used, replaced by [_key]`);
    }
  }
}
