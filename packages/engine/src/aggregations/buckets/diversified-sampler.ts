import type { SegmentReader } from '../../segment/segment-reader.ts';
import type { AggregationNode, Place } from '../aggregation-tree.ts';
import type { Aggregator, ShardContext } from '../aggregator.ts';
import type { DiversifiedSamplerSpec } from '../specs/diversified-sampler.ts';
import { UnmappedAggregator } from '../unmapped-aggregator.ts';
import { fieldOf, NumberValues, notForAggregation } from '../values/field-values.ts';
import { Meter } from '../values/meter.ts';
import { TermValues } from '../values/term-values.ts';
import type { ValueSource } from '../values/value-source.ts';
import { DiverseDocs } from './diverse-docs.ts';
import { checkExecutionHint } from './execution-hint.ts';
import { SamplerAggregator } from './sampler-aggregator.ts';
import { InternalSelection } from './single-bucket.ts';

export function diversifiedSamplerAggregator(
  node: AggregationNode<DiversifiedSamplerSpec>,
  shard: ShardContext,
  { children }: Place,
): Aggregator {
  const { source, shardSize, maxDocsPerValue, executionHint } = node.spec;
  const field = fieldOf(source, shard);
  if (field === null && source.missing === null)
    return new UnmappedAggregator(new InternalSelection(node, 0, [], true), 0);
  const terms = field?.fieldType.terms;
  if (field !== null && terms && (terms.isKey === false || !terms.isPlain))
    throw notForAggregation(node.type.name, field);
  checkExecutionHint(executionHint, ['map', 'bytes_hash', 'global_ordinals']);
  const meter = new Meter(shard.budget, node.name);
  return new SamplerAggregator(node, shard, children, {
    shardSize,
    choose: () => new DiverseDocs(shardSize, maxDocsPerValue, meter),
    keys: keySource(node, shard),
  });
}

/** Numbers of the values that documents have by the segment. */
function keySource(
  { type, spec: { source } }: AggregationNode<DiversifiedSamplerSpec>,
  shard: ShardContext,
): (segment: SegmentReader) => ValueSource | null {
  const field = fieldOf(source, shard);
  const isNumber = field === null ? typeof source.missing === 'number' : field.storage === 'number';
  const values = isNumber ? new NumberValues(type.name, source, shard) : new TermValues(field, source, shard);
  return (segment) => values.source(segment);
}
