import { parseNamed } from '@sextant/contract';
import type { ReadPlace } from './read-place.ts';

const [QUOTE, BACKSLASH, LINE_FEED] = [0x22, 0x5c, 0x0a];
const [OBJECT, END_OBJECT, LIST, END_LIST, COMMA] = [0x7b, 0x7d, 0x5b, 0x5d, 0x2c];

/** Lines and columns as Jackson counts them: both from 1, columns in bytes. */
export interface TextPlace {
  readonly line: number;
  readonly col: number;
}

type Step = string | number;

const decoder = new TextDecoder();

/** A JSON text whose parts can be found in it again. */
export class PlacedJson {
  readonly tree: unknown;
  readonly #bytes: Uint8Array;

  /** Throws SyntaxError where it is none. */
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.tree = parseNamed(decoder.decode(bytes));
  }

  /** Where the whole of it begins, if that is no object; null if it is one. */
  get wrongRoot(): TextPlace | null {
    const at = this.#pastSpace(0);
    return this.#bytes[at] === OBJECT ? null : this.#lineAndColumn(at);
  }

  /** null where the place is in no part of the text. */
  placeOf({ holder, member, token }: ReadPlace): TextPlace | null {
    const path = pathTo(this.tree, holder);
    if (path === null) return null;
    let start = this.#pastSpace(0);
    for (const step of path) {
      const found = this.#find(start, step);
      if (found === null) return null;
      start = found.value;
    }
    if (member === null) return this.#lineAndColumn(this.#pastValue(start) - 1);
    const found = this.#find(start, member);
    return found && this.#lineAndColumn(token === 'name' ? found.name : found.value);
  }

  /** Behind the token that stands at a place. */
  behind({ line, col }: TextPlace): TextPlace {
    let start = 0;
    for (let left = line - 1; left > 0; start++) if (this.#bytes[start] === LINE_FEED) left--;
    const at = start + col - 1;
    const byte = this.#bytes[at];
    const isBracket = byte === OBJECT || byte === LIST || byte === END_OBJECT || byte === END_LIST;
    return { line, col: col + (isBracket ? 1 : this.#pastValue(at) - at) };
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

  #pastSpace(from: number): number {
    let at = from;
    while (at < this.#bytes.length && this.#bytes[at]! <= 0x20) at++;
    return at;
  }

  /** Where the member of the object, or the item of the list, at `start` stands; of an item the name is where it is. */
  #find(start: number, step: Step): { readonly name: number; readonly value: number } | null {
    const isList = this.#bytes[start] === LIST;
    let at = this.#pastSpace(start + 1);
    for (let i = 0; this.#bytes[at] !== (isList ? END_LIST : END_OBJECT); i++) {
      const name = at;
      if (!isList) at = this.#pastSpace(this.#pastSpace(this.#pastText(at)) + 1);
      if (isList ? i === step : this.#isText(name, step)) return { name, value: at };
      at = this.#pastSpace(this.#pastValue(at));
      if (this.#bytes[at] === COMMA) at = this.#pastSpace(at + 1);
      if (at >= this.#bytes.length) return null;
    }
    return null;
  }

  #isText(at: number, text: Step): boolean {
    return JSON.parse(decoder.decode(this.#bytes.subarray(at, this.#pastText(at)))) === text;
  }

  #pastText(from: number): number {
    let at = from + 1;
    while (at < this.#bytes.length && this.#bytes[at] !== QUOTE) at += this.#bytes[at] === BACKSLASH ? 2 : 1;
    return at + 1;
  }

  #pastValue(from: number): number {
    let at = from;
    let depth = 0;
    do {
      const byte = this.#bytes[at];
      if (byte === QUOTE) at = this.#pastText(at);
      else if (byte === OBJECT || byte === LIST || byte === END_OBJECT || byte === END_LIST) {
        depth += byte === OBJECT || byte === LIST ? 1 : -1;
        at++;
      } else if (depth > 0) at++;
      else while (!isEnd(this.#bytes[at])) at++;
    } while (depth > 0 && at < this.#bytes.length);
    return at;
  }
}

/** The names and numbers by which a part is reached; null where it is no part. */
function pathTo(tree: unknown, part: object): readonly Step[] | null {
  const within = new Map<object, readonly [holder: object | null, step: Step]>();
  const left: object[] = [];
  const add = (value: unknown, holder: object | null, step: Step): void => {
    if (typeof value !== 'object' || value === null) return;
    within.set(value, [holder, step]);
    left.push(value);
  };
  add(tree, null, 0);
  for (let next = left.pop(); next !== undefined && !within.has(part); next = left.pop()) {
    const holder = next;
    if (Array.isArray(holder)) for (const [i, item] of holder.entries()) add(item, holder, i);
    else for (const [name, value] of Object.entries(holder)) add(value, holder, name);
  }
  const path: Step[] = [];
  let at = within.get(part);
  if (at === undefined) return null;
  for (; at !== undefined && at[0] !== null; at = within.get(at[0])) path.unshift(at[1]);
  return path;
}

function isEnd(byte: number | undefined): boolean {
  return byte === undefined || byte <= 0x20 || byte === COMMA || byte === END_OBJECT || byte === END_LIST;
}
