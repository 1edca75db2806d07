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

test('exponents are printed', () => {
  const cases: readonly (readonly [string, number, string])[] = [
    ['0E0', 12345, '1E4'],
    ['0E0', 0, '0E0'],
    ['0.0E00', -0.0001, '-1.0E-04'],
    ['##0.#####E0', 12345, '12.345E3'],
    ['##0.#####E0', 1.5e-7, '150E-9'],
    ['##0.##E0', 123456.789, '123.46E3'],
    ['00.###E0', 3.5, '35E-1'],
    ['#E0', 0.5, '.5E0'],
    ['0.E0', 100, '1.E2'],
    ['0.###E0', 12345, '1.235E4'],
    ['#,##0E0', 1e6, '100E4'],
  ];
  for (const [pattern, value, text] of cases)
    expect([pattern, value, decimalFormat(pattern)(value)]).toEqual([pattern, value, text]);
});

test('points, groups and signs stand where Java puts them', () => {
  const cases: readonly (readonly [string, number | bigint, string])[] = [
    ['', -1234.565, '-1,234.565'],
    ['', 0.5, '.5'],
    ['0.', 2, '2.'],
    ['#.', 0, '0.'],
    ['.0E0', 7, '.7E1'],
    ['0a0', 5, '05a'],
    ['0.0;0.0E0', -1, '-1.0'],
    ['0;(#)', -7, '(7)'],
    ['¤¤0', 1, 'XXX1'],
    ["''0", 1, "'1"],
    ['#,##0', -9223372036854775808n, '-9,223,372,036,854,775,808'],
    ['0%', 9007199254740993n, '900719925474099300%'],
    ['0.###E0', 12345n, '1.234E4'],
  ];
  for (const [pattern, value, text] of cases)
    expect([pattern, value, decimalFormat(pattern)(value)]).toEqual([pattern, value, text]);
});

test('patterns that Java refuses are refused in its words', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['0#', 'Malformed pattern "0#"'],
    ['#,', 'Malformed pattern "#,"'],
    ["'a", 'Malformed pattern "\'a"'],
    ['#.#0', 'Malformed pattern "#.#0"'],
    ['0.0,0', 'Malformed pattern "0.0,0"'],
    ['0.#0', 'Unexpected \'0\' in pattern "0.#0"'],
    ['0.0.0', 'Multiple decimal separators in pattern "0.0.0"'],
    ['0%%', 'Too many percent/per mille characters in pattern "0%%"'],
    [';0', 'Unquoted special character \';\' in pattern ";0"'],
    ['0;0;0', 'Unquoted special character \';\' in pattern "0;0;0"'],
    ['0E', 'Malformed exponential pattern "0E"'],
  ];
  for (const [pattern, reason] of cases) expect(() => decimalFormat(pattern)).toThrow(reason);
});

test('a tie of the digits that are printed is decided by the number itself', () => {
  const cases: readonly (readonly [string, number, string])[] = [
    ['0.00', -1234.565, '-1234.57'],
    ['0.00', 0.005, '0.01'],
    ['0.0', -0.05, '-0.1'],
    ['0.0', 0.15, '0.1'],
    ['0.00', 2.675, '2.67'],
    ['0.00', 1.005, '1.00'],
    ['0.00', 0.125, '0.12'],
    ['0.00', 0.375, '0.38'],
    ['0', 0.5, '0'],
    ['0', 1.5, '2'],
    ['0', 0.6, '1'],
    ['0.0', 99.95, '100.0'],
    ['0.00', 99.995, '100.00'],
    ['0.0', 0.04, '0.0'],
    ['0.0', 0, '0.0'],
    ['0', 1e22, '10000000000000000000000'],
    ['0.000', 1e-7, '0.000'],
  ];
  for (const [pattern, value, text] of cases)
    expect([pattern, value, decimalFormat(pattern)(value)]).toEqual([pattern, value, text]);
});

test('no more digits are printed than the number is known by', () => {
  expect(decimalFormat('0.###############')(-1234.565)).toBe('-1234.565');
  expect(decimalFormat('0.00000000000000000000')(0.1)).toBe('0.10000000000000000000');
});

test('quoted signs are texts, and two quotes are one', () => {
  expect(decimalFormat("0.0'%'")(0.5)).toBe('0.5%');
  expect(decimalFormat("'it''s' 0")(7)).toBe("it's 7");
  expect(decimalFormat("''0")(7)).toBe("'7");
});

test('a part for negative numbers that says nothing of its own leaves them their sign', () => {
  expect(decimalFormat('0;0')(-1235)).toBe('-1235');
  expect(decimalFormat('0;')(-1235)).toBe('-1235');
  expect(decimalFormat('0;(0)')(-1235)).toBe('(1235)');
});

test('what is no finite number is printed as Java prints it', () => {
  expect([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY].map(decimalFormat('$0.0'))).toEqual(
    ['NaN', '$∞', '-$∞'],
  );
});
