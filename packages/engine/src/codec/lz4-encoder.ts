/**
 * Packs bytes in the LZ4 block format (https://github.com/lz4/lz4/blob/dev/doc/lz4_Block_format.md) over a dictionary, which
 * counts as what came just before. One probe per place, as LZ4's fast mode: in the bytes that are packed themselves, then
 * in the dictionary.
 */

const MIN_MATCH = 4;
/** The format wants the last sequence to be literals, and no match to begin within the last 12 bytes. */
const LAST_LITERALS = 5;
const LAST_MATCH_START = 12;
const MAX_DISTANCE = 65_535;

/** Places are remembered by a hash of five bytes, though four are enough for a match: short matches save little. */
const HASHED_BYTES = 5;
const HASH_PRIME = 0x9e3779b1;
const NEXT_BYTE_PRIME = 0x85ebca77;
const RECENT_BITS = 12;
const KNOWN_BITS = 14;
/** After so many places in vain (as a power of two) every second one is tried, then every third, and so on. */
const PATIENCE_BITS = 4;
/** Room at the end of what is copied in words. */
const SLACK = 8;
/** Places are counted on through all that is packed, so that what is remembered from before is known as such. */
const PASSED_MAX = 2 ** 30;

/** Longest dictionary: all of it can be reached from the first bytes after it. */
export const MAX_DICTIONARY_BYTES = 32 * 1024;

export class Lz4Encoder {
  /** What was packed last; read it before the next. */
  output = new Uint8Array(0);
  #outputView = new DataView(this.output.buffer);
  /** The dictionary, then the bytes that are packed. */
  #window: Uint8Array;
  #view: DataView;
  readonly #start: number;
  /** By hash: the last place in what is packed, counted from the first byte ever packed. */
  readonly #recent = new Int32Array(1 << RECENT_BITS);
  /** By hash: the last place in the dictionary. */
  readonly #known: Uint16Array;
  #passed = 1;

  constructor(dictionary: Uint8Array = new Uint8Array(0)) {
    if (dictionary.length > MAX_DICTIONARY_BYTES) throw new RangeError('the dictionary is too long');
    this.#start = dictionary.length;
    this.#window = new Uint8Array(dictionary.length + 16 * 1024);
    this.#window.set(dictionary);
    this.#view = new DataView(this.#window.buffer);
    this.#known = new Uint16Array(dictionary.length < MIN_MATCH ? 0 : 1 << KNOWN_BITS);
    for (let i = 0; i + HASHED_BYTES <= dictionary.length; i++) {
      this.#known[hashAt(this.#view, i) >>> (32 - KNOWN_BITS)] = i;
    }
  }

  /** Packs `bytes[start, end)` into `output`; returns how long that is. */
  encode(bytes: Uint8Array, start: number, end: number): number {
    const length = end - start;
    this.#reserve(length);
    this.#window.set(bytes.subarray(start, end), this.#start);
    if (this.#passed + length > PASSED_MAX) {
      this.#recent.fill(0);
      this.#passed = 1;
    }
    const packed = this.#pack(this.#start + length);
    this.#passed += length;
    return packed;
  }

  #reserve(length: number): void {
    const needed = this.#start + length + SLACK;
    if (this.#window.length < needed) {
      const window = new Uint8Array(needed);
      window.set(this.#window.subarray(0, this.#start));
      this.#window = window;
      this.#view = new DataView(window.buffer);
    }
    const most = length + Math.ceil(length / 255) + 16 + SLACK;
    if (this.output.length < most) {
      this.output = new Uint8Array(most);
      this.#outputView = new DataView(this.output.buffer);
    }
  }

  #pack(end: number): number {
    const window = this.#window;
    const view = this.#view;
    const recent = this.#recent;
    const known = this.#known;
    const start = this.#start;
    const shift = this.#passed - start;
    const lastStart = end - LAST_MATCH_START;
    const output = this.#outputView;
    const hasKnown = known.length > 0;
    const near = end <= MAX_DISTANCE;
    let out = 0;
    let anchor = start;
    let at = start;
    let tries = 1 << PATIENCE_BITS;
    while (at <= lastStart) {
      const value = view.getInt32(at, true);
      const hash = hashAt(view, at);
      const slot = hash >>> (32 - RECENT_BITS);
      let from = recent[slot]! - shift;
      recent[slot] = at + shift;
      if (from < start || !(near || at - from <= MAX_DISTANCE) || view.getInt32(from, true) !== value) {
        from = hasKnown ? known[hash >>> (32 - KNOWN_BITS)]! : -1;
        if (from < 0 || !(near || at - from <= MAX_DISTANCE) || view.getInt32(from, true) !== value) {
          at += tries++ >> PATIENCE_BITS;
          continue;
        }
      }
      while (at > anchor && from > 0 && window[at - 1] === window[from - 1]) {
        at--;
        from--;
      }
      const length = matchLength(window, view, from, at, end - LAST_LITERALS);
      out = writeSequence(output, out, view, anchor, at, length, at - from);
      at += length;
      anchor = at;
      tries = 1 << PATIENCE_BITS;
      if (at > lastStart) break;
    }
    return writeSequence(output, out, view, anchor, end, 0, 0);
  }
}

function hashAt(view: DataView, at: number): number {
  return Math.imul(view.getInt32(at, true), HASH_PRIME) + Math.imul(view.getUint8(at + 4), NEXT_BYTE_PRIME);
}

/** Literals `view[from, to)` and then a match; the last sequence has none. Returns where it ends in the output. */
function writeSequence(
  output: DataView,
  at: number,
  view: DataView,
  from: number,
  to: number,
  length: number,
  distance: number,
): number {
  const literals = to - from;
  const more = length === 0 ? 0 : length - MIN_MATCH;
  let out = at + 1;
  output.setUint8(at, (Math.min(literals, 15) << 4) | Math.min(more, 15));
  if (literals >= 15) out = writeLength(output, out, literals - 15);
  for (let i = 0; i < literals; i += 4) output.setInt32(out + i, view.getInt32(from + i, true), true);
  out += literals;
  if (length === 0) return out;
  output.setUint16(out, distance, true);
  out += 2;
  return more >= 15 ? writeLength(output, out, more - 15) : out;
}

function writeLength(output: DataView, at: number, length: number): number {
  let rest = length;
  let out = at;
  for (; rest >= 255; rest -= 255) output.setUint8(out++, 255);
  output.setUint8(out++, rest);
  return out;
}

/** How many bytes are the same from `from` and from `at` on, up to `end`; four are known to be. */
function matchLength(window: Uint8Array, view: DataView, from: number, at: number, end: number): number {
  const distance = at - from;
  let i = at + MIN_MATCH;
  while (i + 4 <= end) {
    const difference = view.getInt32(i, true) ^ view.getInt32(i - distance, true);
    if (difference !== 0) return i - at + ((31 - Math.clz32(difference & -difference)) >> 3);
    i += 4;
  }
  while (i < end && window[i] === window[i - distance]) i++;
  return i - at;
}
