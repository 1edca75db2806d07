import type { WorkBudget } from '../budget/work-budget.ts';
import { countBits } from '../codec/bits.ts';
import { BLOCK_SIZE } from '../segment/doc-iterator.ts';
import { OneField } from './one-field.ts';
import { scoreBound } from './score-bounds.ts';
import { type ScoreWindows, WINDOW } from './score-window.ts';
import { BlockScorer, type DocBlock, type Scorer } from './scorer.ts';
import type { TermScorer } from './term-scorer.ts';

export interface DisjunctionUse {
  readonly maxDoc: number;
  readonly windows: ScoreWindows;
  readonly budget: WorkBudget;
  /** false: nobody looks at the scores. */
  readonly scoring: boolean;
}

/**
 * Documents that match at least one clause, scored by the sum: Lucene's MaxScore over windows of 4,096
 * documents. In a window the clauses that together cannot lift a document above the minimum are only looked
 * up for the documents that the others found. Sums are doubles, rounded to a float once.
 */
export class DisjunctionScorer extends BlockScorer {
  readonly cost: number;
  readonly maxScore: number;
  readonly #clauses: Scorer[];
  readonly #bounds: Float64Array;
  readonly #maxDoc: number;
  readonly #bits: Uint32Array;
  readonly #sums: Float64Array;
  readonly #docs: Int32Array;
  readonly #scores: Float64Array;
  readonly #hits: Uint8Array;
  readonly #budget: WorkBudget;
  readonly #scoring: boolean;
  /** Where the clauses are terms of one field, what they have in common. */
  readonly #field: OneField | null;
  readonly #byNorm: Float64Array[] = [];
  /** Documents of the window that are ready, and how many of them were given. */
  #length = 0;
  #given = 0;
  #windowEnd = 0;

  constructor(clauses: readonly Scorer[], { maxDoc, windows, budget, scoring }: DisjunctionUse) {
    super();
    const window = windows.borrow();
    this.#budget = budget;
    this.#scoring = scoring;
    this.#bits = window.bits;
    this.#sums = window.sums;
    this.#docs = window.docs;
    this.#scores = window.scores;
    this.#hits = window.hits;
    this.#clauses = [...clauses];
    this.#bounds = new Float64Array(clauses.length);
    this.#maxDoc = maxDoc;
    this.cost = Math.min(
      maxDoc,
      clauses.reduce((sum, clause) => sum + clause.cost, 0),
    );
    this.maxScore = Math.fround(clauses.reduce((sum, clause) => sum + clause.maxScore, 0));
    this.#field = scoring ? OneField.of(clauses) : null;
  }

  override boundOf(from: number, to: number): number {
    let sum = 0;
    for (const clause of this.#clauses) sum += clause.boundOf(from, to);
    const together = this.#field === null ? sum : this.#field.boundOf(from, to);
    return Math.fround(Math.min(sum, together));
  }

  override nextBlock(block: DocBlock, from: number, minScore: number): boolean {
    block.length = 0;
    while (this.#given === this.#length) if (!this.#fillWindow(from, minScore)) return false;
    const length = Math.min(BLOCK_SIZE, this.#length - this.#given);
    let kept = 0;
    for (let i = this.#given; i < this.#given + length; i++) {
      const score = Math.fround(this.#scores[i]!);
      if (score <= minScore) continue;
      block.docs[kept] = this.#docs[i]!;
      block.scores[kept++] = score;
    }
    block.length = kept;
    this.#given += length;
    return true;
  }

  /** Works on the next window; false when there is none. It may turn out empty. */
  #fillWindow(from: number, minScore: number): boolean {
    const base = Math.max(this.#windowEnd, from - (from % WINDOW));
    if (base >= this.#maxDoc) return false;
    this.#budget.charge(1 + this.#clauses.length);
    const end = Math.min(base + WINDOW, this.#maxDoc);
    this.#windowEnd = end;
    this.#given = 0;
    this.#length = 0;
    const clauses = this.#clauses;
    if (minScore >= 0 && this.#field !== null && this.#field.boundOf(base, end - 1) <= minScore) return true;
    const essential = minScore < 0 ? 0 : this.#partition(base, end, minScore);
    if (essential === clauses.length) return true;
    const sums = this.#scoring ? this.#sums : null;
    for (let i = essential; i < clauses.length; i++) clauses[i]!.accumulate(base, end, this.#bits, sums);
    this.#drain(base);
    for (let i = essential - 1; i >= 0; i--) this.#addNonEssential(i, minScore);
    return true;
  }

  /**
   * Sorts the clauses by their bound in the window; returns how many of the lowest cannot reach the minimum
   * together.
   */
  #partition(base: number, end: number, minScore: number): number {
    const clauses = this.#clauses;
    const bounds = this.#bounds;
    for (let i = 0; i < clauses.length; i++) {
      const clause = clauses[i]!;
      const bound = clause.boundOf(base, end - 1);
      let j = i;
      for (; j > 0 && bounds[j - 1]! > bound; j--) {
        bounds[j] = bounds[j - 1]!;
        clauses[j] = clauses[j - 1]!;
      }
      bounds[j] = bound;
      clauses[j] = clause;
    }
    let sum = 0;
    for (let i = 0; i < clauses.length; i++) {
      sum += bounds[i]!;
      if (scoreBound(sum) > minScore) return i;
      // From here on: what the clauses up to this one can add together.
      bounds[i] = sum;
    }
    return clauses.length;
  }

  /** Moves what the bits and sums of the window hold into `docs` and `scores`. */
  #drain(base: number): void {
    const bits = this.#bits;
    const sums = this.#sums;
    let length = 0;
    for (let word = 0; word < bits.length; word++) {
      let rest = bits[word]!;
      if (rest === 0) continue;
      bits[word] = 0;
      while (rest !== 0) {
        const slot = (word << 5) + 31 - Math.clz32(rest & -rest);
        rest &= rest - 1;
        this.#docs[length] = base + slot;
        this.#scores[length++] = sums[slot]!;
        sums[slot] = 0;
      }
    }
    this.#length = length;
  }

  #addNonEssential(index: number, minScore: number): void {
    if (this.#field === null) this.#keepPossible(index, minScore);
    else this.#keepByNorm(index, minScore, this.#field.norms);
    if (this.#length > 0) this.#clauses[index]!.probe(this.#docs, this.#length, this.#hits, this.#scores);
  }

  /** Drops documents that the clauses up to this one cannot lift above the minimum. */
  #keepPossible(index: number, minScore: number): void {
    const docs = this.#docs;
    const scores = this.#scores;
    const possible = this.#bounds[index]!;
    let kept = 0;
    for (let i = 0; i < this.#length; i++) {
      if (scoreBound(scores[i]! + possible) <= minScore) continue;
      docs[kept] = docs[i]!;
      scores[kept++] = scores[i]!;
    }
    this.#length = kept;
  }

  /** The same where the length of a document tells how much they can add. */
  #keepByNorm(index: number, minScore: number, norms: Uint8Array): void {
    const docs = this.#docs;
    const scores = this.#scores;
    const possible = this.#bounds[index]!;
    for (let j = 0; j <= index; j++) this.#byNorm[j] = (this.#clauses[j] as TermScorer).boundsByNorm();
    const byNorm = this.#byNorm;
    let kept = 0;
    for (let i = 0; i < this.#length; i++) {
      const score = scores[i]!;
      if (scoreBound(score + possible) <= minScore) continue;
      const doc = docs[i]!;
      const norm = norms[doc]!;
      let sum = score;
      for (let j = index; j >= 0; j--) sum += byNorm[j]![norm]!;
      if (Math.fround(sum) <= minScore) continue;
      docs[kept] = doc;
      scores[kept++] = score;
    }
    this.#length = kept;
  }

  override probe(docs: Int32Array, length: number, hits: Uint8Array, scores: Float64Array | null): void {
    if (scores === null) {
      for (const clause of this.#clauses) clause.probe(docs, length, hits, null);
      return;
    }
    const sums = this.#scores;
    const own = this.#hits;
    for (let start = 0; start < length; start += WINDOW) {
      const size = Math.min(WINDOW, length - start);
      const part = start === 0 && size === length ? docs : docs.subarray(start, start + size);
      sums.fill(0, 0, size);
      own.fill(0, 0, size);
      for (const clause of this.#clauses) clause.probe(part, size, own, sums);
      for (let i = 0; i < size; i++) {
        if (own[i] === 0) continue;
        hits[start + i] = 1;
        scores[start + i]! += Math.fround(sums[i]!);
      }
    }
  }

  override accumulate(base: number, end: number, bits: Uint32Array, scores: Float64Array | null): void {
    if (scores === null) {
      for (const clause of this.#clauses) clause.accumulate(base, end, bits, null);
      return;
    }
    for (let start = base; start < end; start += WINDOW) {
      this.#budget.charge(1 + this.#clauses.length);
      for (const clause of this.#clauses) {
        clause.accumulate(start, Math.min(end, start + WINDOW), this.#bits, this.#sums);
      }
      this.#drain(start);
      for (let i = 0; i < this.#length; i++) {
        const slot = this.#docs[i]! - base;
        bits[slot >>> 5]! |= 1 << (slot & 31);
        scores[slot]! += Math.fround(this.#scores[i]!);
      }
      this.#length = 0;
    }
  }

  override count(from: number, to: number): number {
    let total = 0;
    for (let base = from; base < to; base += WINDOW) {
      this.#budget.charge(1 + this.#clauses.length);
      for (const clause of this.#clauses)
        clause.accumulate(base, Math.min(to, base + WINDOW), this.#bits, null);
      total += countBits(this.#bits);
      this.#bits.fill(0);
    }
    return total;
  }

  override stretch(doc: number): number {
    let end = this.#maxDoc;
    for (const clause of this.#clauses) {
      const stretch = clause.stretch(doc);
      if (stretch > 0) return stretch;
      if (stretch === 0) end = 0;
      else if (-stretch < end) end = -stretch;
    }
    return -end;
  }
}
