import type { SourceSpec } from '../spec-parts.ts';

export interface RangeBounds {
  readonly key: string | null;
  readonly from: number | string | null;
  readonly to: number | string | null;
}

export interface RangeSpec {
  readonly source: SourceSpec;
  readonly keyed: boolean;
  readonly ranges: readonly RangeBounds[];
}
