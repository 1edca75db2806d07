import type { SourceSpec } from '../spec-parts.ts';

/** How values are remembered. */
export type PercentilesMethod =
  | { readonly kind: 'tdigest'; readonly compression: number }
  | { readonly kind: 'hdr'; readonly digits: number };

export interface PercentilesSpec {
  readonly source: SourceSpec;
  /** Percents or, of `percentile_ranks`, values; ascending. */
  readonly keys: Float64Array;
  readonly ranks: boolean;
  readonly keyed: boolean;
  readonly method: PercentilesMethod;
}
