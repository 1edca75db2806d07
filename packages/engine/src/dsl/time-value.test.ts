import { expect, test } from 'vitest';
import { timeValueMs } from './time-value.ts';

const ms = (text: string): number => timeValueMs(text, 'setting');

test('times end where a long of Java does', () => {
  expect([ms('1d'), ms('1500000nanos'), ms('9007199254740991d')]).toEqual([86_400_000, 1, 2 ** 63]);
  expect([ms('000'), ms('-1'), ms('-01'), ms('-1s')]).toEqual([0, -1, -1, -1000]);
  expect(ms('9223372036854775807ms')).toBe(2 ** 63);
});

// As OpenSearch 3.6 answers.
test.each(['9223372036854775808ms', `${'9'.repeat(400)}d`, '1.5d', '1e3d'])(
  'numbers that are no longs are refused: %s',
  (text) => {
    expect(() => ms(text)).toThrow('fractional time values are not supported');
  },
);

test.each(['-2ms', '-9223372036854775808d'])('durations below -1 are refused: %s', (text) => {
  const reason = `failed to parse setting [setting] with value [${text}] as a time value: negative durations are not supported`;
  expect(() => ms(text)).toThrow(reason);
});

test('-0 has no unit', () => {
  expect(() => ms('-0')).toThrow('unit is missing or unrecognized');
});
