import { Double } from '@sextant/contract';
import { endsEarly } from './answer-tree.ts';
import type { ByteSink } from './byte-sink.ts';
import { scalarJson } from './json-writer.ts';

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OBJECT = 0x7b;
const OBJECT_END = 0x7d;
const LIST = 0x5b;
const LIST_END = 0x5d;

/** From what opens a list or an object to what closes it. */
const TO_END = 2;

/** Members and items of a value that is written over several lines are indented by levels; else it stands in one line. */
export type Layout = 'compact' | 'pretty';

/**
 * Goes through valid JSON, and copies of it what is wanted, as Jackson would write it: numbers in its form, no escapes that there is no
 * need of. Nothing is made of the values: a document may have millions of them.
 */
export class RawJsonCopy {
  /** The next byte. */
  at = 0;
  readonly #bytes: Buffer;
  readonly #sink: ByteSink;
  readonly #isPretty: boolean;
  /** Lists and objects that are open in the value that `some` copies, or that `past` goes past. */
  #depth = 0;

  constructor(bytes: Uint8Array, sink: ByteSink, layout: Layout) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#sink = sink;
    this.#isPretty = layout === 'pretty';
  }

  /** Copies the next value; it stands at a level of indentation. */
  value(level = 0): void {
    while (!this.some(level, this.#bytes.length));
  }

  /** Goes on with it, but not far beyond `until`; false: there is more of it. */
  some(level: number, until: number): boolean {
    while (this.at <= until) {
      this.#token(level);
      if (this.#depth === 0) return true;
    }
    return false;
  }

  #token(level: number): void {
    const code = this.next();
    switch (code) {
      case QUOTE:
        this.#copyString();
        break;
      case OBJECT:
      case LIST:
        this.at++;
        this.#open(code, level);
        break;
      case OBJECT_END:
      case LIST_END:
        this.at++;
        this.#depth--;
        this.#line(level);
        this.#sink.byte(code);
        break;
      case COMMA:
        this.at++;
        this.#sink.byte(code);
        this.#line(level);
        break;
      case COLON:
        this.at++;
        if (this.#isPretty) this.#sink.text(' : ');
        else this.#sink.byte(code);
        break;
      default:
        this.#copyWord();
    }
  }

  #open(code: number, level: number): void {
    this.#sink.byte(code);
    if (this.next() === code + TO_END) {
      this.at++;
      if (this.#isPretty) this.#sink.text(' ');
      this.#sink.byte(code + TO_END);
      return;
    }
    this.#depth++;
    this.#line(level);
  }

  #line(level: number): void {
    if (this.#isPretty) this.#sink.line(level + this.#depth);
  }

  /** The first byte of what comes next. */
  next(): number {
    const bytes = this.#bytes;
    for (; this.at < bytes.length; this.at++) {
      const code = bytes[this.at]!;
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return code;
    }
    throw endsEarly();
  }

  /** Goes past the next value, but not far beyond `until`; false: there is more of it. */
  past(until: number): boolean {
    while (this.at <= until) {
      const code = this.next();
      if (code === QUOTE) this.#pastString();
      else if (code === OBJECT || code === LIST) {
        this.at++;
        this.#depth++;
      } else if (code === OBJECT_END || code === LIST_END) {
        this.at++;
        this.#depth--;
      } else if (code === COMMA || code === COLON) this.at++;
      else this.#pastWord();
      if (this.#depth === 0) return true;
    }
    return false;
  }

  /** Copies the name of a member and what stands between it and the value; returns it. */
  name(): string {
    this.next();
    const start = this.at;
    const hasEscapes = this.#copyString();
    this.next();
    this.at++;
    this.#sink.byte(COLON);
    const end = this.#bytes.lastIndexOf(QUOTE, this.at - 1);
    const text = this.#bytes.toString('utf8', start, end + 1);
    return hasEscapes ? (JSON.parse(text) as string) : text.slice(1, -1);
  }

  /** Whether there were escapes in it. */
  #copyString(): boolean {
    const start = this.at;
    const hasEscapes = this.#pastString();
    if (hasEscapes) this.#sink.text(JSON.stringify(JSON.parse(this.#bytes.toString('utf8', start, this.at))));
    else this.#sink.copy(this.#bytes, start, this.at);
    return hasEscapes;
  }

  #pastString(): boolean {
    const bytes = this.#bytes;
    let hasEscapes = false;
    let at = this.at + 1;
    for (; at < bytes.length && bytes[at] !== QUOTE; at++) {
      if (bytes[at] !== BACKSLASH) continue;
      hasEscapes = true;
      at++;
    }
    if (at >= bytes.length) throw endsEarly();
    this.at = at + 1;
    return hasEscapes;
  }

  #copyWord(): void {
    const start = this.at;
    if (this.#pastWord() && !isJavaForm(this.#bytes, start, this.at)) {
      const number = Number(this.#bytes.toString('latin1', start, this.at));
      this.#sink.text(scalarJson(new Double(number))!);
    } else this.#sink.copy(this.#bytes, start, this.at);
  }

  /** Whether it is a number with a fraction or an exponent. */
  #pastWord(): boolean {
    const bytes = this.#bytes;
    const start = this.at;
    let hasFraction = false;
    let at = start + 1;
    for (; at < bytes.length; at++) {
      const code = bytes[at]!;
      if (code === COMMA || code === OBJECT_END || code === LIST_END || code <= 0x20) break;
      if (code === 0x2e || code === 0x65 || code === 0x45) hasFraction = true;
    }
    this.at = at;
    // `true` and `false` have an e as well.
    return hasFraction && bytes[start]! <= 0x39;
  }
}

const [ZERO, POINT, NINE, MINUS] = [0x30, 0x2e, 0x39, 0x2d];

/** Digits that are those of the double nearest to them, whatever they are. */
const SURE_DIGITS = 15;

/** Whether a number with a fraction is written as Java writes doubles; false where that would take a closer look. */
function isJavaForm(bytes: Uint8Array, from: number, to: number): boolean {
  const start = bytes[from] === MINUS ? from + 1 : from;
  if (to - start > SURE_DIGITS + 1 || bytes[start] === ZERO) return false;
  let point = start;
  while (point < to && bytes[point] !== POINT) point++;
  if (point - start > 7 || point > to - 2) return false;
  for (let at = point + 1; at < to; at++) if (bytes[at]! < ZERO || bytes[at]! > NINE) return false;
  return bytes[to - 1] !== ZERO || point === to - 2;
}
