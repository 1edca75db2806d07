import { distanceFrom, planeDistanceFrom } from '../../mapping/geo/earth.ts';
import type { AggregationNode, Place } from '../aggregation-tree.ts';
import type { Aggregator, ShardContext } from '../aggregator.ts';
import type { GeoDistanceSpec } from '../specs/geo-distance.ts';
import { GeoValues, PointNumbers } from '../values/geo-values.ts';
import { RAW_FORMAT } from '../values/value-format.ts';
import { rangesAggregator } from './range-aggregator.ts';

export function geoDistanceAggregator(
  node: AggregationNode<GeoDistanceSpec>,
  shard: ShardContext,
  place: Place,
): Aggregator {
  const { source, origin, unit, isPlane, ranges } = node.spec;
  return rangesAggregator(node, shard, place, () => {
    const values = new GeoValues('geo_distance', source, shard);
    const metres = isPlane ? planeDistanceFrom(origin) : distanceFrom(origin);
    return {
      ranges,
      format: RAW_FORMAT,
      unmapped: values.field === null,
      source: (segment) => {
        const points = values.source(segment);
        return points === null ? null : new PointNumbers(points, (lat, lon) => metres(lat, lon) / unit);
      },
      slice: () => null,
    };
  });
}
