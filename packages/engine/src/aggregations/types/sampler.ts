import { type JsonObject, parsingError, toInt } from '../../dsl/json-reader.ts';
import { membersOf } from '../../dsl/read-place.ts';
import type { AggregationType } from '../aggregation-tree.ts';
import { samplerAggregator } from '../buckets/sampler-aggregator.ts';
import type { SamplerSpec } from '../specs/sampler.ts';

/** The documents of each shard that match best. */
export const sampler: AggregationType<SamplerSpec> = {
  name: 'sampler',
  holds: true,
  gives: 'bucket',
  isOneBucket: () => false,
  needsScores: () => true,
  parse,
  create: (node, shard, { children }) => samplerAggregator(node, shard, children),
};

function parse(name: string, body: JsonObject): SamplerSpec {
  let shardSize = 100;
  for (const [field, value] of membersOf(body)) {
    if (field !== 'shard_size' || typeof value !== 'number')
      throw parsingError(`Unsupported property "${field}" for aggregation "${name}`);
    shardSize = toInt(value);
  }
  return Object.freeze({ shardSize });
}
