import { ApiError } from '@sextant/contract';
import { expect, test } from 'vitest';
import { Program } from '../program.ts';
import { textOf } from '../values.ts';
import type { ScriptContext } from './scope.ts';

const context: ScriptContext = { name: 'test', returns: 'def', variables: [] };

function outcome(source: string, returns = 'def'): string {
  try {
    const program = new Program(source, { ...context, returns });
    return textOf(program.run(program.state([], null)));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.error.causedBy!.reason ?? error.error.causedBy!.type;
  }
}

// As OpenSearch 3.6 words it.
test.each([
  ['def x = 1; def y = true; return x + y', 'Cannot cast java.lang.Boolean to java.lang.Integer'],
  ['def x = true; def y = 1.5; return x < y', 'Cannot cast java.lang.Boolean to java.lang.Double'],
  ['def x = true; return x * x', 'Cannot apply [*] operation to type [boolean]'],
  ['def x = 1; def y = 2.5; return x & y', 'Cannot apply [&] operation to type [float]'],
  ["def x = 1; def y = 'a'; return x | y", 'Cannot convert [java.lang.String] to an integral value.'],
  ['def x = 1; def y = 2.5; return x << y', 'Cannot cast java.lang.Double to java.lang.Long'],
  ['def x = 2.5; def y = 1; return x >> y', 'Cannot apply [>>] operation to type [double]'],
  ['def x = [1]; def y = 2; return x >>> y', 'Cannot convert [java.util.ArrayList] to an integral value.'],
  [
    'def x = [1]; def y = 2; return x - y',
    'Cannot apply [-] operation to types [java.util.ArrayList] and [java.lang.Integer].',
  ],
  ['def x = 2.5; return ~x', 'Cannot apply not [~] to type [double]'],
  ['def x = true; return -x', 'Cannot apply [-] operation to type [boolean]'],
  ["def x = 1; x |= 'a'", 'Cannot convert [java.lang.String] to an integral value.'],
  ["def x = (char)'a'; String y = x; return y", 'cannot implicitly cast def [char] to java.lang.String'],
  ["def x = 'ab'; return (char)x", 'cannot cast java.lang.String with length not equal to one to char'],
  ['def l = [1]; l.foo', 'Illegal list shortcut value [foo].'],
  ['def m = [:]; for (def v : m) { m = v }', 'Cannot iterate over [java.util.HashMap]'],
  [
    'for (def v : [1: 2]) { def x = v }',
    'invalid foreach loop: cannot iterate over type [java.util.HashMap].',
  ],
])('%s', (source, expected) => {
  expect(outcome(source)).toBe(expected);
});

test('a loop casts what it goes through to the type of its variable', () => {
  expect(outcome('int sum = 0; for (int v : [1, 2L, 3.7]) { sum += v } return sum')).toBe('6');
});

// As OpenSearch 3.6 words it.
test.each([
  [
    "String x = 'a'; return x <= x",
    'cannot apply the less than or equals operator [<=] to the types [java.lang.String] and [java.lang.String]',
  ],
  ['int x = 1; double y = 1; return x & y', 'Cannot cast from [double] to [int].'],
  ['List x = []; return x + 1', 'Cannot cast from [java.util.List] to [int].'],
  ["int x = 1; x -= 'a'", 'Cannot cast from [java.lang.String] to [int].'],
  ['null + 1', 'Cannot cast from [java.lang.Object] to [int].'],
  ["String x = 'a'; return -x", 'cannot apply the subtraction operator [-] to the type [java.lang.String]'],
  [
    "int x = 1; x <<= 'a'",
    'invalid compound assignment: cannot apply [<<=] to types [int] and [class java.lang.String]',
  ],
  [
    'def x = 1; x <<= 1.5',
    'invalid compound assignment: cannot apply [<<=] to types [class org.opensearch.painless.lookup.def] and [double]',
  ],
  [
    'List x = []; x += true',
    'invalid compound assignment: cannot apply [+=] to types [interface java.util.List] and [boolean]',
  ],
])('types that are known: %s', (source, expected) => {
  expect(outcome(source)).toBe(expected);
});

// As OpenSearch 3.6 words it.
test.each([
  ["def m = ['x': 2L]; int y = m.x; return y", 'Cannot cast java.lang.Long to java.lang.Integer'],
  [
    "def m = ['x': true]; double y = m.get('x'); return y",
    'Cannot cast java.lang.Boolean to java.lang.Double',
  ],
  ["def m = ['x': 1]; Map y = m['x']; return y", 'Cannot cast java.lang.Integer to java.util.Map'],
  ["def m = ['x': (char)'c']; int y = m.x; return y", '99'],
  ['List l = [1]; String s = l.get(0); return s', 'cannot implicitly cast def [int] to java.lang.String'],
  ['Map m = [:]; m?.x = 3', 'invalid assignment: cannot assign a value to a null safe operation [?.]'],
])('what an object of no known type is asked for is made what is wanted: %s', (source, expected) => {
  expect(outcome(source)).toBe(expected);
});

test('what is thrown has to be an exception', () => {
  expect(outcome("def x = 'a'; throw x")).toContain(
    'class java.lang.String cannot be cast to class java.lang.Exception',
  );
});

// As OpenSearch 3.6 answers.
test.each([
  ['def x = 2; String s = x + 1.5; return s', '21.5'],
  ['def x = 2; String s = x + x + x; return s', '42'],
  ['def x = 2; String s = (String)(x + null); return s', '2null'],
  ['def x = 2; String s = x * 2; return s', 'Cannot cast from: int to class java.lang.String'],
  ['def x = 2; List l = x + 1; return l', 'Cannot cast from: int to interface java.util.List'],
  ['def x = 2L; int y = x + 1; return y', 'Cannot cast from: long to int'],
  ['def x = 2.5; int y = -x; return y', 'Cannot cast from: double to int'],
  ['def x = 2; if (x + 1) { return 1 }', 'Cannot cast from: int to boolean'],
  ['def x = 2; double y = x + 1; return y', '3.0'],
])('what an operator makes is made what is wanted: %s', (source, expected) => {
  expect(outcome(source)).toBe(expected);
});

test('a script that answers nothing may return what an operator made', () => {
  expect(outcome('def x = 1; return x + 1', 'void')).toBe('2');
  expect(outcome('def x = 1; return -x', 'void')).toBe('-1');
  expect(outcome('def x = 1; return x', 'void')).toBe('Cannot cast from [def] to [void].');
});

test('nothing is wanted of the last value of a script but to be cast', () => {
  expect(outcome("def m = ['x': true]; m.x", 'double')).toBe(
    'cannot implicitly cast def [boolean] to double',
  );
  expect(outcome("def m = ['x': true]; return m.x", 'double')).toBe(
    'Cannot cast java.lang.Boolean to java.lang.Double',
  );
  expect(outcome('def x = 1; x + 2', 'String')).toBe('cannot implicitly cast def [int] to java.lang.String');
});

// As OpenSearch 3.6 answers.
test.each([
  ['def x = 5; Long y = x; return [y, y instanceof Long]', '[5, true]'],
  ['Double f(def x) { return x } return f(5L)', '5.0'],
  ['String f(Float x) { return x.toString() } def x = 5; return f(x)', '5.0'],
  ['def x = 5.9; return (Integer)x', '5'],
  ["def x = 'a'; Character c = (Character)x; return c", 'a'],
  ['def x = null; Long y = x; return y', 'null'],
  ['def x = 5L; Integer y = x; return y', 'cannot implicitly cast def [long] to java.lang.Integer'],
  ['def x = 5; return (Boolean)x', 'cannot implicitly cast def [int] to java.lang.Boolean'],
  ["def x = '5'; return (Double)x", 'cannot explicitly cast def [java.lang.String] to java.lang.Double'],
])('a value of no known type becomes a number of a class: %s', (source, expected) => {
  expect(outcome(source)).toBe(expected);
});

// As OpenSearch 3.6 answers.
test.each([
  ['def x = 9007199254740993L; def y = 9007199254740992.0; return [x > y, x >= y, x < y, x <= y]'],
  ['def x = 16777217; def y = 16777216.0f; return [x > y, x >= y, x < y, x <= y]'],
])('numbers of no known type are compared as the wider type of both: %s', (source) => {
  expect(outcome(source)).toBe('[false, true, false, true]');
});
