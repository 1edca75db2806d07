import { ApiError } from '@sextant/contract';
import { expect, test } from 'vitest';
import { Program } from '../program.ts';
import { textOf } from '../values.ts';
import type { ScriptContext } from './scope.ts';

const context: ScriptContext = { name: 'test', returns: 'def', variables: [] };

function outcome(source: string): string {
  try {
    const program = new Program(source, context);
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
