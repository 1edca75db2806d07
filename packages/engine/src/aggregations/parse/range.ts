import { ApiError, apiError } from '@sextant/contract';
import { isObject, type JsonObject, toDouble } from '../../dsl/json-reader.ts';
import type { RangeBounds, RangeSpec } from '../aggregation-tree.ts';
import { booleanField, type FieldParser, readFields, textField } from './field-parsers.ts';
import { SourceFields } from './source-fields.ts';

export function parseRange(_name: string, body: JsonObject): RangeSpec {
  return parse('range', body);
}

export function parseDateRange(_name: string, body: JsonObject): RangeSpec {
  return parse('date_range', body);
}

function parse(kind: 'range' | 'date_range', body: JsonObject): RangeSpec {
  const source = new SourceFields(kind, { formattable: true, zoned: kind === 'date_range' });
  let keyed = false;
  let ranges: readonly RangeBounds[] = [];
  readFields(kind, body, {
    ...source.parsers,
    keyed: booleanField((value) => {
      keyed = value;
    }),
    ranges: {
      tokens: ['START_ARRAY', 'START_OBJECT'],
      read: (value) => {
        ranges = Object.freeze((Array.isArray(value) ? value : [value]).map(parseBounds));
      },
    },
  });
  return Object.freeze({ kind, source: source.spec(), keyed, ranges });
}

function parseBounds(value: unknown): RangeBounds {
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
      else if (bound !== null) bounds[side] = toDouble(bound);
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

/** The shards refuse an aggregation without ranges. */
export function requireRanges(name: string, spec: RangeSpec): void {
  if (spec.ranges.length > 0) return;
  throw apiError('illegal_argument_exception', `No [ranges] specified for the [${name}] aggregation`);
}
