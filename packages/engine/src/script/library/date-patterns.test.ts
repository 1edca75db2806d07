import { expect, test } from 'vitest';
import { scriptOutcome } from '../../testing/script-outcome.ts';
import { meter } from '../meter.ts';
import { fittingPattern } from './format-fields.ts';

const by = (date: string, pattern: string): string =>
  `${date}.format(DateTimeFormatter.ofPattern("${pattern}"))`;

// As OpenSearch 3.6 answers.
test.each([
  [by("LocalDate.parse('2020-02-29')", 'yyyy/MM/dd HH:mm'), 'Unsupported field: HourOfDay'],
  [by("LocalDate.parse('2020-02-29')", 'yyyy[ HH:mm]'), '2020'],
  [by("LocalDate.parse('2020-02-29')", "yyyy 'H'"), '2020 H'],
  [by("LocalDate.parse('2020-02-29')", 'yyyy[ HH[:mm]]'), '2020'],
  [by("LocalDate.parse('2020-02-29')", 'yyyy[-MM[ HH[:mm]]]'), '2020-02'],
  [by("LocalDate.parse('2020-02-29')", "yyyy '[x]' MM"), '2020 [x] 02'],
  [by('LocalTime.of(23, 59)', 'yyyy HH'), 'Unsupported field: YearOfEra'],
  [by('LocalDateTime.of(2021, 1, 1, 0, 0)', 'yyyy Z'), 'Unsupported field: OffsetSeconds'],
  [
    by('LocalDateTime.of(2021, 1, 1, 0, 0)', 'yyyy VV'),
    'Unable to extract ZoneId from temporal 2021-01-01T00:00',
  ],
  [by('Year.of(2020)', 'yyyy-MM'), 'Unsupported field: MonthOfYear'],
  [by('YearMonth.of(2020, 2)', 'MMM uuuu'), 'Feb 2020'],
  ['YearMonth.of(2020, 2).format(DateTimeFormatter.ISO_LOCAL_DATE)', 'Unsupported field: DayOfMonth'],
  ["DateTimeFormatter.ofPattern('yyyy').format(Instant.EPOCH)", 'Unsupported field: YearOfEra'],
  ["DateTimeFormatter.ofPattern('yyyy').withZone(ZoneId.of('UTC')).format(Instant.EPOCH)", '1970'],
  ['DateTimeFormatter.ISO_LOCAL_DATE.format(Instant.EPOCH)', 'Unsupported field: Year'],
  ["DateTimeFormatter.ofPattern('yyyy-MM-ddTHH:mm')", 'Unknown pattern letter: T'],
])('a pattern shows what a date has, and nothing else: %s', (source, expected) => {
  expect(scriptOutcome(source)).toBe(expected);
});

test('what looks for parts of a pattern that a date has not is counted', () => {
  const date = { kind: 'LocalDate', value: null, zone: null };
  meter.drain();
  expect(fittingPattern(`yyyy${'[HH'.repeat(5000)}${']'.repeat(5000)}`, date)).toBe('yyyy[]');
  expect(meter.drain()).toBeGreaterThan(1000);
});

test('letters that stand for something are not told to be unknown', () => {
  expect(scriptOutcome(by("LocalDate.parse('2020-02-29')", 'G yyyy'))).toBe('Unsupported pattern letter: G');
});

const cannot = (wanted: string, text: string, kind: string): string =>
  `Unable to obtain ${wanted} from TemporalAccessor: ${text} of type java.time.${kind}`;

test.each([
  ['Duration.between(Instant.EPOCH, LocalTime.of(1, 2))', cannot('Instant', '01:02', 'LocalTime')],
  [
    "Duration.between(ZonedDateTime.parse('2020-01-01T00:00:00Z'), Instant.EPOCH)",
    cannot('ZonedDateTime', '1970-01-01T00:00:00Z', 'Instant'),
  ],
  ["Duration.between(LocalTime.of(1, 2), ZonedDateTime.parse('2020-02-29T10:15:30+01:00'))", 'PT9H13M30S'],
  ['Duration.between(LocalDate.of(2020, 1, 1), LocalDate.of(2020, 1, 2))', 'Unsupported unit: Seconds'],
  ['ChronoUnit.DAYS.between(LocalDate.of(2020, 1, 2), LocalDateTime.of(2020, 1, 1, 10, 0))', '-1'],
  ['ChronoUnit.HOURS.between(LocalTime.of(1, 0), LocalDateTime.of(2020, 1, 1, 10, 0))', '9'],
  ['YearMonth.from(Instant.EPOCH)', cannot('YearMonth', '1970-01-01T00:00:00Z', 'Instant')],
  ["OffsetDateTime.ofInstant(Instant.EPOCH, ZoneId.of('Europe/Berlin'))", '1970-01-01T01:00+01:00'],
  [
    'ZoneOffset.ofHoursMinutes(-1, 10)',
    'Zone offset minutes and seconds must be negative because hours is negative',
  ],
  [
    "LocalDate.parse('2020-01-01T10:00:00Z')",
    "Text '2020-01-01T10:00:00Z' could not be parsed, unparsed text found at index 10",
  ],
  [
    "LocalDateTime.parse('2020-01-01T10:00:00Z')",
    "Text '2020-01-01T10:00:00Z' could not be parsed, unparsed text found at index 19",
  ],
])('a time is taken as what the other one is: %s', (source, expected) => {
  expect(scriptOutcome(source)).toBe(expected);
});

// As OpenSearch 3.6 answers.
test('quotes on both sides of an optional part that is left out are two', () => {
  expect(scriptOutcome(by("LocalDate.parse('2020-01-02')", "yyyy''[HH]''"))).toBe("2020''");
  expect(scriptOutcome(by("LocalDate.parse('2020-01-02')", "yyyy'a'[HH]'b'[-MM[ HH]]"))).toBe('2020ab-01');
});
