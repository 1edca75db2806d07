import { apiError } from '@sextant/contract';

interface DistanceUnit {
  readonly names: readonly string[];
  readonly metres: number;
}

/** In the order in which endings are tried: `mi` before `m`. */
const UNITS: readonly DistanceUnit[] = [
  { names: ['in', 'inch'], metres: 0.0254 },
  { names: ['yd', 'yards'], metres: 0.9144 },
  { names: ['ft', 'feet'], metres: 0.3048 },
  { names: ['km', 'kilometers'], metres: 1000 },
  { names: ['NM', 'nmi', 'nauticalmiles'], metres: 1852 },
  { names: ['mm', 'millimeters'], metres: 0.001 },
  { names: ['cm', 'centimeters'], metres: 0.01 },
  { names: ['mi', 'miles'], metres: 1609.344 },
  { names: ['m', 'meters'], metres: 1 },
];

/** Metres of a unit. Throws illegal_argument_exception. */
export function unitMetres(name: string): number {
  const unit = UNITS.find(({ names }) => names.includes(name));
  if (unit === undefined) throw apiError('illegal_argument_exception', `No distance unit match [${name}]`);
  return unit.metres;
}

/** `12km`, `12 km`, `12`, in metres; `otherwise`: metres of the unit of a bare number. Throws number_format_exception. */
export function distanceMetres(text: string, otherwise: number): number {
  for (const { names, metres } of UNITS) {
    const ending = names.find((name) => text.endsWith(name));
    if (ending !== undefined) return decimal(text, text.slice(0, -ending.length)) * metres;
  }
  return decimal(text, text) * otherwise;
}

function decimal(whole: string, text: string): number {
  const number = text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isNaN(number)) return number;
  throw apiError('number_format_exception', `For input string: "${whole}"`);
}
