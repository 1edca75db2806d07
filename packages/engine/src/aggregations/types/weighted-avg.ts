import { apiError } from '@sextant/contract';
import { isObject, type JsonObject, parsingError } from '../../dsl/json-reader.ts';
import type { AggregationType } from '../aggregation-tree.ts';
import { WeightedAvgAggregator } from '../metrics/weighted-avg.ts';
import { type FieldParser, readFields, textField } from '../parse/field-parsers.ts';
import { SourceFields } from '../parse/source-fields.ts';
import type { SourceSpec } from '../spec-parts.ts';
import type { WeightedAvgSpec } from '../specs/weighted-avg.ts';
import { isTextType } from '../value-types.ts';

export const weightedAvg: AggregationType<WeightedAvgSpec> = {
  name: 'weighted_avg',
  holds: false,
  gives: 'value',
  parse: parseWeightedAvg,
  sources: ({ value, weight }) => [value, weight].filter((source) => source !== null),
  create: (node, shard) => new WeightedAvgAggregator(node, shard),
};

function parseWeightedAvg(_name: string, body: JsonObject): WeightedAvgSpec {
  const sources = { value: null as SourceSpec | null, weight: null as SourceSpec | null };
  let format: string | null = null;
  const { value_type: valueType } = new SourceFields('weighted_avg', {
    formattable: false,
    zoned: false,
    scripted: null,
  }).parsers;
  const sourceField = (side: 'value' | 'weight'): FieldParser => ({
    tokens: ['START_OBJECT'],
    read: (value) => {
      if (isObject(value)) sources[side] = parseSource(value);
    },
  });
  readFields('weighted_avg', body, {
    value: sourceField('value'),
    weight: sourceField('weight'),
    format: textField((value) => {
      format = value;
    }),
    // Either way values are read as numbers.
    value_type: {
      ...valueType!,
      read: (value: unknown) => {
        valueType!.read(value);
        if (!isTextType(String(value))) return;
        const rule = 'It can only work on value off type [numeric]';
        const what = `was configured with an incompatible value type [${String(value)}].  ${rule}`;
        throw parsingError(`Aggregation [weighted_avg] ${what}`);
      },
    },
  });
  const withFormat = (source: SourceSpec | null) => source && Object.freeze({ ...source, format });
  return Object.freeze({ value: withFormat(sources.value), weight: sources.weight });
}

function parseSource(body: JsonObject): SourceSpec {
  const source = new SourceFields('field_config', { formattable: false, zoned: false, scripted: 'double' });
  const { field, missing, script } = source.parsers;
  readFields('field_config', body, {
    field: field!,
    missing: missing!,
    script: script!,
  });
  if (body.field !== undefined && source.hasScript) {
    throw apiError(
      'illegal_argument_exception',
      '[field] and [script] cannot both be configured.  Please specify one or the other.',
    );
  }
  if (body.field === undefined && !source.hasScript) {
    throw apiError(
      'illegal_argument_exception',
      '[field] and [script] cannot both be null.  Please specify one or the other.',
    );
  }
  return Object.freeze({ ...source.spec(), valueType: 'number' });
}
