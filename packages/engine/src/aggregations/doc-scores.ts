/** How well the documents match that are handed to aggregators at the moment. */
export class DocScores {
  #docs: Int32Array = new Int32Array(0);
  #scores: Float32Array | null = null;
  #length = 0;

  /** `docs` ascend; the arrays are not copied. null: whatever is asked for has the score 1, as where no query chose it. */
  set(docs: Int32Array, scores: Float32Array | null, length: number): void {
    this.#docs = docs;
    this.#scores = scores;
    this.#length = length;
  }

  /** Those of some of the documents, in `out`. */
  fill(docs: Int32Array, length: number, out: Float64Array): void {
    if (this.#scores === null) out.fill(1, 0, length);
    else for (let i = 0; i < length; i++) out[i] = this.of(docs[i]!);
  }

  /** Of one of those documents. */
  of(doc: number): number {
    const scores = this.#scores;
    if (scores === null) return 1;
    const docs = this.#docs;
    let low = 0;
    let high = this.#length - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (docs[middle]! < doc) low = middle + 1;
      else high = middle;
    }
    return scores[low]!;
  }
}
