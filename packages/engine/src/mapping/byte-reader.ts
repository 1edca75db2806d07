import { type KnownKey, KnownObject } from './byte-plan.ts';
import { asciiText, ByteText } from './byte-text.ts';
import type { ValueSource } from './document-values.ts';
import { ExactToken } from './exact-json.ts';
import type { FieldMapper } from './field-mapper.ts';
import { putV4 } from './ip-address.ts';
import { type ByteRanges, type FieldValue, isNoted, type ParsedDocument } from './mapped-field.ts';
import type { Mapping } from './mapping.ts';

const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

const NOTHING: Uint8Array = new Uint8Array(0);
const IP_BYTES = 16;
/** Longer keywords may be too long for a term. */
const SURE_TERM_BYTES = 10_000;
/** Numbers of so many digits are exact doubles, and so are powers of ten up to this one: their quotient is rounded once. */
const EXACT_DIGITS = 15;
const POWERS_OF_TEN = Float64Array.from({ length: EXACT_DIGITS + 1 }, (_, i) => 10 ** i);
const PART_OF_NUMBER = '-+.0123456789eE';
/** What lies deeper is rare, and left to the reading that looks at the limit. */
const DEPTH_MAX = 20;

/**
 * Reads documents as they mostly are, in one pass over their bytes: objects whose keys the mapping knows, each once, with
 * texts, numbers, booleans and arrays of these. Where anything else turns up it gives up, and the document is read
 * as a whole by those who know every case; what it does read it reads as they do.
 */
export class ByteReader {
  readonly #text = new ByteText();
  readonly #values: ValueSource;
  #mapping: Mapping | undefined;
  #root!: KnownObject;
  #source = NOTHING;
  #into!: ParsedDocument;
  #ranges!: ByteRanges;
  #at = 0;
  #documents = 0;

  /** `values` throws wherever more than the value itself is asked for. */
  constructor(values: ValueSource) {
    this.#values = values;
  }

  /** Fills `into`. False, or what `values` or a field throws, where the document must be read another way. */
  read(mapping: Mapping, source: Uint8Array, into: ParsedDocument, ranges: ByteRanges): boolean {
    if (mapping !== this.#mapping) {
      this.#mapping = mapping;
      this.#root = new KnownObject(mapping.root);
    }
    if (!mapping.root.enabled || mapping.depthLimit < DEPTH_MAX) return false;
    this.#source = source;
    this.#into = into;
    this.#ranges = ranges;
    this.#documents++;
    this.#text.reset();
    into.length = 0;
    this.#at = 0;
    if (this.#next() !== OPEN_OBJECT || !this.#object(this.#root, 0)) return false;
    return this.#next() === -1;
  }

  /** Holds no document any more. */
  release(): void {
    this.#source = NOTHING;
    this.#text.release();
  }

  /** The next byte that is no white space, behind which it goes on; -1 at the end. */
  #next(): number {
    const source = this.#source;
    while (this.#at < source.length) {
      const byte = source[this.#at++]!;
      if (byte > 0x20) return byte;
      if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return -2;
    }
    return -1;
  }

  /** The object whose opening brace was read. */
  #object(object: KnownObject, depth: number): boolean {
    if (depth >= DEPTH_MAX) return false;
    let byte = this.#next();
    if (byte === CLOSE_OBJECT) return true;
    for (let expected = object.first; ; ) {
      if (byte !== QUOTE) return false;
      const key = this.#key(object, expected);
      if (key === null || key.seenIn === this.#documents) return false;
      key.seenIn = this.#documents;
      expected = key.next;
      if (this.#next() !== COLON) return false;
      const first = this.#next();
      const isRead = key.object === null ? this.#value(key, first) : this.#member(key.object, first, depth);
      if (!isRead) return false;
      byte = this.#next();
      if (byte === CLOSE_OBJECT) return true;
      if (byte !== COMMA) return false;
      byte = this.#next();
    }
  }

  /** The key whose opening quote was read: mostly the one that follows the last one in most documents. */
  #key(object: KnownObject, expected: KnownKey | undefined): KnownKey | null {
    const source = this.#source;
    const at = this.#at;
    if (expected !== undefined) {
      const { bytes } = expected;
      const end = at + bytes.length;
      if (source[end] === QUOTE) {
        let i = 0;
        while (i < bytes.length && source[at + i] === bytes[i]) i++;
        if (i === bytes.length) {
          this.#at = end + 1;
          return expected;
        }
      }
    }
    const close = this.#text.read(source, at);
    if (close < 0) return null;
    this.#at = close + 1;
    return object.named(this.#text.toString());
  }

  #member(object: KnownObject, first: number, depth: number): boolean {
    if (first === OPEN_OBJECT) return this.#object(object, depth + 1);
    return first === 0x6e && this.#word('ull');
  }

  /** The value, or the array of values, that begins with this byte, which was read. */
  #value(key: KnownKey, first: number): boolean {
    if (first !== OPEN_ARRAY) return this.#single(key, first);
    let byte = this.#next();
    if (byte === CLOSE_ARRAY) return true;
    for (;;) {
      if (!this.#single(key, byte)) return false;
      byte = this.#next();
      if (byte === CLOSE_ARRAY) return true;
      if (byte !== COMMA) return false;
      byte = this.#next();
    }
  }

  #single(key: KnownKey, first: number): boolean {
    if (first === QUOTE) {
      const close = this.#text.read(this.#source, this.#at);
      if (close < 0) return false;
      this.#at = close + 1;
      for (const field of key.fields) this.#putText(field);
      return true;
    }
    if (first === 0x74) return this.#word('rue') && this.#putAll(key, true);
    if (first === 0x66) return this.#word('alse') && this.#putAll(key, false);
    if (first === 0x6e) return key.skipsNull && this.#word('ull');
    const number = this.#number(first);
    return number !== undefined && this.#putAll(key, number);
  }

  #word(rest: string): boolean {
    for (let i = 0; i < rest.length; i++) {
      if (this.#source[this.#at + i] !== rest.charCodeAt(i)) return false;
    }
    this.#at += rest.length;
    return true;
  }

  /** The number that begins with this byte; undefined where there is none. */
  #number(first: number): number | ExactToken | undefined {
    const source = this.#source;
    const { length } = source;
    let i = this.#at;
    let byte = first;
    if (first === MINUS) byte = i < length ? source[i++]! : -1;
    if (byte < ZERO || byte > NINE) return undefined;
    let value = byte - ZERO;
    let digits = 1;
    const isZero = byte === ZERO;
    byte = i < length ? source[i]! : -1;
    while (byte >= ZERO && byte <= NINE) {
      value = value * 10 + (byte - ZERO);
      digits++;
      byte = ++i < length ? source[i]! : -1;
    }
    if (isZero && digits > 1) return undefined;
    if (byte === POINT) {
      const from = i + 1;
      byte = ++i < length ? source[i]! : -1;
      while (byte >= ZERO && byte <= NINE && digits <= EXACT_DIGITS) {
        value = value * 10 + (byte - ZERO);
        digits++;
        byte = ++i < length ? source[i]! : -1;
      }
      if (i === from) return undefined;
      if (digits <= EXACT_DIGITS) value /= POWERS_OF_TEN[i - from]!;
    }
    if (digits > EXACT_DIGITS || byte === 0x65 || byte === 0x45) return this.#longNumber();
    this.#at = i;
    return first === MINUS ? -value : value;
  }

  /** One with an exponent or many digits, whose first byte was read. */
  #longNumber(): number | ExactToken | undefined {
    const source = this.#source;
    const from = this.#at - 1;
    let end = from;
    while (end < source.length && PART_OF_NUMBER.includes(String.fromCharCode(source[end]!))) end++;
    const text = asciiText(source, from, end);
    if (!/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/.test(text)) return undefined;
    this.#at = end;
    const value = Number(text);
    const isExact = Number.isSafeInteger(value) || !/^-?\d+$/.test(text);
    return isExact ? value : new ExactToken('number', text, from, end);
  }

  #putAll(key: KnownKey, value: number | boolean | ExactToken): boolean {
    for (const field of key.fields) {
      const stored = field.fieldType.parse(field, value, this.#values);
      if (stored !== undefined) this.#put(field, stored);
    }
    return true;
  }

  #putText(field: FieldMapper): void {
    const text = this.#text;
    if (text.text === null) {
      const { bytes } = field.fieldType;
      const length = text.end - text.start;
      if (bytes === 'text') {
        this.#putRange(field, text.bytes, text.start, text.end);
        return;
      }
      if (bytes === 'term' && field.normalizer === undefined && length <= SURE_TERM_BYTES) {
        if (length <= field.ignoreAbove) this.#putRange(field, text.bytes, text.start, text.end);
        return;
      }
      if (bytes === 'address' && this.#putAddress(field)) return;
    }
    const stored = field.fieldType.parse(field, text.toString(), this.#values);
    if (stored !== undefined) this.#put(field, stored);
  }

  /** False where it is none of IPv4. */
  #putAddress(field: FieldMapper): boolean {
    const text = this.#text;
    const { bytes, start, end } = text;
    const at = text.keep(IP_BYTES);
    const target = text.bytes;
    text.bytes = bytes;
    if (!putV4(bytes, start, end, target, at)) return false;
    this.#putRange(field, target, at, at + IP_BYTES);
    return true;
  }

  #putRange({ mapped }: FieldMapper, bytes: Uint8Array, start: number, end: number): void {
    if (!isNoted(mapped)) return;
    const into = this.#into;
    const { starts, ends } = this.#ranges;
    starts[into.length] = start;
    ends[into.length] = end;
    into.fields[into.length] = mapped;
    into.values[into.length++] = bytes;
  }

  #put({ mapped }: FieldMapper, value: FieldValue): void {
    if (!isNoted(mapped)) return;
    const into = this.#into;
    this.#ranges.starts[into.length] = -1;
    into.fields[into.length] = mapped;
    into.values[into.length++] = value;
  }
}
