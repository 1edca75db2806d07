import type { SourceSpec } from '../spec-parts.ts';

export interface MedianDeviationSpec {
  readonly source: SourceSpec;
  readonly compression: number;
}
