/** A document found: `segment` counts through all segments of the search, in the order of shards. */
export interface ScoredDoc {
  readonly segment: number;
  readonly doc: number;
  readonly score: number;
}

/** Documents that are kept, one after the other. Plain data. */
export interface KeptDocs {
  readonly segments: Int32Array<ArrayBuffer>;
  readonly docs: Int32Array<ArrayBuffer>;
  readonly scores: Float32Array<ArrayBuffer>;
}

/**
 * The best documents by score; of equal scores those that come first. Documents must be offered in the order
 * of segments and documents, so one that only equals the worst kept is never taken.
 */
export class TopScores {
  /** How many are kept at most. */
  readonly capacity: number;
  readonly #scores: Float32Array<ArrayBuffer>;
  readonly #segments: Int32Array<ArrayBuffer>;
  readonly #docs: Int32Array<ArrayBuffer>;
  /** A heap with the worst on top. */
  #size = 0;

  constructor(capacity: number) {
    this.capacity = capacity;
    this.#scores = new Float32Array(capacity);
    this.#segments = new Int32Array(capacity);
    this.#docs = new Int32Array(capacity);
  }

  /** A document must score above this to be taken; -1 as long as there is room. */
  get minScore(): number {
    return this.#size < this.capacity ? -1 : this.#scores[0]!;
  }

  collect(segment: number, docs: Int32Array, scores: Float32Array, length: number): void {
    let i = 0;
    for (; i < length && this.#size < this.capacity; i++) this.#add(segment, docs[i]!, scores[i]!);
    if (this.capacity === 0) return;
    for (let worst = this.#scores[0]!; i < length; i++) {
      const score = scores[i]!;
      if (score <= worst) continue;
      this.#set(0, segment, docs[i]!, score);
      this.#sink();
      worst = this.#scores[0]!;
    }
  }

  #add(segment: number, doc: number, score: number): void {
    let at = this.#size++;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      // The one added comes after all others, so it is worse than its equals.
      if (this.#scores[parent]! < score) break;
      this.#move(parent, at);
      at = parent;
    }
    this.#set(at, segment, doc, score);
  }

  /** Puts the top where it belongs. */
  #sink(): void {
    const segment = this.#segments[0]!;
    const doc = this.#docs[0]!;
    const score = this.#scores[0]!;
    let at = 0;
    for (let child = 1; child < this.#size; child = 2 * at + 1) {
      if (child + 1 < this.#size && this.#isWorse(child + 1, child)) child++;
      const worse =
        this.#scores[child]! < score || (this.#scores[child] === score && this.#isAfter(child, segment, doc));
      if (!worse) break;
      this.#move(child, at);
      at = child;
    }
    this.#set(at, segment, doc, score);
  }

  #isWorse(a: number, b: number): boolean {
    const difference = this.#scores[a]! - this.#scores[b]!;
    return difference < 0 || (difference === 0 && this.#isAfter(a, this.#segments[b]!, this.#docs[b]!));
  }

  #isAfter(at: number, segment: number, doc: number): boolean {
    const own = this.#segments[at]!;
    return own > segment || (own === segment && this.#docs[at]! > doc);
  }

  #move(from: number, to: number): void {
    this.#set(to, this.#segments[from]!, this.#docs[from]!, this.#scores[from]!);
  }

  #set(at: number, segment: number, doc: number, score: number): void {
    this.#segments[at] = segment;
    this.#docs[at] = doc;
    this.#scores[at] = score;
  }

  /** Those kept, in no particular order. */
  kept(): KeptDocs {
    const size = this.#size;
    return {
      segments: this.#segments.slice(0, size),
      docs: this.#docs.slice(0, size),
      scores: this.#scores.slice(0, size),
    };
  }

  /** How many are kept. */
  get size(): number {
    return this.#size;
  }

  /** Of those kept; NaN where there are none. */
  get maxScore(): number {
    let most = Number.NaN;
    for (let at = 0; at < this.#size; at++) if (!(this.#scores[at]! <= most)) most = this.#scores[at]!;
    return most;
  }

  /**
   * Those after the first `from`, best first. They are the worst of what is kept, which stand on top of the heap: those
   * before them need no order. Empties it.
   */
  sorted(from = 0): ScoredDoc[] {
    const found: ScoredDoc[] = [];
    while (this.#size > from) {
      found.push({ segment: this.#segments[0]!, doc: this.#docs[0]!, score: this.#scores[0]! });
      this.#move(--this.#size, 0);
      if (this.#size > 1) this.#sink();
    }
    return found.reverse();
  }
}
