import type { CharTest } from './expression-tree.ts';

const word = /[\p{L}\p{M}\p{N}\p{Pc}]/u;
const digit = /\p{Nd}/u;
const space = /[\s\u0085]/u;

function byProperty(expression: RegExp, ascii: CharTest): CharTest {
  return (codePoint) =>
    codePoint < 0x80 ? ascii(codePoint) : expression.test(String.fromCodePoint(codePoint));
}

function between(from: number, to: number): CharTest {
  return (codePoint) => codePoint >= from && codePoint <= to;
}

const isDigit = between(0x30, 0x39);
const isUpper = between(0x41, 0x5a);
const isLower = between(0x61, 0x7a);
const isSpace: CharTest = (c) => c === 0x20 || (c >= 9 && c <= 13);
const isAlpha: CharTest = (c) => isUpper(c) || isLower(c);
const isAlnum: CharTest = (c) => isAlpha(c) || isDigit(c);
const isWord: CharTest = (c) => isAlnum(c) || c === 0x5f;
const isHex: CharTest = (c) => isDigit(c) || between(0x41, 0x46)(c) || between(0x61, 0x66)(c);
const isPunctuation: CharTest = (c) => between(0x21, 0x7e)(c) && !isAlnum(c);

/** What `\b` looks at. */
export const wordChars = byProperty(word, isWord);
const digits = byProperty(digit, isDigit);
const spaces = byProperty(space, isSpace);

export function not(test: CharTest): CharTest {
  return (codePoint) => !test(codePoint);
}

/** What `\w` and the like stand for, as OpenSearch has it: ASCII, unlike `\b` and what stands in brackets. `\h` is a hexadecimal digit. */
export const escapedClasses: ReadonlyMap<string, CharTest> = new Map([
  ['w', isWord],
  ['W', not(isWord)],
  ['d', isDigit],
  ['D', not(isDigit)],
  ['s', isSpace],
  ['S', not(isSpace)],
  ['h', isHex],
  ['H', not(isHex)],
]);

/** What stands for itself between `[:` and `:]`. */
export const posixClasses: ReadonlyMap<string, CharTest> = new Map([
  ['alnum', byProperty(/[\p{L}\p{M}\p{N}]/u, isAlnum)],
  ['alpha', byProperty(/[\p{L}\p{M}]/u, isAlpha)],
  ['ascii', between(0, 0x7f)],
  ['blank', byProperty(/\p{Zs}/u, (c) => c === 0x20 || c === 9)],
  ['cntrl', byProperty(/[\p{Cc}\p{Cf}]/u, (c) => c < 0x20 || c === 0x7f)],
  ['digit', digits],
  ['graph', byProperty(/[^\p{Z}\p{C}]/u, between(0x21, 0x7e))],
  ['lower', byProperty(/\p{Ll}/u, isLower)],
  ['print', byProperty(/[^\p{Cc}\p{Cs}\p{Cn}]/u, between(0x20, 0x7e))],
  ['punct', byProperty(/\p{P}/u, isPunctuation)],
  ['space', spaces],
  ['upper', byProperty(/\p{Lu}/u, isUpper)],
  ['word', wordChars],
  ['xdigit', isHex],
]);

/** The same letters in either case. */
export function anyCase(test: CharTest): CharTest {
  return (codePoint) => {
    if (test(codePoint)) return true;
    const char = String.fromCodePoint(codePoint);
    return [char.toLowerCase(), char.toUpperCase()].some((other) => {
      const [only, ...rest] = [...other];
      return rest.length === 0 && only !== undefined && test(only.codePointAt(0)!);
    });
  };
}
