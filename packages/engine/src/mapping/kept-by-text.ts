/** Longer texts are rare, and keeping many of them would let a caller fill the memory. */
const LENGTH_MAX = 1024;
/** So many of them are kept: whoever asks for one asks for each document, or shard. */
const LONG_MAX = 4;

/**
 * What was made of texts from outside, for the next one that says the same: a bounded number, of bounded length, and the last few longer
 * ones. Where it is full it begins anew.
 */
export class KeptByText<V> {
  readonly #kept = new Map<string, V>();
  /** Longer ones, the oldest first. */
  readonly #long = new Map<string, V>();
  readonly #max: number;
  readonly #make: (text: string) => V;

  constructor(max: number, make: (text: string) => V) {
    this.#max = max;
    this.#make = make;
  }

  get size(): number {
    return this.#kept.size + this.#long.size;
  }

  /** Passes on what making throws. */
  get(text: string): V {
    if (text.length > LENGTH_MAX) return this.#getLong(text);
    const known = this.#kept.get(text);
    if (known !== undefined) return known;
    const made = this.#make(text);
    if (this.#kept.size >= this.#max) this.#kept.clear();
    this.#kept.set(text, made);
    return made;
  }

  #getLong(text: string): V {
    const known = this.#long.get(text);
    if (known !== undefined) return known;
    const made = this.#make(text);
    const [oldest] = this.#long.keys();
    if (this.#long.size >= LONG_MAX) this.#long.delete(oldest!);
    this.#long.set(text, made);
    return made;
  }
}
