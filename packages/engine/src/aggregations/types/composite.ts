import { ApiError, apiError, className } from '@sextant/contract';
import { isObject, type JsonObject, parsingError, tokenOf } from '../../dsl/json-reader.ts';
import { readAt } from '../../dsl/read-place.ts';
import type { AggregationNode, AggregationType } from '../aggregation-tree.ts';
import { CompositeAggregator } from '../buckets/composite-aggregator.ts';
import {
  booleanField,
  doubleField,
  type FieldParsers,
  intField,
  readFields,
  textField,
} from '../parse/field-parsers.ts';
import { geotiles, gridFields } from '../parse/grid-fields.ts';
import { offsetMs } from '../parse/interval.ts';
import { intervalFields } from '../parse/interval-fields.ts';
import { SourceFields } from '../parse/source-fields.ts';
import { checkSourceCount } from '../parse/source-limit.ts';
import type { CompositeSource, CompositeSpec, SourceRounding } from '../specs/composite.ts';

export const composite: AggregationType<CompositeSpec> = {
  name: 'composite',
  holds: true,
  gives: 'buckets',
  termsOf: ({ sources }) => sources.flatMap(({ source }) => (source === null ? [] : [source.field])),
  parse: parseComposite,
  sources: ({ sources }) => sources.flatMap(({ source }) => source ?? []),
  create: (node, shard, place) => {
    checkAbove(place.above);
    return new CompositeAggregator(node, shard, place.children);
  },
};

/** Of what has one bucket, pages are pages of the documents in it. */
const mayHoldPages: ReadonlySet<string> = new Set(['filter', 'nested', 'reverse_nested']);

/** OpenSearch's classes whose names are not made of those of the aggregations. */
const FACTORIES: ReadonlyMap<string, string> = new Map([
  ['composite', 'CompositeAggregationFactory'],
  ['diversified_sampler', 'DiversifiedAggregatorFactory'],
  ['geo_distance', 'GeoDistanceRangeAggregatorFactory'],
  ['geohash_grid', 'GeoHashGridAggregatorFactory'],
  ['geotile_grid', 'GeoTileGridAggregatorFactory'],
  ['ip_range', 'BinaryRangeAggregatorFactory'],
  ['multi_terms', 'MultiTermsAggregationFactory'],
]);

/** Throws ApiError where something else is above it. */
function checkAbove(above: readonly AggregationNode[]): void {
  const parent = above.findLast(({ type }) => !mayHoldPages.has(type.name));
  if (parent === undefined) return;
  const factory = FACTORIES.get(parent.type.name) ?? `${className(parent.type.name)}AggregatorFactory`;
  throw apiError(
    'illegal_argument_exception',
    `[composite] aggregation cannot be used with a parent aggregation of type: [${factory}]`,
  );
}

function parseComposite(name: string, body: JsonObject): CompositeSpec {
  let size = 10;
  let sources: readonly CompositeSource[] | null = null;
  let after: JsonObject | null = null;
  readFields('composite', body, {
    sources: {
      tokens: ['START_ARRAY', 'START_OBJECT'],
      read: (value) => {
        sources = parseSources(Array.isArray(value) ? value : [value]);
      },
    },
    size: intField((value) => {
      if (value <= 0)
        throw apiError(
          'illegal_argument_exception',
          `[size] must be greater than 0. Found [${value}] in [${name}]`,
        );
      size = value;
    }),
    after: {
      tokens: ['START_OBJECT'],
      read: (value) => {
        if (isObject(value)) after = value;
      },
    },
  });
  if (sources === null) throw apiError('illegal_argument_exception', 'Required [sources]');
  return Object.freeze({ sources, size, after });
}

function parseSources(list: readonly unknown[]): readonly CompositeSource[] {
  checkSourceCount('composite', list.length);
  const sources = list.map((element) => parseSource(element));
  if (sources.length === 0) throw unbuilt('Composite [sources] cannot be null or empty');
  const names = sources.map(({ name }) => name);
  const repeated = new Set(names.filter((name, i) => names.indexOf(name) !== i));
  if (repeated.size > 0) {
    const found = [...repeated].join(', ');
    throw unbuilt(`Composite source names must be unique, found duplicates: [${found}]`);
  }
  return Object.freeze(sources);
}

function unbuilt(reason: string): ApiError {
  return new ApiError({
    type: 'x_content_parse_exception',
    reason: 'Failed to build [composite] after last required field arrived',
    causedBy: { type: 'illegal_argument_exception', reason },
  });
}

function notAnObject(value: unknown): ApiError {
  const found = `expecting token of type [START_OBJECT] but found [${tokenOf(value)}]`;
  return parsingError(`Failed to parse object: ${found}`);
}

function parseSource(element: unknown): CompositeSource {
  if (!isObject(element)) throw notAnObject(element);
  const [named, second] = Object.entries(element);
  if (named === undefined)
    throw parsingError('Failed to parse object: expecting token of type [FIELD_NAME] but found [END_OBJECT]');
  const [name, definition] = named;
  if (second !== undefined || !isObject(definition))
    throw notAnObject(second === undefined ? definition : '');
  const [typed] = Object.entries(definition);
  if (typed === undefined || !isObject(typed[1])) throw notAnObject(typed?.[1]);
  readAt(definition, typed[0]);
  return parseValues(name, typed[0], typed[1]);
}

const scriptedBy: ReadonlyMap<string, 'keyword' | 'double' | 'date'> = new Map([
  ['terms', 'keyword'],
  ['histogram', 'double'],
  ['date_histogram', 'date'],
]);

function parseValues(name: string, type: string, body: JsonObject): CompositeSource {
  const isDate = type === 'date_histogram';
  const source = new SourceFields(type, {
    formattable: isDate,
    zoned: isDate,
    scripted: scriptedBy.get(type) ?? null,
  });
  const { missing: _, ...parsers } = source.parsers;
  const values = {
    ascending: true,
    missingBucket: false,
    missingOrder: 'default' as CompositeSource['missingOrder'],
  };
  const shared: FieldParsers = {
    ...parsers,
    missing_bucket: booleanField((value) => {
      values.missingBucket = value;
    }),
    missing_order: textField((value) => {
      values.missingOrder = parseMissingOrder(value);
    }),
    order: textField((value) => {
      values.ascending = parseOrder(value);
    }),
  };
  const rounding = readRounding(type, body, shared);
  const spec = body.field === undefined && !source.hasScript ? null : source.spec();
  return Object.freeze({ name, source: spec, rounding, ...values });
}

function readRounding(type: string, body: JsonObject, shared: FieldParsers): SourceRounding {
  if (type === 'terms') {
    readFields(type, body, shared);
    return { kind: type };
  }
  if (type === 'histogram') return readHistogram(body, shared);
  if (type === 'date_histogram') return readDateHistogram(body, shared);
  if (type === 'geotile_grid') return readTiles(body, shared);
  throw parsingError(`invalid source type: ${type}`);
}

/** Tiles beyond are told from each other by two numbers, which have no order of their own. */
const MOST_ZOOM = 26;

function readTiles(body: JsonObject, shared: FieldParsers): SourceRounding {
  const fields = gridFields(geotiles);
  readFields('geotile_grid', body, { ...shared, ...fields.parsers });
  const { precision, bounds } = fields;
  if (precision > MOST_ZOOM) {
    const reason = `[precision] above [${MOST_ZOOM}] is not supported for a [geotile_grid] source`;
    throw apiError('illegal_argument_exception', reason);
  }
  return { kind: 'geotile_grid', precision, bounds };
}

function readHistogram(body: JsonObject, shared: FieldParsers): SourceRounding {
  let interval = 0;
  readFields('histogram', body, {
    ...shared,
    interval: doubleField((value) => {
      if (!(value > 0))
        throw apiError(
          'illegal_argument_exception',
          '[interval] must be greater than 0 for [histogram] source',
        );
      interval = value;
    }),
  });
  return { kind: 'histogram', interval };
}

function readDateHistogram(body: JsonObject, shared: FieldParsers): SourceRounding {
  const interval = intervalFields();
  let offset = 0;
  readFields('date_histogram', body, {
    ...shared,
    ...interval.parsers,
    offset: {
      tokens: ['VALUE_STRING', 'VALUE_NUMBER'],
      read: (value) => {
        offset = offsetMs(value);
      },
    },
  });
  return { kind: 'date_histogram', interval: interval.value(), offsetMs: offset };
}

function parseOrder(text: string): boolean {
  const lower = text.toLowerCase();
  if (lower === 'asc' || lower === 'desc') return lower === 'asc';
  throw noConstant('sort.SortOrder', text);
}

function parseMissingOrder(text: string): CompositeSource['missingOrder'] {
  const lower = text.toLowerCase();
  if (lower === 'first' || lower === 'last' || lower === 'default') return lower;
  throw noConstant('aggregations.bucket.missing.MissingOrder', text);
}

function noConstant(type: string, text: string): ApiError {
  const reason = `No enum constant org.opensearch.search.${type}.${text.toUpperCase()}`;
  return apiError('illegal_argument_exception', reason);
}
