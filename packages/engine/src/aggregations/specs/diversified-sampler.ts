import type { SourceSpec } from '../spec-parts.ts';

export interface DiversifiedSamplerSpec {
  readonly source: SourceSpec;
  readonly shardSize: number;
  readonly maxDocsPerValue: number;
  readonly executionHint: string | null;
}
