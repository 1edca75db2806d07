import { type Json, Long } from '@sextant/contract';
import { type ColumnNumber, ofBig, toBig } from './fine-number.ts';
import { nextDown, nextUp } from './number-bounds.ts';

/** A whole number of a column as JSON, with all its digits, within the limits of the type. */
export function wholeJson(type: string, value: ColumnNumber): Json {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
  return new Long(String(within(type, toBig(value))));
}

const LIMITS = { signed: [-(2n ** 63n), 2n ** 63n - 1n], unsigned: [0n, 2n ** 64n - 1n] } as const;

/** The nearest that the type can hold. */
function within(type: string, value: bigint): bigint {
  const [low, high] = type === 'unsigned_long' ? LIMITS.unsigned : LIMITS.signed;
  if (value < low) return low;
  return value > high ? high : value;
}

/** The whole part of a number that is written in digits, as columns have it, within the limits of the type. */
export function wholeOf(type: string, text: string): ColumnNumber {
  const digits = /^[+-]?\d+(?=\.\d*$|$)/.exec(text)?.[0];
  const value = BigInt(digits === undefined ? Math.trunc(Number(text)) : digits.replace('+', ''));
  return ofBig(within(type, value));
}

/** The whole number that is so much further; of a number with a fraction, or one that is counted one by one, the next double. */
export function nextWhole(value: ColumnNumber, by: 1 | -1): ColumnNumber {
  if (typeof value === 'number' && !(Number.isInteger(value) && Math.abs(value) >= 2 ** 53))
    return by > 0 ? nextUp(value) : nextDown(value);
  return ofBig(toBig(value) + BigInt(by));
}
