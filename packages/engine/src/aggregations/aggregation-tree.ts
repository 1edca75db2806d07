import type { JsonMap } from '@sextant/contract';
import type { QueryNode } from '../dsl/query-node.ts';

/** What a `missing` parameter may hold. */
export type MissingValue = string | number | boolean;

/** The parameters that every aggregation over the values of a field shares. */
export interface SourceSpec {
  readonly field: string;
  readonly missing: MissingValue | null;
  readonly format: string | null;
  readonly timeZone: string | null;
  readonly valueType: string | null;
}

/** `by` is `_count`, `_key` or the path of a sub-aggregation (`stats.max`, `filtered>avg`). */
export interface OrderElement {
  readonly by: string;
  readonly ascending: boolean;
}

/** One side of include/exclude: a list of exact values or a Lucene regular expression. */
export type TermFilter =
  | { readonly kind: 'values'; readonly values: readonly MissingValue[] }
  | { readonly kind: 'regex'; readonly pattern: string };

export interface TermsSpec {
  readonly kind: 'terms';
  readonly source: SourceSpec;
  readonly size: number;
  /** null: the default, from `size` and the order. */
  readonly shardSize: number | null;
  readonly minDocCount: number;
  readonly shardMinDocCount: number;
  readonly order: readonly OrderElement[];
  readonly include: TermFilter | null;
  readonly exclude: TermFilter | null;
  readonly showTermDocCountError: boolean;
  readonly executionHint: string | null;
}

export type CalendarUnit = 'second' | 'minute' | 'hour' | 'day' | 'week' | 'month' | 'quarter' | 'year';

export type DateInterval =
  | { readonly kind: 'calendar'; readonly unit: CalendarUnit }
  | { readonly kind: 'fixed'; readonly ms: number }
  /** An interval that only the search phase refuses; the text is the reason. */
  | { readonly kind: 'invalid'; readonly reason: string };

export interface Bounds<T> {
  readonly min: T | null;
  readonly max: T | null;
}

export interface DateHistogramSpec {
  readonly kind: 'date_histogram';
  readonly source: SourceSpec;
  readonly interval: DateInterval;
  readonly offsetMs: number;
  readonly minDocCount: number;
  readonly keyed: boolean;
  readonly order: readonly OrderElement[];
  /** Date math or epoch milliseconds. */
  readonly extendedBounds: Bounds<string | number> | null;
  readonly hardBounds: Bounds<string | number> | null;
}

export interface HistogramSpec {
  readonly kind: 'histogram';
  readonly source: SourceSpec;
  readonly interval: number;
  readonly offset: number;
  readonly minDocCount: number;
  readonly keyed: boolean;
  readonly order: readonly OrderElement[];
  readonly extendedBounds: Bounds<number> | null;
  readonly hardBounds: Bounds<number> | null;
}

export interface RangeBounds {
  readonly key: string | null;
  readonly from: number | string | null;
  readonly to: number | string | null;
}

export interface RangeSpec {
  readonly kind: 'range' | 'date_range';
  readonly source: SourceSpec;
  readonly keyed: boolean;
  readonly ranges: readonly RangeBounds[];
}

export interface MetricSpec {
  readonly kind: 'min' | 'max' | 'sum' | 'avg' | 'stats' | 'value_count';
  readonly source: SourceSpec;
}

export interface ExtendedStatsSpec {
  readonly kind: 'extended_stats';
  readonly source: SourceSpec;
  readonly sigma: number;
}

export interface CardinalitySpec {
  readonly kind: 'cardinality';
  readonly source: SourceSpec;
  readonly precisionThreshold: number;
}

export interface MissingSpec {
  readonly kind: 'missing';
  readonly source: SourceSpec;
}

export interface GlobalSpec {
  readonly kind: 'global';
}

export interface FilterSpec {
  readonly kind: 'filter';
  readonly query: QueryNode;
}

export interface FiltersSpec {
  readonly kind: 'filters';
  /** Sorted by name when named. `key` is null for a list. */
  readonly filters: readonly { readonly key: string | null; readonly query: QueryNode }[];
  readonly otherBucket: boolean;
  readonly otherBucketKey: string;
}

export type AggregationSpec =
  | TermsSpec
  | DateHistogramSpec
  | HistogramSpec
  | RangeSpec
  | MetricSpec
  | ExtendedStatsSpec
  | CardinalitySpec
  | MissingSpec
  | GlobalSpec
  | FilterSpec
  | FiltersSpec;

/** One named aggregation of a request with its sub-aggregations. Frozen. */
export interface AggregationNode {
  readonly name: string;
  readonly spec: AggregationSpec;
  readonly meta: JsonMap | null;
  readonly children: AggregationTree;
}

export type AggregationTree = readonly AggregationNode[];
