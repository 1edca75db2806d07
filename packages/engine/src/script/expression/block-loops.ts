import type { MapLoop, MergeLoop } from './blocks.ts';
import type { BinaryOperator } from './syntax.ts';

// One loop for each operator: a loop that called a function for each number would pay for the call.

export const negate: MapLoop = (values, length, out) => {
  for (let i = 0; i < length; i++) out[i] = -values[i]!;
};

/** Of what is 1 or 0. */
export const not: MapLoop = (values, length, out) => {
  for (let i = 0; i < length; i++) out[i] = 1 - values[i]!;
};

/** 1 where the whole part of the number is not 0: half counts as false, and so does NaN. */
export const isTrue: MapLoop = (values, length, out) => {
  for (let i = 0; i < length; i++) out[i] = Math.abs(values[i]!) >= 1 ? 1 : 0;
};

/** The operators over doubles; those that compare, and those of logic over what is 1 or 0, say 1 or 0. */
export const operatorLoops: ReadonlyMap<BinaryOperator, MergeLoop> = new Map<BinaryOperator, MergeLoop>([
  [
    '*',
    (left, right, length, out) => {
      for (let i = 0; i < length; i++) out[i] = left[i]! * right[i]!;
    },
  ],
  [
    '/',
    (left, right, length, out) => {
      for (let i = 0; i < length; i++) out[i] = left[i]! / right[i]!;
    },
  ],
  [
    '%',
    (left, right, length, out) => {
      for (let i = 0; i < length; i++) out[i] = left[i]! % right[i]!;
    },
  ],
  [
    '+',
    (left, right, length, out) => {
      for (let i = 0; i < length; i++) out[i] = left[i]! + right[i]!;
    },
  ],
  [
    '-',
    (left, right, length, out) => {
      for (let i = 0; i < length; i++) out[i] = left[i]! - right[i]!;
    },
  ],
  [
    '<',
    (left, right, length, out) => {
      for (let i = 0; i < length; i++) out[i] = left[i]! < right[i]! ? 1 : 0;
    },
  ],
  [
    '<=',
    (left, right, length, out) => {
      for (let i = 0; i < length; i++) out[i] = left[i]! <= right[i]! ? 1 : 0;
    },
  ],
  [
    '>',
    (left, right, length, out) => {
      for (let i = 0; i < length; i++) out[i] = left[i]! > right[i]! ? 1 : 0;
    },
  ],
  [
    '>=',
    (left, right, length, out) => {
      for (let i = 0; i < length; i++) out[i] = left[i]! >= right[i]! ? 1 : 0;
    },
  ],
  [
    '==',
    (left, right, length, out) => {
      for (let i = 0; i < length; i++) out[i] = left[i] === right[i] ? 1 : 0;
    },
  ],
  [
    '!=',
    (left, right, length, out) => {
      for (let i = 0; i < length; i++) out[i] = left[i] === right[i] ? 0 : 1;
    },
  ],
  [
    '&&',
    (left, right, length, out) => {
      for (let i = 0; i < length; i++) out[i] = left[i]! * right[i]!;
    },
  ],
  [
    '||',
    (left, right, length, out) => {
      for (let i = 0; i < length; i++) out[i] = left[i]! + right[i]! > 0 ? 1 : 0;
    },
  ],
]);

/** Functions that formulas call most. */
export const functionLoops: ReadonlyMap<string, MapLoop> = new Map<string, MapLoop>([
  [
    'abs',
    (values, length, out) => {
      for (let i = 0; i < length; i++) out[i] = Math.abs(values[i]!);
    },
  ],
  [
    'exp',
    (values, length, out) => {
      for (let i = 0; i < length; i++) out[i] = Math.exp(values[i]!);
    },
  ],
  [
    'ln',
    (values, length, out) => {
      for (let i = 0; i < length; i++) out[i] = Math.log(values[i]!);
    },
  ],
  [
    'log10',
    (values, length, out) => {
      for (let i = 0; i < length; i++) out[i] = Math.log10(values[i]!);
    },
  ],
  [
    'sqrt',
    (values, length, out) => {
      for (let i = 0; i < length; i++) out[i] = Math.sqrt(values[i]!);
    },
  ],
]);
