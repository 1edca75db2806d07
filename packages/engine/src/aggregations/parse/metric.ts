import { apiError } from '@sextant/contract';
import { type JsonObject, toDouble, toInt } from '../../dsl/json-reader.ts';
import type { CardinalitySpec, ExtendedStatsSpec, MetricSpec, MissingSpec } from '../aggregation-tree.ts';
import { atLeast, doubleField, readFields, textField } from './field-parsers.ts';
import { SourceFields } from './source-fields.ts';

export function metricParser(kind: MetricSpec['kind']): (name: string, body: JsonObject) => MetricSpec {
  return (_name, body) => {
    const source = new SourceFields(kind, { formattable: true, zoned: false });
    readFields(kind, body, source.parsers);
    return Object.freeze({ kind, source: source.spec() });
  };
}

export function parseExtendedStats(name: string, body: JsonObject): ExtendedStatsSpec {
  const source = new SourceFields('extended_stats', { formattable: true, zoned: false });
  let sigma = 2;
  readFields('extended_stats', body, {
    ...source.parsers,
    sigma: doubleField((value) => {
      if (value >= 0) {
        sigma = value;
        return;
      }
      const shown = Number.isInteger(value) ? value.toFixed(1) : String(value);
      throw apiError(
        'illegal_argument_exception',
        `[sigma] must be greater than or equal to 0. Found [${shown}] in [${name}]`,
      );
    }),
  });
  return Object.freeze({ kind: 'extended_stats', source: source.spec(), sigma });
}

const DEFAULT_PRECISION_THRESHOLD = 3000;
/** Higher thresholds are taken as this one, as OpenSearch does. */
const HIGHEST_PRECISION_THRESHOLD = 40_000;

export function parseCardinality(name: string, body: JsonObject): CardinalitySpec {
  const source = new SourceFields('cardinality', { formattable: false, zoned: false });
  let precisionThreshold = DEFAULT_PRECISION_THRESHOLD;
  readFields('cardinality', body, {
    ...source.parsers,
    precision_threshold: {
      tokens: ['VALUE_NUMBER', 'VALUE_STRING'],
      read: (value) => {
        const number = typeof value === 'string' ? toInt(value) : Math.trunc(toDouble(value));
        precisionThreshold = Math.min(
          atLeast(number, 0, 'precisionThreshold', name),
          HIGHEST_PRECISION_THRESHOLD,
        );
      },
    },
    // Chooses between two ways to the same answer.
    execution_hint: textField((value) => {
      if (value === 'direct' || value === 'ordinals') return;
      throw apiError(
        'illegal_argument_exception',
        `Unknown \`execution_hint\`: [${value}], expected any of [direct, ordinals]`,
      );
    }),
  });
  return Object.freeze({ kind: 'cardinality', source: source.spec(), precisionThreshold });
}

export function parseMissing(_name: string, body: JsonObject): MissingSpec {
  const source = new SourceFields('missing', { formattable: false, zoned: false });
  readFields('missing', body, source.parsers);
  return Object.freeze({ kind: 'missing', source: source.spec() });
}
