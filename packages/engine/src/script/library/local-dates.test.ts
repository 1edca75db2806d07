import { ApiError } from '@sextant/contract';
import { expect, test } from 'vitest';
import type { ScriptContext } from '../compile/scope.ts';
import { Program } from '../program.ts';
import { textOf } from '../values.ts';

const context: ScriptContext = { name: 'test', returns: 'def', variables: [] };

function answer(source: string): string {
  const program = new Program(source, context);
  return textOf(program.run(program.state([], null)));
}

// As OpenSearch 3.6 answers.
test.each([
  ['LocalDate.of(2024, 2, 29).plusYears(1).toString()', '2025-02-28'],
  ["LocalDate.parse('2024-01-31').plusMonths(1)", '2024-02-29'],
  ['LocalDate.of(2024, 3, 15).getDayOfWeek()', 'FRIDAY'],
  ['LocalDate.of(2024, 3, 15).getMonth()', 'MARCH'],
  ['LocalDate.of(2024, 3, 15).lengthOfMonth()', '31'],
  ['LocalDate.of(2024, 3, 15).isLeapYear()', 'true'],
  ['LocalDate.of(2024, 3, 15).lengthOfYear()', '366'],
  ['LocalDate.of(2024, 3, 15).getDayOfYear()', '75'],
  ['LocalDate.ofEpochDay(19000)', '2022-01-08'],
  ['LocalDate.ofYearDay(2024, 60)', '2024-02-29'],
  ['LocalDate.of(2024, 3, 15).toEpochDay()', '19797'],
  ['LocalDate.of(2024, 3, 15).isBefore(LocalDate.of(2024, 3, 16))', 'true'],
  ['LocalDate.of(2024, 3, 15).compareTo(LocalDate.of(2024, 3, 20))', '-5'],
  ["LocalDate.of(2024, 3, 15).equals(LocalDate.parse('2024-03-15'))", 'true'],
  ['LocalDate.of(2024, 3, 15).atStartOfDay()', '2024-03-15T00:00'],
  [
    "LocalDate.of(2024, 7, 15).atStartOfDay(ZoneId.of('Europe/Berlin')).toInstant().toEpochMilli()",
    '1720994400000',
  ],
  ['LocalDate.of(2024, 3, 15).atTime(10, 30)', '2024-03-15T10:30'],
  ['LocalDate.of(2024, 3, 15).withDayOfMonth(1).minusDays(1)', '2024-02-29'],
  ['LocalDate.of(2024, 3, 31).withMonth(2)', '2024-02-29'],
  ['ChronoUnit.DAYS.between(LocalDate.of(2024, 1, 1), LocalDate.of(2024, 3, 1))', '60'],
  ['ChronoUnit.MONTHS.between(LocalDate.of(2024, 1, 31), LocalDate.of(2024, 3, 1))', '1'],
  ['LocalDate.of(2024, 1, 1).until(LocalDate.of(2025, 1, 1), ChronoUnit.WEEKS)', '52'],
  ['LocalDate.of(2024, 3, 15).plus(3, ChronoUnit.WEEKS)', '2024-04-05'],
  ["LocalDate.of(2024, 3, 15).format(DateTimeFormatter.ofPattern('dd.MM.yyyy'))", '15.03.2024'],
  ["DateTimeFormatter.ofPattern('yyyy/MM').format(LocalDate.of(2024, 3, 15))", '2024/03'],
  ['LocalDateTime.of(2024, 3, 15, 10, 30)', '2024-03-15T10:30'],
  ['LocalDateTime.of(2024, 3, 15, 10, 30, 5).plusHours(20)', '2024-03-16T06:30:05'],
  ["LocalDateTime.parse('2024-03-15T10:15:30.250')", '2024-03-15T10:15:30.250'],
  ["LocalDateTime.parse('2024-03-15T10:15:30').toLocalTime()", '10:15:30'],
  ['LocalDateTime.of(2024, 3, 15, 10, 30).toLocalDate()', '2024-03-15'],
  ['LocalDateTime.of(2024, 3, 15, 10, 30).truncatedTo(ChronoUnit.HOURS)', '2024-03-15T10:00'],
  [
    "LocalDateTime.of(2024, 3, 15, 10, 30).atZone(ZoneId.of('UTC')).toInstant().toEpochMilli()",
    '1710498600000',
  ],
  ['LocalTime.of(23, 30).plusHours(2)', '01:30'],
  ["LocalTime.parse('10:15').minusMinutes(20)", '09:55'],
  ['LocalTime.of(10, 15, 30).toSecondOfDay()', '36930'],
  ['LocalTime.NOON', '12:00'],
  ['LocalTime.of(10, 15).isAfter(LocalTime.of(9, 0))', 'true'],
  ["ZonedDateTime.parse('2024-03-15T22:30:00Z').toLocalDate()", '2024-03-15'],
  [
    "ZonedDateTime.parse('2024-03-15T22:30:00Z').withZoneSameInstant(ZoneId.of('Asia/Tokyo')).toLocalDate()",
    '2024-03-16',
  ],
  ["ZonedDateTime.parse('2024-03-15T22:30:00Z').toLocalDateTime()", '2024-03-15T22:30'],
  ["ZonedDateTime.parse('2024-03-15T22:30:00Z').toLocalTime()", '22:30'],
  [
    "ZonedDateTime.of(LocalDate.of(2024, 3, 15), LocalTime.of(8, 0), ZoneId.of('Z')).toInstant().toEpochMilli()",
    '1710489600000',
  ],
  ['Duration.ofMinutes(90).plusMinutes(45)', 'PT2H15M'],
  ['Duration.ofMinutes(90).multipliedBy(3).toHours()', '4'],
  ['Duration.ofHours(-3).abs()', 'PT3H'],
  ['Duration.ofHours(3).negated().isNegative()', 'true'],
  ['Duration.ZERO.isZero()', 'true'],
  ['Duration.ofHours(5).minusMinutes(30).toMinutes()', '270'],
  ['Duration.between(LocalTime.of(8, 0), LocalTime.of(10, 30)).toMinutes()', '150'],
  ['Duration.ofDays(1).dividedBy(4)', 'PT6H'],
  ['Duration.ofSeconds(5).plus(Duration.ofMillis(500))', 'PT5.5S'],
])('%s', (source, expected) => {
  expect(answer(source)).toBe(expected);
});

test.each([
  [
    'LocalDate.of(2023, 2, 29)',
    'date_time_exception',
    "Invalid date 'February 29' as '2023' is not a leap year",
  ],
  [
    'LocalDate.of(2024, 13, 1)',
    'date_time_exception',
    'Invalid value for MonthOfYear (valid values 1 - 12): 13',
  ],
  ['LocalDate.of(2024, 4, 31)', 'date_time_exception', "Invalid date 'APRIL 31'"],
  [
    "LocalDate.parse('2024-3-1')",
    'date_time_parse_exception',
    "Text '2024-3-1' could not be parsed at index 5",
  ],
  ['LocalTime.of(24, 0)', 'date_time_exception', 'Invalid value for HourOfDay (valid values 0 - 23): 24'],
  [
    'LocalDate.of(2024, 1, 1).plus(1, ChronoUnit.HOURS)',
    'unsupported_temporal_type_exception',
    'Unsupported unit: Hours',
  ],
  [
    "LocalDateTime.parse('2024-03-15')",
    'date_time_parse_exception',
    "Text '2024-03-15' could not be parsed at index 10",
  ],
])('%s fails', (source, type, reason) => {
  try {
    answer(source);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    expect(error.error.causedBy).toMatchObject({ type, reason });
    return;
  }
  throw new Error('no failure');
});

test.each([
  ['[true ? 1 : 2.5, false ? 1 : 2.5]', '[1, 2.5]'],
  ['def a = true ? 1 : 2.5; a', '1'],
  ['def l = []; l.add(true ? 1 : 2.5); l', '[1.0]'],
  ['double a = true ? 1 : 2.5; a', '1.0'],
])('%s: branches where anything goes stay what they are', (source, expected) => {
  expect(answer(source)).toBe(expected);
});

test.each(["[1, 'w']", '[1.5, 2L]', '[1, [2]]'])('%s cannot be sorted', (list) => {
  expect(() => answer(`${list}.stream().sorted().collect(Collectors.toList())`)).toThrow('runtime error');
});
