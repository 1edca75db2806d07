import {
  describe,
  fromUtf8,
  isDigit,
  isIdentifierPart,
  JsonCursor,
  type JsonProblem,
  Problem,
  where,
} from './json-cursor.ts';

export interface JsonScan {
  readonly problem?: JsonProblem;
  /** Start and end offsets of comments, in pairs: OpenSearch skips them, `JSON.parse` does not. */
  readonly comments: readonly number[];
  /** The offset behind the first value. */
  readonly end: number;
}

const maxJsonDepth = 1000;
/** Longer numbers are refused: to work one out takes time that grows with the square of its digits. */
const maxNumberDigits = 1000;

const valueList = "(JSON String, Number, Array, Object or token 'null', 'true' or 'false')";
const LF = 10;
const CR = 13;
const BLANK = 32;
const QUOTE = 34;
const COMMA = 44;
const MINUS = 45;
const SLASH = 47;
const ZERO = 48;
const COLON = 58;
const OPEN_ARRAY = 91;
const BACKSLASH = 92;
const CLOSE_ARRAY = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;

/** Reads UTF-8 JSON once: syntax, duplicate keys, nesting and encoding. About 50 MB/s; it builds nothing. */
export function scanJson(bytes: Uint8Array, { firstOnly = false } = {}): JsonScan {
  const scanner = new JsonScanner(bytes);
  const { comments } = scanner;
  try {
    scanner.first();
    const end = scanner.at;
    if (!firstOnly) scanner.rest();
    return { comments, end };
  } catch (error) {
    if (error instanceof Problem) return { problem: error.problem, comments, end: 0 };
    throw error;
  }
}

interface Container {
  readonly start: number;
  /** Keys seen, as one character per byte; undefined in an array. */
  readonly keys: Set<string> | undefined;
}

class JsonScanner extends JsonCursor {
  readonly comments: number[] = [];
  private readonly open: Container[] = [];
  /** Offset of the last byte that ended a token; tells a container's first entry from the others. */
  private lastToken = -1;

  first(): void {
    this.space();
    if (this.at >= this.end) return;
    this.value();
    while (this.open.length > 0) this.member(this.open[this.open.length - 1]!);
    const isNumber = isDigit(this.bytes[this.at - 1]);
    if (isNumber && this.at < this.end && this.bytes[this.at]! > BLANK)
      this.unexpected(this.at, 'Expected space separating root-level values');
  }

  rest(): void {
    this.space();
    if (this.at >= this.end) return;
    const extra = this.at;
    this.value();
    this.unexpected(extra, 'was expecting the end of the body');
  }

  /** One step inside the innermost container: its end, or its next entry. */
  private member(container: Container): void {
    const { keys } = container;
    const kind = keys === undefined ? 'Array' : 'Object';
    this.space();
    if (this.at >= this.end) this.unclosed(container, kind);
    const byte = this.bytes[this.at]!;
    if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) {
      if (byte !== (keys === undefined ? CLOSE_ARRAY : CLOSE_OBJECT)) this.mismatch(byte, container, kind);
      this.lastToken = this.at++;
      this.open.pop();
      return;
    }
    if (this.lastToken !== container.start) {
      if (byte !== COMMA) this.unexpected(this.at, `was expecting comma to separate ${kind} entries`);
      this.at++;
      this.space();
      if (this.at >= this.end) {
        this.fail('json_parse_exception', `Unexpected end-of-input within/between ${kind} entries`, this.at);
      }
    }
    if (keys !== undefined) this.key(keys);
    this.value();
  }

  private key(keys: Set<string>): void {
    if (this.bytes[this.at] !== QUOTE) {
      const byte = this.bytes[this.at]!;
      if (byte === CLOSE_ARRAY) {
        const container = this.open[this.open.length - 1]!;
        this.mismatch(byte, container, 'Object');
      }
      this.unexpected(this.at, 'was expecting double-quote to start field name');
    }
    const name = this.text('name');
    if (keys.has(name)) {
      this.fail('json_parse_exception', `Duplicate field '${fromUtf8(name)}'`, this.at);
    }
    keys.add(name);
    this.space();
    this.endBetween();
    if (this.bytes[this.at] !== COLON) {
      this.unexpected(this.at, 'was expecting a colon to separate field name and value');
    }
    this.at++;
    this.space();
    this.endBetween();
  }

  private endBetween(): void {
    if (this.at < this.end) return;
    this.fail('json_e_o_f_exception', 'Unexpected end-of-input within/between Object entries', this.at);
  }

  private value(): void {
    const byte = this.bytes[this.at]!;
    if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
      this.open.push({ start: this.at, keys: byte === OPEN_OBJECT ? new Set() : undefined });
      if (this.open.length > maxJsonDepth) this.tooDeep();
      this.lastToken = this.at++;
      return;
    }
    if (byte === QUOTE) this.text('string value');
    else if (byte === MINUS || isDigit(byte)) this.number();
    else if (byte === 116) this.token('true');
    else if (byte === 102) this.token('false');
    else if (byte === 110) this.token('null');
    else this.wrongValue(byte);
    this.lastToken = this.at - 1;
  }

  private token(word: string): void {
    const start = this.at;
    let matched = 0;
    while (matched < word.length && this.bytes[start + matched] === word.charCodeAt(matched)) matched++;
    this.at = start + matched;
    if (matched < word.length || isIdentifierPart(this.bytes[this.at])) this.invalidToken(start);
  }

  private invalidToken(start: number): never {
    let end = start;
    while (end < this.end && end - start < 256 && isIdentifierPart(this.bytes[end])) end++;
    const word = this.latin1(start, end) + (isIdentifierPart(this.bytes[end]) ? '...' : '');
    this.fail('json_parse_exception', `Unrecognized token '${word}': was expecting ${valueList}`, start);
  }

  private wrongValue(byte: number): never {
    const container = this.open[this.open.length - 1];
    const inArray = container !== undefined && container.keys === undefined;
    if (container === undefined && (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT)) {
      const kind = byte === CLOSE_ARRAY ? 'Array' : 'Object';
      const mark = String.fromCharCode(byte);
      this.fail(
        'json_parse_exception',
        `Unexpected close marker '${mark}': no open ${kind} to close`,
        this.at,
      );
    }
    if (byte === COMMA || byte === CLOSE_OBJECT || (byte === CLOSE_ARRAY && inArray)) {
      this.unexpected(this.at, 'expected a value');
    }
    if (byte === 78) this.nonStandard('NaN');
    if (byte === 73) this.nonStandard('Infinity');
    if (byte === 43 && isDigit(this.bytes[this.at + 1])) {
      this.fail(
        'json_parse_exception',
        "Unexpected character ('+' (code 43)) in numeric value: JSON spec does not allow numbers to have " +
          'plus signs: enable `JsonReadFeature.ALLOW_LEADING_PLUS_SIGN_FOR_NUMBERS` to allow',
        this.at + 1,
      );
    }
    if (isIdentifierPart(byte)) this.invalidToken(this.at);
    this.unexpected(this.at, `expected a valid value ${valueList}`);
  }

  private nonStandard(word: string): void {
    if (this.latin1(this.at, this.at + word.length) !== word) return;
    this.fail(
      'json_parse_exception',
      `Non-standard token '${word}': enable \`JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS\` to allow`,
      this.at + word.length,
    );
  }

  private number(): void {
    const start = this.at;
    this.numberParts();
    if (this.at - start > maxNumberDigits) this.checkDigits(start);
  }

  /** Signs, point and exponent mark do not count. */
  private checkDigits(start: number): void {
    let digits = 0;
    for (let i = start; i < this.at; i++) if (isDigit(this.bytes[i])) digits++;
    if (digits <= maxNumberDigits) return;
    throw new Problem({
      type: 'stream_constraints_exception',
      reason:
        `Number value length (${digits}) exceeds the maximum allowed (${maxNumberDigits}, ` +
        'from `StreamReadConstraints.getMaxNumberLength()`)',
      ...this.position(this.at),
    });
  }

  private numberParts(): void {
    const { bytes } = this;
    if (bytes[this.at] === MINUS) {
      if (bytes[this.at + 1] === 73) this.nonStandard('-Infinity');
      this.at++;
      this.digit('expected digit (0-9) to follow minus sign, for valid numeric value');
    }
    if (bytes[this.at] === ZERO && isDigit(bytes[this.at + 1])) {
      this.fail('json_parse_exception', 'Invalid numeric value: Leading zeroes not allowed', this.at + 1);
    }
    while (isDigit(bytes[this.at])) this.at++;
    if (bytes[this.at] === 46) {
      this.at++;
      if (this.at >= this.end) {
        this.unexpectedIn(this.at - 1, 'Decimal point not followed by a digit');
      }
      this.digit('Decimal point not followed by a digit');
      while (isDigit(bytes[this.at])) this.at++;
    }
    if (bytes[this.at] === 101 || bytes[this.at] === 69) {
      this.at++;
      if (bytes[this.at] === 43 || bytes[this.at] === MINUS) this.at++;
      this.digit('Exponent indicator not followed by a digit');
      while (isDigit(bytes[this.at])) this.at++;
    }
  }

  private digit(reason: string): void {
    if (this.at >= this.end) {
      const inArray = this.open[this.open.length - 1]?.keys === undefined;
      const token = inArray ? 'VALUE_NUMBER' : 'FIELD_NAME';
      this.fail('json_e_o_f_exception', `Unexpected end-of-input in ${token}`, this.at);
    }
    if (!isDigit(this.bytes[this.at])) this.unexpectedIn(this.at, reason);
  }

  /** Reads a string and answers its bytes as characters; escapes are resolved only where there are any. */
  private text(kind: 'name' | 'string value'): string {
    const { bytes, end } = this;
    const start = ++this.at;
    let escaped = false;
    while (this.at < end) {
      const byte = bytes[this.at]!;
      if (byte === QUOTE) {
        const body = kind === 'name' ? this.latin1(start, this.at) : '';
        this.at++;
        return escaped && kind === 'name' ? (JSON.parse(`"${body}"`) as string) : body;
      }
      if (byte === BACKSLASH) {
        escaped = true;
        this.escape();
      } else if (byte < 32) {
        this.fail(
          'json_parse_exception',
          `Illegal unquoted character (${describe(byte)}): has to be escaped using backslash ` +
            `to be included in ${kind}`,
          this.at,
        );
      } else if (byte < 128) this.at++;
      else this.multibyte(byte);
    }
    const part = kind === 'name' ? 'field name' : 'VALUE_STRING';
    this.fail('json_e_o_f_exception', `Unexpected end-of-input in ${part}`, this.at);
  }

  private escape(): void {
    const kind = this.bytes[++this.at];
    if (kind === undefined) this.endInEscape();
    if (kind === 117) {
      for (let i = 0; i < 4; i++) {
        const hex = this.bytes[++this.at];
        if (hex === undefined) this.endInEscape();
        const isHex = isDigit(hex) || (hex >= 65 && hex <= 70) || (hex >= 97 && hex <= 102);
        if (!isHex) this.unexpected(this.at, 'expected a hex-digit for character escape sequence');
      }
    } else if (!'"\\/bfnrt'.includes(String.fromCharCode(kind))) {
      this.fail('json_parse_exception', `Unrecognized character escape ${describe(kind)}`, this.at);
    }
    this.at++;
  }

  private endInEscape(): never {
    this.fail('json_e_o_f_exception', 'Unexpected end-of-input in character escape sequence', this.at);
  }

  private multibyte(lead: number): void {
    const more = 1 + (lead >= 0xe0 ? 1 : 0) + (lead >= 0xf0 ? 1 : 0);
    if (lead < 0xc2 || lead > 0xf4) {
      this.fail('json_parse_exception', `Invalid UTF-8 start byte 0x${lead.toString(16)}`, this.at);
    }
    for (let i = 1; i <= more; i++) {
      const byte = this.bytes[this.at + i];
      if (byte !== undefined && (byte & 0xc0) !== 0x80) {
        this.fail('json_parse_exception', `Invalid UTF-8 middle byte 0x${byte.toString(16)}`, this.at + i);
      }
    }
    this.at += more + 1;
  }

  /** Skips white space and comments. */
  private space(): void {
    const { bytes, end } = this;
    while (this.at < end) {
      const byte = bytes[this.at]!;
      if (byte === 32 || byte === LF || byte === CR || byte === 9) this.at++;
      else if (byte === SLASH) this.comment();
      else return;
    }
  }

  private comment(): void {
    const start = this.at;
    const second = this.bytes[start + 1];
    if (second !== SLASH && second !== 42) {
      this.unexpected(
        start + 1 < this.end ? start + 1 : start,
        "was expecting either '*' or '/' for a comment",
      );
    }
    this.at += 2;
    if (second === SLASH) while (this.at < this.end && this.bytes[this.at] !== LF) this.at++;
    else {
      while (!(this.bytes[this.at] === 42 && this.bytes[this.at + 1] === SLASH)) {
        if (this.at >= this.end) {
          this.fail('json_e_o_f_exception', 'Unexpected end-of-input in a comment', this.at);
        }
        this.at++;
      }
      this.at += 2;
    }
    this.comments.push(start, this.at);
  }

  private mismatch(byte: number, container: Container, kind: 'Array' | 'Object'): never {
    const wanted = kind === 'Array' ? ']' : '}';
    const { line, column } = this.position(container.start);
    const expected = `expected '${wanted}' (for ${kind} starting at ${where(line, column)})`;
    const text = `Unexpected close marker '${String.fromCharCode(byte)}': ${expected}`;
    this.fail('json_parse_exception', text, this.at);
  }

  private unclosed(container: Container, kind: 'Array' | 'Object'): never {
    const { line, column } = this.position(container.start);
    this.fail(
      'json_e_o_f_exception',
      `Unexpected end-of-input: expected close marker for ${kind} (start marker at ${where(line, column)})`,
      this.at,
    );
  }

  private tooDeep(): never {
    throw new Problem({
      type: 'stream_constraints_exception',
      reason:
        `Document nesting depth (${this.open.length}) exceeds the maximum allowed (${maxJsonDepth}, ` +
        'from `StreamReadConstraints.getMaxNestingDepth()`)',
      ...this.position(this.at),
    });
  }
}
