import { Double } from '@sextant/contract';
import { illegalArgument } from '../errors.ts';
import type { FieldType } from '../field-type.ts';
import { coarseOf } from '../fine-number.ts';
import { javaDouble } from '../java-text.ts';
import type { MappedField } from '../mapped-field.ts';
import { ofScaledSteps, scaledSteps } from '../number-coercion.ts';
import { javaNumber, type Parameter, parameter } from '../parameters.ts';
import {
  decimalOf,
  formatted,
  givenOrDefault,
  numberOf,
  numberParameters,
  numberTerm,
  numberType,
} from './number-values.ts';

const scaledFloatParameters: readonly Parameter[] = [
  ...numberParameters('scaled_float'),
  parameter('scaling_factor', undefined, (value) => {
    const factor = javaNumber(value);
    if (factor > 0) return factor;
    throw illegalArgument(`[scaling_factor] must be a positive number, got [${javaDouble(factor)}]`);
  }),
];

/** The value that a number is kept as, or that which is so many steps further. */
function stepped({ scalingFactor }: MappedField, number: number, by = 0): number {
  return ofScaledSteps(scaledSteps(number, scalingFactor!) + by, scalingFactor!);
}

function queryValue(field: MappedField, value: unknown): number {
  return stepped(field, numberTerm('scaled_float', value));
}

/** Kept as whole multiples of the inverse of a factor. */
export const scaledFloat: FieldType = {
  ...numberType('scaled_float'),
  parameters: scaledFloatParameters,
  numbers: {
    values: 'plain',
    hasFractions: true,
    numericType: 'double',
    missing: ['-Infinity', 'Infinity'],
    limit: (field, value) => {
      const number = decimalOf(value);
      // Java makes 0 of what is no number, and the last of all steps of what has no end.
      return stepped(field, Number.isNaN(number) ? 0 : number);
    },
    next: (field, limit, by) => stepped(field, coarseOf(limit), by),
    sortValue: (value) => new Double(coarseOf(value)),
  },
  mapped: (mapper) => {
    const scalingFactor = mapper.value('scaling_factor');
    if (typeof scalingFactor === 'number') return { scalingFactor };
    throw illegalArgument('Field [scaling_factor] is required');
  },
  parse: (mapper, value, source) => {
    const number = numberOf('scaled_float', mapper, givenOrDefault(mapper, value), source);
    return number === undefined ? undefined : stepped(mapper.mapped, number);
  },
  queryValue,
  match: (field, value) => {
    if (!Number.isFinite(decimalOf(value))) return { kind: 'nothing' };
    const number = queryValue(field, value);
    return { kind: 'numbers', low: number, high: number };
  },
  print: (_field, value, format) => formatted(Number(value), format) ?? new Double(Number(value)),
  // Out of the source it is shown as the quotient, without the noise of its column.
  printSource: (field, value) => {
    const { scalingFactor } = field;
    return new Double(Math.round(queryValue(field, value) * scalingFactor!) / scalingFactor!);
  },
};
