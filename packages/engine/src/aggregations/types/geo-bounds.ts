import type { AggregationType } from '../aggregation-tree.ts';
import { GeoBoundsAggregator } from '../metrics/geo-bounds.ts';
import { booleanField, readFields } from '../parse/field-parsers.ts';
import { SourceFields } from '../parse/source-fields.ts';
import type { GeoBoundsSpec } from '../specs/geo-bounds.ts';

/** The box around all points. */
export const geoBounds: AggregationType<GeoBoundsSpec> = {
  name: 'geo_bounds',
  holds: false,
  gives: 'buckets',
  parse: (_name, body) => {
    const source = new SourceFields('geo_bounds', { formattable: false, zoned: false, scripted: null });
    let wrapLongitude = true;
    readFields('geo_bounds', body, {
      ...source.parsers,
      wrap_longitude: booleanField((value) => {
        wrapLongitude = value;
      }),
    });
    return Object.freeze({ source: source.spec(), wrapLongitude });
  },
  sources: ({ source }) => [source],
  create: (node, shard) => new GeoBoundsAggregator(node, shard),
};
