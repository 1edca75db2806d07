import type { SourceSpec } from '../spec-parts.ts';

export interface VariableWidthSpec {
  readonly source: SourceSpec;
  /** As many buckets are shown at most. */
  readonly buckets: number;
  /** As many clusters each shard has at most. */
  readonly shardSize: number;
  /** As many values each shard looks at before it makes clusters. */
  readonly initialBuffer: number;
}
