/** Longer texts are rare, and keeping them would let a caller fill the memory. */
const LENGTH_MAX = 1024;

/**
 * What was made of texts from outside, for the next one that says the same: a bounded number, of bounded length. Where it
 * is full it begins anew.
 */
export class KeptByText<V> {
  readonly #kept = new Map<string, V>();
  readonly #max: number;
  readonly #make: (text: string) => V;

  constructor(max: number, make: (text: string) => V) {
    this.#max = max;
    this.#make = make;
  }

  get size(): number {
    return this.#kept.size;
  }

  /** Passes on what making throws. */
  get(text: string): V {
    const known = this.#kept.get(text);
    if (known !== undefined) return known;
    const made = this.#make(text);
    if (text.length > LENGTH_MAX) return made;
    if (this.#kept.size >= this.#max) this.#kept.clear();
    this.#kept.set(text, made);
    return made;
  }
}
