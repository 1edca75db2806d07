import type { JsonMap } from '@sextant/contract';
import type { JsonObject } from '../dsl/json-reader.ts';
import type { Aggregator, ShardContext } from './aggregator.ts';

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
  /** Whether it takes every live document of the shard, whatever the query matches; only at the top. */
  readonly everything?: boolean;
  /** Whether one of its `values` has the name. */
  hasFigure?(spec: Spec, name: string): boolean;
  /** The field whose terms it goes by: they are numbered before it is made, which takes long the first time. */
  termsOf?(spec: Spec): string;
  /** Reads the body. Throws ApiError in OpenSearch's words. `name`: of the aggregation. */
  parse(name: string, body: JsonObject): Spec;
  /** On one shard. Throws ApiError where it does not fit the field that it names. */
  create(node: AggregationNode<Spec>, shard: ShardContext, place: Place): Aggregator;
}

/** What a result is shown under. */
interface ResultName {
  readonly name: string;
  readonly meta: JsonMap | null;
}

/** One named aggregation of a request with its sub-aggregations. Frozen. */
export interface AggregationNode<Spec extends object = object> extends ResultName {
  readonly type: AggregationType<Spec>;
  readonly spec: Spec;
  readonly children: AggregationTree;
}

export type AggregationTree = readonly AggregationNode[];
