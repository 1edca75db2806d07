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

/** OpenSearch's TimeValue text in milliseconds; the sign is allowed. */
export function timeValueMs(text: string, setting: string): number {
  const normalized = text.trim().toLowerCase();
  if (normalized === '0' || normalized === '-0') return 0;
  for (const [unit, ms] of TIME_UNITS) {
    // A capital M is a month: never minutes.
    if (!normalized.endsWith(unit) || (unit === 'm' && text.trim().endsWith('M'))) continue;
    const digits = normalized.slice(0, -unit.length).trim();
    if (/^[+-]?\d+$/.test(digits)) return Math.trunc(Number(digits) * ms);
    throw notANumber(text, digits);
  }
  const what = `failed to parse setting [${setting}] with value [${text}] as a time value`;
  throw apiError('illegal_argument_exception', `${what}: unit is missing or unrecognized`);
}

function notANumber(text: string, digits: string): ApiError {
  const fractional = /^[+-]?\d*\.\d+$/.test(digits) ? ', fractional time values are not supported' : '';
  return new ApiError({
    type: 'illegal_argument_exception',
    reason: `failed to parse [${text}]${fractional}`,
    causedBy: { type: 'number_format_exception', reason: `For input string: "${digits}"` },
  });
}
