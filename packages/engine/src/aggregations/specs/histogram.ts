import type { Bounds, OrderElement, SourceSpec } from '../spec-parts.ts';

export interface HistogramSpec {
  readonly source: SourceSpec;
  readonly interval: number;
  readonly offset: number;
  readonly minDocCount: number;
  readonly keyed: boolean;
  readonly order: readonly OrderElement[];
  readonly extendedBounds: Bounds<number> | null;
  readonly hardBounds: Bounds<number> | null;
}
