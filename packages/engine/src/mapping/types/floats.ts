import { Double, Float, type Json } from '@sextant/contract';
import type { FieldType } from '../field-type.ts';
import { coarseOf } from '../fine-number.ts';
import { nextDown, nextUp } from '../number-bounds.ts';
import { type NumericType, roundTo } from '../number-coercion.ts';
import {
  checkLimit,
  decimalOf,
  formatted,
  givenOrDefault,
  numberOf,
  numberTerm,
  numberType,
} from './number-values.ts';

/** What a missing value of numbers with fractions is, is never printed. */
const NO_LIMITS = ['-Infinity', 'Infinity'] as const;

function floating(name: NumericType, json: (value: number) => Json): FieldType {
  const type: FieldType = {
    ...numberType(name),
    numbers: {
      values: 'plain',
      hasFractions: true,
      numericType: 'double',
      missing: NO_LIMITS,
      limit: (_field, value) => {
        const number = decimalOf(value);
        if (name !== 'double') checkLimit(name, number, value);
        // Java has it above all numbers.
        if (Number.isNaN(number)) return Number.POSITIVE_INFINITY;
        return roundTo(name, number);
      },
      next: (_field, number, by) => (by > 0 ? nextUp(coarseOf(number)) : nextDown(coarseOf(number))),
      sortValue: (value) => json(coarseOf(value)),
    },
    parse: (mapper, value, source) => numberOf(name, mapper, givenOrDefault(mapper, value), source),
    queryValue: (_field, value) => numberTerm(name, value),
    match: (_field, value) => {
      const number = numberTerm(name, value);
      return { kind: 'numbers', low: number, high: number };
    },
    // Columns hold doubles: a float is shown with all the digits of the double.
    print: (_field, value, format) => formatted(Number(value), format) ?? new Double(Number(value)),
    printSource: (_field, value, format) => {
      // A half is read as a float, and rounded where it is indexed.
      const number = numberTerm(name === 'half_float' ? 'float' : name, value);
      return formatted(number, format) ?? json(number);
    },
  };
  return type;
}

export const double = floating('double', (value) => new Double(value));
export const float = floating('float', (value) => new Float(value));
export const halfFloat = floating('half_float', (value) => new Float(value));

/** Whether values are printed with the digits of a float, which are not those of the double in the column. */
export function isSingle(type: FieldType): boolean {
  return type === float || type === halfFloat;
}
