import type { WorkBudget } from '../budget/work-budget.ts';
import { countBits } from '../codec/bits.ts';
import type { MatchCounter } from './match-counter.ts';
import { mergeSums } from './merge-hits.ts';
import { OneField } from './one-field.ts';
import { partMinimum, scoreBound } from './score-bounds.ts';
import type { ScoreWindow, ScoreWindows } from './score-window.ts';
import { BlockScorer, type DocBlock, NO_MINIMUM, type Scorer } from './scorer.ts';
import { TermScorer } from './term-scorer.ts';
import { WINDOW, type WindowHits } from './window-hits.ts';

/** Of more terms each document is added up at its place in the window: to merge their lists would take longer. */
const MOST_MERGED = 2;

/** For fewer documents it takes longer to work out what a term can add to those of each length than to those at hand. */
const MANY = 1024;

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
 * up for the documents that the others found, and counted where that is wanted. Sums are doubles, rounded to a float once.
 */
export class DisjunctionScorer extends BlockScorer {
  readonly cost: number;
  readonly maxScore: number;
  readonly #clauses: Scorer[];
  readonly #bounds: Float64Array;
  readonly #maxDoc: number;
  readonly #window: ScoreWindow;
  readonly #windows: ScoreWindows;
  /** Where lists are merged: who is asked about single documents needs none. */
  #lists: readonly WindowHits[] | null = null;
  readonly #budget: WorkBudget;
  readonly #scoring: boolean;
  /** Where the clauses are terms of one field, what they have in common. */
  readonly #field: OneField | null;
  /** Whether they are terms, of whatever fields. */
  readonly #areTerms: boolean;
  readonly #byNorm: Float64Array[] = [];
  /** Documents of the window that are ready, and how many of them were given. */
  #ready: WindowHits;
  #given = 0;
  #windowEnd = 0;

  constructor(clauses: readonly Scorer[], { maxDoc, windows, budget, scoring }: DisjunctionUse) {
    super();
    this.#windows = windows;
    this.#window = windows.borrow();
    this.#ready = this.#window.found;
    this.#ready.length = 0;
    this.#budget = budget;
    this.#scoring = scoring;
    // The rarest ones are merged first.
    this.#clauses = [...clauses].sort((a, b) => b.cost - a.cost);
    this.#bounds = new Float64Array(clauses.length);
    this.#maxDoc = maxDoc;
    this.cost = Math.min(
      maxDoc,
      clauses.reduce((sum, clause) => sum + clause.cost, 0),
    );
    this.maxScore = Math.fround(clauses.reduce((sum, clause) => sum + clause.maxScore, 0));
    this.#areTerms = scoring && clauses.every((clause) => clause instanceof TermScorer);
    this.#field = this.#areTerms ? OneField.of(clauses) : null;
  }

  override boundOf(from: number, to: number): number {
    let sum = 0;
    for (const clause of this.#clauses) sum += clause.boundOf(from, to);
    const together = this.#field === null ? sum : this.#field.boundOf(from, to);
    return Math.fround(Math.min(sum, together));
  }

  override nextBlock(block: DocBlock, from: number, minScore: number): boolean {
    return this.#next(block, from, minScore, null);
  }

  nextCounted(block: DocBlock, from: number, minScore: number, counter: MatchCounter): boolean {
    return this.#next(block, from, minScore, counter);
  }

  #next(block: DocBlock, from: number, minScore: number, counter: MatchCounter | null): boolean {
    block.length = 0;
    while (this.#given === this.#ready.length) {
      if (!this.#fillWindow(from, minScore, counter)) return false;
      // Whoever asks gives others their turn: of many windows none may hold anything that is good enough.
      if (this.#budget.sliceOver) break;
    }
    this.#given = this.#ready.giveOut(this.#given, block, minScore);
    return true;
  }

  /** Works on the next window; false when there is none. It may turn out empty. */
  #fillWindow(from: number, minScore: number, counter: MatchCounter | null): boolean {
    const base = Math.max(this.#windowEnd, from - (from % WINDOW));
    if (base >= this.#maxDoc) return false;
    this.#budget.charge(1 + this.#clauses.length);
    const end = Math.min(base + WINDOW, this.#maxDoc);
    this.#windowEnd = end;
    this.#given = 0;
    const { found, moreBits } = this.#window;
    if (counter === null) this.#ready = this.findAbove(base, end, minScore, null, found);
    else if (minScore < 0 || !this.#areTerms) {
      this.#ready = this.findAbove(base, end, NO_MINIMUM, null, found);
      counter.addDocs(this.#ready);
    } else {
      this.#ready = this.findAbove(base, end, minScore, moreBits, found);
      counter.addBits(moreBits, base);
    }
    return true;
  }

  findAbove(
    base: number,
    end: number,
    minScore: number,
    bits: Uint32Array | null,
    room: WindowHits,
  ): WindowHits {
    const clauses = this.#clauses;
    const all = minScore < 0 || (bits !== null && !this.#areTerms);
    const essential = all ? 0 : this.#essentials(base, end, minScore);
    if (essential === clauses.length) {
      if (bits !== null) for (const clause of clauses) clause.accumulate(base, end, bits, null);
      room.length = 0;
      return room;
    }
    const isMerged = this.#areTerms && clauses.length - essential <= MOST_MERGED;
    const hits = isMerged
      ? this.#merge(essential, base, end, minScore, bits, room)
      : this.#addUp(essential, base, end, bits, room);
    for (let i = essential - 1; i >= 0; i--) {
      this.#keep(hits, i, minScore);
      if (bits !== null) (clauses[i] as TermScorer).addTo(hits, base, end, bits);
      else if (hits.length > 0) clauses[i]!.probe(hits.docs, hits.length, this.#window.hits, hits.scores);
    }
    return hits;
  }

  /** The documents of the clauses from this one on, which are terms. */
  #merge(
    essential: number,
    base: number,
    end: number,
    minScore: number,
    bits: Uint32Array | null,
    room: WindowHits,
  ): WindowHits {
    const clauses = this.#clauses;
    let i = clauses.length - 1;
    // The only one must reach what the others cannot make up for.
    const least = i === essential ? partMinimum(minScore, i === 0 ? 0 : this.#bounds[i - 1]!) : NO_MINIMUM;
    this.#lists ??= [this.#windows.list(), this.#windows.list()];
    let [other, spare] = [this.#lists[0]!, this.#lists[1]!];
    let hits = (clauses[i] as TermScorer).findAbove(base, end, least, bits, room);
    while (--i >= essential) {
      (clauses[i] as TermScorer).findAbove(base, end, NO_MINIMUM, bits, other);
      if (other.length === 0) continue;
      mergeSums(hits, other, spare);
      [hits, spare] = [spare, hits];
    }
    return hits;
  }

  /** The documents of the clauses from this one on, by their places in the window. */
  #addUp(
    essential: number,
    base: number,
    end: number,
    bits: Uint32Array | null,
    room: WindowHits,
  ): WindowHits {
    const clauses = this.#clauses;
    const { bits: own, sums } = this.#window;
    for (let i = essential; i < clauses.length; i++) {
      clauses[i]!.accumulate(base, end, own, this.#scoring ? sums : null);
    }
    if (bits !== null) for (let word = 0; word < own.length; word++) bits[word]! |= own[word]!;
    this.#drain(base, room);
    return room;
  }

  /** Sorts the clauses by their bound in the window; returns how many of the lowest cannot reach the minimum together. */
  #essentials(base: number, end: number, minScore: number): number {
    const none = this.#field !== null && this.#field.boundOf(base, end - 1) <= minScore;
    return none ? this.#clauses.length : this.#partition(base, end, minScore);
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

  /** Moves what the bits and sums of the window hold to a list. */
  #drain(base: number, hits: WindowHits): void {
    const { bits, sums } = this.#window;
    const { docs, scores } = hits;
    let length = 0;
    for (let word = 0; word < bits.length; word++) {
      let rest = bits[word]!;
      if (rest === 0) continue;
      bits[word] = 0;
      while (rest !== 0) {
        const slot = (word << 5) + 31 - Math.clz32(rest & -rest);
        rest &= rest - 1;
        docs[length] = base + slot;
        scores[length++] = sums[slot]!;
        sums[slot] = 0;
      }
    }
    hits.length = length;
  }

  /** Drops documents that the clauses up to this one cannot lift above the minimum. */
  #keep(hits: WindowHits, index: number, minScore: number): void {
    hits.keepPossible(this.#bounds[index]!, minScore);
    if (this.#field === null || hits.length < MANY) return;
    const byNorm = this.#byNorm;
    byNorm.length = 0;
    for (let i = index; i >= 0; i--) byNorm.push((this.#clauses[i] as TermScorer).boundsByNorm());
    hits.keepByNorm(minScore, byNorm, this.#field.norms);
  }

  override probe(docs: Int32Array, length: number, hits: Uint8Array, scores: Float64Array | null): void {
    if (scores === null) {
      for (const clause of this.#clauses) clause.probe(docs, length, hits, null);
      return;
    }
    const { scores: sums, hits: own } = this.#window;
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
      const { found } = this.#window;
      const stop = Math.min(end, start + WINDOW);
      const { docs, scores: sums, length } = this.findAbove(start, stop, NO_MINIMUM, null, found);
      for (let i = 0; i < length; i++) {
        const slot = docs[i]! - base;
        bits[slot >>> 5]! |= 1 << (slot & 31);
        scores[slot]! += Math.fround(sums[i]!);
      }
    }
  }

  override count(from: number, to: number): number {
    let total = 0;
    for (let base = from; base < to; base += WINDOW) {
      this.#budget.charge(1 + this.#clauses.length);
      for (const clause of this.#clauses)
        clause.accumulate(base, Math.min(to, base + WINDOW), this.#window.bits, null);
      total += countBits(this.#window.bits);
      this.#window.bits.fill(0);
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
