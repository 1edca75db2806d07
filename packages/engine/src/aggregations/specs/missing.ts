import type { SourceSpec } from '../spec-parts.ts';

export interface MissingSpec {
  readonly source: SourceSpec;
}
