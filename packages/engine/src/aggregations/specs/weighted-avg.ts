import type { SourceSpec } from '../spec-parts.ts';

export interface WeightedAvgSpec {
  /** null: not given, which only the search phase refuses. */
  readonly value: SourceSpec | null;
  readonly weight: SourceSpec | null;
}
