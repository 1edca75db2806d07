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

function under(radix: number): string {
  return radix === 10 ? '' : ` under radix ${radix}`;
}

function parsed(text: string | null, radix: number): bigint {
  if (text === null) throw badNumber('Cannot parse null string: null');
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
