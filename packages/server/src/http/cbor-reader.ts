import { doubleText, floatText } from '../wire/number-text.ts';

/** As deep as JSON may be nested. */
const depthMax = 1000;
/** Of large integers: some 1,200 digits, more than JSON may have. To work out longer ones would take seconds. */
const integerBytesMax = 512;

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const breakByte = 0xff;
const simple: ReadonlyMap<number, string> = new Map([
  [20, 'false'],
  [21, 'true'],
  [22, 'null'],
  [23, 'null'],
]);

/**
 * The JSON of a CBOR body (RFC 8949), so that all that follows is the same as for JSON: no digit of a number is lost,
 * bytes become text in base64 and keys are what they are, as in Jackson. Tags say nothing more about a value, but for
 * large integers; decimal fractions, and references to values elsewhere, are refused. Throws Error with the place.
 */
export function cborToJson(bytes: Uint8Array): string {
  const reader = new CborReader(bytes);
  const text = reader.value(0);
  if (!reader.atEnd()) reader.fail('there is more after the value');
  return text;
}

/** The first byte of an item in its two parts, and the number that follows. */
interface Head {
  readonly major: number;
  readonly info: number;
  /** A length, count or number; -1 where the end is marked instead. */
  readonly argument: bigint;
}

class CborReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  atEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  fail(why: string): never {
    throw new Error(`${why} at byte ${this.#at}`);
  }

  value(depth: number): string {
    if (depth > depthMax) this.fail(`nesting is deeper than ${depthMax} levels`);
    const { major, info, argument } = this.#head();
    switch (major) {
      case 0:
        return String(argument);
      case 1:
        return String(-1n - argument);
      case 2:
        return `"${Buffer.from(this.#content(major, argument)).toString('base64')}"`;
      case 3:
        return JSON.stringify(this.#text(argument));
      case 4:
        return this.#list(argument, depth);
      case 5:
        return this.#map(argument, depth);
      case 6:
        return this.#tagged(argument, depth);
      default:
        return this.#simple(info, argument);
    }
  }

  #head(): Head {
    if (this.atEnd()) this.fail('the body ends too early');
    const first = this.#bytes[this.#at++]!;
    const major = first >> 5;
    const info = first & 31;
    if (info < 24) return { major, info, argument: BigInt(info) };
    if (info === 31 && major >= 2 && major <= 5) return { major, info, argument: -1n };
    if (info > 27) this.fail(`the byte ${first} begins nothing`);
    const size = 1 << (info - 24);
    this.#need(size);
    let argument = 0n;
    for (let i = 0; i < size; i++) argument = (argument << 8n) | BigInt(this.#bytes[this.#at++]!);
    return { major, info, argument };
  }

  #need(size: number): void {
    if (size > this.#bytes.length - this.#at) this.fail('the body ends too early');
  }

  #isBreak(): boolean {
    if (this.#bytes[this.#at] !== breakByte) return false;
    this.#at++;
    return true;
  }

  /** Bytes of a string, which may come in chunks. */
  #content(major: number, length: bigint): Uint8Array {
    if (length >= 0n) {
      if (length > BigInt(this.#bytes.length - this.#at)) this.fail('the body ends too early');
      const start = this.#at;
      this.#at += Number(length);
      return this.#bytes.subarray(start, this.#at);
    }
    const chunks: Uint8Array[] = [];
    while (!this.#isBreak()) {
      const chunk = this.#head();
      if (chunk.major !== major || chunk.argument < 0n) this.fail('a string is broken off');
      chunks.push(this.#content(major, chunk.argument));
    }
    return Buffer.concat(chunks);
  }

  #text(length: bigint): string {
    const start = this.#at;
    try {
      return decoder.decode(this.#content(3, length));
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      this.#at = start;
      this.fail('a text is not UTF-8');
    }
  }

  #list(count: bigint, depth: number): string {
    const items: string[] = [];
    for (let i = 0n; count < 0n ? !this.#isBreak() : i < count; i++) items.push(this.value(depth + 1));
    return `[${items.join()}]`;
  }

  #map(count: bigint, depth: number): string {
    const members: string[] = [];
    for (let i = 0n; count < 0n ? !this.#isBreak() : i < count; i++) {
      members.push(`${this.#key()}:${this.value(depth + 1)}`);
    }
    return `{${members.join()}}`;
  }

  #key(): string {
    const { major, argument } = this.#head();
    if (major === 3) return JSON.stringify(this.#text(argument));
    if (major === 0) return `"${argument}"`;
    if (major === 1) return `"${-1n - argument}"`;
    this.fail('a key is no text');
  }

  #tagged(tag: bigint, depth: number): string {
    if (tag === 2n || tag === 3n) {
      const { major, argument } = this.#head();
      if (major !== 2) this.fail('a large integer is not made of bytes');
      const bytes = this.#content(major, argument);
      if (bytes.length > integerBytesMax) this.fail(`an integer is longer than ${integerBytesMax} bytes`);
      const digits = Buffer.from(bytes).toString('hex');
      const size = digits === '' ? 0n : BigInt(`0x${digits}`);
      return String(tag === 2n ? size : -1n - size);
    }
    if (tag === 4n || tag === 5n || tag === 25n || tag === 28n || tag === 29n)
      this.fail(`the tag ${tag} is not supported`);
    return this.value(depth + 1);
  }

  #simple(info: number, argument: bigint): string {
    const start = this.#at;
    if (info === 25) return number(halfFloat(Number(argument)), doubleText);
    if (info === 26) return number(this.#view.getFloat32(start - 4), floatText);
    if (info === 27) return number(this.#view.getFloat64(start - 8), doubleText);
    return simple.get(Number(argument)) ?? this.fail(`the simple value ${argument} is not supported`);
  }
}

function number(value: number, text: (value: number) => string): string {
  return Number.isFinite(value) ? text(value) : `"${value}"`;
}

function halfFloat(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return sign * (1024 + fraction) * 2 ** (exponent - 25);
}
