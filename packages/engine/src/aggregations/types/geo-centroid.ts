import type { AggregationType } from '../aggregation-tree.ts';
import { GeoCentroidAggregator } from '../metrics/geo-centroid.ts';
import { readFields } from '../parse/field-parsers.ts';
import { SourceFields } from '../parse/source-fields.ts';
import type { GeoCentroidSpec } from '../specs/geo-centroid.ts';

/** The middle of all points, by the mean of their coordinates. */
export const geoCentroid: AggregationType<GeoCentroidSpec> = {
  name: 'geo_centroid',
  holds: false,
  gives: 'buckets',
  parse: (_name, body) => {
    const source = new SourceFields('geo_centroid', { formattable: false, zoned: false, scripted: 'points' });
    readFields('geo_centroid', body, source.parsers);
    return Object.freeze({ source: source.spec() });
  },
  sources: ({ source }) => [source],
  create: (node, shard) => new GeoCentroidAggregator(node, shard),
};
