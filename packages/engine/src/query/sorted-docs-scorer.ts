import type { WorkBudget } from '../budget/work-budget.ts';
import type { ColumnArray } from '../segment/segment-reader.ts';
import { BlockScorer, type DocBlock } from './scorer.ts';

/** Documents that are copied or marked in about a step, as a power of two. */
const DOCS_PER_STEP = 7;

/** The documents of one number, as the sorted values of its field hold them. */
export interface NumberDocs {
  /** Those of the number: [from, to) is ascending. */
  readonly docs: Uint32Array;
  readonly from: number;
  readonly to: number;
  /** Values by document, where every document has one, and what stands there for the number; null: not to be had. */
  readonly column: { readonly data: ColumnArray; readonly value: number } | null;
}

/** Documents that lie in a row, ascending, all with one score. */
export class SortedDocsScorer extends BlockScorer {
  readonly cost: number;
  readonly maxScore: number;
  readonly #docs: Uint32Array;
  readonly #to: number;
  readonly #column: NumberDocs['column'];
  readonly #budget: WorkBudget;
  #at: number;

  constructor({ docs, from, to, column }: NumberDocs, score: number, budget: WorkBudget) {
    super();
    this.#docs = docs;
    this.#at = from;
    this.#to = to;
    this.#column = column;
    this.#budget = budget;
    this.cost = to - from;
    this.maxScore = score;
  }

  override nextBlock(block: DocBlock, from: number, minScore: number): boolean {
    this.#budget.charge(1);
    block.length = 0;
    if (this.maxScore <= minScore) return false;
    const all = this.#docs;
    const start = this.#seek(from);
    const length = Math.min(block.docs.length, this.#to - start);
    if (length <= 0) return false;
    const { docs } = block;
    for (let i = 0; i < length; i++) docs[i] = all[start + i]!;
    block.scores.fill(this.maxScore, 0, length);
    block.length = length;
    this.#at = start + length;
    return true;
  }

  /** Place of the first document >= target, from where the last call stood. */
  #seek(target: number): number {
    const docs = this.#docs;
    let low = this.#at;
    const end = this.#to;
    if (low >= end || docs[low]! >= target) return low;
    // The next target is rarely far: gallop, then halve.
    let step = 1;
    let high = low + 1;
    while (high < end && docs[high]! < target) {
      low = high;
      step *= 2;
      high += step;
    }
    if (high > end) high = end;
    while (low + 1 < high) {
      const middle = (low + high) >>> 1;
      if (docs[middle]! < target) low = middle;
      else high = middle;
    }
    this.#at = high;
    return high;
  }

  override probe(docs: Int32Array, length: number, hits: Uint8Array, scores: Float64Array | null): void {
    const score = this.maxScore;
    const all = this.#docs;
    const end = this.#to;
    const column = this.#column;
    for (let i = 0; i < length; i++) {
      const doc = docs[i]!;
      if (column === null) {
        const at = this.#seek(doc);
        if (at >= end) return;
        if (all[at] !== doc) continue;
      } else if (column.data[doc] !== column.value) continue;
      hits[i] = 1;
      if (scores !== null) scores[i]! += score;
    }
  }

  override accumulate(base: number, end: number, bits: Uint32Array, scores: Float64Array | null): void {
    const docs = this.#docs;
    const from = this.#seek(base);
    const to = this.#seek(end);
    this.#budget.charge(1 + ((to - from) >>> DOCS_PER_STEP));
    for (let i = from; i < to; i++) {
      const slot = docs[i]! - base;
      bits[slot >>> 5]! |= 1 << (slot & 31);
    }
    if (scores === null || this.maxScore === 0) return;
    for (let i = from; i < to; i++) scores[docs[i]! - base]! += this.maxScore;
  }

  override count(from: number, to: number): number {
    const first = this.#seek(from);
    return this.#seek(to) - first;
  }
}
