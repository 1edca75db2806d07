/**
 * Distances from one text to many terms: Levenshtein, or with neighbours that change places counted as one
 * edit (Damerau's optimal string alignment, as Lucene's automata have it). Only a band of `limit` around the
 * diagonal is worked out, on code points, without allocation per term.
 */
export class EditDistance {
  /** Code points of the term that was compared last; only valid where it is within the limit. */
  length = 0;
  /** Bytes at the beginning of that term with which no term is within the limit; 0 = not known. */
  deadBytes = 0;
  readonly #wanted: Int32Array;
  readonly #limit: number;
  readonly #transpositions: boolean;
  readonly #rows: readonly [Int32Array, Int32Array, Int32Array];

  constructor(wanted: Int32Array, limit: number, transpositions: boolean) {
    this.#wanted = wanted;
    this.#limit = limit;
    this.#transpositions = transpositions;
    const size = wanted.length + 1;
    this.#rows = [new Int32Array(size), new Int32Array(size), new Int32Array(size)];
  }

  /** The distance to a term in UTF-8; anything above the limit is the limit and one more. */
  to(utf8: Uint8Array): number {
    const over = this.#limit + 1;
    const wanted = this.#wanted.length;
    let [before, previous, row] = this.#rows;
    for (let i = 0; i <= wanted; i++) previous[i] = i;
    this.length = 0;
    this.deadBytes = 0;
    let leastBefore = 0;
    let last = -1;
    for (let at = 0; at < utf8.length; ) {
      const point = codePointAt(utf8, at);
      at += byteLengthOf(utf8[at]!);
      this.length++;
      const least = this.#fillRow(this.length, point, last, before, previous, row);
      // A transposition looks two rows back, so both must be over the limit.
      if (least > this.#limit && leastBefore > this.#limit) {
        this.deadBytes = at;
        return over;
      }
      leastBefore = least;
      last = point;
      [before, previous, row] = [previous, row, before];
    }
    return Math.abs(this.length - wanted) > this.#limit ? over : Math.min(previous[wanted]!, over);
  }

  /** The row of the term's code point `point`, number `j`, after `last`. Returns its least value. */
  #fillRow(
    j: number,
    point: number,
    last: number,
    before: Int32Array,
    previous: Int32Array,
    row: Int32Array,
  ): number {
    const wanted = this.#wanted;
    const far = this.#limit + 2;
    const from = Math.max(1, j - this.#limit);
    const to = Math.min(wanted.length, j + this.#limit);
    if (from > to) return far;
    row[from - 1] = from === 1 ? j : far;
    let least = row[from - 1]!;
    for (let i = from; i <= to; i++) {
      // The cell above the band's right end was never filled.
      const above = i === j + this.#limit ? far : previous[i]!;
      const same = point === wanted[i - 1];
      let cost = Math.min(row[i - 1]! + 1, above + 1, previous[i - 1]! + (same ? 0 : 1));
      if (this.#transpositions && i > 1 && j > 1 && point === wanted[i - 2] && last === wanted[i - 1]) {
        cost = Math.min(cost, before[i - 2]! + 1);
      }
      row[i] = cost;
      if (cost < least) least = cost;
    }
    return least;
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
