import type { DocScores } from '../doc-scores.ts';
import { growFloat32, growInt32 } from '../values/growable.ts';

/** Tells the scores of documents that come again, in any order and more than once. */
export class BlockScores {
  readonly #scores: DocScores;
  #docs = new Int32Array(0);
  #values = new Float32Array(0);

  constructor(scores: DocScores) {
    this.#scores = scores;
  }

  set(docs: Int32Array, scores: Float64Array, length: number): void {
    this.#docs = growInt32(this.#docs, length, 0);
    this.#values = growFloat32(this.#values, length);
    const order = ascending(docs, length) ? null : sorted(docs, length);
    for (let i = 0; i < length; i++) {
      const from = order === null ? i : order[i]!;
      this.#docs[i] = docs[from]!;
      this.#values[i] = scores[from]!;
    }
    this.#scores.set(this.#docs, this.#values, length);
  }
}

function ascending(docs: Int32Array, length: number): boolean {
  for (let i = 1; i < length; i++) if (docs[i - 1]! > docs[i]!) return false;
  return true;
}

function sorted(docs: Int32Array, length: number): Int32Array {
  return Int32Array.from({ length }, (_, i) => i).sort((a, b) => docs[a]! - docs[b]!);
}
