import type { WireValue } from './remote-clusters.ts';

/** Deeper than any body of an action; a mapping may be nested 20 levels. */
const depthMax = 200;
/** Lists, maps and their members of one message: what is longer belongs into byte strings. */
const itemsMax = 2_000_000;

const major = { unsigned: 0, negative: 1, bytes: 2, text: 3, list: 4, map: 5 } as const;
const simple = { no: 0xf4, yes: 0xf5, nothing: 0xf6, double: 0xfb } as const;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * The CBOR (RFC 8949) of a value, in parts that are to be sent one after the other: byte strings are not copied. Whole
 * numbers that a double holds exactly are integers, others doubles; members that are undefined are left out. Throws
 * Error where the value is nested deeper than the other side would read.
 */
export function encodeWire(value: WireValue): readonly Uint8Array[] {
  const parts: Uint8Array[] = [];
  writeValue(value, parts, 0);
  return parts;
}

function writeValue(value: WireValue, parts: Uint8Array[], depth: number): void {
  if (depth > depthMax) throw new Error(`a message is nested deeper than ${depthMax} levels`);
  if (value === null) parts.push(Uint8Array.of(simple.nothing));
  else if (typeof value === 'boolean') parts.push(Uint8Array.of(value ? simple.yes : simple.no));
  else if (typeof value === 'number') writeNumber(value, parts);
  else if (typeof value === 'string') writeText(value, parts);
  else if (value instanceof Uint8Array) parts.push(head(major.bytes, value.length), value);
  else if (isList(value)) {
    parts.push(head(major.list, value.length));
    for (const item of value) writeValue(item, parts, depth + 1);
  } else {
    const members = Object.entries(value).filter((member) => member[1] !== undefined);
    parts.push(head(major.map, members.length));
    for (const [key, member] of members) {
      writeText(key, parts);
      writeValue(member ?? null, parts, depth + 1);
    }
  }
}

function isList(value: WireValue): value is readonly WireValue[] {
  return Array.isArray(value);
}

function writeText(text: string, parts: Uint8Array[]): void {
  const bytes = Buffer.from(text);
  parts.push(head(major.text, bytes.length), bytes);
}

function writeNumber(value: number, parts: Uint8Array[]): void {
  if (Number.isSafeInteger(value) && !Object.is(value, -0)) {
    parts.push(value < 0 ? head(major.negative, -1 - value) : head(major.unsigned, value));
    return;
  }
  const bytes = Buffer.alloc(9, simple.double);
  bytes.writeDoubleBE(value, 1);
  parts.push(bytes);
}

function head(type: number, size: number): Uint8Array {
  const first = type << 5;
  if (size < 24) return Uint8Array.of(first | size);
  if (size < 0x100) return Uint8Array.of(first | 24, size);
  const bytes = Buffer.alloc(size < 0x1_0000 ? 3 : wide(size));
  if (bytes.length === 3) {
    bytes[0] = first | 25;
    bytes.writeUInt16BE(size, 1);
  } else if (bytes.length === 5) {
    bytes[0] = first | 26;
    bytes.writeUInt32BE(size, 1);
  } else {
    bytes[0] = first | 27;
    bytes.writeBigUInt64BE(BigInt(size), 1);
  }
  return bytes;
}

function wide(size: number): number {
  return size < 0x1_0000_0000 ? 5 : 9;
}

/**
 * The value of a message as `encodeWire` writes it; byte strings are views of `bytes`, maps have no prototype. Throws
 * Error with the place: for what ends too early or late, is too deep or has too many members, and for what CBOR has
 * beyond this (tags, endless lists, keys that are no text, a key that comes twice).
 */
export function decodeWire(bytes: Uint8Array): WireValue {
  const reader = new WireReader(bytes);
  const value = reader.value(0);
  reader.expectEnd();
  return value;
}

class WireReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;
  #items = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  expectEnd(): void {
    if (this.#at < this.#bytes.length) this.#fail('there is more after the value');
  }

  value(depth: number): WireValue {
    if (depth > depthMax) this.#fail(`nesting is deeper than ${depthMax} levels`);
    const first = this.#byte();
    const type = first >> 5;
    if (type >= 6) return this.#simple(first);
    const size = this.#size(first & 31);
    switch (type) {
      case major.unsigned:
        return size;
      case major.negative:
        return -1 - size;
      case major.bytes:
        return this.#content(size);
      case major.text:
        return this.#text(size);
      case major.list:
        return this.#list(size, depth);
      default:
        return this.#map(size, depth);
    }
  }

  #fail(why: string): never {
    throw new Error(`${why} at byte ${this.#at}`);
  }

  #byte(): number {
    return this.#bytes[this.#need(1)]!;
  }

  /** Where the next `size` bytes begin. */
  #need(size: number): number {
    if (size > this.#bytes.length - this.#at) this.#fail('the message ends too early');
    const start = this.#at;
    this.#at += size;
    return start;
  }

  #size(info: number): number {
    if (info < 24) return info;
    if (info === 24) return this.#byte();
    if (info === 25) return this.#view.getUint16(this.#need(2));
    if (info === 26) return this.#view.getUint32(this.#need(4));
    if (info !== 27) this.#fail('a length that is not supported');
    const size = Number(this.#view.getBigUint64(this.#need(8)));
    if (!Number.isSafeInteger(size)) this.#fail('a number that is too large');
    return size;
  }

  #content(size: number): Uint8Array {
    const start = this.#need(size);
    return this.#bytes.subarray(start, start + size);
  }

  #text(size: number): string {
    const bytes = this.#content(size);
    try {
      return utf8.decode(bytes);
    } catch {
      return this.#fail('a text is not UTF-8');
    }
  }

  /** Each member has a byte at least: no count is believed that the message cannot hold. */
  #count(size: number, bytesEach: number): void {
    this.#items += size;
    if (this.#items > itemsMax) this.#fail(`there are more than ${itemsMax} values`);
    if (size * bytesEach > this.#bytes.length - this.#at) this.#fail('the message ends too early');
  }

  #list(size: number, depth: number): WireValue {
    this.#count(size, 1);
    const items: WireValue[] = [];
    for (let i = 0; i < size; i++) items.push(this.value(depth + 1));
    return items;
  }

  #map(size: number, depth: number): WireValue {
    this.#count(size, 2);
    const members: Record<string, WireValue> = Object.create(null);
    for (let i = 0; i < size; i++) {
      const first = this.#byte();
      if (first >> 5 !== major.text) this.#fail('a key is no text');
      const key = this.#text(this.#size(first & 31));
      if (key in members) this.#fail('a key comes twice');
      members[key] = this.value(depth + 1);
    }
    return members;
  }

  #simple(first: number): WireValue {
    if (first === simple.nothing) return null;
    if (first === simple.yes || first === simple.no) return first === simple.yes;
    if (first === simple.double) return this.#view.getFloat64(this.#need(8));
    this.#fail(`the byte ${first} begins nothing`);
  }
}
