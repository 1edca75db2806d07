import type { AggregationType } from '../aggregation-tree.ts';
import { diversifiedSamplerAggregator } from '../buckets/diversified-sampler.ts';
import { atLeast, intField, readFields, textField } from '../parse/field-parsers.ts';
import { SourceFields } from '../parse/source-fields.ts';
import type { DiversifiedSamplerSpec } from '../specs/diversified-sampler.ts';

/** The documents of each shard that match best, few of each value of a field. */
export const diversifiedSampler: AggregationType<DiversifiedSamplerSpec> = {
  name: 'diversified_sampler',
  holds: true,
  gives: 'bucket',
  isOneBucket: () => false,
  needsScores: () => true,
  termsOf: ({ source }) => [source.field],
  parse: (name, body) => {
    const source = new SourceFields('diversified_sampler', {
      formattable: false,
      zoned: false,
      scripted: 'double',
    });
    let [shardSize, maxDocsPerValue] = [100, 1];
    let executionHint: string | null = null;
    readFields('diversified_sampler', body, {
      ...source.parsers,
      shard_size: intField((value) => {
        shardSize = atLeast(value, 0, 'shardSize', name);
      }),
      max_docs_per_value: intField((value) => {
        maxDocsPerValue = atLeast(value, 0, 'maxDocsPerValue', name);
      }),
      execution_hint: textField((value) => {
        executionHint = value;
      }),
    });
    return Object.freeze({ source: source.spec(), shardSize, maxDocsPerValue, executionHint });
  },
  sources: ({ source }) => [source],
  create: (node, shard, place) => diversifiedSamplerAggregator(node, shard, place),
};
