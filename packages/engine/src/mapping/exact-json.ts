import { ApiError, type ErrorType, setOwn, table } from '@sextant/contract';

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

const REDACTED = 'REDACTED (`StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION` disabled)';
const EXPECTED = "JSON String, Number, Array, Object or token 'null', 'true' or 'false'";
const MAX_DEPTH = 1000;
const ESCAPES: Readonly<Record<string, string>> = table({
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
});

/** `line: 1, column: 5` for an offset. Columns count bytes, as Jackson's do on UTF-8 input. */
export function lineAndColumn(
  text: string,
  offset: number,
): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset);
  const lines = before.split('\n');
  return { line: lines.length, column: new TextEncoder().encode(lines[lines.length - 1]!).length + 1 };
}

function location(text: string, offset: number): string {
  const { line, column } = lineAndColumn(text, offset);
  return `[Source: ${REDACTED}; line: ${line}, column: ${column}]`;
}

/** An error of Jackson's kind at an offset. */
export function jsonError(type: ErrorType, message: string, text: string, offset: number): ApiError {
  return new ApiError({ type, reason: `${message}\n at ${location(text, offset)}` });
}

/**
 * Reads JSON as Jackson does, with its errors; keeps the text of numbers. Slow: for the cases that need it.
 */
export class ExactParser {
  readonly #text: string;
  readonly #starts = new WeakMap<object, number>();
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** The one value of the text. Objects and arrays are plain; numbers and booleans are ExactTokens. */
  parse(): unknown {
    const value = this.#value();
    this.#space();
    if (this.#at < this.#text.length) this.#value();
    return value;
  }

  /** The offset at which an object or array starts. */
  startOf(value: object): number {
    return this.#starts.get(value) ?? 0;
  }

  #fail(message: string, offset = this.#at, type: ErrorType = 'json_parse_exception'): never {
    throw jsonError(type, message, this.#text, offset);
  }

  #unexpected(expectation: string): never {
    const codePoint = this.#text.codePointAt(this.#at)!;
    const char =
      codePoint < 32
        ? `CTRL-CHAR, code ${codePoint}`
        : `'${String.fromCodePoint(codePoint)}' (code ${codePoint})`;
    this.#fail(`Unexpected character (${char}): ${expectation}`, this.#at);
  }

  #space(): void {
    while (' \t\n\r'.includes(this.#text[this.#at] ?? 'x')) this.#at++;
  }

  #value(): unknown {
    this.#space();
    const char = this.#text[this.#at];
    if (char === undefined) this.#fail('Unexpected end-of-input', this.#at, 'json_e_o_f_exception');
    if (char === '{') return this.#object();
    if (char === '[') return this.#array();
    if (char === '"') return this.#string();
    if (char === '-' || (char >= '0' && char <= '9')) return this.#number();
    return this.#word();
  }

  #word(): unknown {
    const start = this.#at;
    const word = /^[\p{L}\p{N}_$]*/u.exec(this.#text.slice(start, start + 300))![0];
    if (word === '')
      this.#unexpected(
        /[}\],:]/.test(this.#text[start]!) ? 'expected a value' : `expected a valid value (${EXPECTED})`,
      );
    this.#at = start + word.length;
    if (word === 'null') return null;
    if (word === 'true' || word === 'false') return new ExactToken('boolean', word, start, this.#at);
    if (word === 'NaN' || word === 'Infinity') {
      const option = 'enable `JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS` to allow';
      this.#fail(`Non-standard token '${word}': ${option}`);
    }
    this.#fail(`Unrecognized token '${word}': was expecting (${EXPECTED})`, this.#tokenErrorOffset(start));
  }

  /** At the end of the document Jackson has read the whole word, before that it stays at its start. */
  #tokenErrorOffset(start: number): number {
    return this.#depth === 0 ? start : Math.min(start, this.#at);
  }

  #number(): ExactToken {
    const start = this.#at;
    const match = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/.exec(this.#text.slice(start, start + 1200));
    if (match === null) {
      this.#at++;
      const next = this.#text[this.#at];
      if (next === undefined) this.#fail('Unexpected end-of-input', this.#at, 'json_e_o_f_exception');
      this.#unexpected('expected digit (0-9) to follow minus sign, for valid numeric value');
    }
    this.#at = start + match[0].length;
    const next = this.#text[this.#at] ?? ' ';
    if (/^-?0$/.test(match[0]) && next >= '0' && next <= '9') {
      this.#fail('Invalid numeric value: Leading zeroes not allowed', this.#at);
    }
    if (next === '.') {
      this.#at++;
      this.#unexpectedOrEnd('Decimal point not followed by a digit');
    }
    if (next === 'e' || next === 'E') {
      this.#at += /[+-]/.test(this.#text[this.#at + 1] ?? '') ? 2 : 1;
      this.#unexpectedOrEnd('Exponent indicator not followed by a digit');
    }
    if (!/[\s,}\]:]/.test(next)) this.#unexpected('Expected space separating root-level values');
    return new ExactToken('number', match[0], start, this.#at);
  }

  #unexpectedOrEnd(expectation: string): never {
    if (this.#at >= this.#text.length)
      this.#fail('Unexpected end-of-input', this.#at, 'json_e_o_f_exception');
    this.#unexpected(expectation);
  }

  #string(): string {
    this.#at++;
    let result = '';
    for (;;) {
      const char = this.#text[this.#at];
      if (char === undefined) {
        this.#fail(
          'Unexpected end-of-input: was expecting closing quote for a string value',
          this.#at,
          'json_e_o_f_exception',
        );
      }
      this.#at++;
      if (char === '"') return result;
      if (char === '\\') result += this.#escape();
      else if (char < ' ') {
        const code = char.charCodeAt(0);
        this.#fail(
          `Illegal unquoted character ((CTRL-CHAR, code ${code})): has to be escaped using backslash to be ` +
            'included in string value',
        );
      } else result += char;
    }
  }

  #escape(): string {
    const char = this.#text[this.#at] ?? '';
    this.#at++;
    if (char !== 'u') {
      const plain = ESCAPES[char];
      if (plain !== undefined) return plain;
      this.#fail(`Unrecognized character escape '${char}' (code ${char.charCodeAt(0)})`, this.#at - 1);
    }
    const digits = this.#text.slice(this.#at, this.#at + 4);
    if (!/^[0-9a-fA-F]{4}$/.test(digits)) {
      while (/[0-9a-fA-F]/.test(this.#text[this.#at] ?? '')) this.#at++;
      this.#unexpectedOrEnd('expected a hex-digit for character escape sequence');
    }
    this.#at += 4;
    return String.fromCharCode(Number.parseInt(digits, 16));
  }

  #enter(): void {
    if (++this.#depth > MAX_DEPTH) {
      const limit = `${MAX_DEPTH}, from \`StreamReadConstraints.getMaxNestingDepth()\``;
      this.#fail(`Document nesting depth (${this.#depth}) exceeds the maximum allowed (${limit})`, this.#at);
    }
  }

  #object(): unknown {
    const start = this.#at++;
    this.#enter();
    const entries = {};
    const keys = new Set<string>();
    this.#starts.set(entries, start);
    this.#space();
    if (this.#text[this.#at] === '}') return this.#leave(entries);
    for (;;) {
      this.#space();
      if (this.#at >= this.#text.length) this.#unclosed('Object', start);
      if (this.#text[this.#at] !== '"') this.#unexpected('was expecting double-quote to start field name');
      const key = this.#string();
      if (keys.has(key)) this.#fail(`Duplicate field '${key}'`);
      keys.add(key);
      this.#space();
      if (this.#at >= this.#text.length) this.#unclosed('Object', start);
      if (this.#text[this.#at] !== ':')
        this.#unexpected('was expecting a colon to separate field name and value');
      this.#at++;
      setOwn<unknown>(entries, key, this.#value());
      if (this.#next('}', 'Object', start)) return this.#leave(entries);
    }
  }

  #array(): unknown {
    const start = this.#at++;
    this.#enter();
    const items: unknown[] = [];
    this.#starts.set(items, start);
    this.#space();
    if (this.#text[this.#at] === ']') return this.#leave(items);
    for (;;) {
      items.push(this.#value());
      if (this.#next(']', 'Array', start)) return this.#leave(items);
    }
  }

  #leave<T>(value: T): T {
    this.#at++;
    this.#depth--;
    return value;
  }

  /** true at the closing mark, false after a comma. */
  #next(close: string, kind: string, start: number): boolean {
    this.#space();
    const char = this.#text[this.#at];
    if (char === undefined) this.#unclosed(kind, start);
    if (char === close) return true;
    if (char === ',') {
      this.#at++;
      return false;
    }
    if (char === '}' || char === ']') {
      const where = `(for ${kind} starting at ${location(this.#text, start)})`;
      this.#fail(`Unexpected close marker '${char}': expected '${close}' ${where}`, this.#at);
    }
    this.#unexpected(`was expecting comma to separate ${kind} entries`);
  }

  #unclosed(kind: string, start: number): never {
    const where = `(start marker at ${location(this.#text, start)})`;
    const message = `Unexpected end-of-input: expected close marker for ${kind} ${where}`;
    this.#fail(message, this.#at, 'json_e_o_f_exception');
  }
}
