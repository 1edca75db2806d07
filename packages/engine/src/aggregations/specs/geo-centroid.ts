import type { SourceSpec } from '../spec-parts.ts';

export interface GeoCentroidSpec {
  readonly source: SourceSpec;
}
