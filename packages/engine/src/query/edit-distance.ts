/**
 * Distances from one text to many terms: Levenshtein, or with neighbours that change places counted as one
 * edit (Damerau's optimal string alignment, as Lucene's automata have it). Only a band of `limit` around the
 * diagonal is worked out, on code points, without allocation per term.
 */
export class EditDistance {
  /** Code points of the term that was compared last. */
  length = 0;
  readonly #wanted: Int32Array;
  readonly #limit: number;
  readonly #transpositions: boolean;
  readonly #term: Int32Array;
  readonly #rows: readonly [Int32Array, Int32Array, Int32Array];

  constructor(wanted: Int32Array, limit: number, transpositions: boolean) {
    this.#wanted = wanted;
    this.#limit = limit;
    this.#transpositions = transpositions;
    const most = wanted.length + limit + 1;
    this.#term = new Int32Array(most);
    this.#rows = [new Int32Array(most + 1), new Int32Array(most + 1), new Int32Array(most + 1)];
  }

  /** The distance to a term in UTF-8; anything above the limit is the limit and one more. */
  to(utf8: Uint8Array): number {
    const over = this.#limit + 1;
    if (!this.#decode(utf8) || Math.abs(this.length - this.#wanted.length) > this.#limit) return over;
    let [before, previous, row] = this.#rows;
    for (let j = 0; j <= this.length; j++) previous[j] = j;
    for (let i = 1; i <= this.#wanted.length; i++) {
      const least = this.#fillRow(i, before, previous, row);
      // A transposition looks two rows back, so one row over the limit does not end it.
      if (least > over) return over;
      [before, previous, row] = [previous, row, before];
    }
    return Math.min(previous[this.length]!, over);
  }

  /** Returns the least value of the row. */
  #fillRow(i: number, before: Int32Array, previous: Int32Array, row: Int32Array): number {
    const wanted = this.#wanted;
    const term = this.#term;
    const far = this.#limit + 2;
    const from = Math.max(1, i - this.#limit);
    const to = Math.min(this.length, i + this.#limit);
    const point = wanted[i - 1]!;
    row[from - 1] = from === 1 ? i : far;
    let least = row[from - 1]!;
    for (let j = from; j <= to; j++) {
      // The cell above the band's right end was never filled.
      const above = j === i + this.#limit ? far : previous[j]!;
      let cost = Math.min(row[j - 1]! + 1, above + 1, previous[j - 1]! + (point === term[j - 1] ? 0 : 1));
      if (this.#transpositions && i > 1 && j > 1 && point === term[j - 2] && wanted[i - 2] === term[j - 1]) {
        cost = Math.min(cost, before[j - 2]! + 1);
      }
      row[j] = cost;
      if (cost < least) least = cost;
    }
    return least;
  }

  /** False where the term is too long to be near. */
  #decode(utf8: Uint8Array): boolean {
    const term = this.#term;
    let length = 0;
    for (let i = 0; i < utf8.length; length++) {
      if (length === term.length) return false;
      const lead = utf8[i++]!;
      let point = lead;
      if (lead >= 0xf0) {
        point =
          ((lead & 0x07) << 18) |
          ((utf8[i++]! & 0x3f) << 12) |
          ((utf8[i++]! & 0x3f) << 6) |
          (utf8[i++]! & 0x3f);
      } else if (lead >= 0xe0)
        point = ((lead & 0x0f) << 12) | ((utf8[i++]! & 0x3f) << 6) | (utf8[i++]! & 0x3f);
      else if (lead >= 0xc0) point = ((lead & 0x1f) << 6) | (utf8[i++]! & 0x3f);
      term[length] = point;
    }
    this.length = length;
    return true;
  }
}
