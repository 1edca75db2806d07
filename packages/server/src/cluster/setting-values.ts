import { ApiError, apiError, byteUnits, timeUnits } from '@sextant/contract';

/** How the text of a setting is read; every reader throws ApiError with OpenSearch's text. */
export type SettingType =
  | { readonly kind: 'boolean' | 'list' | 'string' | 'copies' }
  | { readonly kind: 'int' | 'double'; readonly min?: number; readonly max?: number }
  | { readonly kind: 'time'; readonly minMs?: number; readonly minText?: string }
  | { readonly kind: 'bytes' | 'memory' }
  | {
      readonly kind: 'words';
      readonly words: readonly string[];
      readonly complaint: (value: string) => string;
    };

export function checkSettingValue(name: string, type: SettingType, value: string): void {
  switch (type.kind) {
    case 'boolean':
      readBoolean(value);
      return;
    case 'int':
    case 'double':
      checkNumber(name, type, value);
      return;
    case 'time': {
      const ms = readTimeMs(name, value);
      if (type.minMs !== undefined && ms < type.minMs) {
        throw apiError(
          'illegal_argument_exception',
          `failed to parse value [${value}] for setting [${name}], must be >= [${type.minText ?? `${type.minMs}ms`}]`,
        );
      }
      return;
    }
    case 'bytes':
      readBytes(name, value);
      return;
    case 'memory':
      memorySize(name, value, 0);
      return;
    case 'words':
      if (!type.words.includes(value.toLowerCase())) {
        throw apiError('illegal_argument_exception', type.complaint(value));
      }
      return;
    case 'copies':
      checkCopies(name, value);
      return;
    case 'list':
    case 'string':
  }
}

/** `false`, or a range of numbers of copies such as `0-1` or `0-all`. */
function checkCopies(name: string, value: string): void {
  if (value === 'false') return;
  const dash = value.indexOf('-');
  const [least, most] = [value.slice(0, Math.max(0, dash)), value.slice(dash + 1)];
  const wrong = [least, most].find((part, i) => !(/^\d+$/.test(part) || (i === 1 && part === 'all')));
  if (dash < 0 || wrong !== undefined) {
    throw new ApiError({
      type: 'illegal_argument_exception',
      reason: `failed to parse [${name}] from value: [${value}] at index ${dash}`,
      ...(dash < 0 || wrong === undefined
        ? {}
        : { causedBy: { type: 'number_format_exception', reason: `For input string: "${wrong}"` } }),
    });
  }
  if (most !== 'all' && Number(least) > Number(most)) {
    const wanted = `minReplicas must be =< maxReplicas but wasn't ${least} > ${most}`;
    throw apiError('illegal_argument_exception', `[${name}] ${wanted}`);
  }
}

function readBoolean(value: string): boolean {
  if (value === 'true') return true;
  if (value === 'false') return false;
  throw apiError(
    'illegal_argument_exception',
    `Failed to parse value [${value}] as only [true] or [false] are allowed.`,
  );
}

function checkNumber(name: string, type: { kind: string; min?: number; max?: number }, value: string): void {
  const whole = type.kind === 'int';
  const number = Number(value);
  const readable = whole ? /^[+-]?\d+$/.test(value) : value.trim() !== '' && !Number.isNaN(number);
  const failed = `Failed to parse value [${value}] for setting [${name}]`;
  if (!readable || (whole && (number > 2_147_483_647 || number < -2_147_483_648))) {
    throw new ApiError({
      type: 'illegal_argument_exception',
      reason: failed,
      causedBy: { type: 'number_format_exception', reason: `For input string: "${value}"` },
    });
  }
  if (type.min !== undefined && number < type.min) {
    throw apiError('illegal_argument_exception', `${failed} must be >= ${type.min}`);
  }
  if (type.max !== undefined && number > type.max) {
    throw apiError('illegal_argument_exception', `${failed} must be <= ${type.max}`);
  }
}

/** Milliseconds; -1 and 0 need no unit. */
function readTimeMs(name: string, value: string): number {
  const text = value.trim();
  if (text === '-1') return -1;
  if (/^0+$/.test(text)) return 0;
  const match = /^(\d+)(nanos|micros|ms|s|m|h|d)$/i.exec(text);
  if (match !== null) return Number(match[1]) * timeUnits[match[2]!.toLowerCase()]!;
  throw apiError(
    'illegal_argument_exception',
    `failed to parse setting [${name}] with value [${value}] as a time value: unit is missing or unrecognized`,
  );
}

/** Bytes; -1 and 0 need no unit. A percentage is not allowed. */
function readBytes(name: string, value: string): number {
  const text = value.trim().toLowerCase();
  if (text === '-1') return -1;
  if (text === '0') return 0;
  const match = /^(\d+(?:\.\d+)?)([kmgtp]?b|[kmgtp])$/.exec(text);
  if (match !== null) return Math.floor(Number(match[1]) * byteUnits[match[2]!]!);
  const reason = `failed to parse setting [${name}] with value [${value}] as a size in bytes: unit is missing or unrecognized`;
  throw new ApiError({
    type: 'illegal_argument_exception',
    reason,
    causedBy: { type: 'parse_exception', reason },
  });
}

/** Bytes, or a share of the heap such as `60%`. */
export function memorySize(name: string, value: string, heapBytes: number): number {
  if (!value.endsWith('%')) return readBytes(name, value);
  const percent = Number(value.slice(0, -1));
  if (percent >= 0 && percent <= 100) return Math.floor((percent / 100) * heapBytes);
  const reason = Number.isNaN(percent)
    ? `failed to parse [${value}] as a double`
    : `percentage should be in [0-100], got [${value.slice(0, -1)}]`;
  throw new ApiError({
    type: 'illegal_argument_exception',
    reason,
    causedBy: { type: 'parse_exception', reason },
  });
}
