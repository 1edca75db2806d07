import type { SourceSpec } from '../spec-parts.ts';

export interface AutoDateHistogramSpec {
  readonly source: SourceSpec;
  /** As many buckets are wanted at most. */
  readonly buckets: number;
  /** The name of a unit; null: a second. */
  readonly minimumInterval: string | null;
}
