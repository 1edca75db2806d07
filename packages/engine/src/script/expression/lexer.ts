import { ExpressionProblem } from './expression-error.ts';

type TokenKind = 'name' | 'decimal' | 'octal' | 'hex' | 'sign' | 'end';

export interface Token {
  readonly kind: TokenKind;
  /** `<EOF>` at the end. */
  readonly text: string;
  readonly at: number;
}

const space = /[ \t\n\r]*/y;

/** `doc['field'].method`: names with places in brackets, and points between. */
const name =
  /[_$a-zA-Z][_$a-zA-Z0-9]*(?:\[(?:'(?:\\['\\]|[^\\'])*'|"(?:\\["\\]|[^\\"])*"|0|[1-9][0-9]*)\])*(?:\.[_$a-zA-Z][_$a-zA-Z0-9]*(?:\[(?:'(?:\\['\\]|[^\\'])*'|"(?:\\["\\]|[^\\"])*"|0|[1-9][0-9]*)\])*)*/y;

/** Of what a text may go on with the longest counts, and of two as long the first. */
const patterns: readonly (readonly [TokenKind, RegExp])[] = [
  ['sign', /<<|>>>|>>|<=|>=|==|!=|&&|\|\||[-+*/%<>&^|!~?:(),]/y],
  ['name', name],
  ['octal', /0[0-7]+/y],
  ['hex', /0[xX][0-9a-fA-F]+/y],
  ['decimal', /(?:(?:0|[1-9][0-9]*)(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?/y],
];

/** Tokens of Lucene's grammar of expressions (`Javascript.g4`), each read when it is asked for. */
export class Lexer {
  readonly #source: string;
  #at = 0;
  #next: Token | null = null;

  constructor(source: string) {
    this.#source = source;
  }

  /** The token that comes next. Throws ExpressionProblem where none begins. */
  peek(): Token {
    this.#next ??= this.#read();
    return this.#next;
  }

  take(): Token {
    const token = this.peek();
    this.#next = null;
    return token;
  }

  /** ` on line (1) position (4)` */
  place(at: number): string {
    const before = this.#source.slice(0, at);
    const line = before.split('\n').length;
    return ` on line (${line}) position (${at - before.lastIndexOf('\n') - 1})`;
  }

  #read(): Token {
    const source = this.#source;
    space.lastIndex = this.#at;
    space.exec(source);
    const at = space.lastIndex;
    if (at >= source.length) return { kind: 'end', text: '<EOF>', at };
    let best: Token | null = null;
    for (const [kind, pattern] of patterns) {
      pattern.lastIndex = at;
      const text = pattern.exec(source)?.[0];
      if (text !== undefined && text.length > (best?.text.length ?? 0)) best = { kind, text, at };
    }
    if (best === null) throw this.#unexpected(at);
    this.#at = at + best.text.length;
    return best;
  }

  /** What could have begun a token goes on until the character that cannot be one of it. */
  #unexpected(at: number): ExpressionProblem {
    const first = String.fromCodePoint(this.#source.codePointAt(at)!);
    const couldGoOn = first === '.' || first === '=';
    const text = couldGoOn ? this.#source.slice(at, at + 2) : first;
    const reason = `unexpected character '${text}'${this.place(at)}`;
    return new ExpressionProblem(at, reason, 'lexer_no_viable_alt_exception');
  }
}
