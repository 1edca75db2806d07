import { ApiError, apiError } from '@sextant/contract';
import { isObject, type JsonObject } from '../../dsl/json-reader.ts';
import type {
  Bounds,
  DateHistogramSpec,
  DateInterval,
  HistogramSpec,
  OrderElement,
} from '../aggregation-tree.ts';
import {
  atLeast,
  booleanField,
  doubleField,
  type FieldParser,
  intField,
  readFields,
  textField,
} from './field-parsers.ts';
import { calendarInterval, fixedInterval, legacyInterval, offsetMs } from './interval.ts';
import { KEY_ASC, orderField, withTieBreaker } from './order-field.ts';
import { SourceFields } from './source-fields.ts';

interface SharedFields {
  readonly parsers: Readonly<Record<string, FieldParser>>;
  readonly values: { keyed: boolean; minDocCount: number; order: readonly OrderElement[] };
}

function sharedFields(name: string): SharedFields {
  const values = { keyed: false, minDocCount: 0, order: KEY_ASC };
  const parsers = {
    keyed: booleanField((value) => {
      values.keyed = value;
    }),
    min_doc_count: intField((value) => {
      values.minDocCount = atLeast(value, 0, 'minDocCount', name);
    }),
    order: orderField((value) => {
      values.order = withTieBreaker(value);
    }),
  };
  return { parsers, values };
}

export function parseDateHistogram(name: string, body: JsonObject): DateHistogramSpec {
  const source = new SourceFields('date_histogram', { formattable: true, zoned: true });
  const shared = sharedFields(name);
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
    kind: 'date_histogram',
    source: source.spec(),
    interval: interval.value(),
    offsetMs: offset,
    ...shared.values,
    ...bounds,
  });
}

function intervalFields(): {
  readonly parsers: Readonly<Record<string, FieldParser>>;
  readonly value: () => DateInterval;
} {
  let from: string | null = null;
  let interval: DateInterval = {
    kind: 'invalid',
    reason: 'Invalid interval specified, must be non-null and non-empty',
  };
  const claim = (name: string): void => {
    if (from === null || from === name) {
      from = name;
      return;
    }
    const others =
      name === 'interval'
        ? '[fixed_interval] or [calendar_interval] configuration options'
        : `[${from}] configuration option`;
    throw apiError('illegal_argument_exception', `Cannot use [${name}] with ${others}.`);
  };
  const parsers = {
    calendar_interval: textField((text) => {
      const parsed = calendarInterval(text);
      claim('calendar_interval');
      interval = parsed;
    }),
    fixed_interval: textField((text) => {
      const parsed = fixedInterval(text, 'date_histogram.fixedInterval');
      claim('fixed_interval');
      interval = parsed;
    }),
    interval: {
      tokens: ['VALUE_STRING', 'VALUE_NUMBER'],
      read: (value) => {
        claim('interval');
        interval = legacyInterval(typeof value === 'number' ? `${value}ms` : String(value));
      },
    } satisfies FieldParser,
  };
  return { parsers, value: () => Object.freeze(interval) };
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
          bounds[side] = typeof bound === 'number' || typeof bound === 'string' ? bound : null;
        },
      });
      readFields('bounds', value, { min: edge('min'), max: edge('max') });
      set(Object.freeze(bounds));
    },
  };
}

export function parseHistogram(name: string, body: JsonObject): HistogramSpec {
  const source = new SourceFields('histogram', { formattable: true, zoned: false });
  const shared = sharedFields(name);
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
    kind: 'histogram',
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
