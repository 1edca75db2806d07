import { type Token, tokensOf } from './lexer.ts';

/** Goes through the tokens of a program. */
export class TokenReader {
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(program: string) {
    this.#tokens = tokensOf(program);
  }

  get isOver(): boolean {
    return this.#at >= this.#tokens.length;
  }

  /** Throws Error at the end. */
  next(): string {
    const token = this.#tokens[this.#at++];
    if (token === undefined) throw new Error('a Snowball program ends too early');
    return token.value;
  }

  peek(): Token | undefined {
    return this.#tokens[this.#at];
  }

  /** Throws Error where another token comes. */
  expect(value: string): void {
    const found = this.next();
    if (found !== value) throw new Error(`[${value}] expected in a Snowball program and not [${found}]`);
  }

  /** Goes behind the word or sign where it comes next. */
  isNext(value: string): boolean {
    const token = this.peek();
    if (token?.value !== value || token.kind === 'text') return false;
    this.#at++;
    return true;
  }
}
