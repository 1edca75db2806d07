import { ApiError } from '@sextant/contract';
import { expect, test } from 'vitest';
import { WorkBudget } from '../budget/work-budget.ts';
import type { ScriptContext } from './compile/scope.ts';
import { scriptValue } from './json-values.ts';
import { Program } from './program.ts';
import { textOf } from './values.ts';

const context: ScriptContext = {
  name: 'test',
  returns: 'def',
  variables: [{ name: 'params', type: 'Map', place: 0 }],
};

function answer(source: string, params: Readonly<Record<string, unknown>> = {}): string {
  const program = new Program(source, context);
  return textOf(program.run(program.state([scriptValue(params)], null)));
}

function failure(source: string): ApiError['error'] {
  try {
    answer(source);
  } catch (error) {
    if (error instanceof ApiError) return error.error;
    throw error;
  }
  throw new Error(`no failure: ${source}`);
}

// As OpenSearch 3.6 answers.
test.each([
  ["def j = new StringJoiner(', ', '[', ']'); j.add('a'); j.add('b'); j.toString()", '[a, b]'],
  ["def j = new StringJoiner('-'); j.setEmptyValue('none'); j.toString()", 'none'],
  ["StringJoiner j = new StringJoiner('-'); j.add('a').add('b'); j.length()", '3'],
  ['[3, 1, 2].stream().collect(Collectors.minBy(Comparator.naturalOrder())).get()', '1'],
  ['[3, 1, 2].stream().collect(Collectors.maxBy((a, b) -> a - b)).get()', '3'],
  ['[].stream().collect(Collectors.maxBy((a, b) -> a - b)).isPresent()', 'false'],
  [
    '[1, 2, 3, 4].stream().collect(Collectors.partitioningBy(n -> n > 2, Collectors.counting()))',
    '{false=2, true=2}',
  ],
  ["['a', 'bb', 'a'].stream().collect(Collectors.toMap(s -> s, s -> 1, (a, b) -> a + b))", '{bb=1, a=2}'],
  ['[1, 2].stream().collect(Collectors.collectingAndThen(Collectors.toList(), l -> l.size()))', '2'],
  ['[1, 2, 3].stream().collect(Collectors.reducing(10, (a, b) -> a + b))', '16'],
])('%s', (source, expected) => {
  expect(answer(source)).toBe(expected);
});

test.each([
  ['7 / 2 + 7 % 3', '4'],
  ['Integer.MAX_VALUE + 1', '-2147483648'],
  ['2147483648L * 4294967296L', '-9223372036854775808'],
  ['9007199254740993L + 2', '9007199254740995'],
  ['1.0f / 3', '0.33333334'],
  ['(byte) 300', '44'],
  ["'a' + 1.0 + 1L + null + true", 'a1.01nulltrue'],
  ['def a = 5; def b = 5.0; return a == b', 'true'],
  ['[3, 1, 2].stream().sorted().map(x -> x * 2).collect(Collectors.toList())', '[2, 4, 6]'],
  [
    "def m = new HashMap(); m.put('z', 1); m.put('a', 2); m.put('key', [1, 2.0]); return m",
    '{a=2, z=1, key=[1, 2.0]}',
  ],
  ['int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2) } return fib(15)', '610'],
  [
    "try { return Integer.parseInt('q') } catch (NumberFormatException e) { return e.getMessage() }",
    'For input string: "q"',
  ],
  ["return 'abc'.replaceAll(/[ab]/, m -> m.group().toUpperCase())", 'ABc'],
  ['int i = 5; i++; i += 2.7; return i', '8'],
  ["def m = [:]; m.x = 1; m['x'] += 4; return m.x", '5'],
])('%s is %s', (source, expected) => {
  expect(answer(source)).toBe(expected);
});

test('a parameter is what JSON says: a whole number, a fraction, a list, a map', () => {
  expect(
    answer('params.a + params.b + params.l[1] + params.m.k', { a: 1, b: 2.5, l: [1, 2], m: { k: 'x' } }),
  ).toBe('5.5x');
});

test('what cannot be compiled is told with its place and what stands around it', () => {
  expect(failure('String s = "a"; return s.foo()')).toEqual({
    type: 'script_exception',
    reason: 'compile error',
    details: {
      script_stack: ['String s = "a"; return s.foo()', '                        ^---- HERE'],
      script: 'String s = "a"; return s.foo()',
      lang: 'painless',
      position: { offset: 24, start: 0, end: 30 },
    },
    causedBy: {
      type: 'illegal_argument_exception',
      reason: 'member method [java.lang.String, foo/0] not found',
    },
  });
});

test('what fails while it runs is told with its statement', () => {
  const { details, causedBy } = failure('int x = 1; int y = 0; return x / y');
  expect(details!.script_stack).toEqual(['return x / y', '       ^---- HERE']);
  expect(details!.position).toEqual({ offset: 29, start: 22, end: 34 });
  expect(causedBy).toEqual({ type: 'arithmetic_exception', reason: '/ by zero' });
});

test.each([
  'this.constructor',
  "''.constructor",
  "def x = ''; return x.constructor",
  'def x = [:]; return x.getClass().forName("a")',
  'def f = [1].collect(x -> x); return f.__proto__',
  'return process',
  'return globalThis',
  'return new Function("1")',
])('nothing of the host is within reach: %s', (source) => {
  expect(failure(source).type).toBe('script_exception');
});

test('a loop without end is ended, and so are calls without end', () => {
  expect(failure('int x = 0; while (true) { x++ }').causedBy!.type).toBe('painless_error');
  expect(failure('int f(int n) { return f(n + 1) } return f(1)').causedBy!.type).toBe('stack_overflow_error');
});

test('a script that takes ever more memory is refused by the account of all requests', () => {
  let held = 0;
  const memory = {
    take: (bytes: number) => {
      held += bytes;
      if (held > 1 << 20) throw new ApiError({ type: 'circuit_breaking_exception', reason: 'too much' });
    },
    give: (bytes: number) => {
      held -= bytes;
    },
  };
  const clock = { nanos: () => 0, now: () => 0, after: () => ({ cancel: () => {} }) };
  const budget = new WorkBudget({ clock, memory } as never);
  const program = new Program(
    "String s = 'x'; for (int i = 0; i < 100; i++) { s += s } return s.length()",
    context,
  );
  expect(() => program.run(program.state([null], budget))).toThrow('too much');
});

test('a text that nests without end is refused', () => {
  expect(failure('('.repeat(10_000)).type).toBe('script_exception');
  expect(failure(`return ${'-'.repeat(5000)}1`).type).toBe('script_exception');
});

// As OpenSearch 3.6 answers.
test.each([
  ['Map m = [:]; m.a++', 13],
  ['def x=1; x+=null; return x', 12],
  ["return Optional.empty().orElseThrow(() -> new IllegalStateException('a'))", 42],
  ["def e = new IllegalStateException('a'); return Optional.empty().orElseThrow(() -> e)", 8],
  ["def e = new IllegalStateException('a'); int y = 1; throw e", 8],
  ["def l = []; l.add(new RuntimeException('q')); throw l[0]", 18],
  ["Exception make() { return new IllegalStateException('a') } throw make()", 26],
  ['try { def x = null; x.foo } catch (Exception e) { throw e }', 21],
  ["try { throw new RuntimeException('q') } catch (Exception e) { } def x = null; return x.y", 86],
  ["throw new IllegalStateException('a'.trim())", 35],
  ["def l = [1, 2]; l.sort((a, b) -> new IllegalStateException('x'))", 23],
  ["def make(def x) { return new IllegalStateException(x) } def e = make('a'); throw e", 51],
  ["Map m = ['b': [:]]; return 1 + m.b.c++", 31],
  ["Map m = ['a': 1]; def y = 'z'; m.a -= y", 32],
  ["Map m = ['a': 1]; m.a -= 'z'.toString().length() + m.b", 52],
  ['List l = []; l.add(97, 2L)', 23],
  ['Collections.max([], (a, b) -> a.compareTo(b))', 20],
])('what fails while it runs is told at its place: %s', (source, offset) => {
  expect(failure(source).details!.position).toMatchObject({ offset });
});
