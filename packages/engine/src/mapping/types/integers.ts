import { table } from '@sextant/contract';
import { textOf } from '../document-values.ts';
import type { FieldType } from '../field-type.ts';
import { type ColumnNumber, coarseOf, isFine, ofBig, toBig } from '../fine-number.ts';
import { javaParseDouble, type NumericType } from '../number-coercion.ts';
import { nextWhole, wholeJson, wholeOf } from '../whole-number.ts';
import {
  checkLimit,
  decimalOf,
  formatted,
  givenOrDefault,
  numberOf,
  numberTerm,
  numberType,
} from './number-values.ts';

const INT_LIMITS = ['-2147483648', '2147483647'] as const;
const LONG_LIMITS = ['-9223372036854775808', '9223372036854775807'] as const;

/** The highest value of the small types, whose queries are read as those of an int. */
const SMALL: Readonly<Record<string, number>> = table({ short: 0x7fff, byte: 0x7f });

/** `missing`: see `NumberForm`. */
function integer(name: NumericType, missing: readonly [low: string, high: string], alone = false): FieldType {
  const queried = SMALL[name] === undefined ? name : 'integer';
  const limit = SMALL[name] ?? Number.POSITIVE_INFINITY;
  const queryValue = (value: unknown): ColumnNumber => {
    const exact = typeof value === 'string' ? (javaParseDouble(value) ?? Number.NaN) : Number(value);
    const hasFraction = value !== '' && Number.isFinite(exact) && !Number.isInteger(exact);
    if (hasFraction) return exact;
    const number = numberTerm(queried, value);
    return Number.isSafeInteger(number) ? number : wholeOf(name, String(value));
  };
  const type: FieldType = {
    ...numberType(name),
    numbers: {
      values: 'plain',
      hasFractions: false,
      ...(alone && { sortsAlone: true, hasText: true }),
      numericType: 'long',
      missing,
      limit: (_field, value) => {
        const number = decimalOf(value);
        checkLimit(queried, number, value);
        // Java makes 0 of it.
        if (Number.isNaN(number)) return 0;
        return Math.abs(number) > Number.MAX_SAFE_INTEGER ? wholeOf(name, String(value)) : number;
      },
      next: (_field, number, by) => nextWhole(number, by),
      sortValue: (value) => wholeJson(name, typeof value === 'number' ? Math.trunc(value) : value),
      ofSortValue: ofBig,
    },
    parse: (mapper, given, source) => {
      const value = givenOrDefault(mapper, given);
      const number = numberOf(name, mapper, value, source);
      if (number === undefined || Number.isSafeInteger(number)) return number;
      return wholeOf(name, textOf(value, source));
    },
    queryValue: (_field, value) => queryValue(value),
    match: (_field, value) => {
      const read = typeof value === 'string' ? (javaParseDouble(value) ?? 0) : value;
      if (typeof read === 'number' && !Number.isFinite(read)) return { kind: 'nothing' };
      const number = queryValue(value);
      if (coarseOf(number) > limit || coarseOf(number) < -limit - 1) return { kind: 'nothing' };
      return { kind: 'numbers', low: number, high: number };
    },
    print: (_field, value, format) => {
      const number = isFine(value) ? value : Number(value);
      // As in OpenSearch, a long without a sign is shown in no format.
      return formatted(toBig(number), alone ? null : format) ?? wholeJson(name, number);
    },
    printSource: (field, value, format) => {
      const number = queryValue(value);
      // Queries keep a fraction, so that they match nothing; documents do not.
      return type.print(field, typeof number === 'number' ? Math.trunc(number) : number, format);
    },
  };
  return type;
}

export const long = integer('long', LONG_LIMITS);
export const integral = integer('integer', INT_LIMITS);
export const short = integer('short', INT_LIMITS);
export const byte = integer('byte', INT_LIMITS);
export const unsignedLong = integer('unsigned_long', ['0', '18446744073709551615'], true);
