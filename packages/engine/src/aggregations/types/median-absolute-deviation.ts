import { apiError } from '@sextant/contract';
import type { JsonObject } from '../../dsl/json-reader.ts';
import { javaDouble } from '../../mapping/java-text.ts';
import type { AggregationType } from '../aggregation-tree.ts';
import { medianDeviationAggregator } from '../metrics/median-absolute-deviation.ts';
import { doubleField, readFields } from '../parse/field-parsers.ts';
import { SourceFields } from '../parse/source-fields.ts';
import type { MedianDeviationSpec } from '../specs/median-absolute-deviation.ts';
import { checkCompression } from './percentiles.ts';

export const medianAbsoluteDeviation: AggregationType<MedianDeviationSpec> = {
  name: 'median_absolute_deviation',
  holds: false,
  gives: 'value',
  parse: parseMedianDeviation,
  sources: ({ source }) => [source],
  create: (node, shard) => medianDeviationAggregator(node, shard),
};

const DEFAULT_COMPRESSION = 1000;

function parseMedianDeviation(name: string, body: JsonObject): MedianDeviationSpec {
  const source = new SourceFields('median_absolute_deviation', {
    formattable: true,
    zoned: false,
    scripted: 'double',
  });
  let compression = DEFAULT_COMPRESSION;
  readFields('median_absolute_deviation', body, {
    ...source.parsers,
    compression: doubleField((value) => {
      if (!(value > 0))
        throw apiError(
          'illegal_argument_exception',
          `[compression] must be greater than 0. Found [${javaDouble(value)}] in [${name}]`,
        );
      compression = checkCompression(value);
    }),
  });
  return Object.freeze({ source: source.spec(), compression });
}
