import { expect, test } from 'vitest';
import { decimalFormat } from './decimal-format.ts';

test('numbers are printed by Java patterns', () => {
  const cases: readonly (readonly [string, number, string])[] = [
    ['0.0', 3, '3.0'],
    ['0.00', 25.8, '25.80'],
    ['#.##', 0.5, '0.5'],
    ['#,###.#', 1234.56, '1,234.6'],
    ['#.0', 0.5, '.5'],
    ['.##', 0.7125, '.71'],
    ['.##', 3, '3.0'],
    ['#,##0.00', 1_234_567.891, '1,234,567.89'],
    ['$#,##0;(0)', -1234, '(1,234)'],
    ['Value is ##0.0', 150, 'Value is 150.0'],
    ['0%', 0.25, '25%'],
    ['000', 7, '007'],
    ['0.0', 0.25, '0.2'],
    ['0.0', 0.35, '0.3'],
    ['0', 2.5, '2'],
    ['0', -3.5, '-4'],
  ];
  for (const [pattern, value, text] of cases)
    expect([pattern, value, decimalFormat(pattern)(value)]).toEqual([pattern, value, text]);
});

test('exponents are refused', () => {
  expect(() => decimalFormat('0.###E0')).toThrow('The number format [0.###E0] is not supported');
});
