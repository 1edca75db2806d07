import type { SourceSpec } from '../spec-parts.ts';

export interface ValueCountSpec {
  readonly source: SourceSpec;
}
