import type { MappedField } from '../../mapping/mapped-field.ts';
import { geoPoint } from '../../mapping/types/geo-point.ts';
import { shardError } from '../field-support.ts';
import type { QueryContext } from '../weight.ts';

/** What a query over a field of points is told of the field. */
export interface GeoFieldUse {
  /** The name of the query. */
  readonly query: string;
  readonly field: string;
  readonly ignoreUnmapped: boolean;
  /** What the error calls a field that is not there. */
  readonly sought: 'geo field' | 'geo_point field';
}

/** The field of points that a query names; null where it is not mapped and that is no fault. */
export function geoFieldOf(use: GeoFieldUse, context: QueryContext): MappedField | null {
  const field = context.mapping.field(use.field);
  if (field === undefined) {
    if (use.ignoreUnmapped) return null;
    throw shardError(context, `failed to find ${use.sought} [${use.field}]`);
  }
  if (field.fieldType === geoPoint) return field;
  const limit = `is not supported for [${use.query}] queries. Must be one of [geo_point] or [geo_shape]`;
  throw shardError(context, `type [${field.type}] for field [${use.field}] ${limit}`);
}
