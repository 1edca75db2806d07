import { SeededRandom } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { ExpressionError } from './expression-tree.ts';
import { grokPatterns } from './grok-patterns.ts';
import { Machine, TooManySteps } from './machine.ts';
import { checkCycles, GrokPattern, NotANumber } from './pattern.ts';
import { programOf } from './program.ts';
import { readExpression } from './read-expression.ts';

const STEPS = 1_000_000;

function span(expression: string, text: string): readonly [number, number] | null {
  const found = new Machine(programOf(readExpression(expression)), text, STEPS).search();
  return found === null ? null : [found[0]!, found[1]!];
}

function named(expression: string, text: string): unknown {
  const found = new GrokPattern(expression, grokPatterns).match(text);
  return found === undefined ? undefined : Object.fromEntries(found.map(([name, values]) => [name, values]));
}

const atoms = [
  'a',
  'b',
  'c',
  '.',
  '[ab]',
  '[^a]',
  '\\w',
  '(?:a|bc)',
  '(?:ab|a|)',
  '(?=b)',
  '(?!a)',
  '(?<=a)',
  '(?<!b)',
  '\\b',
];
const times = ['', '', '', '*', '+', '?', '*?', '+?', '??', '{2}', '{1,3}', '{0,2}?'];

/** An expression that means the same to the platform's engine: what is repeated is never empty. */
function randomExpression(random: SeededRandom, depth = 0): string {
  const parts = Array.from({ length: 1 + random.below(4) }, () => {
    const isNested = depth < 3 && random.below(4) === 0;
    const atom = isNested
      ? `(?:[ab](?:${randomExpression(random, depth + 1)}))`
      : atoms[random.below(atoms.length)]!;
    return /^\(\?[=!<]|^\\b/.test(atom) ? atom : atom + times[random.below(times.length)]!;
  });
  return random.below(4) === 0 ? `${parts.join('')}|${randomExpression(random, depth + 1)}` : parts.join('');
}

const seed = Number(process.env.SEXTANT_SEED ?? Math.floor(Math.random() * 1e6));

test(`random expressions match what the platform's engine matches (SEXTANT_SEED=${seed})`, () => {
  const random = new SeededRandom(seed);
  for (let i = 0; i < 3000; i++) {
    const expression = randomExpression(random);
    const text = Array.from({ length: random.below(9) }, () => 'abcd '[random.below(5)]!).join('');
    const match = new RegExp(expression).exec(text);
    const expected = match === null ? null : [match.index, match.index + match[0].length];
    expect(span(expression, text), `${expression} over "${text}"`).toEqual(expected);
  }
});

test('lines of logs are taken apart by named patterns', () => {
  const line = '55.3.244.1 GET /index.html 15824 0.043';
  const expression =
    '%{IP:client} %{WORD:method} %{URIPATHPARAM:request} %{NUMBER:bytes:int} %{NUMBER:duration:float}';
  expect(named(expression, line)).toEqual({
    client: ['55.3.244.1'],
    method: ['GET'],
    request: ['/index.html'],
    bytes: [15824],
    duration: [0.043],
  });
  expect(named(expression, 'nothing of it')).toBeUndefined();
});

test('every pattern of the bank can be read', () => {
  for (const name of grokPatterns.keys()) expect(() => named(`%{${name}:x}`, 'a')).not.toThrow();
});

test('an expression that goes back without end is stopped, and one without its text not begun', () => {
  const text = `${'a'.repeat(60)}b`;
  expect(() => span('^(a+)+$', text)).toThrow(TooManySteps);
  expect(span('(a+)+://', text)).toBeNull();
  expect(span('(?:x?)*y', 'x'.repeat(5000))).toBeNull();
});

test('what is atomic or possessive is not gone back into', () => {
  expect(span('a+a', 'aaa')).toEqual([0, 3]);
  expect(span('(?>a+)a', 'aaa')).toBeNull();
  expect(span('a++a', 'aaa')).toBeNull();
  expect(span('(?>a|ab)c', 'abc')).toBeNull();
});

test('groups that took part in no match are not there, and those of one name are all there', () => {
  expect(named('(?<a>x)|(?<b>y)', 'y')).toEqual({ b: ['y'] });
  expect(named('%{WORD:w} %{WORD:w}', 'ab cd')).toEqual({ w: ['ab', 'cd'] });
  expect(named('(?:(?<a>x)|y)+', 'xy')).toEqual({ a: ['x'] });
});

test('characters beyond the first plane are one character', () => {
  expect(span('^.$', '\u{1f600}')).toEqual([0, 2]);
  expect(span('.*x', '\u{1f600}\u{1f600}x')).toEqual([0, 5]);
  expect(span('[\u{1f600}]+', 'a\u{1f600}')).toEqual([1, 3]);
});

test('numbers that cannot be read are errors', () => {
  expect(named('%{NOTSPACE:n:long}', '9007199254740993')).not.toBeUndefined();
  expect(() => named('%{NOTSPACE:n:int}', '99999999999')).toThrow(NotANumber);
  expect(() => named('%{NOTSPACE:n:double}', 'x')).toThrow('For input string: "x"');
});

test.each([
  ['(x', 'end pattern with unmatched parenthesis'],
  ['x)', 'unmatched close parenthesis'],
  ['[x', 'premature end of char-class'],
  ['*x', 'target of repeat operator is not specified'],
  ['x{3,1}', 'upper is smaller than lower in repeat range'],
  ['(?<=a*)x', 'invalid pattern in look-behind'],
  ['%{NOPE:x}', "Unable to find pattern [NOPE] in Grok's pattern dictionary"],
  [`${'('.repeat(300)}x${')'.repeat(300)}`, 'too deep nest level'],
  ['((x{1000}){1000}){1000}', 'too many instructions'],
  [`${'['.repeat(300)}x`, 'too deep nest level'],
])('%s is refused', (expression, reason) => {
  expect(() => named(expression, 'x')).toThrow(new ExpressionError(reason));
});

test('patterns that are part of themselves are refused', () => {
  const bank = (entries: Record<string, string>) => new Map(Object.entries(entries));
  expect(() => checkCycles(bank({ A: '%{A}' }))).toThrow('circular reference in pattern [A][%{A}]');
  expect(() => checkCycles(bank({ A: '%{B}', B: '%{C}', C: '%{A}' }))).toThrow(
    'circular reference in pattern [C][%{A}] back to pattern [A] via patterns [A=>B]',
  );
  const doubling = Object.fromEntries(
    Array.from({ length: 40 }, (_, n) => [`P${n}`, n === 0 ? 'xxxxxxxxxx' : `%{P${n - 1}}%{P${n - 1}}`]),
  );
  expect(() => new GrokPattern('%{P39}', bank(doubling))).toThrow('patterns make too long an expression');
});
