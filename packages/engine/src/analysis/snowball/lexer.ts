/** A token of a program in Snowball: a word, a number, a text between quotes, or a sign. */
export interface Token {
  readonly kind: 'name' | 'number' | 'text' | 'sign';
  readonly value: string;
}

const SIGNS = ['<-', '<+', '->', '=>', '+=', '-=', '*=', '/=', '==', '!=', '>=', '<='];
const WORD = /[A-Za-z][A-Za-z0-9_]*/y;
const NUMBER = /[0-9]+/y;
const SKIPPED = /(?:\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)+/y;

/**
 * Reads the text of a program (https://snowballstem.org/compiler/snowball.html). Names that `stringdef` defines are put in
 * place where texts use them. Throws Error for what is no program: the programs are ours.
 */
export function tokensOf(program: string): Token[] {
  return new Lexer(program).run();
}

class Lexer {
  readonly #program: string;
  readonly #defined = new Map<string, string>([["'", "'"]]);
  readonly #tokens: Token[] = [];
  #at = 0;
  /** Around names in texts: `stringescapes {}`. */
  #escapes: readonly [string, string] | undefined;

  constructor(program: string) {
    this.#program = program;
  }

  run(): Token[] {
    for (;;) {
      this.#take(SKIPPED);
      if (this.#at >= this.#program.length) return this.#tokens;
      const word = this.#take(WORD);
      if (word === 'stringescapes') this.#readEscapes();
      else if (word === 'stringdef') this.#readDefinition();
      else if (word !== undefined) this.#tokens.push({ kind: 'name', value: word });
      else this.#readOther();
    }
  }

  #readOther(): void {
    const number = this.#take(NUMBER);
    if (number !== undefined) this.#tokens.push({ kind: 'number', value: number });
    else if (this.#program[this.#at] === "'") this.#tokens.push({ kind: 'text', value: this.#text() });
    else {
      const two = this.#program.slice(this.#at, this.#at + 2);
      const value = SIGNS.includes(two) ? two : this.#program[this.#at]!;
      this.#at += value.length;
      this.#tokens.push({ kind: 'sign', value });
    }
  }

  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#program)?.[0];
    if (found !== undefined) this.#at += found.length;
    return found;
  }

  #readEscapes(): void {
    this.#take(SKIPPED);
    this.#escapes = [this.#program[this.#at]!, this.#program[this.#at + 1]!];
    this.#at += 2;
  }

  /** `stringdef a' '{U+00E1}'`, or with `hex` or `decimal` before the text. */
  #readDefinition(): void {
    this.#take(SKIPPED);
    const name = this.#take(/\S+/y)!;
    this.#take(SKIPPED);
    const base = this.#take(/hex|decimal/y);
    this.#take(SKIPPED);
    const text = this.#text();
    this.#defined.set(name, base === undefined ? text : ofCodes(text, base === 'hex' ? 16 : 10));
  }

  #text(): string {
    let result = '';
    this.#at++;
    for (;;) {
      const char = this.#program[this.#at++];
      if (char === undefined) throw new Error('a text in a Snowball program does not end');
      if (char === "'") return result;
      if (char !== this.#escapes?.[0]) result += char;
      else {
        const end = this.#program.indexOf(this.#escapes[1], this.#at);
        result += this.#named(this.#program.slice(this.#at, end));
        this.#at = end + 1;
      }
    }
  }

  #named(name: string): string {
    const code = /^U\+([0-9A-Fa-f]+)$/.exec(name)?.[1];
    const text =
      code === undefined ? this.#defined.get(name) : String.fromCodePoint(Number.parseInt(code, 16));
    if (text === undefined) throw new Error(`[${name}] is not defined in a Snowball program`);
    return text;
  }
}

function ofCodes(text: string, base: number): string {
  const codes = text.trim().split(/\s+/);
  return String.fromCodePoint(...codes.map((code) => Number.parseInt(code, base)));
}
