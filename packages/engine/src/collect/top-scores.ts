import type { KeptDocs, KeptScores, ScoredDoc, ScorePage } from './kept-scores.ts';
import { MOST_IN_BUFFER, ScoreBuffer } from './score-buffer.ts';
import { ScoreHeap } from './score-heap.ts';

export type { KeptDocs, ScoredDoc } from './kept-scores.ts';

/** Of fewer than so many that are kept a heap is sooner: it leaves out what is not better than the worst of them from the first one on. */
const LEAST_IN_BUFFER = 128;

/** The best documents by score, kept in the way that takes least. */
export class TopScores implements KeptScores {
  readonly capacity: number;
  readonly #kept: KeptScores;

  constructor(capacity: number) {
    this.capacity = capacity;
    const fitsBuffer = capacity >= LEAST_IN_BUFFER && capacity <= MOST_IN_BUFFER;
    this.#kept = fitsBuffer ? new ScoreBuffer(capacity) : new ScoreHeap(capacity);
  }

  get minScore(): number {
    return this.#kept.minScore;
  }

  get size(): number {
    return this.#kept.size;
  }

  get maxScore(): number {
    return this.#kept.maxScore;
  }

  collect(segment: number, docs: Int32Array, scores: Float32Array, length: number): void {
    this.#kept.collect(segment, docs, scores, length);
  }

  kept(): KeptDocs {
    return this.#kept.kept();
  }

  page(from: number, size: number): ScorePage {
    return this.#kept.page(from, size);
  }

  /** All of them. */
  sorted(from = 0): ScoredDoc[] {
    return this.page(from, this.size).shown;
  }
}
