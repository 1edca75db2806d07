import type { JsonObject } from '../../dsl/json-reader.ts';
import type { Box } from '../../query/types/geo-bounding-box.ts';
import type { DateInterval, SourceSpec } from '../spec-parts.ts';

/** Points are made to tiles of a map. */
export interface TileRounding {
  readonly kind: 'geotile_grid';
  readonly precision: number;
  /** Points elsewhere are left out; null: none are. */
  readonly bounds: Box | null;
}

/** What values of a source are made to. */
export type SourceRounding =
  | { readonly kind: 'terms' }
  | TileRounding
  | { readonly kind: 'histogram'; readonly interval: number }
  | { readonly kind: 'date_histogram'; readonly interval: DateInterval; readonly offsetMs: number };

export interface CompositeSource {
  readonly name: string;
  /** null: a field was not given, which only the search phase refuses. */
  readonly source: SourceSpec | null;
  readonly rounding: SourceRounding;
  readonly ascending: boolean;
  /** Documents without a value have a bucket. */
  readonly missingBucket: boolean;
  /** Where that is; `default`: before all others, in descending order after them. */
  readonly missingOrder: 'first' | 'last' | 'default';
}

export interface CompositeSpec {
  readonly sources: readonly CompositeSource[];
  readonly size: number;
  /** The key of the last bucket of the page before. */
  readonly after: JsonObject | null;
}
