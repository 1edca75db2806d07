/**
 * A forgiving reader of JSON: comments (`#`, `//`, `/* *\/`) and texts in three quotes are allowed, and broken
 * input still gives tokens to its end. Tokens are slices, so literals keep every digit.
 */
type TokenKind = 'open' | 'close' | 'colon' | 'comma' | 'string' | 'text' | 'literal' | 'comment';

export interface Token {
  readonly kind: TokenKind;
  readonly from: number;
  readonly to: number;
  /** False for a string, text or comment that the input ends in. */
  readonly ended: boolean;
}

const single: Readonly<Record<string, TokenKind>> = {
  '{': 'open',
  '[': 'open',
  '}': 'close',
  ']': 'close',
  ':': 'colon',
  ',': 'comma',
};

const string = /"(?:[^"\\\n]|\\.)*("?)/y;
const threeQuoted = /"""[\s\S]*?(?:(""")|$)/y;
const comment = /(?:#|\/\/)[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/y;
const literal = /[^\s{}[\]:,"#/]+|./y;

export function tokensOf(input: string): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < input.length) {
    const char = input[at]!;
    if (/\s/.test(char)) {
      at++;
      continue;
    }
    const token = readToken(input, at, char);
    tokens.push(token);
    at = token.to;
  }
  return tokens;
}

function readToken(input: string, from: number, char: string): Token {
  const kind = single[char];
  if (kind !== undefined) return { kind, from, to: from + 1, ended: true };
  const matched = (pattern: RegExp) => {
    pattern.lastIndex = from;
    return pattern.exec(input);
  };
  if (char === '"') {
    const text = input.startsWith('"""', from) ? matched(threeQuoted) : null;
    const found = (text ?? matched(string))!;
    const ended = found[1] !== undefined && found[1] !== '';
    return { kind: text === null ? 'string' : 'text', from, to: from + found[0].length, ended };
  }
  const note = char === '#' || char === '/' ? matched(comment) : null;
  if (note !== null) return { kind: 'comment', from, to: from + note[0].length, ended: true };
  return { kind: 'literal', from, to: from + matched(literal)![0].length, ended: true };
}
