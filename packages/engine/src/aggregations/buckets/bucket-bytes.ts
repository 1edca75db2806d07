import { RawJson } from '@sextant/contract';
import { IsoDateBytes } from '../../mapping/date/iso-date-bytes.ts';

const COMMA = 0x2c;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const LIST = 0x5b;
const LIST_END = 0x5d;
const OBJECT_END = 0x7d;

/** Bytes that are moved at a time. */
const WORD = 4;

const encoder = new TextEncoder();

/** A text that stands in many buckets, with room behind it for the rest of its last word. */
class Part {
  readonly length: number;
  readonly words: DataView<ArrayBuffer>;

  constructor(text: string) {
    this.length = text.length;
    const bytes = new Uint8Array(Math.ceil(text.length / WORD) * WORD);
    encoder.encodeInto(text, bytes);
    this.words = new DataView(bytes.buffer);
  }
}

const DATED = new Part('{"key_as_string":"0000-00-00T00:00:00.000Z","key":');
const TEXTED = new Part('{"key_as_string":');
const KEY = new Part(',"key":');
const BARE = new Part('{"key":');
const COUNT = new Part(',"doc_count":');
const date = new IsoDateBytes(new Uint8Array(DATED.words.buffer), TEXTED.length + 1);

/** What a bucket takes at most, its text apart: two numbers of 17 signs, and what is moved too much. */
const BUCKET_MAX = DATED.length + COUNT.length + 2 * 17 + 4 * WORD;
/** The same as a rule. */
const BUCKET_USUAL = DATED.length + COUNT.length + 24;

/** Java writes larger ones with an exponent. */
const PLAIN_END = 1e7;

/** Up to here a number is divided as one of 32 bits. */
const SMALL_END = 1e9;
const LOW_DIGITS = 7;
const LOW_END = 1e7;

/** A number that `BucketBytes` writes as all answers do; `whole`: without a fraction. */
export function isPlainKey(value: number, whole: boolean): boolean {
  if (whole) return Number.isSafeInteger(value);
  return Number.isInteger(value) && Math.abs(value) < PLAIN_END && !Object.is(value, -0);
}

/**
 * A list of buckets that have numbers for keys, as it stands in the answer: to make a tree of a thousand of them, and to write that, takes
 * longer than to find them.
 */
export class BucketBytes {
  readonly #whole: boolean;
  #bytes: Uint8Array<ArrayBuffer>;
  #view: DataView<ArrayBuffer>;
  #length = 1;

  /** `buckets`: about so many will come. `whole`: their keys have no fraction. */
  constructor(buckets: number, whole: boolean) {
    this.#whole = whole;
    this.#bytes = new Uint8Array(buckets * BUCKET_USUAL + BUCKET_MAX);
    this.#view = new DataView(this.#bytes.buffer);
    this.#bytes[0] = LIST;
  }

  /** With a date for its text: the key is one that `hasIsoDate`. */
  dated(key: number, docCount: number): void {
    this.#reserve(BUCKET_MAX);
    date.set(key);
    this.#part(DATED);
    this.#rest(key, docCount);
  }

  /** The key `isPlainKey`, here and below. */
  texted(text: string, key: number, docCount: number): void {
    const quoted = JSON.stringify(text);
    this.#reserve(BUCKET_MAX + quoted.length * 3);
    this.#part(TEXTED);
    this.#length += encoder.encodeInto(quoted, this.#bytes.subarray(this.#length)).written;
    this.#part(KEY);
    this.#rest(key, docCount);
  }

  bare(key: number, docCount: number): void {
    this.#reserve(BUCKET_MAX);
    this.#part(BARE);
    this.#rest(key, docCount);
  }

  finish(): RawJson {
    // In place of what parts the last bucket from the next one.
    const end = Math.max(1, this.#length - 1);
    this.#bytes[end] = LIST_END;
    return new RawJson(this.#bytes.subarray(0, end + 1));
  }

  #rest(key: number, docCount: number): void {
    this.#number(key);
    if (!this.#whole) {
      this.#bytes[this.#length++] = POINT;
      this.#bytes[this.#length++] = ZERO;
    }
    this.#part(COUNT);
    this.#number(docCount);
    this.#bytes[this.#length++] = OBJECT_END;
    this.#bytes[this.#length++] = COMMA;
  }

  /** What is moved too much at its end is overwritten by what comes next. */
  #part({ words, length }: Part): void {
    const view = this.#view;
    const start = this.#length;
    for (let i = 0; i < length; i += WORD) view.setInt32(start + i, words.getInt32(i, true), true);
    this.#length = start + length;
  }

  #number(value: number): void {
    let rest = value;
    if (rest < 0) {
      this.#bytes[this.#length++] = MINUS;
      rest = -rest;
    }
    if (rest < SMALL_END) {
      this.#digits(rest, digitsOf(rest));
      return;
    }
    const high = Math.floor(rest / LOW_END);
    this.#digits(high, digitsOf(high));
    this.#digits(rest - high * LOW_END, LOW_DIGITS);
  }

  #digits(value: number, count: number): void {
    const bytes = this.#bytes;
    const start = this.#length;
    let rest = value | 0;
    for (let at = start + count - 1; at >= start; at--) {
      const higher = (rest / 10) | 0;
      bytes[at] = ZERO + rest - higher * 10;
      rest = higher;
    }
    this.#length = start + count;
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const grown = new Uint8Array(this.#bytes.length * 2 + more);
    grown.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = grown;
    this.#view = new DataView(grown.buffer);
  }
}

/** Of a number below 10^10. */
function digitsOf(value: number): number {
  let digits = 1;
  for (let end = 10; end <= value; end *= 10) digits++;
  return digits;
}
