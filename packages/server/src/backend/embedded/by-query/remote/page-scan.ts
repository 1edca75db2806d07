/** Where in the bytes of an answer the documents of its hits stand: `[starts[i], ends[i])`. */
export interface ScannedAnswer {
  /** The answer without its documents: in place of each stands its number. */
  readonly skeleton: string;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Root, `hits`, its array and a hit. */
const HIT_DEPTH = 4;
const SOURCE = '_source';

/** More stands in an answer than was asked for: it would fill the memory as soon as it is parsed. */
export class TooManyValues extends Error {}

/**
 * Takes `hits.hits[]._source` out of an answer, so that documents go on byte by byte: their numbers and the order of their
 * keys are those of the other side. What is no JSON shows when the skeleton is parsed, or the document written. Throws TooManyValues
 * where there are more than `valuesMax` values around the documents.
 */
export function scanAnswer(bytes: Uint8Array, valuesMax = Number.POSITIVE_INFINITY): ScannedAnswer {
  const scan = new Scan(bytes, valuesMax);
  scan.run();
  return {
    skeleton: scan.skeleton(),
    starts: Int32Array.from(scan.starts),
    ends: Int32Array.from(scan.ends),
  };
}

class Scan {
  readonly starts: number[] = [];
  readonly ends: number[] = [];
  readonly #bytes: Uint8Array;
  readonly #text: Buffer;
  #parts: string[] = [];
  #kept = 0;
  #at = 0;
  #valuesLeft: number;

  constructor(bytes: Uint8Array, valuesMax: number) {
    this.#valuesLeft = valuesMax;
    this.#bytes = bytes;
    this.#text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  skeleton(): string {
    return this.#parts.join('') + this.#text.toString('utf8', this.#kept);
  }

  run(): void {
    let depth = 0;
    // Of the objects around: the key whose value this is.
    const keys: (string | undefined)[] = [];
    while (this.#at < this.#bytes.length) {
      const byte = this.#bytes[this.#at]!;
      if (byte === QUOTE) {
        const from = this.#at;
        this.#skipText();
        const to = this.#at - 1;
        if (this.#nextByte() === COLON) keys[depth] = this.#text.toString('utf8', from + 1, to);
        continue;
      }
      this.#at++;
      if (byte === COMMA || byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
        if (--this.#valuesLeft < 0) throw new TooManyValues();
      }
      if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
        depth++;
        keys[depth] = undefined;
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) depth--;
      else if (byte === COLON && depth === HIT_DEPTH && isSource(keys)) this.#takeOut();
    }
  }

  #takeOut(): void {
    this.#nextByte();
    const from = this.#at;
    this.#skipValue();
    this.#parts.push(this.#text.toString('utf8', this.#kept, from), String(this.starts.length));
    this.starts.push(from);
    this.ends.push(this.#at);
    this.#kept = this.#at;
  }

  /** Goes behind white space. */
  #nextByte(): number | undefined {
    while (this.#at < this.#bytes.length && this.#bytes[this.#at]! <= 0x20) this.#at++;
    return this.#bytes[this.#at];
  }

  #skipText(): void {
    this.#at++;
    while (this.#at < this.#bytes.length) {
      const byte = this.#bytes[this.#at++]!;
      if (byte === BACKSLASH) this.#at++;
      else if (byte === QUOTE) return;
    }
  }

  #skipValue(): void {
    let depth = 0;
    while (this.#at < this.#bytes.length) {
      const byte = this.#bytes[this.#at]!;
      if (byte === QUOTE) {
        this.#skipText();
        if (depth === 0) return;
        continue;
      }
      const closes = byte === CLOSE_OBJECT || byte === CLOSE_ARRAY;
      if (depth === 0 && (closes || byte === COMMA)) return;
      this.#at++;
      if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) depth++;
      else if (closes && --depth === 0) return;
    }
  }
}

function isSource(keys: readonly (string | undefined)[]): boolean {
  return keys[1] === 'hits' && keys[2] === 'hits' && keys[HIT_DEPTH] === SOURCE;
}
