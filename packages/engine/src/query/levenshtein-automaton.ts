import { assert } from '@sextant/base';

/** Places on either side of the diagonal, and bits of a group. */
const REACH = 2;
const BAND = 2 * REACH + 1;
const GROUP = (1 << BAND) - 1;
/** Where the groups of a state begin. */
const ONE = BAND;
const TWO = 2 * BAND;
const ONE_PENDING = 3 * BAND;
const TWO_PENDING = 4 * BAND;
const PENDING_BITS = (GROUP << ONE_PENDING) | (GROUP << TWO_PENDING);
/** By the limit: the bits of a state that are within it. */
const WITHIN = [0, GROUP | (GROUP << ONE) | (GROUP << ONE_PENDING), (1 << (5 * BAND)) - 1];

/**
 * Runs terms of a sorted dictionary through the Levenshtein automaton of one text, code point by code point; with
 * neighbours that change places counted as one edit it is Lucene's (Damerau's optimal string alignment). States are
 * kept from term to term, so that only what differs from the term before is read.
 *
 * A state is one number: five groups of five bits. Bit `d` of a group stands for the place `i` of the text with
 * `i = j + d - 2` after `j` code points of the term: further from the diagonal two edits do not reach. The groups are
 * the places reached with no, one and two edits, and those where the second of two exchanged characters is awaited,
 * which makes one or two edits.
 */
export class LevenshteinAutomaton {
  /** Code points of the term that was compared last; only valid where it is within the limit. */
  length = 0;
  /** Bytes at the beginning of that term with which no term is within the limit; 0 = not known. */
  deadBytes = 0;
  /** Those of them without the last code point: with some other one in its place a term can be within the limit. */
  aliveBytes = 0;
  /** Code points of the text; before and after them what no code point is. */
  readonly #text: Int32Array;
  readonly #textLength: number;
  /** Of an ASCII character its places in `#text`, a bit for each; null where the text is too long for that. */
  readonly #places: Int32Array | null;
  readonly #transpositions: boolean;
  #limit: number;
  /** Of each depth: the state, and how many bytes of the term led there. */
  readonly #states: Int32Array;
  readonly #ends: Int32Array;
  #depth = 0;
  #isDead = false;

  /** `limit`: one edit or two. */
  constructor(text: Int32Array, limit: number, transpositions: boolean) {
    assert(limit === 1 || limit === 2, `a Levenshtein automaton of ${limit} edits`);
    this.#textLength = text.length;
    // A term that is longer than the text by more than the limit is dead.
    const depths = text.length + BAND;
    this.#text = new Int32Array(depths + BAND + 1).fill(-1);
    this.#text.set(text, REACH);
    this.#places = depths + BAND < 32 ? placesOf(this.#text) : null;
    this.#transpositions = transpositions;
    this.#states = new Int32Array(depths);
    this.#ends = new Int32Array(depths);
    this.#limit = limit;
    this.#states[0] = this.#closed(1 << REACH, 0);
  }

  get limit(): number {
    return this.#limit;
  }

  /** Lowers the limit for the terms that follow. */
  narrow(limit: number): void {
    assert(limit > 0 && limit <= this.#limit, 'a Levenshtein automaton is not widened');
    this.#limit = limit;
    this.#isDead = false;
    this.#depth = 0;
  }

  /**
   * The distance to the term in bytes [start, end); anything above the limit is the limit and one more. The first `same`
   * bytes, at least, are those of the term before: 0 where that is not known.
   */
  to(bytes: Uint8Array, start: number, end: number, same: number): number {
    const over = this.#limit + 1;
    let depth = this.#depth;
    if (this.#ends[depth]! > same) {
      while (this.#ends[depth]! > same) depth--;
    } else if (this.#isDead) return over;
    this.#isDead = false;
    this.deadBytes = 0;
    const within = WITHIN[this.#limit]!;
    let at = start + this.#ends[depth]!;
    while (at < end) {
      const lead = bytes[at]!;
      const point = lead < 0x80 ? lead : codePointAt(bytes, at);
      at += lead < 0x80 ? 1 : byteLengthOf(lead);
      const state = this.#step(this.#states[depth]!, depth, point);
      depth++;
      this.#states[depth] = state;
      this.#ends[depth] = at - start;
      if ((state & within) !== 0) continue;
      this.#depth = depth;
      this.#isDead = true;
      this.deadBytes = at - start;
      this.aliveBytes = this.#ends[depth - 1]!;
      return over;
    }
    this.#depth = depth;
    this.length = depth;
    return this.#distanceAt(depth);
  }

  /**
   * After a dead term: whether a term can be within the limit that goes on with this byte after `aliveBytes`. As one code point
   * could not follow there, no edit is left: it has to be that of the text, or the second of two exchanged ones. True where
   * it is not known.
   */
  canFollow(byte: number): boolean {
    if (byte >= 0x80 || this.#places === null) return true;
    const depth = this.#depth - 1;
    const state = this.#states[depth]!;
    const same = this.#places[byte]! >>> depth;
    const exact = state >>> (this.#limit === 2 ? TWO : ONE);
    const exchanged = state >>> (this.#limit === 2 ? TWO_PENDING : ONE_PENDING);
    return (((exact & same) | (exchanged & (same << 1))) & GROUP) !== 0;
  }

  /** Edits with which the whole text is read at this depth. */
  #distanceAt(depth: number): number {
    const place = this.#textLength - depth + REACH;
    if (place < 0 || place >= BAND) return this.#limit + 1;
    const state = this.#states[depth]! >>> place;
    if ((state & 1) !== 0) return 0;
    if (((state >>> ONE) & 1) !== 0) return 1;
    return ((state >>> TWO) & 1) !== 0 ? Math.min(2, this.#limit + 1) : this.#limit + 1;
  }

  /** The state after one more code point. */
  #step(state: number, depth: number, point: number): number {
    const same = this.#sameAt(depth, point);
    const none = state & GROUP;
    const one = (state >>> ONE) & GROUP;
    const two = (state >>> TWO) & GROUP;
    const onePending = (state >>> ONE_PENDING) & GROUP;
    const twoPending = (state >>> TWO_PENDING) & GROUP;
    const before = same << 1;
    const behind = this.#transpositions ? same >>> 1 : 0;
    const nextNone = none & same;
    // Read in place of another, or one too many, or the second of two exchanged ones.
    const nextOne = (one & same) | none | (none >>> 1) | (onePending & before);
    const nextTwo = (two & same) | one | (one >>> 1) | (twoPending & before);
    const pending = ((none & behind) << ONE_PENDING) | ((one & behind) << TWO_PENDING);
    return this.#closed(nextNone | (nextOne << ONE) | (nextTwo << TWO) | pending, depth + 1);
  }

  /** Bit d: the text has the code point at the place of bit d; one bit more for the place behind. */
  #sameAt(depth: number, point: number): number {
    if (point < 0x80 && this.#places !== null) return (this.#places[point]! >>> depth) & (2 * GROUP + 1);
    const text = this.#text;
    let same = 0;
    for (let d = 0; d <= BAND; d++) if (text[depth + d] === point) same |= 1 << d;
    return same;
  }

  /** Adds the places that are reached by leaving out characters of the text, and drops those outside of it. */
  #closed(open: number, depth: number): number {
    const last = this.#textLength - depth + REACH;
    if (last < 0) return 0;
    const beginning = depth >= REACH ? GROUP : GROUP << (REACH - depth);
    const valid = GROUP & beginning & (last >= BAND ? GROUP : (2 << last) - 1);
    const none = open & valid;
    const one = ((open >>> ONE) | (none << 1)) & valid;
    const two = ((open >>> TWO) | (one << 1)) & valid;
    return none | (one << ONE) | (two << TWO) | (open & PENDING_BITS);
  }
}

/** By ASCII character: bit i is set where it stands at place i. */
function placesOf(text: Int32Array): Int32Array {
  const places = new Int32Array(128);
  for (let i = 0; i < text.length; i++) if (text[i]! >= 0 && text[i]! < 0x80) places[text[i]!]! |= 1 << i;
  return places;
}

export function byteLengthOf(lead: number): number {
  if (lead < 0xc0) return 1;
  if (lead < 0xe0) return 2;
  return lead < 0xf0 ? 3 : 4;
}

function codePointAt(utf8: Uint8Array, at: number): number {
  const lead = utf8[at]!;
  if (lead < 0xc0) return lead;
  const second = utf8[at + 1]! & 0x3f;
  if (lead < 0xe0) return ((lead & 0x1f) << 6) | second;
  const third = utf8[at + 2]! & 0x3f;
  if (lead < 0xf0) return ((lead & 0x0f) << 12) | (second << 6) | third;
  return ((lead & 0x07) << 18) | (second << 12) | (third << 6) | (utf8[at + 3]! & 0x3f);
}
