import { expect, test } from 'vitest';
import { IngestScript } from './ingest-script.ts';
import { readScript } from './script-spec.ts';

/** What stands in a document that a script puts a value into. */
function written(value: string): string {
  const script = new IngestScript(readScript(`ctx.v = ${value}`), 'ingest');
  return JSON.stringify((script.changed({}) as { v: unknown }).v);
}

test.each([
  ['new Date(5)', '"1970-01-01T00:00:00.005Z"'],
  ["['x': [new Date(0)]]", '{"x":["1970-01-01T00:00:00.000Z"]}'],
  ["LocalTime.parse('03:04')", '"03:04:00.000"'],
  ["LocalDate.parse('2020-01-02')", '"2020-01-02"'],
  ['new byte[]{1, -1}', '"Af8="'],
  ['new int[]{1, 2}', '[1,2]'],
  ['Locale.ROOT', '""'],
  ['Locale.UK', '"en_GB"'],
  ['DayOfWeek.MONDAY', '"MONDAY"'],
])('a document has values of Java as OpenSearch writes them: %s', (value, json) => {
  expect(written(value)).toBe(json);
});

test.each([
  ['/a/', 'java.util.regex.Pattern'],
  ["/a/.matcher('a')", 'java.util.regex.Matcher'],
  ['new Random(1)', 'java.util.Random'],
  ['Optional.of(1)', 'java.util.Optional'],
  ["new StringBuilder('a')", 'java.lang.StringBuilder'],
  ["[new StringTokenizer('a')]", 'java.util.StringTokenizer'],
  ["['a': 1].entrySet()", 'java.util.HashMap$Node'],
  ['new boolean[]{true}', '[Z'],
  ['new char[]{(char)97}', '[C'],
  ['(char)97', 'java.lang.Character'],
])('what documents cannot hold is refused: %s', (value, name) => {
  expect(() => written(value)).toThrow(`cannot write xcontent for unknown value of type class ${name}`);
});

test('names of members are texts', () => {
  expect(() => written('[null: 1]')).toThrow('Field name cannot be null');
  expect(() => written('[1: 2]')).toThrow('class java.lang.Integer cannot be cast to class java.lang.String');
});
