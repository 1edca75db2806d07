import { ApiError, type JsonMap } from '@sextant/contract';
import { endsRequest } from '../budget/ends-request.ts';
import type { Steps } from '../budget/slices.ts';
import type { WorkBudget } from '../budget/work-budget.ts';
import type { Collector, PartsCollector, SegmentCollector, SegmentMatch } from '../segment/collector.ts';
import { BLOCK_SIZE } from '../segment/doc-iterator.ts';
import { prepareOrdinals } from '../segment/global-ordinals.ts';
import { prepareFielddata } from '../segment/prepare-fielddata.ts';
import type { SegmentReader } from '../segment/segment-reader.ts';
import type { AggregationNode, AggregationTree } from './aggregation-tree.ts';
import {
  type AggregationContext,
  type Aggregator,
  type Division,
  type LeafAggregator,
  leastDivision,
  type ShardContext,
} from './aggregator.ts';
import type { AggregatorState } from './aggregator-state.ts';
import { Chunks, chunkSize, isInChunks } from './chunks.ts';
import { conditionsOf, PASS_SIZE, passColumns } from './column-pass.ts';
import { createAggregators } from './create-aggregator.ts';
import { DocScores } from './doc-scores.ts';
import {
  BucketBudget,
  type InternalAggregation,
  type RenderOptions,
  reduceParts,
  renderAll,
} from './internal-aggregation.ts';
import { withPipelines } from './pipelines/with-pipelines.ts';
import { type AggregationProfile, aggregationProfile } from './profile/aggregation-profile.ts';
import { asksScores, scriptedSources } from './scripted/scripted-sources.ts';

export type { AggregationTree } from './aggregation-tree.ts';
export type { AggregationContext, AskedDocs, SegmentFilter } from './aggregator.ts';
export type { AggregatorState } from './aggregator-state.ts';
export { chunkSize } from './chunks.ts';
export type { RenderOptions } from './internal-aggregation.ts';
export { parseAggregations } from './parse/parse-aggregations.ts';
export type { AggregationProfile } from './profile/aggregation-profile.ts';

/** A running aggregation over all shards of a search. */
export interface RunningAggregation {
  /** Wants every matching live document of every segment, shard by shard. */
  readonly collector: Collector;
  /** How it can be done by several of the same request and shards. */
  readonly division: Division;
  /** What was found so far: per shard the state of each aggregation of the documents that are found. Plain data. */
  state(): ReadonlyMap<number, readonly AggregatorState[]>;
  /** Takes what another one has found in other documents. */
  absorb(found: ReadonlyMap<number, readonly AggregatorState[]>): void;
  /**
   * Makes the results of each shard, once all segments are collected. Throws as one would, or tells `context.failed`; those of
   * a shard that failed are no part of the answer.
   */
  build(): Steps<void>;
  /**
   * The `aggregations` object of the answer, once `build` is done. Throws too_many_buckets_exception and
   * aggregation_execution_exception.
   */
  result(options?: RenderOptions): Steps<JsonMap>;
  /** What was measured on a shard, once `build` is done; null where nothing was. */
  profile(shardIndex: number): AggregationProfile | null;
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
  const scores = new DocScores();
  for (const shardIndex of context.shards.keys()) {
    try {
      const aggregators = yield* aggregatorsOf(tree, context, shardIndex, scores);
      if (aggregators !== null) shards.set(shardIndex, aggregators);
    } catch (error) {
      if (!(error instanceof ApiError) || context.failed === undefined || endsRequest(error)) throw error;
      context.failed(shardIndex, error);
    }
  }
  return new AggregationRun(tree, context, shards, scores);
}

/** Its generators are methods: one that is made for each search leaves the collector of garbage a hidden class each time. */
class AggregationRun implements RunningAggregation, Collector {
  readonly needsScores: boolean;
  readonly #tree: AggregationTree;
  readonly #context: AggregationContext;
  readonly #shards: ReadonlyMap<number, readonly Aggregator[]>;
  /** Of these, those that are fed with what the query matches. */
  readonly #collected: ReadonlyMap<number, readonly Aggregator[]>;
  readonly #scores: DocScores;
  /** The segment that was prepared last, where its columns alone were enough. */
  #passed: SegmentReader | null = null;
  /** By shard, made when they are first wanted; null: all documents are one chunk, or their order makes no difference. */
  readonly #chunks = new Map<number, Chunks | null>();
  #inParts = false;
  /** The results of one shard after the other. */
  readonly #built: (readonly InternalAggregation[])[] = [];

  constructor(
    tree: AggregationTree,
    context: AggregationContext,
    shards: ReadonlyMap<number, readonly Aggregator[]>,
    scores: DocScores,
  ) {
    this.needsScores = needsScores(tree);
    this.#tree = tree;
    this.#context = context;
    this.#shards = shards;
    this.#scores = scores;
    const collected = (own: readonly Aggregator[]) => own.filter((_, i) => isCollected(tree.children[i]!));
    this.#collected = tree.children.every(isCollected)
      ? shards
      : new Map([...shards].map(([shard, own]) => [shard, collected(own)]));
  }

  get collector(): Collector {
    return this;
  }

  #collecting(shardIndex: number): readonly Aggregator[] {
    return this.#collected.get(shardIndex) ?? [];
  }

  prepare(segment: SegmentReader, shardIndex: number, match: SegmentMatch): Steps<number> | null {
    const aggregators = this.#collecting(shardIndex);
    for (const { isPrepared } of aggregators) {
      if (isPrepared) return this.#prepareAll(aggregators, segment, shardIndex, match);
    }
    return this.#pass(aggregators, segment, shardIndex, match);
  }

  *#prepareAll(
    aggregators: readonly Aggregator[],
    segment: SegmentReader,
    shardIndex: number,
    match: SegmentMatch,
  ): Steps<number> {
    for (const aggregator of aggregators) yield* aggregator.prepare(segment);
    const pass = this.#pass(aggregators, segment, shardIndex, match);
    return pass === null ? -1 : yield* pass;
  }

  /** Over the columns of the segment, where they tell what matches; null where there is nothing to do. */
  #pass(
    aggregators: readonly Aggregator[],
    segment: SegmentReader,
    shardIndex: number,
    match: SegmentMatch,
  ): Steps<number> | null {
    const { budget } = this.#context;
    const conditions = this.needsScores ? null : conditionsOf(segment, match);
    this.#passed = conditions === null ? null : segment;
    if (conditions === null) return null;
    const collector = this.#segmentCollector(aggregators, segment, shardIndex, match);
    return collector === null ? null : passColumns(segment, conditions, collector, budget);
  }

  #segmentCollector(
    aggregators: readonly Aggregator[],
    segment: SegmentReader,
    shardIndex: number,
    match: SegmentMatch,
  ): SegmentCollector | null {
    const { budget, shards } = this.#context;
    const chunks = this.#chunksOf(shardIndex);
    const leaves = leavesOf(aggregators, segment, match);
    if (leaves.length === 0) return null;
    if (chunks === null) return this.#collectorOf(leaves);
    const { segments, docBases } = shards[shardIndex]!.searcher;
    const docBase = docBases[segments.indexOf(segment)]!;
    return {
      collect: (docs, length, scores) => {
        budget.charge(leaves.length);
        this.#scores.set(docs, scores, length);
        chunks.collect(leaves, docBase, docs, length, TOP_PARENTS);
      },
    };
  }

  #collectorOf(leaves: readonly LeafAggregator[]): SegmentCollector {
    const { budget } = this.#context;
    const known = this.#scores;
    if (!this.needsScores) return collectorOf(leaves, budget);
    return {
      collect: (docs, length, scores) => {
        budget.charge(leaves.length);
        known.set(docs, scores, length);
        for (let i = 0; i < leaves.length; i++) leaves[i]!.collect(docs, TOP_PARENTS, length, 1);
      },
    };
  }

  #chunksOf(shardIndex: number): Chunks | null {
    let chunks = this.#chunks.get(shardIndex);
    if (chunks !== undefined) return chunks;
    const { searcher } = this.#context.shards[shardIndex]!;
    const size = chunkSize(searcher);
    const cut = isInChunks(searcher) && this.division === 'chunks';
    chunks = cut ? new Chunks(this.#collecting(shardIndex), size, () => this.#inParts) : null;
    this.#chunks.set(shardIndex, chunks);
    return chunks;
  }

  forSegment(segment: SegmentReader, shardIndex: number, match: SegmentMatch): SegmentCollector | null {
    if (this.#passed === segment) return null;
    return this.#segmentCollector(this.#collecting(shardIndex), segment, shardIndex, match);
  }

  *inParts(
    segment: SegmentReader,
    shardIndex: number,
    match: SegmentMatch,
    first: boolean,
  ): Steps<PartsCollector> {
    const { budget } = this.#context;
    const own = this.#collecting(shardIndex);
    for (const aggregator of own) yield* aggregator.prepare(segment);
    const asked = first ? own : own.filter((aggregator) => !aggregator.answers(segment, match));
    this.#inParts = true;
    const collector = this.#segmentCollector(asked, segment, shardIndex, match);
    const conditions = collector === null || this.needsScores ? null : conditionsOf(segment, match);
    if (collector === null || conditions === null) return { collector, pass: null };
    return {
      collector,
      pass: (from, to) => passColumns(segment, conditions, collector, budget, { from, to }),
    };
  }

  get division(): Division {
    const all = [...this.#shards.keys()].flatMap((shard) => this.#collecting(shard));
    return leastDivision(all, 1);
  }

  #endChunks(): void {
    for (const chunks of this.#chunks.values()) chunks?.finish();
  }

  state(): ReadonlyMap<number, readonly AggregatorState[]> {
    this.#endChunks();
    const statesOf = (shard: number) => this.#collecting(shard).map((aggregator) => aggregator.state());
    return new Map([...this.#shards.keys()].map((shard) => [shard, statesOf(shard)]));
  }

  absorb(found: ReadonlyMap<number, readonly AggregatorState[]>): void {
    this.#endChunks();
    for (const [shard, states] of found) {
      this.#collecting(shard).forEach((aggregator, i) => {
        aggregator.absorb(states[i]!, null);
      });
    }
  }

  *build(): Steps<void> {
    const { failed, budget, profileClock } = this.#context;
    this.#endChunks();
    for (const [shard, own] of this.#shards) {
      try {
        yield* this.#collectEverything(own, shard);
        for (const aggregator of own) yield* aggregator.finish();
        this.#built.push(own.map((aggregator) => aggregator.build(0)));
      } catch (error) {
        if (!(error instanceof ApiError) || failed === undefined || endsRequest(error)) throw error;
        failed(shard, error);
      }
      if (budget.sliceOver) yield;
    }
    // A profile tells of the buckets, too.
    if (profileClock !== undefined) return;
    for (const own of this.#shards.values()) for (const aggregator of own) aggregator.release();
  }

  /** What aggregations see that look for their documents by themselves. */
  *#collectEverything(own: readonly Aggregator[], shard: number): Steps<void> {
    for (const [i, node] of this.#tree.children.entries()) {
      if (isCollected(node)) continue;
      this.#scores.set(TOP_PARENTS, null, 0);
      yield* collectEverything(own[i]!, this.#context, shard);
    }
  }

  *result(options: RenderOptions = { typedKeys: false }): Steps<JsonMap> {
    const { budget, maxBuckets } = this.#context;
    const buckets = new BucketBudget(maxBuckets, budget);
    const results: InternalAggregation[] = [];
    for (const i of this.#tree.children.keys()) {
      const parts = this.#built.map((own) => own[i]!);
      results.push(reduceParts(parts, buckets));
      if (budget.sliceOver) yield;
    }
    return renderAll(yield* withPipelines(results, this.#tree, budget), options);
  }

  profile(shardIndex: number): AggregationProfile | null {
    const own = this.#shards.get(shardIndex);
    return own === undefined ? null : aggregationProfile(own, this.#tree);
  }
}

/** Whether the aggregations ask how well documents match. */
export function needsScores({ children }: AggregationTree): boolean {
  return children.some(
    (node) =>
      node.type.needsScores?.(node.spec) === true ||
      scriptedSources(node).some(({ scripted }) => asksScores(scripted)) ||
      needsScores(node),
  );
}

/** `global` looks for its documents by itself. */
function isCollected({ type }: AggregationNode): boolean {
  return type.everything !== true;
}

/** The aggregators of one shard; null where it does not take part. */
function* aggregatorsOf(
  tree: AggregationTree,
  context: AggregationContext,
  shardIndex: number,
  scores: DocScores,
): Steps<readonly Aggregator[] | null> {
  const shard = context.shards[shardIndex];
  if (shard === null || shard === undefined) return null;
  const { filter, limit, topHits, nowMs, budget, maxBuckets } = context;
  const own: ShardContext = {
    ...shard,
    nowMs,
    maxBuckets,
    budget,
    profileClock: context.profileClock ?? null,
    filter: filter === undefined ? null : (query, path) => filter(query, shardIndex, path),
    limit: () => limit?.(shardIndex) ?? null,
    topHits: topHits === undefined ? null : (name, body) => topHits(shardIndex, name, body),
    nestedPath: null,
    scores,
    searched: (segment) => segment,
  };
  yield* prepare(tree, own);
  return createAggregators(tree.children, own, []);
}

/** Numbers the terms of the fields that the aggregations go by, which takes long the first time. */
function* prepare(tree: AggregationTree, shard: ShardContext): Steps<void> {
  for (const node of tree.children) {
    for (const field of node.type.termsOf?.(node.spec, shard.mapping) ?? []) {
      const mapped = shard.mapping.field(field);
      if (mapped === undefined) continue;
      yield* prepareFielddata(shard.searcher.segments, mapped, shard.budget);
      if (mapped.fielddata !== undefined || (mapped.storage === 'ordinal' && mapped.docValues)) {
        yield* prepareOrdinals(shard.searcher, mapped.name, shard.budget);
      }
    }
    yield* prepare(node, shard);
  }
}

const EVERYTHING: SegmentMatch = Object.freeze({ kind: 'all' });

/**
 * Here and wherever documents are handed on: no `for … of`, which catches errors. A loop that the runtime puts in its place would look at
 * the kinds of its arrays for each document, and take twice as long.
 */
function collectorOf(leaves: readonly LeafAggregator[], budget: WorkBudget): SegmentCollector {
  return {
    collect: (docs, length) => {
      budget.charge(leaves.length);
      for (let i = 0; i < leaves.length; i++) leaves[i]!.collect(docs, TOP_PARENTS, length, 1);
    },
  };
}

function leavesOf(
  aggregators: readonly Aggregator[],
  segment: SegmentReader,
  match: SegmentMatch,
): readonly LeafAggregator[] {
  return aggregators.map((aggregator) => aggregator.leaf(segment, match)).filter((leaf) => leaf !== null);
}

/** `global` sees all live documents, whatever the query matches. */
function* collectEverything(aggregator: Aggregator, context: AggregationContext, shard: number): Steps<void> {
  for (const segment of context.shards[shard]!.searcher.segments) {
    yield* aggregator.prepare(segment);
    const leaf = aggregator.leaf(segment, EVERYTHING);
    if (leaf === null) continue;
    yield* passColumns(segment, [], collectorOf([leaf], context.budget), context.budget);
  }
}
