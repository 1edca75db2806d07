import { wrapError } from '../errors.ts';
import { type GeoPoint, latOf, latStepsOf, lonOf, lonStepsOf } from './geo-encoding.ts';

const SYMBOLS = '0123456789bcdefghjkmnpqrstuvwxyz';

/** More symbols say less than a step of the coordinates. */
const SYMBOLS_MAX = 12;

/** Each symbol has five bits, of longitude and latitude in turn. */
const SYMBOL_BITS = 5;

/** What is wrong with a text that should be a geohash; null: nothing. */
export function geohashProblem(hash: string): string | null {
  if (hash === '') return 'empty geohash';
  for (let at = 0; at < Math.min(hash.length, SYMBOLS_MAX); at++) {
    if (!SYMBOLS.includes(hash[at]!)) return `unsupported symbol [${hash[at]}] in geohash [${hash}]`;
  }
  return null;
}

/** The place in the south-west of the cell of a geohash. Throws parse_exception. */
export function geohashPoint(hash: string): GeoPoint {
  const problem = geohashProblem(hash);
  if (problem !== null)
    throw wrapError('parse_exception', problem, { type: 'illegal_argument_exception', reason: problem });
  const coordinates = [0, 0];
  const known = Math.min(hash.length, SYMBOLS_MAX) * SYMBOL_BITS;
  for (let bit = 0; bit < known; bit++) {
    const symbol = SYMBOLS.indexOf(hash[Math.floor(bit / SYMBOL_BITS)]!);
    const value = (symbol >>> (SYMBOL_BITS - 1 - (bit % SYMBOL_BITS))) & 1;
    coordinates[bit % 2]! += value * 2 ** (31 - (bit >>> 1));
  }
  const [lon = 0, lat = 0] = coordinates;
  return { lat: latOf(lat - 2 ** 31), lon: lonOf(lon - 2 ** 31) };
}

/** The cell of a point that is stored, as narrow as a geohash can say. */
export function geohashOf(term: Uint8Array): string {
  const coordinates = [lonStepsOf(term) + 2 ** 31, latStepsOf(term) + 2 ** 31];
  let hash = '';
  for (let at = 0; at < SYMBOLS_MAX; at++) {
    let symbol = 0;
    for (let bit = at * SYMBOL_BITS; bit < (at + 1) * SYMBOL_BITS; bit++) {
      symbol = symbol * 2 + ((coordinates[bit % 2]! >>> (31 - (bit >>> 1))) & 1);
    }
    hash += SYMBOLS[symbol]!;
  }
  return hash;
}
