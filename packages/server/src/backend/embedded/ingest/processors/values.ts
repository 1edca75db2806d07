import { ApiError, apiError, byteUnits, type ErrorCause } from '@sextant/contract';
import { tryParseIp } from '@sextant/engine';
import { floatText } from '../../../../wire/number-text.ts';
import { failed } from '../ingest-document.ts';
import {
  className,
  double,
  isList,
  isNumber,
  javaText,
  readNumber,
  type Value,
  whole,
  wholeDigits,
} from '../java-values.ts';
import type { ProcessorType } from '../processor.ts';
import { eachText, fieldToField, javaTrim, listOf } from './field-values.ts';

function notNumber(text: string): ErrorCause {
  return { type: 'number_format_exception', reason: `For input string: "${text}"` };
}

function unable(text: string, type: string, why = notNumber(text)): ApiError {
  const reason = `unable to convert [${text}] to ${type}`;
  return new ApiError({ type: 'illegal_argument_exception', reason, causedBy: why });
}

/** As Java's `decode`: hexadecimal where it begins with `0x`, otherwise decimal digits. */
function integer(value: Value, bits: 32 | 64, type: string): Value {
  const text = javaText(value);
  const match = /^([+-]?)(?:0[xX]([0-9a-fA-F]+)|(\d+))$/.exec(text);
  if (match === null || match[0].length > 40) throw unable(text, type);
  const digits = BigInt(match[2] === undefined ? match[3]! : `0x${match[2]}`);
  const number = match[1] === '-' ? -digits : digits;
  if (BigInt.asIntN(bits, number) !== number) throw unable(text, type);
  return whole(number);
}

const javaDouble = /^[+-]?(?:NaN|Infinity|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?[fFdD]?)$/;

function fraction(value: Value, type: string, print: (value: number) => Value): Value {
  const text = javaText(value);
  if (/^[\d.]*\.[\d.]*\.[\d.]*$/.test(text)) {
    throw unable(text, type, { type: 'number_format_exception', reason: 'multiple points' });
  }
  const trimmed = javaTrim(text);
  if (!javaDouble.test(trimmed)) throw unable(text, type);
  return print(Number(trimmed.replace(/[fFdD]$/, '')));
}

/** A Java float: in as few digits as tell it from its neighbours. */
function shortFloat(value: number): Value {
  const float = Math.fround(value);
  return Number.isFinite(float) ? readNumber(floatText(float)) : float;
}

function truth(value: Value): boolean {
  const text = javaText(value);
  if (/^true$/i.test(text)) return true;
  if (/^false$/i.test(text)) return false;
  throw failed(`[${text}] is not a boolean value, cannot convert to boolean`);
}

function address(value: Value): Value {
  const text = javaText(value);
  if (typeof value === 'string' && tryParseIp(value) !== undefined) return value;
  throw failed(`[${text}] is not a valid ipv4/ipv6 address`);
}

/** The first that the text can be read as; else what it is. */
function automatic(value: Value): Value {
  if (typeof value !== 'string') return value;
  const readers = [
    (text: string) => truth(text),
    (text: string) => integer(text, 32, ''),
    (text: string) => integer(text, 64, ''),
    (text: string) => fraction(text, '', shortFloat),
  ];
  for (const read of readers) {
    try {
      const made = read(value);
      if (typeof made !== 'number' || Number.isFinite(made)) return made;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
  }
  return value;
}

const conversions: ReadonlyMap<string, (value: Value) => Value> = new Map([
  ['integer', (value) => integer(value, 32, 'integer')],
  ['long', (value) => integer(value, 64, 'long')],
  ['float', (value) => fraction(value, 'float', shortFloat)],
  ['double', (value) => fraction(value, 'double', double)],
  ['boolean', truth],
  ['string', javaText],
  ['ip', address],
  ['auto', automatic],
]);

export const convert: ProcessorType = (config) => {
  const fields = fieldToField(config);
  const name = config.text('type').toLowerCase();
  const change = conversions.get(name);
  if (change === undefined) {
    throw config.wrong('type', `type [${name}] not supported, cannot convert field.`);
  }
  return (document) => {
    const { field, ignoreMissing } = fields;
    if (ignoreMissing && document.optional(field) === undefined) return;
    const value = document.get(field);
    if (value === null) throw failed(`Field [${field}] is null, cannot be converted to type [${name}]`);
    document.set(fields.target, isList(value) ? value.map(change) : change(value));
  };
};

const fieldNames = 'Ingest Field';

/** As sizes in settings are read: `1kb`. */
export const bytes: ProcessorType = (config) =>
  eachText(config, (text) => {
    const match = /^(-?\d+(?:\.\d+)?)\s*([a-zA-Z]*)$/.exec(text.trim());
    const unit = match === null ? undefined : byteUnits[match[2]!.toLowerCase()];
    if (match === null || unit === undefined) {
      if (text === '-1' || text === '0') return Number(text);
      const reason = `failed to parse setting [${fieldNames}] with value [${text}] as a size in bytes: unit is missing or unrecognized`;
      throw apiError('parse_exception', reason);
    }
    if (match[1]!.includes('.')) {
      throw new ApiError({
        type: 'parse_exception',
        reason: `Failed to parse bytes value [${text}]. Fractional bytes values have been deprecated since Legacy 6.2. Use non-fractional bytes values instead: found for setting [${fieldNames}]`,
        causedBy: notNumber(match[1]!),
      });
    }
    return Number(match[1]) * unit;
  });

export const join: ProcessorType = (config) => {
  const field = config.text('field');
  const separator = config.text('separator');
  const target = config.optionalText('target_field') ?? field;
  return (document) => {
    const value = document.get(field);
    if (value === null) throw failed(`field [${field}] is null, cannot join.`);
    const texts = listOf(field, value).map(javaText);
    const between = separator.length * Math.max(0, texts.length - 1);
    document.charge(texts.reduce((sum, { length }) => sum + length, between));
    document.set(target, texts.join(separator));
  };
};

/** Of a value that is looked at a dozen times until it has its place. */
const STEPS_PER_SORTED = 32;

export const sort: ProcessorType = (config) => {
  const field = config.text('field');
  const target = config.optionalText('target_field') ?? field;
  const order = config.optionalText('order') ?? 'asc';
  if (order !== 'asc' && order !== 'desc') {
    const reason = `Sort direction [${order}] not recognized. Valid values are: [asc, desc]`;
    throw config.wrong('order', reason);
  }
  return (document) => {
    const value = document.get(field);
    if (value === null) throw failed(`field [${field}] is null, cannot sort.`);
    const list = listOf(field, value);
    document.work(list.length * STEPS_PER_SORTED);
    const sorted = [...list].sort(compare);
    document.set(target, order === 'asc' ? sorted : sorted.reverse());
  };
};

function compare(a: Value, b: Value): number {
  if (className(a) !== className(b)) {
    throw failed(`values of [${className(a)}] and [${className(b)}] cannot be compared with each other`);
  }
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : Number(a > b);
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b);
  return compareNumbers(a, b);
}

function compareNumbers(a: Value, b: Value): number {
  if (!isNumber(a) || !isNumber(b)) throw failed('values cannot be compared');
  const left = wholeDigits(a);
  const right = wholeDigits(b);
  if (left === undefined || right === undefined) return Number(javaText(a)) - Number(javaText(b));
  return Number(BigInt(left) - BigInt(right));
}
