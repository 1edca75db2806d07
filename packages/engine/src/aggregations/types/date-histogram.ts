import { apiError } from '@sextant/contract';
import { isObject, type JsonObject } from '../../dsl/json-reader.ts';
import type { AggregationType } from '../aggregation-tree.ts';
import { dateHistogramAggregator } from '../buckets/histogram-aggregator.ts';
import { type FieldParser, readFields } from '../parse/field-parsers.ts';
import { histogramFields } from '../parse/histogram-fields.ts';
import { offsetMs } from '../parse/interval.ts';
import { intervalFields } from '../parse/interval-fields.ts';
import { SourceFields } from '../parse/source-fields.ts';
import type { Bounds } from '../spec-parts.ts';
import type { DateHistogramSpec } from '../specs/date-histogram.ts';

export const dateHistogram: AggregationType<DateHistogramSpec> = {
  name: 'date_histogram',
  holds: true,
  gives: 'buckets',
  minDocCount: (spec) => spec.minDocCount,
  parse: parseDateHistogram,
  sources: ({ source }) => [source],
  create: (node, shard, place) => dateHistogramAggregator(node, shard, place),
};

function parseDateHistogram(name: string, body: JsonObject): DateHistogramSpec {
  const source = new SourceFields('date_histogram', { formattable: true, zoned: true, scripted: 'date' });
  const shared = histogramFields(name);
  const interval = intervalFields();
  let offset = 0;
  const bounds = {
    extendedBounds: null as Bounds<string | number> | null,
    hardBounds: null as Bounds<string | number> | null,
  };
  readFields('date_histogram', body, {
    ...source.parsers,
    ...shared.parsers,
    ...interval.parsers,
    offset: {
      tokens: ['VALUE_STRING', 'VALUE_NUMBER'],
      read: (value) => {
        offset = offsetMs(value);
      },
    },
    extended_bounds: dateBoundsField((value) => {
      bounds.extendedBounds = value;
    }),
    hard_bounds: dateBoundsField((value) => {
      bounds.hardBounds = value;
    }),
  });
  return Object.freeze({
    source: source.spec(),
    interval: interval.value(),
    offsetMs: offset,
    ...shared.values,
    ...bounds,
  });
}

function dateBoundsField(set: (bounds: Bounds<string | number>) => void): FieldParser {
  return {
    tokens: ['START_OBJECT'],
    read: (value) => {
      if (!isObject(value)) return;
      const bounds = { min: null as string | number | null, max: null as string | number | null };
      const edge = (side: 'min' | 'max'): FieldParser => ({
        tokens: ['VALUE_NULL', 'VALUE_STRING', 'VALUE_NUMBER'],
        read: (bound) => {
          if (typeof bound === 'number') checkLong(bound);
          bounds[side] = typeof bound === 'number' || typeof bound === 'string' ? bound : null;
        },
      });
      readFields('bounds', value, { min: edge('min'), max: edge('max') });
      set(Object.freeze(bounds));
    },
  };
}

/** The first number above all longs; the least long is the same below zero. */
const BEYOND_LONGS = 2 ** 63;

function checkLong(value: number): void {
  if (value >= BEYOND_LONGS || value < -BEYOND_LONGS) {
    const text = Math.abs(value) < 1e21 ? String(BigInt(value)) : String(value);
    const reason = `Numeric value (${text}) out of range of long (-9223372036854775808 - 9223372036854775807)`;
    throw apiError('input_coercion_exception', reason);
  }
  if (Number.isInteger(value)) return;
  throw apiError('illegal_argument_exception', `${value} cannot be converted to Long without data loss`);
}
