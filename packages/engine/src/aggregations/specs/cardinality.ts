import type { SourceSpec } from '../spec-parts.ts';

export interface CardinalitySpec {
  readonly source: SourceSpec;
  readonly precisionThreshold: number;
  /** How it is asked to count terms. */
  readonly hint: 'direct' | 'ordinals' | null;
}
