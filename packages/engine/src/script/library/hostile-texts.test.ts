import { FakeClock } from '@sextant/base/testing';
import { ApiError, type ErrorCause } from '@sextant/contract';
import { expect, test } from 'vitest';
import { WorkBudget } from '../../budget/work-budget.ts';
import type { ScriptContext } from '../compile/scope.ts';
import { Program } from '../program.ts';
import { textOf } from '../values.ts';

const context: ScriptContext = {
  name: 'field',
  returns: 'def',
  variables: [{ name: 'params', type: 'Map', place: 0 }],
};

function rootOf(error: ErrorCause): string {
  return error.causedBy === undefined ? `${error.type}: ${error.reason}` : rootOf(error.causedBy);
}

/** What a script answers, or why it fails. */
function answer(source: string): string {
  const budget = new WorkBudget({ clock: new FakeClock() });
  try {
    const program = new Program(source, context);
    return textOf(program.run(program.state([null], budget)));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return rootOf(error.error);
  }
}

const OPERATIONS = 'painless_error: The script takes more operations than one may.';
/** 66,000 and 65,000 bits. */
const numbers =
  'def b = BigInteger.valueOf(2).pow(66000).add(BigInteger.ONE); def c = BigInteger.valueOf(3).pow(41000);';
const loop = (body: string): string => `for (int i = 0; i < 1000000; i++) ${body}; return 1`;

test.each([
  `${numbers} b.gcd(c)`,
  `${numbers} b.modInverse(c)`,
  `${numbers} ${loop('b.toString()')}`,
  `${numbers} ${loop('b.hashCode()')}`,
  `${numbers} def d = new BigDecimal(b.toString()); ${loop('d.precision()')}`,
  `def d = new BigDecimal('1E19000').setScale(0); ${loop('d.stripTrailingZeros()')}`,
  `${numbers} ${loop("String.format('%d', new def[]{b})")}`,
])('work with long numbers counts for as long as it takes: %s', (source) => {
  expect(answer(source)).toBe(OPERATIONS);
});

test('what a format makes is counted, also of its precision and of its arguments', () => {
  const many = (part: string): string =>
    `StringBuilder s = new StringBuilder(); for (int i = 0; i < 1000; i++) s.append('${part}');`;
  const long = "String t = 'x'; for (int i = 0; i < 20; i++) t = t.concat(t);";
  expect(answer(`${many('%1$.1000000e')} String.format(s.toString(), 1.0).length()`)).toBe(OPERATIONS);
  expect(answer(`${many('%1$s')} ${long} String.format(s.toString(), t).length()`)).toBe(OPERATIONS);
  expect(answer(`${many('%1$01000000d')} String.format(s.toString(), 1).length()`)).toBe(OPERATIONS);
});

test('a format of nothing but zeros is refused at once', () => {
  const zeros = "String s = '0'; for (int i = 0; i < 17; i++) s = s.concat(s);";
  expect(answer(`${zeros} String.format('%'.concat(s), 1)`)).toBe(
    "unknown_format_conversion_exception: Conversion = '0'",
  );
  const fine = "new DecimalFormat('0.'.concat(s.substring(0, 6000).replace('0', '#')))";
  expect(answer(`${zeros} ${fine}.format(new BigDecimal('1e-6000')).length()`)).toMatch(/^\d+$/);
});

test('bits before the first one are refused, before a number of as many is made', () => {
  for (const call of ['testBit', 'setBit', 'clearBit', 'flipBit']) {
    expect(answer(`BigInteger.ONE.${call}(-1000000000)`)).toBe('arithmetic_exception: Negative bit address');
  }
});

test('the bytes of a number are as many as it needs with its sign', () => {
  for (const [value, bytes] of [
    [0, '[0]'],
    [-1, '[-1]'],
    [127, '[127]'],
    [128, '[0, -128]'],
    [-128, '[-128]'],
    [-129, '[-1, 127]'],
    [65535, '[0, -1, -1]'],
  ] as const) {
    const source = `def l = []; for (byte b : BigInteger.valueOf(${value}L).toByteArray()) l.add((int) b); l.toString()`;
    expect([value, answer(source)]).toEqual([value, bytes]);
  }
});

test('seasons of no length, or of less, are refused', () => {
  const season = (period: number): string =>
    answer(`MovingFunctions.holtWinters(new double[]{1, 2, 3}, 0.5, 0.5, 0.5, ${period}, false)`);
  expect(season(-2000000000)).toBe(
    'array_index_out_of_bounds_exception: Index -2000000000 out of bounds for length 3',
  );
  expect(season(0)).toBe('arithmetic_exception: / by zero');
});
