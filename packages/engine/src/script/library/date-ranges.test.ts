import { ApiError } from '@sextant/contract';
import { expect, test } from 'vitest';
import type { ScriptContext } from '../compile/scope.ts';
import { Program } from '../program.ts';
import { textOf } from '../values.ts';

const context: ScriptContext = { name: 'test', returns: 'String', variables: [] };

/** What a script answers as a text, or `type: reason` of its failure. */
function outcome(expression: string): string {
  const program = new Program(
    `def d = ZonedDateTime.parse('2024-02-29T10:11:12.345Z'); return '' + (${expression})`,
    context,
  );
  try {
    return textOf(program.run(program.state([], null)));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { type, reason } = error.error.causedBy!;
    return `${type}: ${reason}`;
  }
}

const year = (value: string) =>
  `date_time_exception: Invalid value for Year (valid values -999999999 - 999999999): ${value}`;
const epochDay = (value: string) =>
  `date_time_exception: Invalid value for EpochDay (valid values -365243219162 - 365241780471): ${value}`;
const OVERFLOW = 'arithmetic_exception: long overflow';

// As OpenSearch 3.6 answers.
test.each([
  ['LocalDate.of(2024, 1, 1).plusYears(999999999999L)', year('1000000002023')],
  ['LocalDate.of(2024, 1, 1).plusMonths(Long.MAX_VALUE)', year('-768614336404562627')],
  ['LocalDate.of(2024, 1, 1).plusDays(999999999999L)', epochDay('1000000019722')],
  ['LocalDate.of(2024, 1, 1).plusDays(Long.MAX_VALUE)', OVERFLOW],
  ['LocalDate.of(2024, 1, 1).plusWeeks(Long.MAX_VALUE)', OVERFLOW],
  ['LocalDate.of(2024, 1, 1).withYear(1000000000)', year('1000000000')],
  ['LocalDate.ofEpochDay(365241780472L)', epochDay('365241780472')],
  ['LocalDateTime.of(2024, 1, 1, 0, 0).plusHours(Long.MAX_VALUE)', epochDay('384307168202302048')],
  ['LocalTime.of(1, 2).plusHours(Long.MAX_VALUE)', '08:02'],
  ['LocalTime.of(1, 2).plusMinutes(Long.MIN_VALUE)', '06:54'],
  ['d.plusYears(999999999999L)', year('1000000002023')],
  ['d.plusSeconds(Long.MAX_VALUE)', epochDay('106751991187083')],
  ['d.plus(Long.MAX_VALUE, ChronoUnit.CENTURIES)', OVERFLOW],
  ['Year.of(2024).plusYears(Long.MAX_VALUE)', year('-9223372036854773785')],
  ['Instant.ofEpochMilli(Long.MAX_VALUE)', '+292278994-08-17T07:12:55.807Z'],
  ['Instant.ofEpochMilli(Long.MAX_VALUE).toEpochMilli()', '9223372036854775807'],
  ['Instant.ofEpochSecond(31556889864403199L)', '+1000000000-12-31T23:59:59Z'],
  [
    'Instant.ofEpochSecond(31556889864403200L)',
    'date_time_exception: Instant exceeds minimum or maximum instant',
  ],
  ['Instant.ofEpochSecond(31556889864403199L).toEpochMilli()', OVERFLOW],
  ['Duration.ofSeconds(Long.MAX_VALUE)', 'PT2562047788015215H30M7S'],
  ['Duration.ofSeconds(Long.MAX_VALUE).toMillis()', OVERFLOW],
  [
    'Duration.ofDays(1).multipliedBy(Long.MAX_VALUE)',
    'arithmetic_exception: Exceeds capacity of Duration: 796899343984252629724800000000000',
  ],
])('%s is computed as java.time does, or told to be out of range', (source, expected) => {
  expect(outcome(source)).toBe(expected);
});

test.each([
  ['d.withMonth(13)', 'Invalid value for MonthOfYear (valid values 1 - 12): 13'],
  ['d.withDayOfMonth(30)', "Invalid date 'FEBRUARY 30'"],
  ['d.withHour(24)', 'Invalid value for HourOfDay (valid values 0 - 23): 24'],
  ['d.withNano(-1)', 'Invalid value for NanoOfSecond (valid values 0 - 999999999): -1'],
  [
    "ZonedDateTime.of(2024, 1, 32, 0, 0, 0, 0, ZoneId.of('Z'))",
    'Invalid value for DayOfMonth (valid values 1 - 28/31): 32',
  ],
  ['LocalDate.ofYearDay(2023, 366)', "Invalid date 'DayOfYear 366' as '2023' is not a leap year"],
  ['YearMonth.of(2024, 2).atDay(30)', "Invalid date 'FEBRUARY 30'"],
  ['DayOfWeek.of(8)', 'Invalid value for DayOfWeek: 8'],
  ["ZoneOffset.of('+19:00')", 'Zone offset hours not in valid range: value 19 is not in the range -18 to 18'],
])('%s is no date', (source, reason) => {
  expect(outcome(source)).toBe(`date_time_exception: ${reason}`);
});

test.each([
  ['2024-01-01T00:00Z', '2024-01-01T00:00Z'],
  ['2024-01-01T10:15+01', '2024-01-01T10:15+01:00'],
  ['2024-01-01T10:15:30+05:00[Europe/Paris]', '2024-01-01T06:15:30+01:00[Europe/Paris]'],
  ['2024-01-01', "date_time_parse_exception: Text '2024-01-01' could not be parsed at index 10"],
  [
    '2024-01-01T00:00:00',
    "date_time_parse_exception: Text '2024-01-01T00:00:00' could not be parsed at index 19",
  ],
  [
    '2024-01-01T10:15:xxZ',
    "date_time_parse_exception: Text '2024-01-01T10:15:xxZ' could not be parsed at index 16",
  ],
])('a date of a zone is read from %s as java.time does', (text, expected) => {
  expect(outcome(`ZonedDateTime.parse('${text}')`)).toBe(expected);
});

test('an exception tells its class and what it came of', () => {
  const program = (source: string) => new Program(source, { ...context, returns: 'def' });
  const caught = program("try { ZoneId.of('X/Y') } catch (DateTimeException e) { return '' + e }");
  expect(caught.run(caught.state([], null))).toBe(
    'java.time.zone.ZoneRulesException: Unknown time-zone ID: X/Y',
  );
  const failing = program("LocalDate.parse('2024-13-01')");
  const reason = 'Invalid value for MonthOfYear (valid values 1 - 12): 13';
  expect(() => failing.run(failing.state([], null))).toThrow(
    expect.objectContaining({
      error: expect.objectContaining({
        causedBy: expect.objectContaining({ causedBy: { type: 'date_time_exception', reason } }),
      }),
    }),
  );
});

const paris = (text: string): string => `ZonedDateTime.parse('${text}[Europe/Paris]')`;
const spring = paris('2024-03-30T12:00:00+01:00');
const summer = paris('2024-03-31T12:00:00+02:00');
const leap = 'LocalDate.of(2024, 2, 29)';

// As OpenSearch 3.6 answers.
test.each([
  [`ChronoUnit.DAYS.between(${spring}, ${summer})`, '1'],
  [`ChronoUnit.HOURS.between(${spring}, ${summer})`, '23'],
  [`${spring}.until(${summer}, ChronoUnit.DAYS)`, '1'],
  [`ChronoUnit.DAYS.between(${summer}, ${spring})`, '-1'],
  [`ChronoUnit.MONTHS.between(LocalDate.of(2024, 1, 31), ${leap})`, '0'],
  [`ChronoUnit.YEARS.between(${leap}, LocalDate.of(2025, 2, 28))`, '0'],
  [`ChronoUnit.MONTHS.between(${leap}, LocalDate.of(2023, 2, 28))`, '-12'],
  [
    "ChronoUnit.MONTHS.between(ZonedDateTime.parse('2024-02-29T23:30:00-05:00[America/New_York]'), " +
      `${spring})`,
    '1',
  ],
  [
    'Instant.EPOCH.until(Instant.ofEpochSecond(1), ChronoUnit.WEEKS)',
    'unsupported_temporal_type_exception: Unsupported unit: Weeks',
  ],
])('days and months lie between two dates by the clock of the first one: %s', (expression, expected) => {
  expect(outcome(expression)).toBe(expected);
});

test.each([
  ["DateTimeFormatter.ofPattern('EEEE, d MMMM uuuu').format(d)", 'Thursday, 29 February 2024'],
  ["DateTimeFormatter.ofPattern('EEE d LLLL', Locale.ENGLISH).format(d)", 'Thu 29 February'],
  ["DateTimeFormatter.ofPattern('EEEE d MMMM', Locale.ROOT).format(d)", 'Thu 29 Feb'],
  ["LocalDate.parse('Sunday 31 March 2024', DateTimeFormatter.ofPattern('EEEE d MMMM yyyy'))", '2024-03-31'],
  ["new SimpleDateFormat('EEEE d MMMM').format(new Date(0L))", 'Thursday 1 January'],
])('formats have english names where no other locale is asked for: %s', (expression, expected) => {
  expect(outcome(expression)).toBe(expected);
});
