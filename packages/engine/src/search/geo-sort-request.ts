import { apiError } from '@sextant/contract';
import { isObject, type JsonObject, parsingError, toBoolean, toText } from '../dsl/json-reader.ts';
import { membersOf } from '../dsl/read-place.ts';
import { unitMetres } from '../mapping/geo/distance-unit.ts';
import type { GeoPoint } from '../mapping/geo/geo-encoding.ts';
import { readPoint } from '../mapping/geo/read-point.ts';
import { readValidationMethod, type ValidationMethod } from '../query/geo/validation-method.ts';
import type { GeoSort } from './geo-sort.ts';
import type { NestedSort, SortSpec } from './sort-request.ts';

interface Draft {
  field: string | null;
  points: GeoPoint[];
  descending: boolean;
  unit: number;
  onPlane: boolean;
  mode: SortSpec['mode'];
  validation: ValidationMethod;
  ignoreUnmapped: boolean;
  nested: NestedSort | null;
}

/** How parts are read that other sorts have too. */
interface Readers {
  mode(text: string): SortSpec['mode'];
  order(text: string): boolean;
  nested(value: unknown): NestedSort | null;
}

type GeoSortSpec = Pick<SortSpec, 'field' | 'descending' | 'mode' | 'nested'> & { readonly geo: GeoSort };

/** `{"_geo_distance":{"place":[11.5,48.1],"order":"asc","unit":"km","mode":"min","distance_type":"arc"}}` */
export function parseGeoSort(body: JsonObject, readers: Readers): GeoSortSpec {
  const draft: Draft = {
    field: null,
    points: [],
    descending: false,
    unit: 1,
    onPlane: false,
    mode: null,
    validation: 'STRICT',
    ignoreUnmapped: false,
    nested: null,
  };
  for (const [name, value] of membersOf(body)) readMember(draft, name, value, readers);
  const { field, descending, mode, nested, points, unit, onPlane, validation, ignoreUnmapped } = draft;
  if (field === null || points.length === 0) {
    throw apiError('illegal_argument_exception', 'Geo distance sorting needs at least one point.');
  }
  const geo: GeoSort = Object.freeze({ points, unit, onPlane, validation, ignoreUnmapped });
  return { field, descending, mode, nested, geo };
}

function readMember(draft: Draft, name: string, value: unknown, readers: Readers): void {
  if (Array.isArray(value)) {
    draft.field = name;
    for (const point of pointsOf(value)) draft.points.push(point);
  } else if (name === 'nested' && isObject(value)) draft.nested = readers.nested(value);
  else if (isObject(value)) addPoint(draft, name, value);
  else if (name === 'order') draft.descending = readers.order(toText(value));
  else if (name === 'unit') draft.unit = unitMetres(toText(value));
  else if (name === 'distance_type') draft.onPlane = isPlane(toText(value));
  else if (name === 'validation_method') draft.validation = readValidationMethod(value);
  else if (name === 'ignore_unmapped') draft.ignoreUnmapped = toBoolean(value);
  else if (name === 'mode') draft.mode = readMode(toText(value), readers);
  else if (typeof value === 'string') addPoint(draft, name, value);
  else throw parsingError(`[_geo_distance] does not support [${name}]`);
}

function addPoint(draft: Draft, name: string, value: unknown): void {
  if (draft.field !== null && draft.field !== name) {
    throw parsingError(`Trying to reset fieldName to [${name}], already set to [${draft.field}].`);
  }
  draft.field = name;
  draft.points.push(readPoint(value, true));
}

/** One as its two numbers, or several. */
function pointsOf(values: readonly unknown[]): GeoPoint[] {
  return typeof values[0] === 'number'
    ? [readPoint(values, true)]
    : values.map((each) => readPoint(each, true));
}

function isPlane(text: string): boolean {
  const type = text.toLowerCase();
  if (type === 'plane' || type === 'arc') return type === 'plane';
  throw apiError('illegal_argument_exception', `No geo distance for [${text}]`);
}

function readMode(text: string, readers: Readers): SortSpec['mode'] {
  const mode = readers.mode(text);
  if (mode !== 'sum') return mode;
  const reason = "sort_mode [sum] isn't supported for sorting by geo distance";
  throw apiError('illegal_argument_exception', reason);
}
