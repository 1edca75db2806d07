import type { JsonMap } from '@sextant/contract';
import type { Collector, SegmentCollector, SegmentMatch } from '../segment/collector.ts';
import { BLOCK_SIZE } from '../segment/doc-iterator.ts';
import type { SegmentReader } from '../segment/segment-reader.ts';
import type { AggregationTree } from './aggregation-tree.ts';
import type { AggregationContext, Aggregator, LeafAggregator, ShardContext } from './aggregator.ts';
import { createAggregators } from './create-aggregator.ts';
import { BucketBudget, type RenderOptions, reduceParts, renderAll } from './internal-aggregation.ts';

export type { AggregationTree } from './aggregation-tree.ts';
export type { AggregationContext, SegmentFilter } from './aggregator.ts';
export type { RenderOptions } from './internal-aggregation.ts';
export { parseAggregations } from './parse/parse-aggregations.ts';

/** A running aggregation over all shards of a search. */
export interface RunningAggregation {
  /** Wants every matching live document of every segment, shard by shard; scores are not needed. */
  readonly collector: Collector;
  /**
   * The `aggregations` object of the answer, once all segments are collected. Throws
   * too_many_buckets_exception and aggregation_execution_exception.
   */
  result(options?: RenderOptions): JsonMap;
}

/** All documents are in bucket 0 of the top. */
const TOP_PARENTS = new Int32Array(BLOCK_SIZE);

/**
 * Prepares the aggregations of a request over the shards of a search. Throws ApiError as a shard would
 * (illegal_argument_exception for a text field, aggregation_execution_exception for an order that names
 * nothing, …).
 */
export function createAggregation(tree: AggregationTree, context: AggregationContext): RunningAggregation {
  const shards = context.shards.map(({ searcher, mapping }, shardIndex): readonly Aggregator[] => {
    const { filter, nowMs, maxBuckets } = context;
    const shard: ShardContext = {
      searcher,
      mapping,
      nowMs,
      maxBuckets,
      filter: filter === undefined ? null : (query) => filter(query, shardIndex),
    };
    return createAggregators(tree, shard, true);
  });
  const collected = tree.map((node) => node.spec.kind !== 'global');
  return {
    collector: {
      needsScores: false,
      forSegment: (segment, shardIndex, match) =>
        segmentCollector(
          shards[shardIndex]!.filter((_, i) => collected[i]),
          segment,
          match,
        ),
    },
    result: (options = { typedKeys: false }) => {
      tree.forEach((_, i) => {
        if (!collected[i])
          collectEverything(
            shards.map((shard) => shard[i]!),
            context,
          );
      });
      const budget = new BucketBudget(context.maxBuckets);
      const results = tree.map((_, i) =>
        reduceParts(
          shards.map((shard) => shard[i]!.build(0)),
          budget,
        ),
      );
      return renderAll(results, options);
    },
  };
}

function segmentCollector(
  aggregators: readonly Aggregator[],
  segment: SegmentReader,
  match: SegmentMatch,
): SegmentCollector | null {
  const leaves = aggregators
    .map((aggregator) => aggregator.leaf(segment, match))
    .filter((leaf) => leaf !== null);
  if (leaves.length === 0) return null;
  return {
    collect: (docs, length) => {
      for (const leaf of leaves) leaf.collect(docs, TOP_PARENTS, length, 1);
    },
  };
}

/** `global` sees all live documents, whatever the query matches. */
function collectEverything(aggregators: readonly Aggregator[], context: AggregationContext): void {
  for (const [shardIndex, { searcher }] of context.shards.entries()) {
    for (const segment of searcher.segments) {
      const leaf = aggregators[shardIndex]!.leaf(segment, { kind: 'all' });
      if (leaf !== null) collectLive(segment, leaf);
    }
  }
}

function collectLive(segment: SegmentReader, leaf: LeafAggregator): void {
  const docs = new Int32Array(BLOCK_SIZE);
  const live = segment.liveDocs;
  let length = 0;
  for (let doc = 0; doc < segment.maxDoc; doc++) {
    if (live !== null && ((live[doc >>> 5]! >>> (doc & 31)) & 1) === 0) continue;
    docs[length++] = doc;
    if (length < BLOCK_SIZE) continue;
    leaf.collect(docs, TOP_PARENTS, length, 1);
    length = 0;
  }
  if (length > 0) leaf.collect(docs, TOP_PARENTS, length, 1);
}
