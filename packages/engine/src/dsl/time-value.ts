import { ApiError, apiError } from '@sextant/contract';

const TIME_UNITS: readonly (readonly [string, number])[] = [
  ['nanos', 1e-6],
  ['micros', 1e-3],
  ['ms', 1],
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
];

const LONGS = 2 ** 63;
const LONGEST = String(2n ** 63n - 1n);

function isLong(digits: string): boolean {
  // The longest of all is rounded to one more.
  return /^[+-]?\d+$/.test(digits) && (Math.abs(Number(digits)) < LONGS || digits === LONGEST);
}

/** OpenSearch's TimeValue text in milliseconds, or -1. What is beyond a long of Java ends there. */
export function timeValueMs(text: string, setting: string): number {
  const normalized = text.trim().toLowerCase();
  if (/^-0*1$/.test(normalized)) return -1;
  if (/^0+$/.test(normalized)) return 0;
  const what = `failed to parse setting [${setting}] with value [${text}] as a time value`;
  for (const [unit, ms] of TIME_UNITS) {
    // A capital M is a month: never minutes.
    if (!normalized.endsWith(unit) || (unit === 'm' && text.trim().endsWith('M'))) continue;
    const digits = normalized.slice(0, -unit.length).trim();
    if (/^-\d+$/.test(digits) && Number(digits) < -1) {
      throw apiError('illegal_argument_exception', `${what}: negative durations are not supported`);
    }
    if (isLong(digits)) return Math.trunc(Math.min(Math.max(Number(digits) * ms, -LONGS), LONGS));
    throw notANumber(text, digits);
  }
  throw apiError('illegal_argument_exception', `${what}: unit is missing or unrecognized`);
}

function notANumber(text: string, digits: string): ApiError {
  // As OpenSearch tells of all that is a double and no long.
  const isDouble = digits !== '' && !Number.isNaN(Number(digits));
  const fractional = isDouble ? ', fractional time values are not supported' : '';
  return new ApiError({
    type: 'illegal_argument_exception',
    reason: `failed to parse [${text}]${fractional}`,
    causedBy: { type: 'number_format_exception', reason: `For input string: "${digits}"` },
  });
}
