import { apiError } from '@sextant/contract';

/** What a Java DecimalFormat pattern such as `$#,##0.00` or `Value is ##0.0` asks for. */
interface DecimalPattern {
  readonly prefix: string;
  readonly suffix: string;
  readonly grouping: number;
  readonly minInteger: number;
  readonly minFraction: number;
  readonly maxFraction: number;
  readonly multiplier: number;
}

/**
 * A printer for numbers by a Java DecimalFormat pattern (English symbols, half-even rounding). Exponents are
 * not served: illegal_argument_exception.
 */
export function decimalFormat(pattern: string): (value: number) => string {
  const [positivePart = '', negativePart] = pattern.split(';');
  const parsed = parsePattern(positivePart);
  const negative =
    negativePart === undefined
      ? { prefix: `-${parsed.prefix}`, suffix: parsed.suffix }
      : parsePattern(negativePart);
  return (value) => {
    const scaled = Math.abs(value) * parsed.multiplier;
    const text = roundHalfEven(scaled, parsed.maxFraction);
    let [integer = '', fraction = ''] = text.split('.');
    fraction = trimZeros(fraction, parsed.minFraction);
    if (parsed.minInteger === 0 && integer === '0' && fraction !== '') integer = '';
    integer = integer.padStart(parsed.minInteger, '0');
    if (parsed.grouping > 0) integer = group(integer, parsed.grouping);
    const digits = fraction === '' ? integer : `${integer}.${fraction}`;
    return value < 0
      ? `${negative.prefix}${digits}${negative.suffix}`
      : `${parsed.prefix}${digits}${parsed.suffix}`;
  };
}

function parsePattern(pattern: string): DecimalPattern {
  const found = /[#0,.]+/.exec(unquotedMask(pattern));
  const number = found === null ? '' : found[0];
  const start = found === null ? pattern.length : found.index;
  const prefix = pattern.slice(0, start);
  const suffix = pattern.slice(start + number.length);
  if (/^E0/.test(suffix) || !/^[#0,]*(\.[0#]*)?$/.test(number)) {
    throw apiError('illegal_argument_exception', `The number format [${pattern}] is not supported`);
  }
  const [integer = '', fraction = ''] = number.split('.');
  const comma = integer.lastIndexOf(',');
  // Without a `0` the digit before the point is always there, or, where the pattern has none before it, the one behind it.
  const isOptional = number.includes('.') && !number.includes('0');
  return {
    prefix: prefix.replaceAll("'", ''),
    suffix: suffix.replaceAll("'", ''),
    grouping: comma < 0 ? 0 : integer.length - comma - 1,
    minInteger: isOptional && integer !== '' ? 1 : integer.replaceAll(/[^0]/g, '').length,
    minFraction: isOptional && integer === '' ? 1 : fraction.replaceAll(/[^0]/g, '').length,
    maxFraction: fraction.length,
    multiplier: multiplierOf(`${prefix}${suffix}`),
  };
}

function multiplierOf(affixes: string): number {
  if (affixes.includes('%')) return 100;
  return affixes.includes('‰') ? 1000 : 1;
}

/** Quoted text can hold digits that are no placeholders. */
function unquotedMask(pattern: string): string {
  return pattern.replaceAll(/'[^']*'/g, (quoted) => ' '.repeat(quoted.length));
}

function roundHalfEven(value: number, digits: number): string {
  if (value >= 1e21) return BigInt(Math.round(value)).toString();
  const text = value.toFixed(Math.min(digits, 100));
  const scaled = value * 10 ** digits;
  const floor = Math.floor(scaled);
  const tie = scaled - floor === 0.5 && floor % 2 === 0 && digits <= 15;
  return tie ? (floor / 10 ** digits).toFixed(digits) : text;
}

function trimZeros(fraction: string, least: number): string {
  let end = fraction.length;
  while (end > least && fraction[end - 1] === '0') end--;
  return fraction.slice(0, end);
}

function group(integer: string, size: number): string {
  const parts: string[] = [];
  for (let end = integer.length; end > 0; end -= size)
    parts.unshift(integer.slice(Math.max(0, end - size), end));
  return parts.join(',');
}
