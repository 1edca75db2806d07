import { ApiError } from '@sextant/contract';
import { expect, test } from 'vitest';
import type { ScriptContext } from '../compile/scope.ts';
import { Program } from '../program.ts';
import { textOf } from '../values.ts';

const context: ScriptContext = { name: 'test', returns: 'String', variables: [] };

/** What a script answers as a text, or the reason of its failure; `d` is a date of a zone. */
function outcome(expression: string): string {
  const date = "ZonedDateTime.parse('2024-03-05T14:11:12.345+01:00[Europe/Paris]')";
  const program = new Program(`ZonedDateTime d = ${date}; return '' + (${expression})`, context);
  try {
    return textOf(program.run(program.state([], null)));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.error.causedBy!.reason;
  }
}

// As OpenSearch 3.6 answers.
test.each([
  ['d.get(ChronoField.DAY_OF_WEEK)', '2'],
  ['d.get(ChronoField.CLOCK_HOUR_OF_AMPM)', '2'],
  ['d.get(ChronoField.MICRO_OF_SECOND)', '345000'],
  ['d.get(ChronoField.ALIGNED_WEEK_OF_YEAR)', '10'],
  ['d.getLong(ChronoField.EPOCH_DAY)', '19787'],
  ['d.getLong(ChronoField.NANO_OF_DAY)', '51072345000000'],
  ['d.get(ChronoField.EPOCH_DAY)', "Invalid field 'EpochDay' for get() method, use getLong() instead"],
  ['LocalDate.of(2024, 3, 5).get(ChronoField.HOUR_OF_DAY)', 'Unsupported field: HourOfDay'],
  ['LocalTime.of(10, 3).get(ChronoField.MINUTE_OF_DAY)', '603'],
  ['Instant.ofEpochMilli(1234567).get(ChronoField.INSTANT_SECONDS)', 'Unsupported field: InstantSeconds'],
  ['Instant.ofEpochMilli(1234567).getLong(ChronoField.INSTANT_SECONDS)', '1234'],
  ['d.with(ChronoField.DAY_OF_WEEK, 1).toLocalDate()', '2024-03-04'],
  ['d.with(ChronoField.DAY_OF_MONTH, 31).with(ChronoField.MONTH_OF_YEAR, 2).toLocalDate()', '2024-02-29'],
  ['d.with(ChronoField.DAY_OF_WEEK, 8)', 'Invalid value for DayOfWeek (valid values 1 - 7): 8'],
])('field: %s is %s', (source, expected) => {
  expect(outcome(source)).toBe(expected);
});

test.each([
  ['d.plus(Duration.ofHours(30)).toLocalDateTime()', '2024-03-06T20:11:12.345'],
  ['d.minus(Period.of(1, 1, 5)).toLocalDate()', '2023-01-31'],
  ['LocalDate.of(2024, 3, 31).plus(Duration.ofDays(1))', 'Unsupported unit: Seconds'],
  ['LocalTime.of(1, 1).plus(Period.ofDays(5))', 'Unsupported unit: Days'],
  ["Duration.parse('P1DT2.5S').toMillis()", '86402500'],
])('amount: %s is %s', (source, expected) => {
  expect(outcome(source)).toBe(expected);
});

test.each([
  ["LocalDate.parse('05.03.2024', DateTimeFormatter.ofPattern('dd.MM.yyyy'))", '2024-03-05'],
  [
    "LocalDate.parse('05/03/2024', DateTimeFormatter.ofPattern('dd.MM.yyyy'))",
    "Text '05/03/2024' could not be parsed at index 2",
  ],
  [
    "ZonedDateTime.parse('2024-03-05 10:11:12 +0100', DateTimeFormatter.ofPattern('yyyy-MM-dd HH:mm:ss Z'))",
    '2024-03-05T10:11:12+01:00',
  ],
  [
    "LocalDateTime.parse('2024-03-05', DateTimeFormatter.ofPattern('yyyy-MM-dd'))",
    "Text '2024-03-05' could not be parsed: Unable to obtain LocalDateTime from TemporalAccessor: {},ISO resolved to 2024-03-05 of type java.time.format.Parsed",
  ],
  ['d.format(DateTimeFormatter.ISO_DATE_TIME)', '2024-03-05T14:11:12.345+01:00[Europe/Paris]'],
  ['d.format(DateTimeFormatter.BASIC_ISO_DATE)', '20240305+0100'],
  ['LocalDate.of(2024, 3, 5).format(DateTimeFormatter.ISO_LOCAL_DATE_TIME)', 'Unsupported field: HourOfDay'],
])('format: %s is %s', (source, expected) => {
  expect(outcome(source)).toBe(expected);
});

test.each([
  ["OffsetDateTime.parse('2024-03-05T10:11:12.345+01:00').plusDays(1)", '2024-03-06T10:11:12.345+01:00'],
  ['d.toOffsetDateTime()', '2024-03-05T14:11:12.345+01:00'],
  ['d.toOffsetDateTime() instanceof ZonedDateTime', 'false'],
  ['d.toOffsetDateTime().withOffsetSameInstant(ZoneOffset.UTC)', '2024-03-05T13:11:12.345Z'],
])('offset: %s is %s', (source, expected) => {
  expect(outcome(source)).toBe(expected);
});
