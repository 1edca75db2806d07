import { ApiError } from '@sextant/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseSimple, SIMPLE_FLAGS, type SimpleTree } from './simple-parse.ts';

const seed = Number(process.env.SIMPLE_QUERY_SEED ?? Date.now() % 2 ** 31);

function shown(tree: SimpleTree<string> | null): string {
  if (tree === null) return '';
  if (tree.kind === 'leaf') return tree.built;
  if (tree.kind === 'not') return `-${shown(tree.inner)}`;
  return `(${tree.clauses.map(({ occur, inner }) => (occur === 'must' ? '+' : '') + shown(inner)).join(' ')})`;
}

function read(text: string, flags = -1): string {
  const tree = parseSimple(
    text,
    flags,
    'or',
    (leaf) => {
      if (leaf.kind === 'phrase') return `"${leaf.text}"${leaf.slop}`;
      if (leaf.kind === 'fuzzy') return `${leaf.text}~${leaf.edits}`;
      return leaf.kind === 'range' ? '' : `${leaf.text}${leaf.kind === 'prefix' ? '*' : ''}`;
    },
    () => {},
  );
  return shown(tree);
}

test.each([
  ['a b', '(a b)'],
  ['a + b', '(+a +b)'],
  ['a | b + c', '(+(a b) +c)'],
  ['-a --b', '(-a b)'],
  ['"a b"~2 c~1 d*', '("a b"2 c~1 d*)'],
  ['(a | b) + -c', '(+(a b) +-c)'],
  ['((a', 'a'],
  ['a))', 'a'],
  ['"a', 'a'],
  ['a + () b', '(a b)'],
  ['\\"a\\* \\-b', '("a* -b)'],
  ['c~9 d~x', '(c~2 d)'],
  ['', ''],
])('%s is %s', (text, wanted) => {
  expect(read(text)).toBe(wanted);
});

test('operators that are switched off are characters of words', () => {
  expect(read('a+b (c) -d', SIMPLE_FLAGS.WHITESPACE)).toBe('(a+b (c) -d)');
});

test(`any text is understood (SIMPLE_QUERY_SEED=${seed})`, () => {
  const parts = fc.constantFrom('a', ' ', '(', ')', '"', '+', '|', '-', '*', '~', '2', '\\');
  const texts = fc.array(parts, { maxLength: 16 }).map((all) => all.join(''));
  fc.assert(
    fc.property(texts, fc.integer({ min: 0, max: 1023 }), (text, flags) => {
      read(text, flags);
    }),
    { seed, numRuns: 2000 },
  );
});

test('parentheses without end take no more time than they are long', () => {
  expect(read('('.repeat(300_000))).toBe('');
  expect(() => read(`${'('.repeat(1000)}a${')'.repeat(1000)}`)).toThrow(ApiError);
});
