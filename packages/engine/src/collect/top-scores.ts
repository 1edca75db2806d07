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
  #size = 0;
  /**
   * Best first, as long as no document scores above the one before it: so are all whose scores are the same. From then on a heap with the
   * worst on top.
   */
  #inOrder = true;

  constructor(capacity: number) {
    this.capacity = capacity;
    this.#scores = new Float32Array(capacity);
    this.#segments = new Int32Array(capacity);
    this.#docs = new Int32Array(capacity);
  }

  /** A document must score above this to be taken; -1 as long as there is room. */
  get minScore(): number {
    return this.#size < this.capacity ? -1 : this.#worst;
  }

  get #worst(): number {
    return this.#scores[this.#inOrder ? this.#size - 1 : 0]!;
  }

  collect(segment: number, docs: Int32Array, scores: Float32Array, length: number): void {
    let i = 0;
    for (; i < length && this.#size < this.capacity; i++) this.#add(segment, docs[i]!, scores[i]!);
    if (this.capacity === 0) return;
    for (let worst = this.#worst; i < length; i++) {
      const score = scores[i]!;
      if (score <= worst) continue;
      if (this.#inOrder) this.#makeHeap();
      this.#set(0, segment, docs[i]!, score);
      this.#sink();
      worst = this.#scores[0]!;
    }
  }

  #add(segment: number, doc: number, score: number): void {
    if (this.#inOrder) {
      if (this.#size === 0 || score <= this.#scores[this.#size - 1]!) {
        this.#set(this.#size++, segment, doc, score);
        return;
      }
      this.#makeHeap();
    }
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

  /** Worst first is a heap. */
  #makeHeap(): void {
    this.#inOrder = false;
    const size = this.#size;
    this.#segments.subarray(0, size).reverse();
    this.#docs.subarray(0, size).reverse();
    this.#scores.subarray(0, size).reverse();
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
    return this.#slice(0);
  }

  #slice(from: number): KeptDocs {
    const size = this.#size;
    return {
      segments: this.#segments.slice(from, size),
      docs: this.#docs.slice(from, size),
      scores: this.#scores.slice(from, size),
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

  /** Those after the first `from`, best first; nothing can be added any more. */
  sorted(from = 0): ScoredDoc[] {
    this.#order(from);
    return this.#listed(from, this.#size);
  }

  /** The same, `size` of them one by one, and the others, where there are some, as they are kept. */
  page(from: number, size: number): { readonly shown: ScoredDoc[]; readonly ahead: KeptDocs | null } {
    this.#order(from);
    const end = Math.min(this.#size, from + size);
    return { shown: this.#listed(from, end), ahead: end < this.#size ? this.#slice(end) : null };
  }

  #listed(from: number, end: number): ScoredDoc[] {
    const found: ScoredDoc[] = [];
    for (let at = from; at < end; at++) {
      found.push({ segment: this.#segments[at]!, doc: this.#docs[at]!, score: this.#scores[at]! });
    }
    return found;
  }

  /** They are the worst of what is kept, which stand on top of the heap: those before them need no order. */
  #order(from: number): void {
    if (this.#inOrder) return;
    const all = this.#size;
    while (this.#size > from) {
      const [segment, doc, score] = [this.#segments[0]!, this.#docs[0]!, this.#scores[0]!];
      this.#move(--this.#size, 0);
      if (this.#size > 1) this.#sink();
      this.#set(this.#size, segment, doc, score);
    }
    this.#size = all;
    this.#inOrder = true;
  }
}
