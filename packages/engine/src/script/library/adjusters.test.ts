import { expect, test } from 'vitest';
import { scriptOutcome } from '../../testing/script-outcome.ts';

const day = 'LocalDate.of(2020, 2, 29)';

// As OpenSearch 3.6 answers.
test.each([
  [
    "ZonedDateTime.parse('2020-02-29T10:15:30Z').with(TemporalAdjusters.firstDayOfMonth())",
    '2020-02-01T10:15:30Z',
  ],
  [`${day}.with(TemporalAdjusters.lastDayOfMonth())`, '2020-02-29'],
  [`${day}.with(TemporalAdjusters.firstDayOfNextMonth())`, '2020-03-01'],
  [`${day}.with(TemporalAdjusters.firstDayOfYear())`, '2020-01-01'],
  [`${day}.with(TemporalAdjusters.next(DayOfWeek.SATURDAY))`, '2020-03-07'],
  [`${day}.with(TemporalAdjusters.nextOrSame(DayOfWeek.SATURDAY))`, '2020-02-29'],
  [`${day}.with(TemporalAdjusters.previous(DayOfWeek.SATURDAY))`, '2020-02-22'],
  [`${day}.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY))`, '2020-02-24'],
  [`${day}.with(TemporalAdjusters.firstInMonth(DayOfWeek.MONDAY))`, '2020-02-03'],
  [`${day}.with(TemporalAdjusters.lastInMonth(DayOfWeek.SUNDAY))`, '2020-02-23'],
  [`${day}.with(TemporalAdjusters.dayOfWeekInMonth(2, DayOfWeek.FRIDAY))`, '2020-02-14'],
  [`${day}.with(DayOfWeek.MONDAY)`, '2020-02-24'],
  [`${day}.with(Month.JANUARY)`, '2020-01-29'],
  ['LocalDateTime.of(2020, 2, 29, 1, 2).with(LocalTime.of(3, 4))', '2020-02-29T03:04'],
  [`${day}.with(LocalTime.of(3, 4))`, 'Unsupported field: NanoOfDay'],
  ['Instant.EPOCH.with(LocalDate.of(2020, 1, 1))', 'Unsupported field: EpochDay'],
  [`${day}.get(IsoFields.QUARTER_OF_YEAR)`, '1'],
  ['LocalDate.of(2020, 5, 31).get(IsoFields.DAY_OF_QUARTER)', '61'],
  ['LocalDate.of(2020, 3, 31).with(IsoFields.QUARTER_OF_YEAR, 4L)', '2020-12-31'],
  [`${day}.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR)`, '9'],
  ['LocalDate.of(2021, 1, 1).get(IsoFields.WEEK_BASED_YEAR)', '2020'],
  [`${day}.getDayOfWeek().getDisplayName(TextStyle.SHORT, Locale.ENGLISH)`, 'Sat'],
  [`${day}.getMonth().getDisplayName(TextStyle.FULL, Locale.ENGLISH)`, 'February'],
  [`${day}.getMonth().getDisplayName(TextStyle.FULL, Locale.ROOT)`, 'Feb'],
  ['DayOfWeek.MONDAY.getDisplayName(TextStyle.NARROW, Locale.US)', 'M'],
])('dates are adjusted: %s', (source, expected) => {
  expect(scriptOutcome(source)).toBe(expected);
});

test.each([
  ['Iterator it = [1, 2].iterator(); List r = []; it.forEachRemaining(x -> r.add(x)); return r', '[1, 2]'],
  ['[1, 2, 3].stream().reduce(0, (a, b) -> a + b, (a, b) -> a + b)', '6'],
  ['[1, 2].stream().collect(() -> new ArrayList(), (l, x) -> l.add(x), (a, b) -> a.addAll(b))', '[1, 2]'],
  ['[[1, 2], [3]].stream().flatMapToInt(x -> x.stream().mapToInt(y -> y)).sum()', '6'],
  ['[2, 1].stream().collect(Collectors.toMap(x -> x, x -> 1, (a, b) -> a, TreeMap::new))', '{1=1, 2=1}'],
  ['[1, 2, 3].stream().collect(Collectors.reducing(0, x -> x * 2, (a, b) -> a + b))', '12'],
  ['List l = [1, 2, 3]; Collections.copy(l, [4]); return l', '[4, 2, 3]'],
  ['Collections.indexOfSubList([1, 2, 3], [2, 3])', '1'],
  ['Collections.emptyIterator().hasNext()', 'false'],
  ["Objects.requireNonNull(null, 'msg')", 'msg'],
  ["'a😀b'.codePointCount(0, 4)", '3'],
  ["'abc'.codePoints().sum()", '294'],
  ["'abc'.codePointBefore(1)", '97'],
  ["new StringBuilder('abcabc').lastIndexOf('b', 3)", '1'],
  ["new StringBuilder('abc').subSequence(1, 2)", 'b'],
])('%s', (source, expected) => {
  expect(scriptOutcome(source)).toBe(expected);
});
