/**
 * A number that a double cannot hold: `coarse`, which a column of doubles has, and what it is above that. Numbers of one
 * field are in the order of `coarse`, then of `rest`; a plain number has the rest 0. Plain data, which crosses threads.
 */
export interface FineNumber {
  readonly coarse: number;
  /** Whole, of 32 bits, not 0. */
  readonly rest: number;
}

export type ColumnNumber = number | FineNumber;

export function isFine(value: unknown): value is FineNumber {
  return typeof value === 'object' && value !== null && 'rest' in value && 'coarse' in value;
}

export function coarseOf(value: ColumnNumber): number {
  return typeof value === 'number' ? value : value.coarse;
}

export function restOf(value: ColumnNumber): number {
  return typeof value === 'number' ? 0 : value.rest;
}

export function columnNumber(coarse: number, rest: number): ColumnNumber {
  return rest === 0 ? coarse : { coarse, rest };
}

export function compareFine(a: ColumnNumber, b: ColumnNumber): number {
  const [left, right] = [coarseOf(a), coarseOf(b)];
  if (left !== right) return left < right ? -1 : 1;
  return restOf(a) - restOf(b);
}

/**
 * A whole number of up to 64 bits: the nearest double, and what is missing. Rounding keeps the order, so that pairs have
 * that of the numbers.
 */
export function ofBig(value: bigint): ColumnNumber {
  const coarse = Number(value);
  return columnNumber(coarse, Number(value - BigInt(coarse)));
}

/** `value` must be whole. */
export function toBig(value: ColumnNumber): bigint {
  return typeof value === 'number' ? BigInt(value) : BigInt(value.coarse) + BigInt(value.rest);
}
