import { ApiError, apiError } from '@sextant/contract';

export { bytesText } from '@sextant/contract';

const timeUnits: readonly (readonly [suffix: string, ms: number])[] = [
  ['nanos', 1e-6],
  ['micros', 1e-3],
  ['ms', 1],
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
];

const byteUnits: readonly (readonly [suffix: string, bytes: number])[] = [
  ['pb', 1024 ** 5],
  ['tb', 1024 ** 4],
  ['gb', 1024 ** 3],
  ['mb', 1024 ** 2],
  ['kb', 1024],
  ['p', 1024 ** 5],
  ['t', 1024 ** 4],
  ['g', 1024 ** 3],
  ['m', 1024 ** 2],
  ['k', 1024],
  ['b', 1],
];

/**
 * `30s` → 30000. `-1` and `0` need no unit. Throws ApiError with OpenSearch's texts; `name` is the setting or
 * parameter.
 */
export function parseTimeMs(text: string, name: string): number {
  const trimmed = text.trim();
  const lower = trimmed.toLowerCase();
  if (lower === '-1') return -1;
  if (/^0+$/.test(lower)) return 0;
  const unit = timeUnits.find(([suffix]) => lower.endsWith(suffix));
  const asTime = `failed to parse setting [${name}] with value [${text}] as a time value`;
  if (unit === undefined) {
    throw apiError('illegal_argument_exception', `${asTime}: unit is missing or unrecognized`);
  }
  const [suffix, ms] = unit;
  const digits = trimmed.slice(0, -suffix.length).trim();
  if (/^-\d+$/.test(digits) && Number(digits) < 0) {
    throw apiError('illegal_argument_exception', `${asTime}: negative durations are not supported`);
  }
  if (/^[+-]?\d+$/.test(digits)) return Number(digits) * ms;
  const fractional = digits !== '' && Number.isFinite(Number(digits));
  throw new ApiError({
    type: 'illegal_argument_exception',
    reason: fractional
      ? `failed to parse [${text}], fractional time values are not supported`
      : `failed to parse [${text}]`,
    causedBy: { type: 'number_format_exception', reason: `For input string: "${digits}"` },
  });
}

/** `10mb` → 10485760. `-1` and `0` need no unit. Throws ApiError with OpenSearch's texts. */
export function parseBytes(text: string, name: string): number {
  const lower = text.trim().toLowerCase();
  if (lower === '-1') return -1;
  if (lower === '0') return 0;
  const asSize = `failed to parse setting [${name}] with value [${text}] as a size in bytes`;
  const unit = byteUnits.find(([suffix]) => lower.endsWith(suffix));
  if (unit === undefined) throw apiError('parse_exception', `${asSize}: unit is missing or unrecognized`);
  const digits = lower.slice(0, -unit[0].length).trim();
  const value = Number(digits);
  if (digits === '' || !Number.isFinite(value) || value < 0)
    throw apiError('parse_exception', `failed to parse [${text}]`);
  return Math.floor(value * unit[1]);
}

/** `12ms`, `6.8m`, `0s`: one decimal, cut and not rounded. */
export function timeText(ms: number): string {
  if (ms === 0) return '0s';
  if (ms === -1) return '-1';
  const unit = timeUnits.findLast(([, size]) => ms >= size) ?? timeUnits[0]!;
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
