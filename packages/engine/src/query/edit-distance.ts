/**
 * Distances from one text to many terms: Levenshtein, or with neighbours that change places counted as one
 * edit (Damerau's optimal string alignment, as Lucene's automata have it). Only a band of `limit` around the
 * diagonal is worked out, on code points, without allocation per term. Rows are kept from term to term, so
 * that of a sorted dictionary only what differs from the term before is worked out.
 */
export class EditDistance {
  /** Code points of the term that was compared last; only valid where it is within the limit. */
  length = 0;
  /** Bytes at the beginning of that term with which no term is within the limit; 0 = not known. */
  deadBytes = 0;
  readonly #next: Uint8Array;
  readonly #wanted: Int32Array;
  readonly #limit: number;
  readonly #transpositions: boolean;
  /** A row for each code point of the last term; the first is that of the empty text. */
  readonly #rows: readonly Int32Array[];
  /** Of each row: its code point, and where that ends in the bytes. */
  readonly #points: Int32Array;
  readonly #ends: Int32Array;
  /** The bytes of the last term that its rows stand for. */
  readonly #bytes: Uint8Array;
  #depth = 0;
  #isDead = false;

  constructor(wanted: Int32Array, limit: number, transpositions: boolean) {
    this.#wanted = wanted;
    this.#limit = limit;
    this.#transpositions = transpositions;
    // A term that is longer than the text by more than the limit is over it, whatever follows.
    const deepest = wanted.length + limit + 1;
    this.#rows = Array.from({ length: deepest + 1 }, () => new Int32Array(wanted.length + 1));
    for (let i = 0; i <= wanted.length; i++) this.#rows[0]![i] = i;
    this.#points = new Int32Array(deepest + 1);
    this.#ends = new Int32Array(deepest + 1);
    this.#bytes = new Uint8Array(4 * deepest);
    this.#next = new Uint8Array(4 * deepest);
  }

  /** The distance to a term in UTF-8; anything above the limit is the limit and one more. */
  to(utf8: Uint8Array): number {
    const over = this.#limit + 1;
    const wanted = this.#wanted.length;
    const kept = this.#keptRows(utf8);
    const knownDead = this.#isDead && kept === this.#depth;
    this.deadBytes = knownDead ? this.#ends[kept]! : 0;
    if (knownDead) return over;
    this.#isDead = false;
    this.#depth = kept;
    for (let at = this.#ends[kept]!; at < utf8.length; ) {
      const end = at + byteLengthOf(utf8[at]!);
      const depth = ++this.#depth;
      this.#points[depth] = codePointAt(utf8, at);
      this.#ends[depth] = end;
      for (; at < end; at++) this.#bytes[at] = utf8[at]!;
      if (this.#fillRow(depth) <= this.#limit || this.#canRecover(depth)) continue;
      this.#isDead = true;
      this.deadBytes = end;
      return over;
    }
    this.length = this.#depth;
    if (Math.abs(this.length - wanted) > this.#limit) return over;
    return Math.min(this.#rows[this.length]![wanted]!, over);
  }

  /**
   * After a dead term: the lowest bytes above it with which a term can be within the limit, in memory that
   * the next call uses again; null where none can. What kept the beginning from dying so far would have to
   * be followed by a character of the text near that place: every other one costs as much as the dead one.
   */
  nextPossible(): Uint8Array | null {
    const depth = this.#depth;
    const dead = this.#points[depth]!;
    let best = -1;
    const to = Math.min(this.#wanted.length - 1, depth + this.#limit);
    for (let i = Math.max(0, depth - this.#limit - 2); i <= to; i++) {
      const point = this.#wanted[i]!;
      if (point > dead && (best < 0 || point < best)) best = point;
    }
    const next = this.#next;
    let length = this.#ends[depth - 1]!;
    for (let i = 0; i < length; i++) next[i] = this.#bytes[i]!;
    if (best >= 0) return next.subarray(0, putCodePoint(next, length, best));
    while (length > 0 && next[length - 1] === 0xff) length--;
    if (length === 0) return null;
    next[length - 1]!++;
    return next.subarray(0, length);
  }

  /** Rows of the last term that hold for this one too. */
  #keptRows(utf8: Uint8Array): number {
    const ends = this.#ends;
    const known = Math.min(utf8.length, ends[this.#depth]!);
    let same = 0;
    while (same < known && utf8[same] === this.#bytes[same]) same++;
    let depth = this.#depth;
    while (ends[depth]! > same) depth--;
    return depth;
  }

  /** Works out row `j`. Returns its least value. */
  #fillRow(j: number): number {
    const wanted = this.#wanted;
    const far = this.#limit + 2;
    const from = Math.max(1, j - this.#limit);
    const to = Math.min(wanted.length, j + this.#limit);
    if (from > to) return far;
    const row = this.#rows[j]!;
    const previous = this.#rows[j - 1]!;
    const point = this.#points[j]!;
    row[from - 1] = from === 1 ? j : far;
    let least = row[from - 1]!;
    for (let i = from; i <= to; i++) {
      // The cell above the band's right end was never filled.
      const above = i === j + this.#limit ? far : previous[i]!;
      const same = point === wanted[i - 1];
      let cost = Math.min(row[i - 1]! + 1, above + 1, previous[i - 1]! + (same ? 0 : 1));
      const swapped = i > 1 && j > 1 && point === wanted[i - 2] && this.#points[j - 1] === wanted[i - 1];
      if (swapped && this.#transpositions) cost = Math.min(cost, this.#rows[j - 2]![i - 2]! + 1);
      row[i] = cost;
      if (cost < least) least = cost;
    }
    return least;
  }

  /** Whether a row after one over the limit can be within it: by changing places with the next character. */
  #canRecover(j: number): boolean {
    if (!this.#transpositions) return false;
    const before = this.#rows[j - 1]!;
    const to = Math.min(this.#wanted.length, j + 1 + this.#limit);
    for (let i = Math.max(2, j + 1 - this.#limit); i <= to; i++) {
      if (this.#wanted[i - 1] === this.#points[j] && before[i - 2]! < this.#limit) return true;
    }
    return false;
  }
}

function byteLengthOf(lead: number): number {
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

/** Writes the UTF-8 of a code point; returns where it ends. */
function putCodePoint(target: Uint8Array, at: number, point: number): number {
  if (point < 0x80) {
    target[at] = point;
    return at + 1;
  }
  const wide = point < 0x10000 ? 3 : 4;
  const bytes = point < 0x800 ? 2 : wide;
  for (let i = bytes - 1; i > 0; i--) target[at + i] = 0x80 | ((point >>> (6 * (bytes - 1 - i))) & 0x3f);
  target[at] = ((0xf00 >>> bytes) & 0xff) | (point >>> (6 * (bytes - 1)));
  return at + bytes;
}
