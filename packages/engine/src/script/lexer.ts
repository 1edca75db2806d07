import { table } from '@sextant/contract';
import { ScriptSyntaxError } from './script-error.ts';

type TokenKind = 'id' | 'keyword' | 'number' | 'string' | 'regex' | 'op' | 'end';

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  /** Where it begins in the script. */
  readonly at: number;
}

const keywords = new Set(
  'if else while do for in continue break return new try catch throw this instanceof true false null'.split(
    ' ',
  ),
);

const operators =
  '>>>= === !== <<= >>= >>> ==~ ?. ?: :: -> == != <= >= << >> && || ++ -- += -= *= /= %= &= ^= |= =~ { } [ ] ( ) . , ; ? : ~ + - ! * / % < > & ^ | = $'.split(
    ' ',
  );

const space = /(?:\s|\/\/[^\n\r]*|\/\*[\s\S]*?\*\/)+/y;
const number = /0[xX][0-9a-fA-F]+[lL]?|0[0-7]+[lL]?|(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?[dDfFlL]?/y;
const text = /"(?:\\"|\\\\|[^\\"])*"|'(?:\\'|\\\\|[^\\'])*'/y;
/** A text up to a backslash that does not belong there, and what follows it. */
const badEscape = /"(?:\\["\\]|[^\\"])*\\[^"\\]|'(?:\\['\\]|[^\\'])*\\[^'\\]/y;
const name = /[_a-zA-Z][_a-zA-Z0-9]*/y;
const regex = /\/(?:\\[^\n]|[^/\n\\])+\/[cilmsUux]*/y;

function match(expression: RegExp, source: string, at: number): string | null {
  expression.lastIndex = at;
  return expression.exec(source)?.[0] ?? null;
}

/** Throws ScriptSyntaxError. */
export function tokensOf(source: string): Token[] {
  const tokens: Token[] = [];
  let at = match(space, source, 0)?.length ?? 0;
  while (at < source.length) {
    const token = nextToken(source, at, tokens.at(-1));
    tokens.push(token);
    at += token.text.length;
    at += match(space, source, at)?.length ?? 0;
  }
  tokens.push({ kind: 'end', text: '<EOF>', at: source.length });
  return tokens;
}

function nextToken(source: string, at: number, before: Token | undefined): Token {
  const found = match(name, source, at);
  if (found !== null)
    return { kind: keywords.has(found) && !isMember(before) ? 'keyword' : 'id', text: found, at };
  if (isMember(before)) {
    const place = match(/\d+/y, source, at);
    if (place !== null) return { kind: 'number', text: place, at };
  }
  const digits = match(number, source, at);
  if (digits !== null) return { kind: 'number', text: digits, at };
  const quoted = match(text, source, at);
  if (quoted !== null) return { kind: 'string', text: quoted, at };
  if (source[at] === '/' && mayBeginRegex(before)) {
    const pattern = match(regex, source, at);
    if (pattern !== null) return { kind: 'regex', text: pattern, at };
  }
  const operator = operators.find((each) => source.startsWith(each, at));
  if (operator !== undefined) return { kind: 'op', text: operator, at };
  const isQuote = source[at] === '"' || source[at] === "'";
  const misplaced = isQuote ? match(badEscape, source, at) : null;
  if (misplaced !== null) {
    const quote = source[at]!;
    const valid = `strings starting with [${quote}] are [\\\\] and [\\${quote}]`;
    throw new ScriptSyntaxError(
      at,
      `unexpected character [${misplaced}]. The only valid escape sequences in ${valid}.`,
      'lexer_no_viable_alt_exception',
    );
  }
  throw new ScriptSyntaxError(
    at,
    `unexpected character [${isQuote ? source.slice(at) : source[at]}].`,
    'lexer_no_viable_alt_exception',
  );
}

function isMember(before: Token | undefined): boolean {
  return before?.kind === 'op' && (before.text === '.' || before.text === '?.');
}

/** After a value a slash divides. */
function mayBeginRegex(before: Token | undefined): boolean {
  if (before === undefined || before.kind === 'keyword') return before?.text !== 'this';
  return before.kind === 'op' && before.text !== ')' && before.text !== ']' && before.text !== '}';
}

const escapes: Readonly<Record<string, string>> = table({ '\\': '\\', '"': '"', "'": "'" });

/** What stands between the quotes: only quotes and backslashes are escaped. */
export function unquote(quoted: string): string {
  return quoted.slice(1, -1).replace(/\\(["'\\])/g, (_, mark: string) => escapes[mark]!);
}
