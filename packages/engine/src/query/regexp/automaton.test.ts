import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { literalStart, RegexpAutomaton } from './automaton.ts';
import { ALL_FLAGS, FLAGS, parseRegexp } from './parse.ts';

const seed = Number(process.env.REGEXP_SEED ?? Date.now() % 2 ** 31);
const limit = 10_000;

function matches(expression: string, text: string, flags: number = ALL_FLAGS, ignoreCase = false): boolean {
  const automaton = new RegexpAutomaton(parseRegexp(expression, flags, ignoreCase), limit);
  const bytes = new TextEncoder().encode(`<${text}>`);
  return automaton.matches(bytes, 1, bytes.length - 1);
}

/** Expressions that JavaScript reads alike. */
const common = fc.letrec<{ expression: string }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom('a', 'b', '.', '[ab]', '[^a]', 'ä', '\\d', '\\W', '1'),
    fc.tuple(tie('expression'), tie('expression')).map(([a, b]) => `${a}${b}`),
    fc.tuple(tie('expression'), tie('expression')).map(([a, b]) => `(${a}|${b})`),
    tie('expression').map((inner) => `(${inner})*`),
    tie('expression').map((inner) => `(${inner})+`),
    tie('expression').map((inner) => `(${inner})?`),
    tie('expression').map((inner) => `(${inner}){1,2}`),
  ),
})).expression;

describe('regular expressions in the syntax of Lucene', () => {
  test(`match what those of JavaScript match (REGEXP_SEED=${seed})`, () => {
    const texts = fc.array(fc.constantFrom('a', 'b', 'ä', '1', ' ', '😀'), { maxLength: 6 });
    fc.assert(
      fc.property(common, texts, (expression, characters) => {
        const text = characters.join('');
        expect(matches(expression, text)).toBe(new RegExp(`^(?:${expression})$`, 'su').test(text));
      }),
      { seed, numRuns: 500 },
    );
  });

  test.each([
    ['<1-12>', '12', true],
    ['<1-12>', '0012', true],
    ['<1-12>', '13', false],
    ['<01-12>', '5', false],
    ['<01-12>', '05', true],
    ['a"b.*"', 'ab.*', true],
    ['@', 'whatever', true],
    ['#', '', false],
    ['()', '', true],
    ['a.*&.*b', 'a1b', true],
    ['a.*&.*b', 'a1c', false],
    ['[a-]+', 'a-', true],
    ['[\\d.]+', '1.5', true],
    ['~a', '~a', true],
  ])('%s and %s: %s', (expression, text, wanted) => {
    expect(matches(expression, text)).toBe(wanted);
  });

  test('a complement is what it excludes turned round', () => {
    const flags = FLAGS.COMPLEMENT;
    expect(matches('~(ab+)', 'abb', flags)).toBe(false);
    expect(matches('~(ab+)', 'ab-', flags)).toBe(true);
    expect(matches('~(ab+)', '', flags)).toBe(true);
    expect(matches('x~y', 'xyy', flags)).toBe(true);
  });

  test('case is ignored where that is asked', () => {
    expect(matches('äB[c]', 'ÄbC', ALL_FLAGS, true)).toBe(true);
    const letters = ['kK\u212a', 'sS\u017f', 'σςΣ', 'ß\u1e9e', 'ǆǅǄ', 'åÅ\u212b', 'µμΜ', '𐐀𐐨'];
    letters.push('\u0390\u1fd3', '\u03b0\u1fe3', '\ufb05\ufb06');
    for (const one of letters.flatMap((all) => [...all])) {
      const same = letters.flatMap((all) => [...all]).filter((other) => matches(one, other, ALL_FLAGS, true));
      expect(same.join('')).toBe(letters.find((all) => all.includes(one)));
    }
    const alike = (text: string) =>
      [...'iIİı'].filter((each) => matches(text, each, ALL_FLAGS, true)).join('');
    expect([...'iIİı'].map(alike)).toEqual(['iI', 'iI', 'iİ', 'Iı']);
    expect(matches('äB[c]', 'ÄbC')).toBe(false);
  });

  test('what would take states without end is refused', () => {
    const large = ['(a{200}){200}', 'a{2000000000}', '.*a.{15}&.*b.*'];
    for (const expression of large) expect(() => matches(expression, 'a')).toThrow(/Determinizing/);
    expect(matches('.*a.{15}', `a${'b'.repeat(15)}`)).toBe(true);
  });

  test('letters behind a backslash that name no class are refused, but at the end of a range', () => {
    for (const expression of ['\\q', '[a\\q]', 'x\\q', '[\\q-z]']) {
      expect(() => matches(expression, 'q')).toThrow('invalid character class \\113');
    }
    expect(['[a-\\q]', '\\1', '\\_', '\\ä'].map((each) => matches(each, 'q'))).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  test('groups are not nested without end', () => {
    expect(() => matches('('.repeat(5000) + ')'.repeat(5000), '')).toThrow(/nested/);
    expect(() => matches(`${'~'.repeat(5000)}a`, '', FLAGS.COMPLEMENT)).toThrow(/nested/);
  });

  test('the characters that every match begins with are known', () => {
    expect(literalStart(parseRegexp('abc.*', ALL_FLAGS, false))).toBe('abc');
    expect(literalStart(parseRegexp('ab?c', ALL_FLAGS, false))).toBe('a');
    expect(literalStart(parseRegexp('a|b', ALL_FLAGS, false))).toBe('');
    expect(literalStart(parseRegexp('abc', ALL_FLAGS, true))).toBe('');
  });
});
