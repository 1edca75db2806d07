import { ApiError, apiError, type ErrorCause } from '@sextant/contract';
import { parseBytes, parseTimeMs } from '../../config/units.ts';
import { readActiveShards } from './active-shards.ts';

/** A setting as it is kept: text, or a list of texts. */
export type SettingText = string | readonly string[];

/** How the text of a setting is read. */
export interface SettingType<T> {
  /** What it takes, for people. */
  readonly values: string;
  /** Throws ApiError with OpenSearch's text where the value is none of this type. */
  readonly read: (text: SettingText, name: string) => T;
}

/** A type of one text; a list is read as Java prints it, and fits nothing. */
function scalar<T>(values: string, read: (text: string, name: string) => T): SettingType<T> {
  return {
    values,
    read: (text, name) => read(typeof text === 'string' ? text : `[${text.join(', ')}]`, name),
  };
}

function refused(reason: string, causedBy?: ErrorCause): ApiError {
  const type = 'illegal_argument_exception';
  return new ApiError(causedBy === undefined ? { type, reason } : { type, reason, causedBy });
}

export const stringType = scalar('text', (text) => text);

export const listType: SettingType<readonly string[]> = {
  values: 'a list',
  read: (text) => (typeof text === 'string' ? text.split(',').filter((item) => item !== '') : text),
};

/** What is said of a text that is no truth value. */
export const notBoolean = (text: string): string =>
  `Failed to parse value [${text}] as only [true] or [false] are allowed.`;

export const booleanType = scalar('true, false', (text) => {
  if (text === 'true' || text === 'false') return text === 'true';
  throw refused(notBoolean(text));
});

interface Range {
  readonly min?: number;
  readonly max?: number;
}

function rangeText(kind: string, { min, max }: Range): string {
  if (min !== undefined && max !== undefined) return `${kind}, ${min} to ${max}`;
  return min === undefined ? kind : `${kind}, at least ${min}`;
}

function checkRange(
  value: number,
  text: string,
  name: string,
  range: Range,
  print: (bound: number) => string,
) {
  const failed = `Failed to parse value [${text}] for setting [${name}] must be`;
  if (range.min !== undefined && value < range.min) throw refused(`${failed} >= ${print(range.min)}`);
  if (range.max !== undefined && value > range.max) throw refused(`${failed} <= ${print(range.max)}`);
  return value;
}

function unreadable(text: string, name: string): ApiError {
  return refused(`Failed to parse value [${text}] for setting [${name}]`, {
    type: 'number_format_exception',
    reason: `For input string: "${text}"`,
  });
}

/** A Java int. */
export function intType(range: Range = {}): SettingType<number> {
  return scalar(rangeText('a whole number', range), (text, name) => {
    const value = Number(text);
    const isInt = /^[+-]?\d+$/.test(text) && value <= 2_147_483_647 && value >= -2_147_483_648;
    if (!isInt) throw unreadable(text, name);
    return checkRange(value, text, name, range, String);
  });
}

export function doubleType(range: Range = {}): SettingType<number> {
  return scalar(rangeText('a number', range), (text, name) => {
    const value = Number(text);
    if (text.trim() === '' || Number.isNaN(value)) throw unreadable(text, name);
    return checkRange(value, text, name, range, (bound) =>
      Number.isInteger(bound) ? `${bound}.0` : `${bound}`,
    );
  });
}

interface Least {
  readonly ms: number;
  readonly text: string;
}

/** Milliseconds. */
export function timeType(least?: Least): SettingType<number> {
  const values = least === undefined ? 'a time' : `a time, at least ${least.text}`;
  return scalar(values, (text, name) => {
    const ms = parseTimeMs(text, name);
    if (least === undefined || ms >= least.ms) return ms;
    throw refused(`failed to parse value [${text}] for setting [${name}], must be >= [${least.text}]`);
  });
}

function bytesOf(text: string, name: string): number {
  try {
    return parseBytes(text, name);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw refused(error.error.reason, error.error);
  }
}

export const bytesType = scalar('a size', bytesOf);

/** Of so much memory, so many bytes: a size, or a share such as `60%`. */
export const memoryType = scalar<(heapBytes: number) => number>(
  'a size or a share of the heap',
  (text, name) => {
    if (!text.endsWith('%')) {
      const bytes = bytesOf(text, name);
      return () => bytes;
    }
    const percent = Number(text.slice(0, -1));
    if (percent >= 0 && percent <= 100) return (heapBytes) => Math.floor((percent / 100) * heapBytes);
    const reason = Number.isNaN(percent)
      ? `failed to parse [${text}] as a double`
      : `percentage should be in [0-100], got [${text.slice(0, -1)}]`;
    throw refused(reason, { type: 'parse_exception', reason });
  },
);

/** The same of what is kept, where no size says that there is no limit. */
export const keptMemoryType: typeof memoryType = {
  ...memoryType,
  read: (text, name) => {
    const read = memoryType.read(text, name);
    if (read(0) >= 0) return read;
    throw refused(`failed to parse value [${String(text)}] for setting [${name}], must be >= [0b]`);
  },
};

/** One of some words, in any case unless `exact`; as a Java enum, `complaint` is what its reader says. */
export function wordType<const W extends string>(
  words: readonly W[],
  complaint: (text: string) => string,
  exact = false,
): SettingType<W> {
  return scalar(words.join(', '), (text) => {
    const given = exact ? text : text.toLowerCase();
    const word = words.find((known) => known === given);
    if (word === undefined) throw refused(complaint(text));
    return word;
  });
}

/** How many copies of a shard a write waits for. */
export const activeShardsType = scalar('a number of copies, or all', (text) => {
  readActiveShards(text);
  return text;
});

/** `false`, or a range of numbers of copies such as `0-1` or `0-all`. */
export const copiesType = scalar('false, or a range such as 0-1 or 0-all', (text, name) => {
  if (text === 'false') return text;
  const dash = text.indexOf('-');
  const [least, most] = [text.slice(0, Math.max(0, dash)), text.slice(dash + 1)];
  const wrong = [least, most].find((part, i) => !(/^\d+$/.test(part) || (i === 1 && part === 'all')));
  if (dash < 0 || wrong !== undefined) {
    throw refused(
      `failed to parse [${name}] from value: [${text}] at index ${dash}`,
      dash < 0 || wrong === undefined
        ? undefined
        : { type: 'number_format_exception', reason: `For input string: "${wrong}"` },
    );
  }
  if (most === 'all' || Number(least) <= Number(most)) return text;
  const wanted = `minReplicas must be =< maxReplicas but wasn't ${least} > ${most}`;
  throw apiError('illegal_argument_exception', `[${name}] ${wanted}`);
});

/** A place on a disk: a share of it that is used, or bytes of it that are free. */
export type Watermark = { readonly usedPercent: number } | { readonly freeBytes: number };

/** `85%`, `0.85` or `10gb`. */
export const watermarkType = scalar<Watermark>('a percentage, a ratio or a size', (text, name) => {
  const percent = /^(\d+(?:\.\d+)?)%$/.exec(text);
  if (percent !== null && Number(percent[1]) <= 100) return { usedPercent: Number(percent[1]) };
  if (/^(?:0(?:\.\d+)?|1(?:\.0+)?)$/.test(text)) return { usedPercent: Number(text) * 100 };
  return { freeBytes: bytesOf(text, name) };
});

const levelWords = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const;

const unknownLevel = (text: string): string => `Unknown level constant [${text.toUpperCase()}].`;

/** A level of the log. */
export const levelType = wordType(levelWords, unknownLevel);

/** What a part of the log may be set to. */
export const loggerLevelType = wordType([...levelWords, 'off', 'all', 'deprecation'], unknownLevel);

/** A Java enum read by valueOf, whose complaint names the class. */
export const constant = (className: string, ...words: readonly string[]) =>
  wordType(words, (text) => `No enum constant ${className}.${text.toUpperCase()}`);

export const slowLogLevelType = constant(
  'org.opensearch.common.logging.SlowLogLevel',
  'trace',
  'debug',
  'info',
  'warn',
);
