import { readFileSync } from 'node:fs';
import { ApiError } from '@sextant/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dateFormat, formatDate } from './date-format.ts';
import { parseIsoDate, printIsoDate } from './iso-date.ts';

/** What OpenSearch read (epoch milliseconds, or its error) and printed for a text in a format. */
type Row = readonly [format: string, text: string, read: string, printed: string | null];

const recorded: readonly Row[] = JSON.parse(
  readFileSync(new URL('../testdata/dates.json', import.meta.url), 'utf8'),
);

/** Known differences: longs beyond 2^53, and places of errors inside a time zone. */
const DIFFERENT: ReadonlySet<string> = new Set([
  '9223372036854775807',
  '999999999999999999',
  '2020-01-02T03:04:05+19:00',
  '2020-01-02T03:04:05GMT+2',
]);

function readAs(format: string, text: string): string {
  const parsed = dateFormat(format).parse(text);
  if (!Number.isNaN(parsed)) return String(parsed);
  const { error } = dateFormat(format).failure(text);
  return `ERR ${error.reason} <- ${error.causedBy?.reason}`;
}

test('texts are read and printed as OpenSearch does', () => {
  expect(recorded.length).toBeGreaterThan(200);
  for (const [format, text, read, printed] of recorded) {
    if (text === '' || DIFFERENT.has(text) || read.endsWith('No timezone offset information')) continue;
    const got = readAs(format, text);
    expect(got, `${format} of ${text}`).toBe(read);
    if (printed !== null) expect(formatDate(Number(got), format), `${format} prints ${text}`).toBe(printed);
  }
});

test('every instant is printed as a text that is read as the same instant', () => {
  const instant = fc.integer({ min: -62_000_000_000_000, max: 250_000_000_000_000 });
  const formats = [
    'strict_date_optional_time',
    'basic_date_time',
    'week_date_time',
    'ordinal_date_time',
    'epoch_millis',
  ];
  fc.assert(
    fc.property(instant, fc.constantFrom(...formats), (ms, format) => {
      expect(dateFormat(format).parse(formatDate(ms, format))).toBe(ms);
    }),
  );
});

test('the quick reading of ISO dates agrees with the general one', () => {
  const instant = fc.integer({ min: -60_000_000_000_000, max: 250_000_000_000_000 });
  fc.assert(
    fc.property(instant, fc.constantFrom('Z', '+01:00', '-05:30', ''), (ms, zone) => {
      const text = new Date(ms).toISOString().replace('Z', zone);
      expect(parseIsoDate(text)).toBe(dateFormat('strict_date_optional_time').parseIn(text, false, 'Z'));
    }),
  );
});

test('dates are printed in a zone', () => {
  expect(formatDate(1_593_651_840_000, 'strict_date_optional_time', 'Europe/Berlin')).toBe(
    '2020-07-02T03:04:00.000+02:00',
  );
  expect(formatDate(0, 'yyyy-MM-dd HH:mm', '-01:00')).toBe('1969-12-31 23:00');
});

test('a pattern that is none is refused by its name', () => {
  expect(() => dateFormat('foo')).toThrow(ApiError);
  expect(() => dateFormat('foo')).toThrow('Invalid format: [foo]: Unknown pattern letter: f');
});

test('instants are printed as ISO 8601 has it, to the ends of four digits', () => {
  const [first, last] = [Date.parse('0000-01-01'), 253_402_300_799_999];
  expect(printIsoDate(first)).toBe('0000-01-01T00:00:00.000Z');
  expect(printIsoDate(last)).toBe('9999-12-31T23:59:59.999Z');
  fc.assert(
    fc.property(fc.integer({ min: first, max: last }), (ms) => {
      expect(printIsoDate(ms)).toBe(new Date(ms).toISOString());
    }),
  );
});

test('a pattern of any length is read or refused', () => {
  const nested = (depth: number): string => `${'['.repeat(depth)}yyyy${']'.repeat(depth)}`;
  expect(dateFormat(nested(400)).parse('2020')).toBe(Date.UTC(2020, 0, 1));
  expect(() => dateFormat(nested(1_000_000))).toThrow('it has [2000004] characters, and may have [1000]');
});

test('what is no number of 64 bits is no instant', () => {
  const millis = dateFormat('epoch_millis');
  for (const text of ['9223372036854775807', '-9223372036854775807', '9223372036854775807.5', '-1.5'])
    expect(millis.parse(text)).not.toBeNaN();
  for (const text of ['9223372036854775808', '-9223372036854775808', '1'.repeat(20), '9'.repeat(1000)])
    expect(millis.parse(text)).toBeNaN();
  const seconds = dateFormat('epoch_second');
  expect(seconds.parse('9223372036854')).toBe(9_223_372_036_854_000);
  for (const text of ['31556889864403200', '-9223372036854775808']) expect(seconds.parse(text)).toBeNaN();
});

// Milliseconds of ten digits before 1970 look like one, and lost their value.
test('a year is one of nine digits at most', () => {
  const format = dateFormat('strict_date_optional_time||epoch_millis');
  for (const year of ['-5763216442', '-1000000000', '+1000000000']) {
    const reason = `Invalid value for Year (valid values -999999999 - 999999999): ${Number(year)}`;
    expect(format.parse(year)).toBeNaN();
    expect(format.parse(`${year}-05-06`)).toBeNaN();
    for (const text of [year, `${year}-05`, `${year}-13`])
      expect(format.failure(text).error).toMatchObject({ type: 'date_time_exception', reason });
  }
  expect(format.parse('-999999999')).toBeLessThan(-3e19);
  expect(format.parse('-57632164421')).toBe(-57_632_164_421);
});

test('another format is asked only where the text is none of the first, or a day in full that there is not', () => {
  for (const [pattern, text] of [
    ['uuuu-MM||uuuu-HH', '2020-15'],
    ['MM/dd/yyyy||dd/MM/yyyy', '31/12/2020'],
  ] as const) {
    expect(dateFormat(pattern).parse(text)).toBeNaN();
    expect(dateFormat(pattern).failure(text).error.type).toBe('date_time_exception');
  }
  expect(dateFormat('MM/dd/uuuu||dd/MM/uuuu').parse('31/12/2020')).toBe(Date.UTC(2020, 11, 31));
});
