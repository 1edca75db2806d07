/** By how much offsets of a changed text differ from those of the original (Lucene's BaseCharFilter). */
export class OffsetMap {
  readonly #offsets: number[] = [];
  readonly #differences: number[] = [];

  /** From `offset` of the changed text on, the original is so many units further. Offsets never fall. */
  add(offset: number, difference: number): void {
    const last = this.#offsets.length - 1;
    if (last >= 0 && this.#offsets[last] === offset) {
      this.#differences[last] = difference;
      return;
    }
    this.#offsets.push(offset);
    this.#differences.push(difference);
  }

  get lastDifference(): number {
    return this.#differences.at(-1) ?? 0;
  }

  correct(offset: number): number {
    const offsets = this.#offsets;
    if (offsets.length === 0 || offset < offsets[0]!) return offset;
    let low = 0;
    let high = offsets.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (offsets[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return offset + this.#differences[low]!;
  }
}
