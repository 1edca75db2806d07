import { expect, test } from 'vitest';
import { scriptOutcome } from '../../testing/script-outcome.ts';

const castTo = (from: string, to: string): string =>
  `class ${from} cannot be cast to class ${to} (${from} and ${to} are in module java.base of loader 'bootstrap')`;

// As OpenSearch 3.6 answers.
test.each([
  [
    "Map m = [:]; for (int x = 0; x < 13; x++) m.computeIfAbsent('k' + x, k -> 1); return m",
    '{k0=1, k1=1, k2=1, k3=1, k4=1, k11=1, k5=1, k10=1, k6=1, k7=1, k12=1, k8=1, k9=1}',
  ],
  ["def m = ['zz': 1, 'b': 2]; m.merge(0, 3, (a, b) -> a); return m", '{0=3, zz=1, b=2}'],
  [
    "['a', 'q', 'b', 'r'].stream().collect(Collectors.groupingBy(x -> x, Collectors.counting()))",
    '{q=1, a=1, r=1, b=1}',
  ],
  [
    "['q', 'a', 'b', 'r'].stream().collect(Collectors.groupingBy(x -> x, LinkedHashMap::new, Collectors.counting()))",
    '{q=1, a=1, b=1, r=1}',
  ],
  [
    "['a', 'q', 'b', 'r'].stream().collect(Collectors.toMap(x -> x, x -> 1, (a, b) -> a + b))",
    '{q=1, a=1, r=1, b=1}',
  ],
])('what is computed stands before the others of its bucket: %s', (source, expected) => {
  expect(scriptOutcome(source)).toBe(expected);
});

test.each([
  ['[0.1, 0.2, 0.3].stream().mapToDouble(x -> x).sum()', '0.6'],
  ['[0.1, 0.2, 0.3].stream().mapToDouble(x -> x).average()', 'OptionalDouble[0.19999999999999998]'],
  ['[0.1, 0.2, 0.3, 0.7, 1.1].stream().collect(Collectors.averagingDouble(x -> x))', '0.48'],
  ['[0.1, 0.2, 0.3].stream().collect(Collectors.summingDouble(x -> x))', '0.6'],
  ['[0.1, 0.2, 0.3].sum()', '0.6000000000000001'],
  [
    "Double.MIN_VALUE + ' ' + Float.MIN_VALUE + ' ' + 1e23 + ' ' + 2e-323",
    '4.9E-324 1.4E-45 1.0E23 2.0E-323',
  ],
  ['-(0f)', '-0.0'],
  ["Math.toRadians(3.0) + ' ' + Math.toDegrees(0.1)", '0.05235987755982989 5.729577951308233'],
  [
    "Math.hypot(0.1, 1.5) + ' ' + Math.hypot(-2.5, 3.0) + ' ' + Math.hypot(1e300, 1e299)",
    '1.5033296378372907 3.905124837953327 1.004987562112089E300',
  ],
  ["Math.round(0.49999999999999994) + ' ' + Math.round(-2.5) + ' ' + Math.round(2.5)", '0 -2 3'],
  ["def x = 1L << 40; x.byteValue() + ' ' + x.shortValue()", '0 0'],
  ["def c = (char)'a'; c.compareTo((char)'q')", '-16'],
  ["Long.decode('0x10') instanceof Long", 'true'],
  ['Integer.toString(97, 0) + Long.toString(97L, 50)', '9797'],
  ['Character.isLetter(-1)', 'false'],
  [
    "Character.digit((int)(char)'7', 8) + ' ' + Character.forDigit(11, 16) + ' ' + Character.charCount(128512)",
    '7 b 2',
  ],
])('numbers are computed and shown as in Java: %s', (source, expected) => {
  expect(scriptOutcome(source)).toBe(expected);
});

test.each([
  ["String.join(',', [1, 2])", castTo('java.lang.Integer', 'java.lang.CharSequence')],
  ["String.join(',', ['a', null])", 'a,null'],
  ["def l = ['a', 'b']; l.sum()", castTo('java.lang.String', 'java.lang.Number')],
  ['List l = [[2], [1]]; l.sort(null); return l', castTo('java.util.ArrayList', 'java.lang.Comparable')],
  ["List l = ['a', [1]]; l.sort(null); return l", castTo('java.util.ArrayList', 'java.lang.Comparable')],
  ['Optional.of(null)', 'null_pointer_exception'],
  ["Optional.of(5).flatMap(x -> x + '!')", castTo('java.lang.String', 'java.util.Optional')],
  ["Optional.empty().orElseThrow(() -> 's')", castTo('java.lang.String', 'java.lang.Throwable')],
  ["[:].merge('a', null, (a, b) -> b)", 'null_pointer_exception'],
  ['List l = [1]; l.addAll(5, [2])', 'Index: 5, Size: 1'],
  ["['a', null].stream().collect(Collectors.groupingBy(x -> x))", 'element cannot be mapped to a null key'],
  ["['a'].stream().collect(Collectors.toMap(x -> x, x -> null))", 'null_pointer_exception'],
  ["Integer.parseInt('12', 99)", 'radix 99 greater than Character.MAX_RADIX'],
  ["Integer.parseUnsignedInt('-5')", 'Illegal leading minus sign on unsigned string -5.'],
  ["new StringBuilder('abc').substring(7)", 'Range [7, 3) out of bounds for length 3'],
  ["new StringBuilder('abc').append('abc', 1, 9)", 'Range [1, 9) out of bounds for length 3'],
  [
    "['a'].stream().collect(Collectors.toMap(x -> x, x -> 1, (a, b) -> a, () -> []))",
    castTo('java.util.ArrayList', 'java.util.Map'),
  ],
  [
    "['a'].stream().collect(Collectors.groupingBy(x -> x, () -> 1, Collectors.counting()))",
    castTo('java.lang.Integer', 'java.util.Map'),
  ],
  [
    'List l = [Period.ofDays(2), Period.ofDays(1)]; l.sort(null); return l',
    castTo('java.time.Period', 'java.lang.Comparable'),
  ],
  ["'a*b'.decodeBase64()", 'Illegal base64 character 2a'],
])('what has no answer in Java has none: %s', (source, expected) => {
  expect(scriptOutcome(source)).toBe(expected);
});

test.each([
  ['def c = Comparator.naturalOrder(); List l = [3, 1, 2]; l.sort(c.reversed()); return l', '[3, 2, 1]'],
  [
    "def c = Comparator.comparing(x -> x.length()); List l = ['bb', 'a', 'aa']; l.sort(c.thenComparing(Comparator.naturalOrder())); return l",
    '[a, aa, bb]',
  ],
])('comparators of no known type are made of each other: %s', (source, expected) => {
  expect(scriptOutcome(source)).toBe(expected);
});

test.each([
  ['List l = [ChronoField.YEAR, ChronoField.HOUR_OF_DAY]; l.sort(null); return l', '[HourOfDay, Year]'],
  ["List l = [new StringBuilder('b'), new StringBuilder('a')]; l.sort(null); return l", '[a, b]'],
])('what Java compares is sorted: %s', (source, expected) => {
  expect(scriptOutcome(source)).toBe(expected);
});

test.each(['indexOfSubList', 'lastIndexOfSubList'])('a part that is looked for is counted: %s', (name) => {
  const source = `List a = Collections.nCopies(100000, 1); List b = new ArrayList(Collections.nCopies(50000, 1)); b.add(2);
    return Collections.${name}(a, b)`;
  expect(scriptOutcome(source)).toContain('more operations than one may');
});
