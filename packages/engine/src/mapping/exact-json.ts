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

const scalar = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/**
 * Reads JSON and keeps what JSON.parse throws away: the text of numbers, and where everything stands. Only for text
 * that `scanJson` has found sound. Slow: for the cases that need it.
 */
export class ExactParser {
  readonly #text: string;
  readonly #starts = new WeakMap<object, number>();
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** The one value of the text. Objects and arrays are plain; numbers and booleans are ExactTokens. */
  parse(): unknown {
    const char = this.#skipSpace();
    if (char === '{') return this.#object();
    if (char === '[') return this.#array();
    return char === '"' ? this.#string() : this.#scalar();
  }

  /** The offset at which an object or array starts. */
  startOf(value: object): number {
    return this.#starts.get(value) ?? 0;
  }

  #skipSpace(): string {
    while (' \t\n\r'.includes(this.#text[this.#at]!)) this.#at++;
    return this.#text[this.#at]!;
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
    const start = this.#at++;
    for (; this.#text[this.#at] !== '"'; this.#at++) if (this.#text[this.#at] === '\\') this.#at++;
    this.#at++;
    return JSON.parse(this.#text.slice(start, this.#at)) as string;
  }

  #object(): unknown {
    const entries = {};
    this.#starts.set(entries, this.#at);
    while (this.#hasNext('}')) {
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
    while (this.#hasNext(']')) items.push(this.parse());
    return items;
  }

  /** Steps over the opening mark or a comma; false over the closing mark, in an empty container too. */
  #hasNext(close: string): boolean {
    const mark = this.#skipSpace();
    this.#at++;
    if (mark === close) return false;
    if (mark === ',' || this.#skipSpace() !== close) return true;
    this.#at++;
    return false;
  }
}
