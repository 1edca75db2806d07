import { ApiError, apiError } from '@sextant/contract';
import { isObject, type JsonObject, toInt } from '../../dsl/json-reader.ts';
import { javaDouble } from '../../mapping/java-text.ts';
import type { AggregationType } from '../aggregation-tree.ts';
import { percentilesAggregator } from '../metrics/percentiles.ts';
import { booleanField, doubleField, type FieldParser, readFields } from '../parse/field-parsers.ts';
import { SourceFields } from '../parse/source-fields.ts';
import type { PercentilesMethod, PercentilesSpec } from '../specs/percentiles.ts';

const DEFAULT_COMPRESSION = 100;
/** A digest of a higher one would take more memory than a search may have; the figures are exact long before. */
const HIGHEST_COMPRESSION = 100_000;
const DEFAULT_METHOD: PercentilesMethod = { kind: 'tdigest', compression: DEFAULT_COMPRESSION };
const DEFAULT_DIGITS = 3;
const DEFAULT_PERCENTS: readonly number[] = [1, 5, 25, 50, 75, 95, 99];

export const percentiles = percentilesType('percentiles', 'percents');
export const percentileRanks = percentilesType('percentile_ranks', 'values');

function percentilesType(name: string, keysName: string): AggregationType<PercentilesSpec> {
  return {
    name,
    holds: false,
    gives: 'values',
    hasFigure: (spec, key) => key.trim() !== '' && spec.keys.includes(Number(key)),
    parse: (own, body) => parsePercentiles(own, body, name, keysName),
    profiledAs: ({ method, ranks }) =>
      `${method.kind === 'hdr' ? 'HDR' : 'TDigest'}${ranks ? 'PercentileRanks' : 'Percentiles'}Aggregator`,
    sources: ({ source }) => [source],
    create: (node, shard) => percentilesAggregator(node, shard),
  };
}

function parsePercentiles(own: string, body: JsonObject, type: string, keysName: string): PercentilesSpec {
  const source = new SourceFields(type, { formattable: true, zoned: false, scripted: 'double' });
  let keyed = true;
  let keys: readonly number[] | null = null;
  const methods: PercentilesMethod[] = [];
  readFields(type, body, {
    ...source.parsers,
    keyed: booleanField((value) => {
      keyed = value;
    }),
    [keysName]: doublesField((value) => {
      keys = value;
    }),
    tdigest: digestField((method) => methods.push(method)),
    hdr: hdrField((method) => methods.push(method)),
  });
  const ranks = type === 'percentile_ranks';
  const spec = source.spec();
  const problem = problemOf(own, { keys, keysName, ranks, methods: methods.length });
  if (problem !== null) {
    throw new ApiError({
      type: 'x_content_parse_exception',
      reason: `Failed to build [${type}] after last required field arrived`,
      causedBy: { type: 'illegal_argument_exception', reason: problem },
    });
  }
  return Object.freeze({
    source: spec,
    keys: Float64Array.from(keys ?? DEFAULT_PERCENTS).sort(),
    ranks,
    keyed,
    method: methods[0] ?? DEFAULT_METHOD,
  });
}

interface Given {
  readonly keys: readonly number[] | null;
  readonly keysName: string;
  readonly ranks: boolean;
  readonly methods: number;
}

function problemOf(own: string, { keys, keysName, ranks, methods }: Given): string | null {
  if (methods > 1) return 'Only one percentiles method should be declared.';
  if (keys === null) return ranks ? `[${keysName}] must not be null: [${own}]` : null;
  if (keys.length === 0) return `[${keysName}] must not be ${ranks ? 'an empty array' : 'empty'}: [${own}]`;
  const outside = ranks ? undefined : keys.find((percent) => !(percent >= 0 && percent <= 100));
  return outside === undefined ? null : `percent must be in [0,100], got [${javaDouble(outside)}]: [${own}]`;
}

/** A number or a list of numbers. */
function doublesField(set: (values: readonly number[]) => void): FieldParser {
  return {
    tokens: ['VALUE_NUMBER', 'VALUE_STRING', 'START_ARRAY'],
    read: (value) => {
      const numbers: number[] = [];
      const one = doubleField((number) => numbers.push(number));
      for (const element of Array.isArray(value) ? value : [value]) one.read(element);
      set(numbers);
    },
  };
}

function digestField(set: (method: PercentilesMethod) => void): FieldParser {
  return objectField((body) => {
    let compression = DEFAULT_COMPRESSION;
    readFields('tdigest', body, {
      compression: doubleField((value) => {
        if (!(value >= 0))
          throw apiError(
            'illegal_argument_exception',
            `[compression] must be greater than or equal to 0. Found [${javaDouble(value)}]`,
          );
        compression = checkCompression(value);
      }),
    });
    set({ kind: 'tdigest', compression });
  });
}

/** Throws ApiError where no digest of so many centroids can be kept. */
export function checkCompression(compression: number): number {
  if (compression <= HIGHEST_COMPRESSION) return compression;
  throw apiError(
    'illegal_argument_exception',
    `[compression] must be less than or equal to ${HIGHEST_COMPRESSION}. Found [${javaDouble(compression)}]`,
  );
}

function hdrField(set: (method: PercentilesMethod) => void): FieldParser {
  return objectField((body) => {
    let digits = DEFAULT_DIGITS;
    readFields('hdr', body, {
      number_of_significant_value_digits: {
        tokens: ['VALUE_NUMBER', 'VALUE_STRING'],
        read: (value) => {
          digits = toInt(value);
          if (digits < 0 || digits > 5)
            throw apiError(
              'illegal_argument_exception',
              '[numberOfSignificantValueDigits] must be between 0 and 5',
            );
        },
      },
    });
    set({ kind: 'hdr', digits });
  });
}

function objectField(read: (body: JsonObject) => void): FieldParser {
  return {
    tokens: ['START_OBJECT'],
    read: (value) => {
      if (isObject(value)) read(value);
    },
  };
}
