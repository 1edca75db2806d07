import { decodeUtf8 } from './sound-json.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** Of memory for escaped strings so much is kept between batches. */
const KEPT_BYTES_MAX = 64 * 1024;

/** Bytes of a string of JSON that stand for themselves: ASCII without control characters, quotes and backslashes. */
const standsForItself = new Uint8Array(256);
for (let byte = 0x20; byte < 0x80; byte++) {
  if (byte !== QUOTE && byte !== BACKSLASH) standsForItself[byte] = 1;
}

/** By the byte after a backslash: the byte that both stand for; 0 where it is none of these. */
const escaped = new Uint8Array(256);
for (const [short, long] of ['""', '\\\\', '//', 'b\b', 'f\f', 'n\n', 'r\r', 't\t']) {
  escaped[short!.charCodeAt(0)] = long!.charCodeAt(0);
}

/**
 * Reads strings of JSON without making JavaScript's of them, where all their characters are ASCII: as they stand in the
 * document, or, where some are escaped, in memory of its own.
 */
export class ByteText {
  /** The string that was read last: ASCII bytes [start, end) of `bytes`, unless it is in `text`. */
  bytes: Uint8Array = new Uint8Array(0);
  start = 0;
  end = 0;
  /** Where it has other characters, or escapes by number. */
  text: string | null = null;
  #scratch = new Uint8Array(1024);
  #used = 0;

  /** Before each document: what was read of the one before is of no use any more. */
  reset(): void {
    this.#used = 0;
  }

  /** Holds no document any more, nor the memory that a huge one took. */
  release(): void {
    if (this.#scratch.length > KEPT_BYTES_MAX) this.#scratch = new Uint8Array(KEPT_BYTES_MAX);
    this.#used = 0;
    this.bytes = this.#scratch;
    this.text = null;
  }

  /** Reads the string whose opening quote is before `at`; where its closing quote is, or -1 where it is not sound. */
  read(source: Uint8Array, at: number): number {
    const { length } = source;
    let i = at;
    while (i < length && standsForItself[source[i]!] === 1) i++;
    if (i < length && source[i] === QUOTE) {
      this.bytes = source;
      this.start = at;
      this.end = i;
      this.text = null;
      return i;
    }
    return this.#unescape(source, at, i);
  }

  /** As a JavaScript string. */
  toString(): string {
    return this.text ?? asciiText(this.bytes, this.start, this.end);
  }

  /** Room for so many bytes that stay until `reset`, from the place in `bytes` that is returned on. */
  keep(count: number): number {
    if (this.#used + count > this.#scratch.length) {
      // What has been read stays in the old one.
      this.#scratch = new Uint8Array(Math.max(count, this.#scratch.length * 2));
      this.#used = 0;
    }
    this.bytes = this.#scratch;
    const at = this.#used;
    this.#used += count;
    return at;
  }

  #unescape(source: Uint8Array, from: number, stop: number): number {
    const close = closingQuote(source, stop);
    if (close < 0) return -1;
    const start = this.keep(close - from);
    const target = this.bytes;
    let out = start;
    for (let i = from; i < close; i++) {
      let byte = source[i]!;
      if (standsForItself[byte] === 0) {
        byte = byte === BACKSLASH ? escaped[source[++i]!]! : 0;
        if (byte === 0) return this.#decode(source, from, close);
      }
      target[out++] = byte;
    }
    this.start = start;
    this.end = out;
    this.text = null;
    return close;
  }

  /** Throws what the exact reading tells better. */
  #decode(source: Uint8Array, from: number, close: number): number {
    this.text = JSON.parse(decodeUtf8(source.subarray(from - 1, close + 1))) as string;
    return close;
  }
}

function closingQuote(source: Uint8Array, from: number): number {
  for (let i = from; i < source.length; i++) {
    if (source[i] === QUOTE) return i;
    if (source[i] === BACKSLASH) i++;
  }
  return -1;
}

/** The text of ASCII bytes. */
export function asciiText(bytes: Uint8Array, start: number, end: number): string {
  return Buffer.prototype.latin1Slice.call(bytes, start, end);
}
