import { ApiError, type ErrorType, setOwn } from '@sextant/contract';

/** A number or boolean of a document with its own text and its place, which JSON.parse throws away. */
export class ExactToken {
  readonly kind: 'number' | 'boolean';
  readonly text: string;
  /** Offsets into the text of the document. */
  readonly start: number;
  readonly end: number;
  constructor(kind: 'number' | 'boolean', text: string, start: number, end: number) {
    this.kind = kind;
    this.text = text;
    this.start = start;
    this.end = end;
  }
}

const SOURCE = 'Source: REDACTED (`StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION` disabled)';

/** `line: 1, column: 5` for an offset. Columns count bytes, as Jackson's do on UTF-8 input. */
export function lineAndColumn(
  text: string,
  offset: number,
): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset);
  const lines = before.split('\n');
  return { line: lines.length, column: new TextEncoder().encode(lines[lines.length - 1]!).length + 1 };
}

/** An error of Jackson's kind at an offset. */
export function jsonError(type: ErrorType, message: string, text: string, offset: number): ApiError {
  const { line, column } = lineAndColumn(text, offset);
  return new ApiError({ type, reason: `${message}\n at [${SOURCE}; line: ${line}, column: ${column}]` });
}

const TAB = 9;
const LF = 10;
const CR = 13;
const SPACE = 32;
const QUOTE = 34;
const COMMA = 44;
const OPEN_ARRAY = 91;
const BACKSLASH = 92;
const CLOSE_ARRAY = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;

const scalar = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/**
 * Reads JSON and keeps what JSON.parse throws away: the text of numbers, and where everything stands. Only for text
 * that `scanJson` has found sound. A few times slower than JSON.parse: for the cases that need it.
 */
export class ExactParser {
  readonly #text: string;
  readonly #starts = new Map<object, number>();
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** The one value of the text. Objects and arrays are plain; numbers and booleans are ExactTokens. */
  parse(): unknown {
    const mark = this.#skipSpace();
    if (mark === OPEN_OBJECT) return this.#object();
    if (mark === OPEN_ARRAY) return this.#array();
    return mark === QUOTE ? this.#string() : this.#scalar();
  }

  /** The offset at which an object or array starts. */
  startOf(value: object): number {
    return this.#starts.get(value) ?? 0;
  }

  /** The character after white space. */
  #skipSpace(): number {
    for (;;) {
      const char = this.#text.charCodeAt(this.#at);
      if (char !== SPACE && char !== LF && char !== CR && char !== TAB) return char;
      this.#at++;
    }
  }

  #scalar(): ExactToken | null {
    const start = this.#at;
    scalar.lastIndex = start;
    const text = scalar.exec(this.#text)![0];
    this.#at = scalar.lastIndex;
    if (text === 'null') return null;
    const kind = text === 'true' || text === 'false' ? 'boolean' : 'number';
    return new ExactToken(kind, text, start, this.#at);
  }

  #string(): string {
    const text = this.#text;
    const start = this.#at++;
    for (let char = text.charCodeAt(this.#at); char !== QUOTE; char = text.charCodeAt(++this.#at)) {
      if (char === BACKSLASH) this.#at++;
    }
    this.#at++;
    return JSON.parse(text.slice(start, this.#at)) as string;
  }

  #object(): unknown {
    const entries = {};
    this.#starts.set(entries, this.#at);
    while (this.#hasNext(CLOSE_OBJECT)) {
      this.#skipSpace();
      const key = this.#string();
      this.#skipSpace();
      this.#at++;
      setOwn<unknown>(entries, key, this.parse());
    }
    return entries;
  }

  #array(): unknown {
    const items: unknown[] = [];
    this.#starts.set(items, this.#at);
    while (this.#hasNext(CLOSE_ARRAY)) items.push(this.parse());
    return items;
  }

  /** Steps over the opening mark or a comma; false over the closing mark, in an empty container too. */
  #hasNext(close: number): boolean {
    const mark = this.#skipSpace();
    this.#at++;
    if (mark === close) return false;
    if (mark === COMMA || this.#skipSpace() !== close) return true;
    this.#at++;
    return false;
  }
}
