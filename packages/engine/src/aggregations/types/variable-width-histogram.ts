import { apiError } from '@sextant/contract';
import type { AggregationType } from '../aggregation-tree.ts';
import { variableWidthAggregator } from '../buckets/variable-width-histogram.ts';
import { intField, readFields } from '../parse/field-parsers.ts';
import { SourceFields } from '../parse/source-fields.ts';
import type { VariableWidthSpec } from '../specs/variable-width-histogram.ts';

/** A histogram whose buckets are clusters of values. */
export const variableWidthHistogram: AggregationType<VariableWidthSpec> = {
  name: 'variable_width_histogram',
  holds: true,
  gives: 'buckets',
  parse: (name, body) => {
    const source = new SourceFields('variable_width_histogram', {
      formattable: true,
      zoned: true,
      scripted: 'double',
    });
    const given = { buckets: 10, shardSize: -1, initialBuffer: -1 };
    const sizeField = (key: keyof typeof given, label: string, least: number) =>
      intField((value) => {
        if (value <= least) throw illegal(`${label} must be greater than [${least}] for [${name}]`);
        given[key] = value;
      });
    readFields('variable_width_histogram', body, {
      ...source.parsers,
      buckets: sizeField('buckets', 'buckets', 0),
      shard_size: sizeField('shardSize', 'shard_size', 1),
      initial_buffer: sizeField('initialBuffer', 'initial_buffer', 0),
    });
    const { buckets } = given;
    const shardSize = given.shardSize === -1 ? buckets * 50 : given.shardSize;
    const initialBuffer = given.initialBuffer === -1 ? Math.min(10 * shardSize, 50_000) : given.initialBuffer;
    return Object.freeze({ source: source.spec(), buckets, shardSize, initialBuffer });
  },
  sources: ({ source }) => [source],
  create: (node, shard, place) => variableWidthAggregator(node, shard, place),
};

function illegal(reason: string): Error {
  return apiError('illegal_argument_exception', reason);
}
