import { ApiError, apiError } from '@sextant/contract';
import { isObject, type JsonObject, toDouble } from '../../dsl/json-reader.ts';
import { javaDouble } from '../../mapping/java-text.ts';
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
      let given = 0;
      const edge = (side: 'min' | 'max'): FieldParser => ({
        tokens: ['VALUE_NULL', 'VALUE_NUMBER', 'VALUE_STRING'],
        read: (bound) => {
          if (bound !== null) bounds[side] = toDouble(bound);
          given++;
          // With the second one they are whole, so that it is named in what is wrong with them.
          if (given === 2) checkBounds(bounds);
        },
      });
      readFields('double_bounds', value, { min: edge('min'), max: edge('max') });
      if (given === 1) checkBounds(bounds);
      set(Object.freeze(bounds));
    },
  };
}

function checkBounds({ min, max }: Bounds<number>): void {
  if (min !== null && !Number.isFinite(min)) throw noBounds(`min bound must be finite, got: ${min}`);
  if (max !== null && !Number.isFinite(max)) throw noBounds(`max bound must be finite, got: ${max}`);
  if (min === null || max === null || max >= min) return;
  throw noBounds(`max bound [${javaDouble(max)}] must be greater than min bound [${javaDouble(min)}]`);
}

/** In OpenSearch it is told through the reflection that makes them. */
function noBounds(reason: string): ApiError {
  const type = 'illegal_argument_exception';
  const thrown = { type: 'invocation_target_exception', reason: null as unknown as string } as const;
  return new ApiError({
    type: 'x_content_parse_exception',
    reason: 'Failed to build [double_bounds] after last required field arrived',
    causedBy: {
      type,
      reason:
        'Cannot instantiate an object of org.opensearch.search.aggregations.bucket.histogram.DoubleBounds',
      causedBy: { ...thrown, causedBy: { type, reason } },
    },
  });
}
