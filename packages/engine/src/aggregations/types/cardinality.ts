import { apiError } from '@sextant/contract';
import { type JsonObject, toDouble, toInt } from '../../dsl/json-reader.ts';
import type { AggregationType } from '../aggregation-tree.ts';
import { CardinalityAggregator } from '../metrics/cardinality.ts';
import { atLeast, readFields, textField } from '../parse/field-parsers.ts';
import { SourceFields } from '../parse/source-fields.ts';
import type { CardinalitySpec } from '../specs/cardinality.ts';

export const cardinality: AggregationType<CardinalitySpec> = {
  name: 'cardinality',
  holds: false,
  gives: 'value',
  termsOf: ({ source }) => [source.field],
  parse: parseCardinality,
  sources: ({ source }) => [source],
  create: (node, shard, { topLevel }) => new CardinalityAggregator(node, shard, topLevel),
};

const DEFAULT_PRECISION_THRESHOLD = 3000;
/** Higher thresholds are taken as this one, as OpenSearch does. */
const HIGHEST_PRECISION_THRESHOLD = 40_000;

function parseCardinality(name: string, body: JsonObject): CardinalitySpec {
  const source = new SourceFields('cardinality', { formattable: false, zoned: false, scripted: 'keyword' });
  let precisionThreshold = DEFAULT_PRECISION_THRESHOLD;
  let hint: CardinalitySpec['hint'] = null;
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
    // Chooses between ways to the same answer.
    execution_hint: textField((value) => {
      hint = value === 'direct' || value === 'ordinals' ? value : null;
      if (hint !== null) return;
      throw apiError(
        'illegal_argument_exception',
        `Unknown \`execution_hint\`: [${value}], expected any of [direct, ordinals]`,
      );
    }),
  });
  return Object.freeze({ source: source.spec(), precisionThreshold, hint });
}
