import { ApiError, type JsonMap } from '@sextant/contract';
import { endsRequest } from '../budget/ends-request.ts';
import type { Steps } from '../budget/slices.ts';
import type { WorkBudget } from '../budget/work-budget.ts';
import type { Collector, SegmentCollector, SegmentMatch } from '../segment/collector.ts';
import { BLOCK_SIZE } from '../segment/doc-iterator.ts';
import type { SegmentReader } from '../segment/segment-reader.ts';
import type { AggregationTree } from './aggregation-tree.ts';
import type { AggregationContext, Aggregator, ShardContext } from './aggregator.ts';
import { conditionsOf, PASS_SIZE, passColumns } from './column-pass.ts';
import { createAggregators } from './create-aggregator.ts';
import {
  BucketBudget,
  type InternalAggregation,
  type RenderOptions,
  reduceParts,
  renderAll,
} from './internal-aggregation.ts';
import { prepareOrdinals } from './values/global-ordinals.ts';

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
  result(options?: RenderOptions): Steps<JsonMap>;
}

/** All documents are in bucket 0 of the top. */
const TOP_PARENTS = new Int32Array(Math.max(BLOCK_SIZE, PASS_SIZE));

/**
 * Prepares the aggregations of a request over the shards of a search; at least one must take part. Throws ApiError as
 * a shard would (illegal_argument_exception for a text field, aggregation_execution_exception for an order that names
 * nothing, …), or tells `context.failed`.
 */
export function* createAggregation(
  tree: AggregationTree,
  context: AggregationContext,
): Steps<RunningAggregation> {
  const shards = new Map<number, readonly Aggregator[]>();
  for (const shardIndex of context.shards.keys()) {
    try {
      const aggregators = yield* aggregatorsOf(tree, context, shardIndex);
      if (aggregators !== null) shards.set(shardIndex, aggregators);
    } catch (error) {
      if (!(error instanceof ApiError) || context.failed === undefined || endsRequest(error)) throw error;
      context.failed(shardIndex, error);
    }
  }
  const collected = tree.map((node) => node.spec.kind !== 'global');
  const collecting = (shardIndex: number): readonly Aggregator[] =>
    shards.get(shardIndex)?.filter((_, i) => collected[i]) ?? [];
  /** The segment that was prepared last, where its columns alone were enough. */
  let passed: SegmentReader | null = null;
  return {
    collector: {
      needsScores: false,
      *prepare(segment, shardIndex, match) {
        const aggregators = collecting(shardIndex);
        for (const aggregator of aggregators) yield* aggregator.prepare(segment);
        const conditions = conditionsOf(segment, match);
        passed = conditions === null ? null : segment;
        if (conditions === null) return;
        const collector = segmentCollector(aggregators, segment, match, context.budget);
        if (collector !== null) yield* passColumns(segment, conditions, collector, context.budget);
      },
      forSegment: (segment, shardIndex, match) =>
        passed === segment ? null : segmentCollector(collecting(shardIndex), segment, match, context.budget),
    },
    *result(options = { typedKeys: false }) {
      for (const i of tree.keys()) {
        if (!collected[i])
          for (const [shard, own] of shards) yield* collectEverything(own[i]!, context, shard);
      }
      const buckets = new BucketBudget(context.maxBuckets, context.budget);
      const results: InternalAggregation[] = [];
      for (const i of tree.keys()) {
        const parts = [...shards.values()].map((own) => own[i]!.build(0));
        results.push(reduceParts(parts, buckets));
        if (context.budget.sliceOver) yield;
      }
      return renderAll(results, options);
    },
  };
}

/** The aggregators of one shard; null where it does not take part. */
function* aggregatorsOf(
  tree: AggregationTree,
  context: AggregationContext,
  shardIndex: number,
): Steps<readonly Aggregator[] | null> {
  const shard = context.shards[shardIndex];
  if (shard === null || shard === undefined) return null;
  const { filter, nowMs, budget } = context;
  const own: ShardContext = {
    ...shard,
    nowMs,
    budget,
    filter: filter === undefined ? null : (query) => filter(query, shardIndex),
  };
  yield* prepare(tree, own);
  return createAggregators(tree, own, true);
}

/** Numbers the terms of the fields that the aggregations go by, which takes long the first time. */
function* prepare(tree: AggregationTree, shard: ShardContext): Steps<void> {
  for (const { spec, children } of tree) {
    const field = spec.kind === 'terms' || spec.kind === 'cardinality' ? spec.source.field : undefined;
    const mapped = field === undefined ? undefined : shard.mapping.field(field);
    if (mapped?.storage === 'ordinal' && mapped.docValues) {
      yield* prepareOrdinals(shard.searcher, mapped.name, shard.budget);
    }
    yield* prepare(children, shard);
  }
}

const EVERYTHING: SegmentMatch = Object.freeze({ kind: 'all' });

function segmentCollector(
  aggregators: readonly Aggregator[],
  segment: SegmentReader,
  match: SegmentMatch,
  budget: WorkBudget,
): SegmentCollector | null {
  const leaves = aggregators
    .map((aggregator) => aggregator.leaf(segment, match))
    .filter((leaf) => leaf !== null);
  if (leaves.length === 0) return null;
  return {
    collect: (docs, length) => {
      budget.charge(leaves.length);
      for (const leaf of leaves) leaf.collect(docs, TOP_PARENTS, length, 1);
    },
  };
}

/** `global` sees all live documents, whatever the query matches. */
function* collectEverything(aggregator: Aggregator, context: AggregationContext, shard: number): Steps<void> {
  for (const segment of context.shards[shard]!.searcher.segments) {
    yield* aggregator.prepare(segment);
    const collector = segmentCollector([aggregator], segment, EVERYTHING, context.budget);
    if (collector !== null) yield* passColumns(segment, [], collector, context.budget);
  }
}
