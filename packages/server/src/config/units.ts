import { ApiError, apiError, bytesText, byteUnits, type ErrorCause, timeUnits } from '@sextant/contract';

export { bytesText } from '@sextant/contract';

const times = Object.entries(timeUnits);
/** Longest first: `kb` ends in `b` too. */
const sizes = Object.entries(byteUnits).sort(([a], [b]) => b.length - a.length);

/**
 * `30s` → 30000. `-1` and `0` need no unit. Throws ApiError with OpenSearch's texts; `name` is the setting or
 * parameter.
 */
export function parseTimeMs(text: string, name: string): number {
  const trimmed = text.trim();
  const lower = trimmed.toLowerCase();
  if (lower === '-1') return -1;
  if (/^0+$/.test(lower)) return 0;
  // A capital M is a month: never minutes.
  const isMonths = trimmed.endsWith('M');
  const unit = times.find(([suffix]) => lower.endsWith(suffix) && !(suffix === 'm' && isMonths));
  const asTime = `failed to parse setting [${name}] with value [${text}] as a time value`;
  if (unit === undefined) {
    throw apiError('illegal_argument_exception', `${asTime}: unit is missing or unrecognized`);
  }
  const [suffix, ms] = unit;
  const digits = trimmed.slice(0, -suffix.length).trim();
  if (/^-\d+$/.test(digits) && Number(digits) < 0) {
    throw apiError('illegal_argument_exception', `${asTime}: negative durations are not supported`);
  }
  if (isLong(digits)) return Number(digits) * ms;
  const fractional = digits !== '' && !Number.isNaN(Number(digits));
  throw new ApiError({
    type: 'illegal_argument_exception',
    reason: fractional
      ? `failed to parse [${text}], fractional time values are not supported`
      : `failed to parse [${text}]`,
    causedBy: { type: 'number_format_exception', reason: `For input string: "${digits}"` },
  });
}

/** A whole number of 64 bits. */
function isLong(digits: string): boolean {
  const [, number] = /^[+]?(-?\d{1,19})$/.exec(digits) ?? [];
  return number !== undefined && BigInt.asIntN(64, BigInt(number)) === BigInt(number);
}

/** `10mb` → 10485760. `-1` and `0` need no unit. Throws ApiError with OpenSearch's texts. */
export function parseBytes(text: string, name: string): number {
  const lower = text.trim().toLowerCase();
  if (lower === '-1') return -1;
  if (lower === '0') return 0;
  const asSize = `failed to parse setting [${name}] with value [${text}] as a size in bytes`;
  const unit = sizes.find(([suffix]) => lower.endsWith(suffix));
  if (unit === undefined) throw apiError('parse_exception', `${asSize}: unit is missing or unrecognized`);
  const [suffix, size] = unit;
  const digits = text.trim().slice(0, -suffix.length).trim();
  const value = Number(digits);
  if (/^\d+$/.test(digits)) return value * size;
  const wrong = { type: 'number_format_exception', reason: `For input string: "${digits}"` } as const;
  if (/^-\d+$/.test(digits)) {
    const bound = `Values less than -1 bytes are not supported: ${text}`;
    throw sizeError(asSize, { type: 'illegal_argument_exception', reason: bound });
  }
  if (digits === '' || !Number.isFinite(value)) throw sizeError(`failed to parse [${text}]`, wrong);
  const fraction = 'Fractional bytes values have been deprecated since Legacy 6.2.';
  const advice = `Use non-fractional bytes values instead: found for setting [${name}]`;
  throw sizeError(`Failed to parse bytes value [${text}]. ${fraction} ${advice}`, wrong);
}

function sizeError(reason: string, causedBy: ErrorCause): ApiError {
  return new ApiError({ type: 'parse_exception', reason, causedBy });
}

/** A size without loss, in the largest unit that is whole: `100mb`, `1025b`. */
export function exactBytesText(bytes: number): string {
  const text = bytesText(bytes);
  return /^\d+[a-z]+$/.test(text) && parseBytes(text, 'size') === bytes ? text : `${bytes}b`;
}

/** A time without loss, in the largest of the small units that is whole: `1500ms`, `1500micros`. */
export function exactTimeText(ms: number): string {
  if (Number.isInteger(ms)) return `${ms}ms`;
  const nanos = Math.round(ms * 1e6);
  return nanos % 1000 === 0 ? `${nanos / 1000}micros` : `${nanos}nanos`;
}

/** `12ms`, `6.8m`, `0s`: one decimal, cut and not rounded. */
export function timeText(ms: number): string {
  if (ms === 0) return '0s';
  if (ms === -1) return '-1';
  const unit = times.findLast(([, size]) => ms >= size) ?? times[0]!;
  return `${oneDecimal(ms / unit[1])}${unit[0]}`;
}

/** `999`, `1.2k`, `3m`: counts in powers of 1000. */
export function countText(count: number): string {
  const units: readonly (readonly [number, string])[] = [
    [1e15, 'p'],
    [1e12, 't'],
    [1e9, 'g'],
    [1e6, 'm'],
    [1e3, 'k'],
  ];
  const unit = units.find(([size]) => count >= size);
  return unit === undefined ? String(count) : `${oneDecimal(count / unit[0])}${unit[1]}`;
}

function oneDecimal(value: number): string {
  return String(Math.floor(value * 10 + 1e-9) / 10);
}
