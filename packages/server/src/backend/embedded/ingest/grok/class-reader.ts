import { escapedClasses, not, posixClasses } from './char-classes.ts';
import type { ExpressionText } from './expression-text.ts';
import { type CharTest, ExpressionError } from './expression-tree.ts';

const DEPTH_MAX = 50;

/** Reads what follows `[`, to the `]` that ends it. */
export function readClass(text: ExpressionText, depth = 0): CharTest {
  if (depth > DEPTH_MAX) throw new ExpressionError('too deep nest level');
  const isNegative = text.takes('^');
  const parts: CharTest[] = [];
  const others: CharTest[] = [];
  for (let isFirst = true; ; isFirst = false) {
    if (text.isAtEnd) throw new ExpressionError('premature end of char-class');
    if (text.takes(']')) {
      if (!isFirst) break;
      parts.push((codePoint) => codePoint === 0x5d);
      continue;
    }
    if (text.takes('&&')) {
      others.push(anyOf(parts.splice(0)));
      continue;
    }
    parts.push(readPart(text, depth));
  }
  const last = anyOf(parts);
  const test: CharTest =
    others.length === 0 ? last : (codePoint) => last(codePoint) && others.every((other) => other(codePoint));
  return isNegative ? not(test) : test;
}

function anyOf(parts: readonly CharTest[]): CharTest {
  const ascii = new Uint8Array(0x80);
  for (let c = 0; c < 0x80; c++) if (parts.some((part) => part(c))) ascii[c] = 1;
  return (codePoint) => (codePoint < 0x80 ? ascii[codePoint] === 1 : parts.some((part) => part(codePoint)));
}

function readPart(text: ExpressionText, depth: number): CharTest {
  if (text.takes('[:')) {
    const isNegative = text.takes('^');
    const name = text.upTo(':]');
    const known = name === undefined ? undefined : posixClasses.get(name);
    if (known === undefined) throw new ExpressionError('invalid POSIX bracket type');
    return isNegative ? not(known) : known;
  }
  if (text.takes('[')) return readClass(text, depth + 1);
  const from = readChar(text);
  if (typeof from !== 'number') return from;
  if (!text.hasRange) return (codePoint) => codePoint === from;
  text.takes('-');
  const to = readChar(text);
  if (typeof to !== 'number') return (codePoint) => codePoint === from || codePoint === 0x2d || to(codePoint);
  if (to < from) throw new ExpressionError('empty range in char class');
  return (codePoint) => codePoint >= from && codePoint <= to;
}

function readChar(text: ExpressionText): number | CharTest {
  if (!text.takes('\\')) return text.next();
  const known = escapedClasses.get(text.peek());
  if (known !== undefined) {
    text.next();
    return known;
  }
  if (text.takes('b')) return 8;
  return text.escapedChar();
}
