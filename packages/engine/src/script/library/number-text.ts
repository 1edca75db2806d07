import { JavaError, nullPointer } from '../java-error.ts';
import { type LongValue, wrapLong } from '../values.ts';

function badNumber(reason: string): JavaError {
  return new JavaError('number_format_exception', reason);
}

/** `Long.parseLong`: digits of the radix with a sign. Throws NumberFormatException. */
export function parseJavaLong(text: string | null, radix: number): LongValue {
  const value = parsed(text, radix);
  if (BigInt.asIntN(64, value) === value) return wrapLong(value);
  throw badNumber(`For input string: "${text}"${under(radix)}`);
}

export function parseJavaInt(text: string | null, radix: number): number {
  const value = parsed(text, radix);
  if (BigInt.asIntN(32, value) === value) return Number(value);
  throw badNumber(`For input string: "${text}"${under(radix)}`);
}

/** What numbers are shown by: 10 where there is no such radix. */
export function usedRadix(radix: number): number {
  return radix < 2 || radix > 36 ? 10 : radix;
}

function under(radix: number): string {
  return radix === 10 ? '' : ` under radix ${radix}`;
}

function parsed(text: string | null, radix: number): bigint {
  if (text === null) throw badNumber('Cannot parse null string: null');
  if (radix < 2) throw badNumber(`radix ${radix} less than Character.MIN_RADIX`);
  if (radix > 36) throw badNumber(`radix ${radix} greater than Character.MAX_RADIX`);
  const match = /^([+-]?)([0-9a-zA-Z]{1,64})$/.exec(text);
  if (match === null) throw badNumber(`For input string: "${text}"${under(radix)}`);
  let value = 0n;
  for (const each of match[2]!) {
    const digit = Number.parseInt(each, radix);
    if (Number.isNaN(digit)) throw badNumber(`For input string: "${text}"${under(radix)}`);
    value = value * BigInt(radix) + BigInt(digit);
  }
  return match[1] === '-' ? -value : value;
}

/** `parseUnsignedInt` and its like. Throws NumberFormatException. */
export function parseUnsigned(text: string | null, radix: number, bits: 32 | 64): LongValue {
  if (text?.startsWith('-') === true)
    throw badNumber(`Illegal leading minus sign on unsigned string ${text}.`);
  const value = parsed(text, radix);
  const kind = bits === 32 ? 'int' : 'long';
  if (BigInt.asUintN(bits, value) !== value)
    throw badNumber(`String value ${text} exceeds range of unsigned ${kind}.`);
  return wrapLong(BigInt.asIntN(bits, value));
}

/** `Double.parseDouble`. Throws NumberFormatException. */
export function parseJavaDouble(text: string | null): number {
  if (text === null) throw nullPointer(null);
  const trimmed = text.trim();
  if (trimmed === '') throw badNumber('empty String');
  if (/^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?[dDfF]?$/.test(trimmed)) {
    return Number(trimmed.replace(/[dDfF]$/, ''));
  }
  const special = /^([+-]?)(NaN|Infinity)$/.exec(trimmed);
  if (special === null) throw badNumber(`For input string: "${text}"`);
  return Number(special[1] + special[2]!);
}
