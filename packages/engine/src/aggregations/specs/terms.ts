import type { MissingValue, OrderElement, SourceSpec } from '../spec-parts.ts';

/** One side of include/exclude: a list of exact values, a Lucene regular expression, or one of so many parts of all. */
export type TermFilter =
  | { readonly kind: 'values'; readonly values: readonly MissingValue[] }
  | { readonly kind: 'regex'; readonly pattern: string }
  | { readonly kind: 'partition'; readonly partition: number; readonly partitions: number };

export interface TermsSpec {
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
  readonly breadthFirst: boolean;
  readonly executionHint: string | null;
}
