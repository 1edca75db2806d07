import type { GeoPoint } from '../../mapping/geo/geo-encoding.ts';
import type { SourceSpec } from '../spec-parts.ts';

/** A range of distances: `from` belongs to it, `to` does not. */
export interface DistanceRange {
  readonly key: string;
  readonly from: number;
  readonly to: number;
}

export interface GeoDistanceSpec {
  readonly source: SourceSpec;
  readonly origin: GeoPoint;
  /** Metres of the unit that distances are in. */
  readonly unit: number;
  /** Measured on a map and not on the sphere. */
  readonly isPlane: boolean;
  readonly keyed: boolean;
  /** As they were given. */
  readonly ranges: readonly DistanceRange[];
}
