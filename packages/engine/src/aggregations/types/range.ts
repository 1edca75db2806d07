import { ApiError } from '@sextant/contract';
import { isObject, type JsonObject, toDouble } from '../../dsl/json-reader.ts';
import type { AggregationType } from '../aggregation-tree.ts';
import { numberRangeAggregator } from '../buckets/range-aggregator.ts';
import { booleanField, type FieldParser, readFields, textField } from '../parse/field-parsers.ts';
import { SourceFields } from '../parse/source-fields.ts';
import type { RangeBounds, RangeSpec } from '../specs/range.ts';

/** `zoned`: of dates, which have a time zone. */
function rangeType(name: string, zoned: boolean): AggregationType<RangeSpec> {
  return {
    name,
    holds: true,
    gives: 'buckets',
    isOneBucket: ({ ranges }) => ranges.length === 1,
    parse: (_name, body) => parse(name, zoned, body),
    sources: ({ source }) => [source],
    create: (node, shard, place) => numberRangeAggregator(node, shard, place),
  };
}

export const range = rangeType('range', false);
export const dateRange = rangeType('date_range', true);

function parse(name: string, zoned: boolean, body: JsonObject): RangeSpec {
  const source = new SourceFields(name, { formattable: true, zoned, scripted: zoned ? 'date' : 'double' });
  let keyed = false;
  let ranges: readonly RangeBounds[] = [];
  readFields(name, body, {
    ...source.parsers,
    keyed: booleanField((value) => {
      keyed = value;
    }),
    ranges: {
      tokens: ['START_ARRAY', 'START_OBJECT'],
      read: (value) => {
        ranges = Object.freeze(
          (Array.isArray(value) ? value : [value]).map((each) => parseBounds(each, zoned)),
        );
      },
    },
  });
  return Object.freeze({ source: source.spec(), keyed, ranges });
}

/** A number among edges of dates is a text in the format of the field: seconds, or a year. */
function dateEdge(bound: number): string | null {
  return Number.isFinite(bound) ? String(BigInt(Math.trunc(bound))) : null;
}

function parseBounds(value: unknown, ofDates: boolean): RangeBounds {
  if (!isObject(value))
    throw new ApiError({ type: 'x_content_parse_exception', reason: '[range] Expected START_OBJECT' });
  const bounds = {
    key: null as string | null,
    from: null as number | string | null,
    to: null as number | string | null,
  };
  const edge = (side: 'from' | 'to'): FieldParser => ({
    tokens: ['VALUE_NULL', 'VALUE_NUMBER', 'VALUE_STRING'],
    read: (bound) => {
      if (typeof bound === 'string') bounds[side] = bound;
      else if (bound !== null) bounds[side] = ofDates ? dateEdge(toDouble(bound)) : toDouble(bound);
    },
  });
  readFields('range', value, {
    key: textField((text) => {
      bounds.key = text;
    }),
    from: edge('from'),
    to: edge('to'),
  });
  return Object.freeze(bounds);
}
