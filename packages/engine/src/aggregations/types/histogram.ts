import { ApiError, apiError } from '@sextant/contract';
import { isObject, type JsonObject } from '../../dsl/json-reader.ts';
import type { AggregationType } from '../aggregation-tree.ts';
import { numberHistogramAggregator } from '../buckets/histogram-aggregator.ts';
import { doubleField, type FieldParser, readFields } from '../parse/field-parsers.ts';
import { histogramFields } from '../parse/histogram-fields.ts';
import { SourceFields } from '../parse/source-fields.ts';
import type { Bounds } from '../spec-parts.ts';
import type { HistogramSpec } from '../specs/histogram.ts';

export const histogram: AggregationType<HistogramSpec> = {
  name: 'histogram',
  holds: true,
  gives: 'buckets',
  minDocCount: (spec) => spec.minDocCount,
  parse: parseHistogram,
  sources: ({ source }) => [source],
  takesStreams: true,
  create: (node, shard, place) => numberHistogramAggregator(node, shard, place),
};

function parseHistogram(name: string, body: JsonObject): HistogramSpec {
  const source = new SourceFields('histogram', { formattable: true, zoned: false, scripted: 'double' });
  const shared = histogramFields(name);
  let [interval, offset] = [0, 0];
  const bounds = { extendedBounds: null as Bounds<number> | null, hardBounds: null as Bounds<number> | null };
  readFields('histogram', body, {
    ...source.parsers,
    ...shared.parsers,
    interval: doubleField((value) => {
      if (!(value > 0))
        throw apiError(
          'illegal_argument_exception',
          `[interval] must be >0 for histogram aggregation [${name}]`,
        );
      interval = value;
    }),
    offset: doubleField((value) => {
      offset = value;
    }),
    extended_bounds: doubleBoundsField((value) => {
      bounds.extendedBounds = value;
    }),
    hard_bounds: doubleBoundsField((value) => {
      bounds.hardBounds = value;
    }),
  });
  return Object.freeze({
    source: source.spec(),
    interval,
    offset,
    ...shared.values,
    ...bounds,
  });
}

function doubleBoundsField(set: (bounds: Bounds<number>) => void): FieldParser {
  return {
    tokens: ['START_OBJECT'],
    read: (value) => {
      if (!isObject(value)) return;
      const bounds = { min: null as number | null, max: null as number | null };
      const edge = (side: 'min' | 'max'): FieldParser => ({
        tokens: ['VALUE_NULL', 'VALUE_NUMBER', 'VALUE_STRING'],
        read: (bound) => {
          if (bound !== null)
            doubleField((number) => {
              bounds[side] = number;
            }).read(bound);
        },
      });
      readFields('double_bounds', value, { min: edge('min'), max: edge('max') });
      if (bounds.min !== null && bounds.max !== null && bounds.max < bounds.min)
        throw crossedBounds(bounds.min, bounds.max);
      set(Object.freeze(bounds));
    },
  };
}

function crossedBounds(min: number, max: number): ApiError {
  const shown = (bound: number): string => (Number.isInteger(bound) ? bound.toFixed(1) : String(bound));
  return new ApiError({
    type: 'x_content_parse_exception',
    reason: '[double_bounds] failed to parse field [max]',
    causedBy: {
      type: 'illegal_argument_exception',
      reason: `max bound [${shown(max)}] must be greater than min bound [${shown(min)}]`,
    },
  });
}
