import { ComputedSortKey } from '../collect/computed-sort-key.ts';
import { NumericSortKey } from '../collect/numeric-sort-key.ts';
import type { SortKey } from '../collect/sort-key.ts';
import { WithinSortKey } from '../collect/within-sort-key.ts';
import { GeoDistances, type GeoSort } from './geo-sort.ts';
import { NestedColumns, type SortSetup } from './nested-sort.ts';
import type { ShardTarget } from './shard-target.ts';
import type { SortSpec } from './sort-request.ts';

interface GeoKeyUse {
  readonly geo: GeoSort;
  /** The distance that `search_after` names. */
  readonly after: number | null;
  readonly capacity: number;
  readonly shards: readonly ShardTarget[];
  readonly setup: SortSetup;
}

/** The key of a sort by distance. Documents without a point come after all others, or before them where the farthest is first. */
export function geoSortKey(spec: SortSpec, { geo, after, capacity, shards, setup }: GeoKeyUse): SortKey {
  const distances = new GeoDistances(spec, geo, setup.budget);
  const { field, descending, nested } = spec;
  if (nested === null) {
    return new ComputedSortKey(capacity, {
      descending,
      after,
      valuesOf: (segment) => distances.valuesOf(segment),
    });
  }
  const mode = spec.mode ?? (descending ? 'max' : 'min');
  const missing = Number.POSITIVE_INFINITY;
  const key = new NumericSortKey(capacity, { field, descending, mode, whole: false, missing, after });
  const columns = new NestedColumns(nested, setup, shards, (segment) => distances.column(segment));
  return new WithinSortKey(key, (segment) => columns.of(segment));
}
