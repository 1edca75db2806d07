import { apiError, isObject } from '@sextant/contract';
import { illegalArgument, mapperParsing } from '../errors.ts';
import { encodePoint, normalizePoint } from '../geo/geo-encoding.ts';
import { geohashOf, geohashPoint } from '../geo/geohash.ts';
import { readPoint } from '../geo/read-point.ts';

/** What suggestions of a `completion` field may be kept apart by. */
export interface CompletionContext {
  readonly name: string;
  readonly type: 'category' | 'geo';
  /** Symbols of a geohash; 0 for categories. */
  readonly precision: number;
  /** The field whose values are taken where a suggestion has none. */
  readonly path: string | null;
}

const DEFAULT_PRECISION = 6;
const MAX_PRECISION = 12;

const KNOWN: ReadonlySet<string> = new Set(['name', 'type', 'path', 'precision']);

/** The parameter `contexts` of a field. Throws ApiError. */
export function parseContexts(value: unknown): CompletionContext[] {
  const definitions = [value].flat();
  if (definitions.length === 0) throw apiError('parse_exception', 'expected at least one context mapping');
  const contexts = definitions.map(parseContext);
  const names = contexts.map(({ name }) => name);
  const twice = names.find((name, i) => names.indexOf(name) < i);
  if (twice !== undefined) throw illegalArgument(`Context name '${twice}' is not unique`);
  return contexts;
}

/** Throws ApiError where points are to be read from a field that has none. `typeOf`: undefined where there is no such field. */
export function checkContextPaths(
  contexts: readonly CompletionContext[],
  typeOf: (field: string) => string | undefined,
): void {
  for (const { name, type, path } of contexts) {
    if (type !== 'geo' || path === null) continue;
    const found = typeOf(path);
    if (found === 'geo_point') continue;
    const what = `field [${path}] referenced in context [${name}]`;
    const problem =
      found === undefined ? 'is not defined in the mapping' : `must be mapped to geo_point, found [${found}]`;
    throw apiError('parse_exception', `${what} ${problem}`);
  }
}

function parseContext(value: unknown): CompletionContext {
  const given = isObject(value) ? value : {};
  const { name, type, path = null, precision } = given;
  if (name === undefined || name === null) throw missing('name');
  if (type === undefined || type === null) throw missing('type');
  const kind = String(type).toLowerCase();
  if (kind !== 'category' && kind !== 'geo') throw illegalArgument(`No context type for [${String(type)}]`);
  const unknown = Object.keys(given).filter(
    (key) => !KNOWN.has(key) || (key === 'precision' && kind !== 'geo'),
  );
  if (unknown.length > 0) {
    const told = unknown.map((key) => ` [${key} : ${String(given[key])}]`).join('');
    throw mapperParsing(`Mapping definition for [${String(name)}] has unsupported parameters: ${told}`);
  }
  return {
    name: String(name),
    type: kind,
    precision: kind === 'geo' ? precisionOf(precision ?? DEFAULT_PRECISION) : 0,
    path: path === null ? null : String(path),
  };
}

function missing(key: string): Error {
  return apiError('parse_exception', `missing [${key}] in context mapping`);
}

/** Metres of units that a precision may be told in. */
const METRES: ReadonlyMap<string, number> = new Map([
  ['mm', 0.001],
  ['cm', 0.01],
  ['m', 1],
  ['km', 1000],
  ['mi', 1609.344],
  ['yd', 0.9144],
  ['ft', 0.3048],
  ['in', 0.0254],
  ['nmi', 1852],
]);

/** Around the earth, in metres. */
const EQUATOR = 2 * Math.PI * 6_378_137;

/** Symbols of a geohash, or the size of the cells. */
export function precisionOf(value: unknown): number {
  const text = String(value).trim();
  const found = /^([\d.]+)([a-z]*)$/.exec(text);
  const unit = found?.[2] ?? '';
  if (found === null || (unit !== '' && !METRES.has(unit))) {
    throw illegalArgument(`Cannot parse precision [${text}]`);
  }
  const number = Number(found[1]);
  const levels = unit === '' ? number : levelsFor(number * METRES.get(unit)!);
  if (Number.isInteger(levels) && levels >= 1 && levels <= MAX_PRECISION) return levels;
  throw illegalArgument(
    `Invalid geohash aggregation precision of ${text}. Must be between 1 and ${MAX_PRECISION}.`,
  );
}

/** The most symbols whose cells are, by their width, at least about as large as this. */
function levelsFor(metres: number): number {
  const bits = metres === 0 ? Number.POSITIVE_INFINITY : Math.round(Math.log2(Math.ceil(EQUATOR / metres)));
  let level = 1;
  while (level < MAX_PRECISION && Math.ceil((5 * (level + 1)) / 2) <= bits) level++;
  return level;
}

export function printContexts(contexts: readonly CompletionContext[]): unknown {
  return contexts.map(({ name, type, precision, path }) => ({
    name,
    type: type.toUpperCase(),
    ...(type === 'geo' ? { precision } : {}),
    ...(path === null ? {} : { path }),
  }));
}

/** A value of a document for a context, as it is kept. Throws ApiError. */
export function contextValue({ name, type, precision }: CompletionContext, value: unknown): string {
  if (type === 'category') {
    if (typeof value !== 'object') return String(value);
    throw apiError(
      'parse_exception',
      `Failed to parse context field [${name}], only keyword and text fields are accepted`,
    );
  }
  if (typeof value === 'string' && !value.includes(',')) return value.slice(0, precision);
  return geohash(readPoint(value, true), precision);
}

export function geohash(point: { readonly lat: number; readonly lon: number }, precision: number): string {
  return geohashOf(encodePoint(normalizePoint(point))).slice(0, precision);
}

/** The cells around one, over the date line too but not over the poles. */
export function neighbours(hash: string): string[] {
  const level = hash.length;
  const width = 360 / 2 ** Math.ceil((5 * level) / 2);
  const height = 180 / 2 ** Math.floor((5 * level) / 2);
  const corner = geohashPoint(hash);
  const [lat, lon] = [corner.lat + height / 2, corner.lon + width / 2];
  const found = new Set<string>();
  for (const north of [1, 0, -1]) {
    const latitude = lat + north * height;
    if (latitude > 90 || latitude < -90) continue;
    for (const east of [-1, 0, 1]) {
      const longitude = ((lon + east * width + 540) % 360) - 180;
      if (north !== 0 || east !== 0) found.add(geohash({ lat: latitude, lon: longitude }, level));
    }
  }
  return [...found];
}
