import type { Bounds, DateInterval, OrderElement, SourceSpec } from '../spec-parts.ts';

export interface DateHistogramSpec {
  readonly source: SourceSpec;
  readonly interval: DateInterval;
  readonly offsetMs: number;
  readonly minDocCount: number;
  readonly keyed: boolean;
  readonly order: readonly OrderElement[];
  /** Date math or epoch milliseconds. */
  readonly extendedBounds: Bounds<string | number> | null;
  readonly hardBounds: Bounds<string | number> | null;
}
