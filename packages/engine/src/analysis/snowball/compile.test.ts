import { expect, test } from 'vitest';
import { compileSnowball } from './compile.ts';

const program = (body: string, declarations = ''): string =>
  `externals ( stem ) ${declarations} stringescapes {} stringdef a' '{U+00E1}' define stem as ${body}`;

test.each<[string, string, string, string]>([
  [
    'the longest text of an among wins, and is replaced',
    "( [substring] among( 'a' 'ab' (<- 'x') ) )",
    'abc',
    'xc',
  ],
  ['a text that is named stands for its letters', "( ['{a'}'] <- '{'}' )", 'áb', "'b"],
  [
    'backwards an among looks at the end',
    "backwards ( [substring] among( 's' 'es' (delete) ) )",
    'boxes',
    'box',
  ],
  ['do goes on after a failure, where it was', "( do ('a' 'x') 'a' [next] delete )", 'abc', 'ac'],
  ['try keeps what has succeeded', "( try 'a' [next] delete )", 'abc', 'ac'],
  ['not goes back', "( not 'b' ['a'] delete )", 'abc', 'bc'],
  ['repeat goes as far as it can', "( repeat 'a' [tolimit] delete )", 'aaab', 'aaa'],
  [
    'goto stays before, gopast goes behind',
    "( goto 'b' ['b'] delete gopast 'd' [tolimit] delete )",
    'abcde',
    'acd',
  ],
  ['hop fails beyond the end', '( do (hop 9 [tolimit] delete) hop 1 [tolimit] delete )', 'abc', 'a'],
  ['or tries one after the other from the same place', "( 'x' or 'a' [tolimit] delete )", 'abc', 'a'],
  ['and holds them all at the same place', "( 'ab' and 'a' [tolimit] delete )", 'abc', 'a'],
  ['insert and attach differ by where they leave off', "( insert 'x' attach 'y' ['y'] <- 'z' )", 'a', 'xza'],
])('%s', (_name, body, word, stem) => {
  expect(compileSnowball(program(body))(word)).toBe(stem);
});

test('marks, groupings, booleans, texts and limits are heeded', () => {
  const names = 'integers ( p n ) booleans ( b ) strings ( s ) groupings ( v w )';
  const text =
    "define v 'aeiou' define w v - 'u' + 'y' define stem as ( next setmark p set b " +
    'backwards ( do ( setlimit tomark p for ( goto w [next] -> s delete ) ) do ( [loop 5 next] delete ) ) ' +
    'b $n = 2 $n += 1 $n == 3 $(n < size) tolimit attach s )';
  const stem = compileSnowball(`externals ( stem ) ${names} ${text}`);
  expect(stem('yubc')).toBe('yubc');
  expect(stem('xaybz')).toBe('xabzy');
});

test('a condition of an among sends it to a shorter text', () => {
  const text =
    'externals ( stem ) routines ( yes no ) define yes as true define no as false ' +
    "define stem as ( [substring] among( 'abc' no 'ab' yes (<- 'x') ) )";
  expect(compileSnowball(text)('abcd')).toBe('xcd');
});

test.each(['stem', 'define stem as nothing', "externals ( stem ) define stem as ( 'a", '( $'])(
  'what is no program is told: %s',
  (text) => {
    expect(() => compileSnowball(text)).toThrow();
  },
);
