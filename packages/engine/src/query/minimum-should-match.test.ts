import { expect, test } from 'vitest';
import { minimumShouldMatch } from './minimum-should-match.ts';

test.each([
  [4, '2', 2],
  [4, '-1', 3],
  [4, '75%', 3],
  [5, '75%', 3],
  [4, '-25%', 3],
  [3, '-25%', 3],
  [2, '2<-25% 9<-3', 2],
  [8, '2<-25% 9<-3', 6],
  [12, '2<-25% 9<-3', 9],
  [3, '-7', 0],
  [3, '7', 7],
])('of %i clauses %s must match means %i', (count, specification, expected) => {
  expect(minimumShouldMatch(count, specification)).toBe(expected);
});

test('what is no number is refused in the words of Java', () => {
  expect(() => minimumShouldMatch(3, 'x%')).toThrow('For input string: "x"');
});

test('spaces without end are read once', () => {
  const spaces = ' '.repeat(1_000_000);
  expect(minimumShouldMatch(3, `2${spaces}<${spaces}1`)).toBe(1);
  expect(() => minimumShouldMatch(3, `1<2${spaces}x`)).toThrow('For input string: "x"');
});
