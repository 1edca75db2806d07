import type { SourceSpec } from '../spec-parts.ts';

/** `from` belongs to it, `to` does not; null: without an end. */
export interface IpRange {
  readonly key: string;
  readonly from: Uint8Array | null;
  readonly to: Uint8Array | null;
}

export interface IpRangeSpec {
  readonly source: SourceSpec;
  readonly keyed: boolean;
  readonly ranges: readonly IpRange[];
}
