import { expect, test } from 'vitest';
import { decimalReader } from './decimal-text.ts';

test('numbers are read by Java patterns, whatever comes behind them', () => {
  const cases: readonly (readonly [string, string, number])[] = [
    ['#,##0', '1,234', 1234],
    ['#,##0', '12,345.5', 12345.5],
    ['#,##0', '1,2,34x', 1234],
    ['0', '1,234', 1],
    ['0%', '50%', 0.5],
    ['#,##0;(0)', '(5)', -5],
    ['0.#E0', '-1E1', -10],
    ['0.#E0', '1.5E3', 1500],
    ['0', '-7', -7],
    ['$0', '$.5', 0.5],
    ['0', '∞', Number.POSITIVE_INFINITY],
    ['', '1,234.5', 1234.5],
  ];
  for (const [pattern, text, value] of cases)
    expect([pattern, text, decimalReader(pattern)(text)]).toEqual([pattern, text, value]);
});

test('texts that are no such number are refused', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['#,##0', 'abc'],
    ['0%', '50'],
    ['$0', '5'],
    ['0', ''],
    ['0', '.'],
    ['0;(0)', '(5'],
  ];
  for (const [pattern, text] of cases)
    expect(() => decimalReader(pattern)(text)).toThrow(`Unparseable number: "${text}"`);
});
