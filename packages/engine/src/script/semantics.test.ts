import { ApiError } from '@sextant/contract';
import { expect, test } from 'vitest';
import type { ScriptContext } from './compile/scope.ts';
import { scriptValue } from './json-values.ts';
import { JavaDate } from './library/date-values.ts';
import { Program } from './program.ts';
import { textOf } from './values.ts';

const context: ScriptContext = {
  name: 'test',
  returns: 'def',
  variables: [{ name: 'params', type: 'Map', place: 0 }],
};

function answer(source: string, params: Readonly<Record<string, unknown>> = { a: 1 }): string {
  const program = new Program(source, context);
  return textOf(program.run(program.state([scriptValue(params)], null)));
}

function reasonOf(source: string): string {
  try {
    return answer(source);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.error.causedBy!.reason ?? '';
  }
}

// As OpenSearch 3.6 answers.
test.each([
  ['def x = 0; x += 1.5; return x', '1'],
  ['true ? 1 : 2.5', '1.0'],
  ['return true ? 1 : 2.5', '1'],
  ['def f() { true ? 1 : 2.5 } return f()', '1.0'],
  ['Object f() { return true ? 1 : 2.5 } return f()', '1'],
  ['Object f(Object x) { return x } return f(true ? 1 : 2.5)', '1'],
  ["Map m = ['t': 0]; m.t += 1.7; m['t'] += 1.7; return m.t", '2'],
  ['def l = [1]; l[0] *= 2.6; return l[0]', '2'],
  ['def x = 0L; x += 1e20; return x', '9223372036854775807'],
  ['def x = (byte)127; x++; return x', '-128'],
  ["def x = (char)'a'; x += 1; return x", 'b'],
  ['def x = 1; def y = x += 2.5; return y', '3'],
  ["def x = 'a'; def y = 1.5; x += y; return x", 'a1.5'],
  ["def x = null; def y = 'a'; x += y; return x", 'nulla'],
  ['double d = 1; def y = 2; d += y; return d', '3.0'],
  ['def a = new int[]{1}; a[0] += 1.9; return a[0]', '2'],
])('an assignment with an operator keeps the class of what was there: %s', (source, expected) => {
  expect(answer(source)).toBe(expected);
});

test('what cannot be of the class that was there fails', () => {
  expect(reasonOf("def x = 1; x += 'a'; return x")).toBe(
    'cannot implicitly cast def [int] to java.lang.String',
  );
  expect(reasonOf("def x = 1; def y = 'a'; x += y; return x")).toContain(
    'class java.lang.String cannot be cast to class java.lang.Number',
  );
});

test.each([
  'int x = 0; [1].forEach(i -> { x = 5 }); return x',
  'int x = 0; [1].forEach(i -> x++); return x',
  'def x = 0; [1].forEach(i -> { [2].forEach(j -> { x += 1 }) }); return x',
])('a lambda does not change the variables around it: %s', (source) => {
  expect(reasonOf(source)).toBe('Variable [x] is read-only.');
});

test('a lambda changes variables of its own, and what others hold', () => {
  expect(reasonOf('[1].forEach(i -> { i = 5 })')).toBe('Variable [i] is read-only.');
  expect(
    answer('return [1, 2].stream().map(i -> { int y = i; y += 1; return y }).collect(Collectors.toList())'),
  ).toBe('[2, 3]');
  expect(answer('def m = [:]; [1].forEach(i -> { m.a = i }); return m')).toBe('{a=1}');
});

test.each([
  ['if (params.a == 1) { 5 } else if (params.a == 2) { 6 } else { 7 }', '5'],
  ['if (params.a == 2) { 5 } else { if (params.a == 1) { 8 } else { 9 } }', '8'],
  ['if (params.a == 2) { 5 }', 'null'],
  ["try { throw new Exception('x') } catch (Exception e) { 6 }", '6'],
  ['int f(int x) { if (x == 1) { 3 } else { 4 } } f(1) + f(2)', '7'],
  ["[1, 2].stream().map(x -> { if (x == 1) { 'a' } else { 'b' } }).collect(Collectors.toList())", '[a, b]'],
])('the last statement of each branch is what the script answers: %s', (source, expected) => {
  expect(answer(source)).toBe(expected);
});

test('dates of a zone are told without seconds where there are none', () => {
  expect(answer("ZonedDateTime.parse('2020-01-31T10:00:00Z').toString()")).toBe('2020-01-31T10:00Z');
  expect(answer("'' + ZonedDateTime.parse('2020-01-31T10:00:05.120Z')")).toBe('2020-01-31T10:00:05.120Z');
  expect(answer("Instant.ofEpochMilli(0).atZone(ZoneId.of('Europe/Paris')).toString()")).toBe(
    '1970-01-01T01:00+01:00[Europe/Paris]',
  );
  expect(new JavaDate(0).text()).toBe('1970-01-01T00:00Z');
  expect(answer('Instant.ofEpochMilli(0).toString()')).toBe('1970-01-01T00:00:00Z');
});

test('whether a map is empty is asked before its keys', () => {
  expect(answer("def m = ['empty': 5]; return m.empty")).toBe('false');
});

test.each([
  ['[9007199254740993L, 9007199254740995L].stream().mapToLong(x -> x).sum()', '18014398509481988'],
  ['[9223372036854775807L, 1L].stream().mapToLong(x -> x).sum()', '-9223372036854775808'],
  ['[9007199254740993L].stream().mapToLong(x -> x).max().getAsLong()', '9007199254740993'],
  ['[9007199254740993L, 2L].stream().collect(Collectors.summingLong(x -> x))', '9007199254740995'],
])('streams add longs exactly: %s', (source, expected) => {
  expect(answer(source)).toBe(expected);
});

test('even null is an instance of def, and of nothing else', () => {
  expect(answer('def x = null; return x instanceof def')).toBe('true');
  expect(answer('def x = null; return x instanceof Object')).toBe('false');
});
