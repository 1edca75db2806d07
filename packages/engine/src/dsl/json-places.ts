import type { ReadPlace } from './read-place.ts';

const [QUOTE, BACKSLASH, LINE_FEED] = [0x22, 0x5c, 0x0a];
const [OBJECT, END_OBJECT, LIST, END_LIST, COMMA, COLON] = [0x7b, 0x7d, 0x5b, 0x5d, 0x2c, 0x3a];

/** Where the parts of an object or list stand, in bytes from the beginning of the text. */
interface Places {
  /** Of a list without names. */
  readonly names: Map<string | number, number>;
  readonly values: Map<string | number, number>;
  end: number;
}

/** Lines and columns as Jackson counts them: both from 1, columns in bytes. */
export interface TextPlace {
  readonly line: number;
  readonly col: number;
}

const decoder = new TextDecoder();

/** A JSON text, with the places of its parts. It has been read before: what it holds is JSON. */
export class PlacedJson {
  readonly tree: unknown;
  readonly #bytes: Uint8Array;
  readonly #places = new Map<object, Places>();
  #at = 0;
  readonly #rootAt: number;

  /** Throws SyntaxError where it is none after all. */
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#skipSpace();
    this.#rootAt = this.#at;
    this.tree = this.#value();
  }

  /** Where the whole of it begins, if that is no object; null if it is one. */
  get wrongRoot(): TextPlace | null {
    return this.#bytes[this.#rootAt] === OBJECT ? null : this.#lineAndColumn(this.#rootAt);
  }

  /** null where the place is in no part of the text. */
  placeOf({ holder, member, token }: ReadPlace): TextPlace | null {
    const places = this.#places.get(holder);
    if (places === undefined) return null;
    if (member === null) return this.#lineAndColumn(places.end);
    const at = (token === 'name' ? places.names : places.values).get(member);
    return at === undefined ? null : this.#lineAndColumn(at);
  }

  /** Behind the token that stands at a place. */
  behind({ line, col }: TextPlace): TextPlace {
    let start = 0;
    for (let left = line - 1; left > 0; start++) if (this.#bytes[start] === LINE_FEED) left--;
    const at = start + col - 1;
    const byte = this.#bytes[at];
    let end = at + 1;
    const isOne = byte === OBJECT || byte === LIST || byte === END_OBJECT || byte === END_LIST;
    if (!isOne) while (!isEnd(this.#bytes[end])) end++;
    return { line, col: col + end - at };
  }

  #lineAndColumn(at: number): TextPlace {
    let line = 1;
    let start = 0;
    for (let i = 0; i < at; i++) {
      if (this.#bytes[i] !== LINE_FEED) continue;
      line++;
      start = i + 1;
    }
    return { line, col: at - start + 1 };
  }

  #skipSpace(): void {
    while (this.#at < this.#bytes.length && this.#bytes[this.#at]! <= 0x20) this.#at++;
  }

  /** Stands behind it, and behind the space that follows. */
  #value(): unknown {
    const start = this.#at;
    const byte = this.#bytes[start];
    if (byte === OBJECT) return this.#object();
    if (byte === LIST) return this.#list();
    if (byte === QUOTE) this.#skipText();
    else while (!isEnd(this.#bytes[this.#at])) this.#at++;
    return this.#parsed(start);
  }

  #parsed(start: number): unknown {
    const text = decoder.decode(this.#bytes.subarray(start, this.#at));
    this.#skipSpace();
    return JSON.parse(text);
  }

  #skipText(): void {
    this.#at++;
    while (this.#at < this.#bytes.length && this.#bytes[this.#at] !== QUOTE)
      this.#at += this.#bytes[this.#at] === BACKSLASH ? 2 : 1;
    this.#at++;
  }

  #object(): object {
    const places = { names: new Map(), values: new Map(), end: 0 };
    const entries: [string, unknown][] = [];
    this.#parts(places, END_OBJECT, () => {
      const at = this.#at;
      this.#skipText();
      const name = this.#parsed(at) as string;
      if (this.#bytes[this.#at] !== COLON) throw new SyntaxError('no colon');
      this.#at++;
      this.#skipSpace();
      places.names.set(name, at);
      places.values.set(name, this.#at);
      entries.push([name, this.#value()]);
    });
    const object = Object.fromEntries(entries);
    this.#places.set(object, places);
    return object;
  }

  #list(): unknown[] {
    const places = { names: new Map(), values: new Map(), end: 0 };
    const items: unknown[] = [];
    this.#parts(places, END_LIST, () => {
      places.values.set(items.length, this.#at);
      items.push(this.#value());
    });
    this.#places.set(items, places);
    return items;
  }

  #parts(places: Places, end: number, part: () => void): void {
    this.#at++;
    this.#skipSpace();
    while (this.#bytes[this.#at] !== end) {
      if (this.#at >= this.#bytes.length) throw new SyntaxError('no end');
      part();
      if (this.#bytes[this.#at] === COMMA) this.#at++;
      this.#skipSpace();
    }
    places.end = this.#at++;
    this.#skipSpace();
  }
}

function isEnd(byte: number | undefined): boolean {
  return byte === undefined || byte <= 0x20 || byte === COMMA || byte === END_OBJECT || byte === END_LIST;
}
