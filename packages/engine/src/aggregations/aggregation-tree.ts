import type { JsonMap } from '@sextant/contract';
import type { Steps } from '../budget/slices.ts';
import type { WorkBudget } from '../budget/work-budget.ts';
import type { JsonObject } from '../dsl/json-reader.ts';
import type { Aggregator, ShardContext } from './aggregator.ts';
import type { InternalAggregation, InternalMultiBucket } from './internal-aggregation.ts';
import type { SourceSpec } from './spec-parts.ts';

/**
 * What a path may name of an aggregation: `buckets` of many, of which no path chooses one; the one `bucket`, whose count and
 * sub-aggregations it may name; the only `value`; one of several `values`, by its name.
 */
export type Gives = 'buckets' | 'bucket' | 'value' | 'values';

/** Where an aggregation is in the request. */
export interface Place {
  /** All documents are in bucket 0. */
  readonly topLevel: boolean;
  readonly children: readonly Aggregator[];
  /** What it lies in, outermost first. */
  readonly above: readonly AggregationNode[];
}

/**
 * One kind of aggregation. To add one, write its file in `types` and name it in `aggregation-types.ts`; nothing else asks
 * what kind an aggregation is. `Spec` is its part of the request, frozen.
 */
export interface AggregationType<Spec extends object = object> {
  /** As requests and errors name it. */
  readonly name: string;
  /** Whether it may have sub-aggregations. */
  readonly holds: boolean;
  readonly gives: Gives;
  /** Whether OpenSearch expects what lies in it to come from one bucket; where absent, by what it gives. */
  isOneBucket?(spec: Spec): boolean;
  /** Whether it takes every live document of the shard, whatever the query matches; only at the top. */
  readonly everything?: boolean;
  /** Whether it asks `ShardContext.scores`. */
  needsScores?(spec: Spec): boolean;
  /** Of histograms, whose buckets have an order: how few documents a bucket may have. */
  minDocCount?(spec: Spec): number;
  /** Whether one of its `values` has the name. */
  hasFigure?(spec: Spec, name: string): boolean;
  /** The values that it takes, of which scripts may make some. */
  sources?(spec: Spec): readonly SourceSpec[];
  /** It takes its one source from `ShardContext.stream` where there is one: it need not know of values before they come. */
  readonly takesStreams?: true;
  /** Whether it shows values that none of the documents that come has. */
  showsAll?(spec: Spec): boolean;
  /** The fields whose terms it goes by: they are numbered before it is made, which takes long the first time. */
  termsOf?(spec: Spec, mapping: ShardContext['mapping']): readonly string[];
  /** How a profile names it, where its name goes by the request. */
  profiledAs?(spec: Spec): string;
  /** What documents are looked for and shown by: the part of a search, which the search reads. */
  searchBody?(spec: Spec): JsonObject;
  /** Reads the body. Throws ApiError in OpenSearch's words. `name`: of the aggregation. */
  parse(name: string, body: JsonObject): Spec;
  /** The nested path of what it hands on, null for whole documents; what came to it where absent. Throws as `create`. */
  handsOn?(spec: Spec, shard: ShardContext): string | null;
  /** On one shard. Throws ApiError where it does not fit the field that it names. */
  create(node: AggregationNode<Spec>, shard: ShardContext, place: Place): Aggregator;
}

/** What a result is shown under. */
export interface ResultName {
  readonly name: string;
  readonly meta: JsonMap | null;
}

/** One named aggregation of a request with what lies in it. Frozen. */
export interface AggregationNode<Spec extends object = object> extends ResultName, AggregationTree {
  readonly type: AggregationType<Spec>;
  readonly spec: Spec;
}

export function isOneBucket({ type, spec }: AggregationNode): boolean {
  return type.isOneBucket?.(spec) ?? type.gives === 'bucket';
}

/** Where a pipeline aggregation stands: in `parent`, or at the top, beside others. */
export interface PipelinePlace {
  readonly parent: AggregationNode | null;
  readonly beside: readonly AggregationNode[];
}

/** What the stage after the reduction does; results of the pipelines before this one are among those it is given. */
type PipelineStage =
  /** Makes one more result of those beside it. */
  | { readonly kind: 'sibling'; result(beside: readonly InternalAggregation[]): InternalAggregation }
  /** Makes other buckets of those it stands in. */
  | { readonly kind: 'parent'; buckets(parent: InternalMultiBucket): InternalMultiBucket }
  /** The same where it may take long: others have a turn meanwhile. */
  | { readonly kind: 'gradual'; buckets(parent: InternalMultiBucket): Steps<InternalMultiBucket> };

/** What every pipeline aggregation has. */
export interface PipelineSpec {
  readonly paths: readonly string[];
}

/**
 * One kind of aggregation over the results of others. To add one, write its file in `pipelines` and name it in
 * `pipeline-types.ts`.
 */
export interface PipelineType<Spec extends PipelineSpec = PipelineSpec> {
  /** As requests and errors name it. */
  readonly name: string;
  /** Reads the body. Throws ApiError in OpenSearch's words. `name`: of the aggregation. */
  parse(name: string, body: JsonObject): Spec;
  /** Why it cannot be where it is; null where it can. */
  problem(node: PipelineNode<Spec>, place: PipelinePlace): string | null;
  /** Throws ApiError where a script cannot be compiled. */
  stage(node: PipelineNode<Spec>, budget: WorkBudget): PipelineStage;
}

export interface PipelineNode<Spec extends PipelineSpec = PipelineSpec> extends ResultName {
  readonly type: PipelineType<Spec>;
  readonly spec: Spec;
}

/** Aggregations side by side. Frozen. */
export interface AggregationTree {
  readonly children: readonly AggregationNode[];
  /** Each after those whose results it takes. */
  readonly pipelines: readonly PipelineNode[];
}
