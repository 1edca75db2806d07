import type { MetricKind } from '../metrics/internal-metrics.ts';
import type { SourceSpec } from '../spec-parts.ts';

/** The metrics that keep some of count, sum, minimum, maximum and sum of squares. */
export interface StatsSpec {
  readonly kind: MetricKind;
  readonly source: SourceSpec;
  /** Of `extended_stats`. */
  readonly sigma: number;
}
