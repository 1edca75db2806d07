import { compareRanges } from '../codec/bytes.ts';
import { keyedHash } from '../codec/keyed-hash.ts';
import { ByteList, Uint32List } from '../codec/lists.ts';
import { sortedOrder } from '../codec/radix-sort.ts';
import type { SpareArrays } from '../codec/spare-arrays.ts';

const FIRST_SLOTS = 64;

/** Byte strings to numbers 0, 1, 2, … in order of first appearance; open addressing over one arena of bytes. */
export class TermHash {
  readonly #bytes: ByteList;
  /** Start of each term, and the end of the last. */
  readonly #offsets: Uint32List;
  /** Two words for each: term + 1 (0 = free), and the hash of the term. */
  #slots: Uint32Array = new Uint32Array(2 * FIRST_SLOTS);
  readonly #spare: SpareArrays | null;

  constructor(spare: SpareArrays | null = null) {
    this.#spare = spare;
    this.#bytes = new ByteList(256, spare);
    this.#offsets = new Uint32List(FIRST_SLOTS, spare);
    this.#offsets.push(0);
  }

  /** Nothing may be added any more. */
  release(): void {
    this.#bytes.release();
    this.#offsets.release();
    this.#spare?.give(this.#slots);
    this.#slots = new Uint32Array(0);
  }

  get size(): number {
    return this.#offsets.length - 1;
  }

  /** The bytes of all terms, valid until a term is added. */
  get bytes(): Uint8Array {
    return this.#bytes.view();
  }

  /** Start of each term, and the end of the last; valid until a term is added. */
  get offsets(): Uint32Array {
    return this.#offsets.view();
  }

  get bytesUsed(): number {
    return this.#bytes.values.byteLength + this.#offsets.values.byteLength + this.#slots.byteLength;
  }

  /** Number of the term; -1 where it was not added. */
  find(bytes: Uint8Array, start: number, length: number): number {
    const slot = this.#slotOf(bytes, start, length, keyedHash(bytes, start, start + length));
    return this.#slots[slot]! - 1;
  }

  /** Number of the term; added when it is seen first. */
  add(bytes: Uint8Array, start: number, length: number): number {
    const hash = keyedHash(bytes, start, start + length);
    const slot = this.#slotOf(bytes, start, length, hash);
    const slots = this.#slots;
    const found = slots[slot]!;
    if (found !== 0) return found - 1;
    const term = this.size;
    slots[slot] = term + 1;
    slots[slot + 1] = hash;
    this.#bytes.append(bytes, start, length);
    this.#offsets.push(this.#bytes.length);
    if (this.size * 4 > slots.length) this.#rehash();
    return term;
  }

  /** That of the term, or the free one where it belongs. */
  #slotOf(bytes: Uint8Array, start: number, length: number, hash: number): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    let slot = (hash << 1) & mask;
    for (let found = slots[slot]!; found !== 0; found = slots[slot]!) {
      if (slots[slot + 1] === hash && this.#equals(found - 1, bytes, start, length)) break;
      slot = (slot + 2) & mask;
    }
    return slot;
  }

  #equals(term: number, bytes: Uint8Array, start: number, length: number): boolean {
    const offsets = this.#offsets.values;
    const from = offsets[term]!;
    if (offsets[term + 1]! - from !== length) return false;
    const own = this.#bytes.values;
    for (let i = 0; i < length; i++) if (own[from + i] !== bytes[start + i]) return false;
    return true;
  }

  #rehash(): void {
    const old = this.#slots;
    const slots = this.#emptySlots(old.length * 2);
    const mask = slots.length - 1;
    for (let from = 0; from < old.length; from += 2) {
      if (old[from] === 0) continue;
      const hash = old[from + 1]!;
      let slot = (hash << 1) & mask;
      while (slots[slot] !== 0) slot = (slot + 2) & mask;
      slots[slot] = old[from]!;
      slots[slot + 1] = hash;
    }
    this.#spare?.give(old);
    this.#slots = slots;
  }

  #emptySlots(words: number): Uint32Array<ArrayBuffer> {
    const spare = this.#spare?.take(words * Uint32Array.BYTES_PER_ELEMENT);
    return spare === undefined ? new Uint32Array(words) : new Uint32Array(spare).fill(0);
  }
}

/** Terms in order of their bytes: by the first six bytes as a number, then runs of equal ones by comparing. */
export function sortedTerms(bytes: Uint8Array, offsets: Uint32Array): Uint32Array {
  const size = offsets.length - 1;
  const keys = new Float64Array(size);
  for (let term = 0; term < size; term++) {
    const start = offsets[term]!;
    const end = offsets[term + 1]!;
    let key = 0;
    for (let i = 0; i < 6; i++) key = key * 256 + (start + i < end ? bytes[start + i]! : 0);
    keys[term] = key;
  }
  const order = sortedOrder(keys, size);
  const compare = (a: number, b: number): number =>
    compareRanges(bytes, offsets[a]!, offsets[a + 1]!, bytes, offsets[b]!, offsets[b + 1]!);
  for (let from = 0; from < size; ) {
    let to = from + 1;
    while (to < size && keys[order[to]!] === keys[order[from]!]) to++;
    if (to - from > 1) order.subarray(from, to).sort(compare);
    from = to;
  }
  return order;
}
