import { apiError } from '@sextant/contract';

/** The names that errors of Lucene's grammar give to tokens. */
export type TokenKind =
  | 'EOF'
  | 'AND'
  | 'OR'
  | 'NOT'
  | 'PLUS'
  | 'MINUS'
  | 'BAREOPER'
  | 'LPAREN'
  | 'RPAREN'
  | 'COLON'
  | 'STAR'
  | 'CARAT'
  | 'QUOTED'
  | 'TERM'
  | 'FUZZY_SLOP'
  | 'PREFIXTERM'
  | 'WILDTERM'
  | 'REGEXPTERM'
  | 'RANGEIN_START'
  | 'RANGEEX_START'
  | 'NUMBER'
  | 'RANGE_TO'
  | 'RANGEIN_END'
  | 'RANGEEX_END'
  | 'RANGE_QUOTED'
  | 'RANGE_GOOP';

/** A token as it is written, escapes included. */
export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  /** Of its first character, the first is 0. */
  readonly at: number;
}

type Rules = readonly (readonly [TokenKind, RegExp])[];

/** Of several that fit the longest counts, of those the first: the grammar of Lucene's `QueryParser.jj`. */
const ordinary: Rules = [
  ['AND', /AND|&&/y],
  ['OR', /OR|\|\|/y],
  ['NOT', /NOT|!/y],
  ['PLUS', /\+/y],
  ['MINUS', /-/y],
  ['BAREOPER', /[+\-!][ \t\n\r\u3000]/y],
  ['LPAREN', /\(/y],
  ['RPAREN', /\)/y],
  ['COLON', /:/y],
  ['STAR', /\*/y],
  ['CARAT', /\^/y],
  ['QUOTED', /"(?:[^"\\]|\\[\s\S])*"/y],
  ['TERM', /(?:[^\s\u3000+\-!():^[\]"{}~*?\\/]|\\[\s\S])(?:[^\s\u3000!():^[\]"{}~*?\\/]|\\[\s\S])*/y],
  [
    'FUZZY_SLOP',
    /~(?:\d+(?:\.\d+)?(?:[^\s\u3000!():^[\]"{}~*?\\/]|\\[\s\S])*|(?:[^\s\u3000!():^[\]"{}~*?\\/]|\\[\s\S])*)/y,
  ],
  ['PREFIXTERM', /(?:[^\s\u3000+\-!():^[\]"{}~*?\\/]|\\[\s\S])(?:[^\s\u3000!():^[\]"{}~*?\\/]|\\[\s\S])*\*/y],
  [
    'WILDTERM',
    /(?:(?:[^\s\u3000+\-!():^[\]"{}~*?\\/]|\\[\s\S])|[*?])(?:(?:[^\s\u3000!():^[\]"{}~*?\\/]|\\[\s\S])|[*?])*/y,
  ],
  ['REGEXPTERM', /\/(?:\\\/|[^/])*\//y],
  ['RANGEIN_START', /\[/y],
  ['RANGEEX_START', /\{/y],
];
const inBoost: Rules = [['NUMBER', /\d+(?:\.\d+)?/y]];
const inRange: Rules = [
  ['RANGE_TO', /TO/y],
  ['RANGEIN_END', /\]/y],
  ['RANGEEX_END', /\}/y],
  ['RANGE_QUOTED', /"(?:\\"|[^"])+"/y],
  ['RANGE_GOOP', /[^ \]}]+/y],
];

const space = /[ \t\n\r\u3000]*/y;

/** After a token of these kinds others are looked for. */
const next: Partial<Record<TokenKind, Rules>> = {
  CARAT: inBoost,
  NUMBER: ordinary,
  RANGEIN_START: inRange,
  RANGEEX_START: inRange,
  RANGEIN_END: ordinary,
  RANGEEX_END: ordinary,
};

/** Ends with a token `EOF`. Throws ApiError `token_mgr_error` where no token begins. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let rules = ordinary;
  let at = 0;
  for (;;) {
    if (rules !== inBoost) at = afterSpace(text, at);
    if (at >= text.length) break;
    const token = longest(rules, text, at);
    if (token === null) throw lexicalError(text, at, rules);
    tokens.push(token);
    at += token.text.length;
    rules = next[token.kind] ?? rules;
  }
  tokens.push({ kind: 'EOF', text: '', at });
  return tokens;
}

function afterSpace(text: string, at: number): number {
  space.lastIndex = at;
  space.test(text);
  return space.lastIndex;
}

function longest(rules: Rules, text: string, at: number): Token | null {
  let best: Token | null = null;
  for (const [kind, pattern] of rules) {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found !== undefined && found.length > (best?.text.length ?? 0)) best = { kind, text: found, at };
  }
  return best;
}

/** What a text, a regular expression or an escape begins with, of which the end is looked for through all that follows. */
const opening = /["/\\]/;

/** As `TokenMgrError` tells it, which reads one character beyond the one at which no token goes on. */
function lexicalError(text: string, at: number, rules: Rules): Error {
  const failed = rules === ordinary && opening.test(text.charAt(at)) ? text.length - 1 : at;
  const inState = rules === inBoost ? '' : ` (in lexical state ${rules === ordinary ? 2 : 1})`;
  const read = text.slice(at, failed + 1);
  const after = failed > at ? ` after prefix ${JSON.stringify(read)}` : '';
  if (failed + 1 >= text.length) {
    return lexical(`${place(text.length + 1)}.  Encountered: <EOF>${after}${inState}`);
  }
  const code = text.charCodeAt(failed);
  return lexical(`${place(failed + 1)}.  Encountered: '${code}' (${code}),${after}${inState}`);
}

function lexical(where: string): Error {
  return apiError('token_mgr_error', `Lexical error at ${where}`);
}

/** Lines are not counted: to the grammar a text is one line. */
export function place(at: number): string {
  return `line 1, column ${at}`;
}

/** Without the backslashes: `\u0041` is a character by its number. */
export function discardEscapes(text: string): string {
  let plain = '';
  for (let i = 0; i < text.length; i++) {
    if (text[i] !== '\\') plain += text[i];
    else if (i + 1 === text.length) throw escapeError('Term can not end with escape character.');
    else if (text[++i] === 'u') {
      const code = text.slice(i + 1, i + 5);
      if (code.length < 4) throw escapeError('Truncated unicode escape sequence.');
      if (!/^[\da-fA-F]{4}$/.test(code)) {
        throw escapeError(`Non-hex character in Unicode escape sequence: ${/[^\da-fA-F]/.exec(code)![0]}`);
      }
      plain += String.fromCharCode(Number.parseInt(code, 16));
      i += 4;
    } else plain += text[i];
  }
  return plain;
}

function escapeError(reason: string): Error {
  return apiError('parse_exception', reason);
}
