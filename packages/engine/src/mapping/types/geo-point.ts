import { Double, type Json } from '@sextant/contract';
import { booleanOf } from '../boolean-value.ts';
import { illegalArgument } from '../errors.ts';
import type { FieldMapper } from '../field-mapper.ts';
import type { FieldType } from '../field-type.ts';
import { decodePoint, encodePoint, type GeoPoint, normalizePoint } from '../geo/geo-encoding.ts';
import { geohashOf } from '../geo/geohash.ts';
import { numberOf, readPoint } from '../geo/read-point.ts';
import { javaDouble } from '../java-text.ts';
import type { FieldValue } from '../mapped-field.ts';
import { EXPLICIT, meta, type Parameter, parameter, UPDATABLE } from '../parameters.ts';

/** A switch whose errors name it with its field. */
function flag(name: string, otherwise: boolean, more: Partial<Parameter> = {}): Parameter {
  return parameter(name, otherwise, (value, { field }) => booleanOf(`${field}.${name}`, value), more);
}

const geoPointParameters: readonly Parameter[] = [
  // Read and dropped: its points are always found.
  flag('index', true, { ...UPDATABLE, print: () => undefined }),
  flag('doc_values', true),
  flag('store', false),
  meta,
  flag('ignore_malformed', false, EXPLICIT),
  flag('ignore_z_value', true, EXPLICIT),
  parameter('null_value', null, (value) => (value === null ? null : readPoint(value, true)), {
    acceptsNull: true,
    updatable: true,
  }),
];

/** Throws where a coordinate is out of range; `of` ends the message. */
function checkRange({ lat, lon }: GeoPoint, of: string): void {
  if (lat > 90 || lat < -90) throw illegalArgument(`illegal latitude value [${javaDouble(lat)}]${of}`);
  if (lon > 180 || lon < -180) throw illegalArgument(`illegal longitude value [${javaDouble(lon)}]${of}`);
}

function checkNumbers({ lat, lon }: GeoPoint): void {
  if (!Number.isFinite(lat)) {
    throw illegalArgument(`invalid latitude ${javaDouble(lat)}; must be between -90.0 and 90.0`);
  }
  if (!Number.isFinite(lon)) {
    throw illegalArgument(`invalid longitude ${javaDouble(lon)}; must be between -180.0 and 180.0`);
  }
}

/** Points are taken round the earth where what is malformed is ignored. */
function stored(mapper: FieldMapper, point: GeoPoint): Uint8Array {
  if (!mapper.ignoreMalformed) checkRange(point, ` for ${mapper.name}`);
  checkNumbers(point);
  return encodePoint(normalizePoint(point));
}

/** An array that begins with a number is one point. */
function points(value: unknown): readonly unknown[] {
  if (!Array.isArray(value) || (value.length > 0 && numberOf(value[0]) !== undefined)) return [value];
  return value as readonly unknown[];
}

function parse(mapper: FieldMapper, value: unknown): Uint8Array {
  return stored(mapper, readPoint(value, ignoresZ(mapper)));
}

function ignoresZ(mapper: FieldMapper): boolean {
  return mapper.value('ignore_z_value') !== false;
}

function text(value: FieldValue): string {
  if (!(value instanceof Uint8Array)) return String(value);
  const { lat, lon } = decodePoint(value);
  return `${javaDouble(lat)}, ${javaDouble(lon)}`;
}

function shown({ lat, lon }: GeoPoint, format: string | null): Json {
  if (format === 'wkt') return `POINT (${javaDouble(lon)} ${javaDouble(lat)})`;
  return { coordinates: [new Double(lon), new Double(lat)], type: 'Point' };
}

function checkFormat(format: string | null): void {
  if (format === null || format === 'geojson' || format === 'wkt') return;
  throw illegalArgument(`Unrecognized geometry format [${format}].`);
}

/** A place on the earth, kept as a term of 32 bits for each coordinate. */
export const geoPoint: FieldType = {
  name: 'geo_point',
  storage: 'ordinal',
  parameters: geoPointParameters,
  fieldsBefore: 'ignore_malformed',
  defaults: {
    boost: new Double(1),
    index: true,
    doc_values: true,
    store: false,
    meta: {},
    ignore_malformed: false,
    ignore_z_value: true,
    null_value: null,
  },
  isScalar: false,
  bytes: 'parsed',
  isText: false,
  formats: 'fields',
  isOfOldForm: true,
  notSearched: (field) =>
    `Geometry fields do not support exact searching, use dedicated geometry queries instead: [${field}]`,
  notSorted: "can't sort on geo_point field without using specific sorting feature, like geo_distance",
  numbers: null,
  terms: { isPlain: false, isKey: false, bytes: (value) => encodePoint(readPoint(value, true)), text },
  mapped: () => ({ indexed: true }),
  check: (_field, values) => {
    const point = values.get('null_value') as GeoPoint | null | undefined;
    if (point && values.get('ignore_malformed') !== true) checkRange(point, '');
  },
  structure: {
    // Null stands for no point among others.
    split: (value) => (Array.isArray(value) ? points(value).map((one) => one ?? false) : [value]),
    text: (value) => (value instanceof Uint8Array ? geohashOf(value) : String(value)),
    checkFormat,
    print: (field, value, format) => {
      const point = readPoint(value, field.definition.ignore_z_value !== false);
      return shown(field.definition.ignore_malformed === true ? normalizePoint(point) : point, format);
    },
  },
  parse,
  queryValue: (_field, value) => encodePoint(readPoint(value, true)),
  match: () => ({ kind: 'nothing' }),
  print: (_field, value) => text(value),
  showsSorted: true,
  printSource: (_field, value) => String(value),
};
