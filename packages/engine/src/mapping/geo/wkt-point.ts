import { ApiError, type ErrorCause, type ErrorType } from '@sextant/contract';
import { javaDouble } from '../java-text.ts';
import { javaParseDouble } from '../number-coercion.ts';
import type { GeoPoint } from './geo-encoding.ts';

/** Geometries of Well-Known Text that are no points. */
const OTHERS: ReadonlySet<string> = new Set([
  'linestring',
  'polygon',
  'multipoint',
  'multilinestring',
  'multipolygon',
  'geometrycollection',
  'circle',
  'linearring',
  'bbox',
]);

const END = 'END-OF-STREAM';

/** `POINT (lon lat)`; whatever follows is overlooked, as in OpenSearch. Throws parse_exception. */
export function wktPoint(text: string, ignoresZ: boolean): GeoPoint {
  const words = text.match(/[^\s(),]+|[(),]/g) ?? [];
  const word = (at: number): string => words[at] ?? END;
  const type = word(0).toLowerCase();
  if (OTHERS.has(type)) {
    const reason = `[geo_point] supports only POINT among WKT primitives, but found ${type.toUpperCase()}`;
    throw new ApiError({ type: 'parse_exception', reason });
  }
  if (type !== 'point') throw invalid('illegal_argument_exception', `Unknown geometry type: ${type}`);
  if (word(1).toLowerCase() === 'empty') return { lat: 0, lon: 0 };
  if (word(1) === END) throw invalid('parse_exception', `expected word but found: ${END}`);
  if (word(1) !== '(') throw invalid('parse_exception', `expected EMPTY or ( but found: ${word(1)}`);
  const [lon, lat] = [coordinate(word(2)), coordinate(word(3))];
  const hasZ = word(4) !== ')' && word(4) !== END;
  const z = hasZ ? coordinate(word(4)) : 0;
  const close = word(hasZ ? 5 : 4);
  if (close === END) throw invalid('parse_exception', `expected word but found: ${END}`);
  if (close !== ')') throw invalid('parse_exception', `expected ) but found: ${close}`);
  if (hasZ && !ignoresZ) {
    const reason = `found Z value [${javaDouble(z)}] but [ignore_z_value] parameter is [false]`;
    throw invalid('illegal_argument_exception', reason);
  }
  checkRange('latitude', lat, 90);
  checkRange('longitude', lon, 180);
  return { lat, lon };
}

function coordinate(word: string): number {
  if (/^[(),]$/.test(word)) throw invalid('parse_exception', `expected number but found: '${word}'`);
  if (word === END) throw invalid('parse_exception', `expected number but found: ${END}`);
  const number = javaParseDouble(word);
  if (number === undefined) throw invalid('parse_exception', `invalid number found: ${word}`);
  return number;
}

function checkRange(name: string, value: number, most: number): void {
  if (value >= -most && value <= most) return;
  const limits = `${javaDouble(-most)} and ${javaDouble(most)}`;
  throw invalid(
    'illegal_argument_exception',
    `invalid ${name} ${javaDouble(value)}; must be between ${limits}`,
  );
}

function invalid(type: ErrorType, reason: string): ApiError {
  const cause: ErrorCause = { type, reason };
  return new ApiError({
    type: 'parse_exception',
    reason: 'Invalid WKT format',
    causedBy: cause,
    rootCause: [{ type: 'parse_exception', reason: 'Invalid WKT format' }],
  });
}
