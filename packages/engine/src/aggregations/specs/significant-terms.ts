import type { QueryNode } from '../../dsl/query-node.ts';
import type { Heuristic } from '../significance/heuristics.ts';
import type { SourceSpec } from '../spec-parts.ts';
import type { TermFilter } from './terms.ts';

/** What decides which terms are significant. */
export interface SignificanceSpec {
  readonly size: number;
  readonly shardSize: number;
  readonly minDocCount: number;
  readonly shardMinDocCount: number;
  readonly include: TermFilter | null;
  readonly exclude: TermFilter | null;
  readonly heuristic: Heuristic;
  /** What the documents that were found are compared with; null: all. */
  readonly backgroundFilter: QueryNode | null;
}

export interface SignificantTermsSpec extends SignificanceSpec {
  readonly source: SourceSpec;
  readonly executionHint: string | null;
}
