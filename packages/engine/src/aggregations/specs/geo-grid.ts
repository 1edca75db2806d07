import type { Box } from '../../query/types/geo-bounding-box.ts';
import type { GridCells } from '../buckets/grid-cells.ts';
import type { SourceSpec } from '../spec-parts.ts';

export interface GeoGridSpec {
  readonly source: SourceSpec;
  readonly size: number;
  readonly shardSize: number;
  /** Points elsewhere are left out; null: none are. */
  readonly bounds: Box | null;
  /** `take`: told of memory that is held. */
  cells(take: (bytes: number) => void): GridCells;
}
