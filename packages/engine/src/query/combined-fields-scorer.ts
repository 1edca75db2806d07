import type { WorkBudget } from '../budget/work-budget.ts';
import { BLOCK_SIZE } from '../segment/doc-iterator.ts';
import type { Postings } from '../segment/postings.ts';
import { bm25 } from './bm25.ts';
import type { ScoreWindow } from './score-window.ts';
import { BlockScorer, type DocBlock } from './scorer.ts';
import { WINDOW } from './window-hits.ts';

/** The documents of a term in one of the fields. */
export interface FieldPostings {
  readonly postings: Postings;
  readonly weight: number;
}

export interface CombinedUse {
  readonly maxDoc: number;
  /** `boost * idf` */
  readonly weight: number;
  /** By norm. */
  readonly inverses: Float32Array;
  /** The norm of a document over all the fields. */
  readonly norm: (doc: number) => number;
  readonly window: ScoreWindow;
  readonly budget: WorkBudget;
}

/** One field's documents, window by window. */
class Cursor {
  readonly #postings: Postings;
  readonly #weight: number;
  #at = 0;

  constructor({ postings, weight }: FieldPostings) {
    this.#postings = postings;
    this.#weight = weight;
  }

  /** Adds what its documents in [base, end) have, as floats. Windows ascend. */
  addTo(base: number, end: number, bits: Uint32Array, sums: Float64Array): void {
    const postings = this.#postings;
    const { docs, freqs } = postings;
    const weight = this.#weight;
    while (postings.length === 0 || docs[postings.length - 1]! < base) {
      if (!postings.seekBlock(base)) return;
      this.#at = 0;
    }
    postings.loadFreqs();
    for (;;) {
      for (; this.#at < postings.length; this.#at++) {
        const doc = docs[this.#at]!;
        if (doc >= end) return;
        if (doc < base) continue;
        const slot = doc - base;
        bits[slot >>> 5]! |= 1 << (slot & 31);
        sums[slot] = Math.fround(sums[slot]! + Math.fround(freqs[this.#at]! * weight));
      }
      if (!postings.nextBlock()) return;
      postings.loadFreqs();
      this.#at = 0;
    }
  }
}

/** Documents that have a term in any of several fields, scored as if these were one: Lucene's `CombinedFieldQuery`. */
export class CombinedFieldsScorer extends BlockScorer {
  readonly cost: number;
  readonly maxScore: number;
  readonly #cursors: readonly Cursor[];
  readonly #use: CombinedUse;
  readonly #docs: Int32Array;
  readonly #freqs: Float64Array;
  #length = 0;
  #given = 0;
  #windowEnd = 0;

  constructor(fields: readonly FieldPostings[], use: CombinedUse) {
    super();
    this.#use = use;
    this.#cursors = fields.map((field) => new Cursor(field));
    this.#docs = use.window.docs;
    this.#freqs = use.window.scores;
    const most = fields.reduce((sum, { postings }) => sum + postings.docFreq, 0);
    this.cost = Math.min(use.maxDoc, most);
    this.maxScore = use.weight;
  }

  override nextBlock(block: DocBlock, from: number, minScore: number): boolean {
    block.length = 0;
    if (this.maxScore <= minScore) return false;
    while (this.#given === this.#length) if (!this.#fillWindow(from)) return false;
    const length = Math.min(BLOCK_SIZE, this.#length - this.#given);
    const { weight, inverses, norm } = this.#use;
    const { docs, scores } = block;
    let kept = 0;
    for (let i = this.#given; i < this.#given + length; i++) {
      const doc = this.#docs[i]!;
      const score = bm25(weight, this.#freqs[i]!, inverses[norm(doc)]!);
      if (score <= minScore) continue;
      docs[kept] = doc;
      scores[kept++] = score;
    }
    block.length = kept;
    this.#given += length;
    return true;
  }

  /** Works on the next window; false where there is none. It may turn out empty. */
  #fillWindow(from: number): boolean {
    const { maxDoc, budget, window } = this.#use;
    const base = Math.max(this.#windowEnd, from - (from % WINDOW));
    if (base >= maxDoc) return false;
    budget.charge(1 + this.#cursors.length);
    const end = Math.min(base + WINDOW, maxDoc);
    this.#windowEnd = end;
    const { bits, sums } = window;
    for (const cursor of this.#cursors) cursor.addTo(base, end, bits, sums);
    let length = 0;
    for (let word = 0; word < bits.length; word++) {
      let rest = bits[word]!;
      bits[word] = 0;
      while (rest !== 0) {
        const slot = (word << 5) + 31 - Math.clz32(rest & -rest);
        rest &= rest - 1;
        this.#docs[length] = base + slot;
        this.#freqs[length++] = sums[slot]!;
        sums[slot] = 0;
      }
    }
    this.#length = length;
    this.#given = 0;
    return true;
  }
}
