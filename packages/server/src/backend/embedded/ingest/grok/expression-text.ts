import { ExpressionError } from './expression-tree.ts';

const controls: ReadonlyMap<string, number> = new Map([
  ['n', 10],
  ['t', 9],
  ['r', 13],
  ['f', 12],
  ['v', 11],
  ['a', 7],
  ['e', 27],
]);

/** A regular expression while it is read, from left to right. */
export class ExpressionText {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  get at(): number {
    return this.#at;
  }

  /** Goes back to where it was. */
  backTo(at: number): void {
    this.#at = at;
  }

  /** The next character; empty at the end. */
  peek(): string {
    return this.#text[this.#at] ?? '';
  }

  /** Takes it where it stands next. */
  takes(expected: string): boolean {
    if (!this.#text.startsWith(expected, this.#at)) return false;
    this.#at += expected.length;
    return true;
  }

  /** The next code point. */
  next(): number {
    const codePoint = this.#text.codePointAt(this.#at);
    if (codePoint === undefined) throw new ExpressionError('end pattern at escape');
    this.#at += codePoint > 0xffff ? 2 : 1;
    return codePoint;
  }

  /** What stands before the next `end`, which is taken too; undefined where there is none. */
  upTo(end: string): string | undefined {
    const found = this.#text.indexOf(end, this.#at);
    if (found < 0) return undefined;
    const part = this.#text.slice(this.#at, found);
    this.#at = found + end.length;
    return part;
  }

  /** Digits that stand next; empty where there are none. */
  digits(): string {
    const from = this.#at;
    while (/[0-9]/.test(this.peek())) this.#at++;
    return this.#text.slice(from, this.#at);
  }

  /** Whether a range goes on here: a hyphen, and not the last character of its class. */
  get hasRange(): boolean {
    return this.peek() === '-' && this.#text[this.#at + 1] !== ']' && this.#at + 1 < this.#text.length;
  }

  /** The character that an escape means; what stands for a class was taken before. */
  escapedChar(): number {
    const char = this.peek();
    const control = controls.get(char);
    if (control !== undefined) {
      this.#at++;
      return control;
    }
    if (this.takes('x{')) return this.#hexadecimal(this.upTo('}') ?? '');
    if (this.takes('x')) return this.#hexadecimal(this.#some(/[0-9a-fA-F]/, 2));
    if (this.takes('0')) return Number.parseInt(this.#some(/[0-7]/, 2) || '0', 8);
    if (/[pPXRGKgcCM]/.test(char)) throw new ExpressionError(`\\${char} is not supported`);
    return this.next();
  }

  #some(expected: RegExp, most: number): string {
    const from = this.#at;
    while (this.#at - from < most && expected.test(this.peek())) this.#at++;
    return this.#text.slice(from, this.#at);
  }

  #hexadecimal(text: string): number {
    const value = text === '' ? 0 : Number.parseInt(text, 16);
    if (Number.isNaN(value)) throw new ExpressionError('too short digit-string');
    if (value > 0x10ffff) throw new ExpressionError('too big wide-char value');
    return value;
  }
}
