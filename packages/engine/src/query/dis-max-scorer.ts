import type { WorkBudget } from '../budget/work-budget.ts';
import type { MatchCounter } from './match-counter.ts';
import { mergeBest } from './merge-hits.ts';
import type { ScoreWindow, ScoreWindows } from './score-window.ts';
import { BlockScorer, type DocBlock, NO_MINIMUM, type Scorer } from './scorer.ts';
import { WINDOW, type WindowHits } from './window-hits.ts';

export interface DisMaxUse {
  readonly maxDoc: number;
  readonly windows: ScoreWindows;
  readonly budget: WorkBudget;
}

/**
 * The best score of the clauses, and `tieBreaker` (0 to 1) times the others (`DisjunctionMaxScorer`), window by window.
 * Clauses whose best score in a window is too low are left out there where only the best counts.
 */
export class DisMaxScorer extends BlockScorer {
  readonly cost: number;
  readonly maxScore: number;
  readonly #clauses: readonly Scorer[];
  readonly #tieBreaker: number;
  readonly #maxDoc: number;
  readonly #budget: WorkBudget;
  /** What is ready to be given, the best scores of the window, and what one clause finds in `sums`. */
  readonly #window: ScoreWindow;
  /** The scores beside the best ones. */
  readonly #others: Float64Array;
  /** Whether the best of the lists of all clauses is what is wanted, and where they are merged. */
  readonly #isMerged: boolean;
  #lists: readonly WindowHits[] | null = null;
  readonly #windows: ScoreWindows;
  /** Documents of the window that are ready, and how many of them were given. */
  #ready: WindowHits;
  #given = 0;
  #windowEnd = 0;

  constructor(clauses: readonly Scorer[], tieBreaker: number, { maxDoc, windows, budget }: DisMaxUse) {
    super();
    this.#clauses = clauses;
    this.#tieBreaker = tieBreaker;
    this.#maxDoc = maxDoc;
    this.#budget = budget;
    this.#windows = windows;
    this.#window = windows.borrow();
    this.#others = windows.borrow().sums;
    this.#isMerged = tieBreaker === 0 && clauses.every((clause) => clause.findAbove !== undefined);
    this.#ready = this.#window.found;
    this.#ready.length = 0;
    this.cost = Math.min(
      maxDoc,
      clauses.reduce((sum, clause) => sum + clause.cost, 0),
    );
    this.maxScore = this.#combineBounds((clause) => clause.maxScore);
  }

  /** An upper bound of the scores, from one of the scores of each clause. */
  #combineBounds(boundOf: (clause: Scorer) => number): number {
    return above(joinBest(this.#clauses.map(boundOf), this.#tieBreaker), this.#tieBreaker);
  }

  override boundOf(from: number, to: number): number {
    return this.#combineBounds((clause) => clause.boundOf(from, to));
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
    if (base >= this.#maxDoc || (counter === null && this.maxScore <= minScore)) return false;
    const end = Math.min(base + WINDOW, this.#maxDoc);
    this.#windowEnd = end;
    this.#given = 0;
    this.#budget.charge(1 + this.#clauses.length);
    const { found, moreBits } = this.#window;
    if (counter === null) this.#ready = this.findAbove(base, end, minScore, null, found);
    else if (minScore < 0 || !this.#isMerged) {
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
    if (this.#isMerged) return this.#merge(base, end, minScore, bits, room);
    const { found } = this.#window;
    found.length = 0;
    const all = minScore < 0 || bits !== null;
    if (all || this.boundOf(base, end - 1) > minScore) this.#evaluate(base, end, all ? NO_MINIMUM : minScore);
    if (bits !== null) found.mark(bits, base);
    return found;
  }

  /** The lists of all clauses of which a document may reach the minimum. */
  #merge(
    base: number,
    end: number,
    minScore: number,
    bits: Uint32Array | null,
    room: WindowHits,
  ): WindowHits {
    this.#lists ??= [this.#windows.list(), this.#windows.list()];
    const [own, other] = [this.#lists[0]!, this.#lists[1]!];
    let hits: WindowHits | null = null;
    for (const clause of this.#clauses) {
      if (minScore >= 0 && clause.boundOf(base, end - 1) <= minScore) {
        if (bits !== null) clause.accumulate(base, end, bits, null);
      } else if (hits === null) hits = clause.findAbove!(base, end, minScore, bits, room);
      else {
        const others = clause.findAbove!(base, end, minScore, bits, own);
        const merged: WindowHits = hits === other ? room : other;
        mergeBest(hits, others, merged);
        hits = merged;
      }
    }
    if (hits !== null) return hits;
    room.length = 0;
    return room;
  }

  /** Puts the documents of the window and their scores into `docs` and `scores`. */
  #evaluate(base: number, end: number, minScore: number): void {
    const { bits, moreBits, sums } = this.#window;
    for (const clause of this.#clauses) {
      if (this.#tieBreaker === 0 && minScore >= 0 && clause.boundOf(base, end - 1) <= minScore) continue;
      clause.accumulate(base, end, moreBits, sums);
      this.#takeBetter();
    }
    this.#drain(base, bits);
  }

  /** Adds what one clause found to the best scores and to the others; both are by slot. */
  #takeBetter(): void {
    const { bits, moreBits, sums, scores: best } = this.#window;
    const others = this.#others;
    for (let word = 0; word < bits.length; word++) {
      let rest = moreBits[word]!;
      if (rest === 0) continue;
      moreBits[word] = 0;
      const known = bits[word]!;
      bits[word] = known | rest;
      while (rest !== 0) {
        const bit = rest & -rest;
        rest ^= bit;
        const slot = (word << 5) + 31 - Math.clz32(bit);
        const score = Math.fround(sums[slot]!);
        sums[slot] = 0;
        if ((known & bit) === 0) {
          best[slot] = score;
          continue;
        }
        others[slot]! += Math.min(score, best[slot]!);
        if (score > best[slot]!) best[slot] = score;
      }
    }
  }

  /** In the order of documents, so that what is written never lies ahead of what is still to be read. */
  #drain(base: number, bits: Uint32Array): void {
    const { docs, scores } = this.#window;
    const others = this.#others;
    let length = 0;
    for (let word = 0; word < bits.length; word++) {
      let rest = bits[word]!;
      if (rest === 0) continue;
      bits[word] = 0;
      while (rest !== 0) {
        const slot = (word << 5) + 31 - Math.clz32(rest & -rest);
        rest &= rest - 1;
        docs[length] = base + slot;
        scores[length++] = combine(scores[slot]!, others[slot]!, this.#tieBreaker);
        others[slot] = 0;
      }
    }
    this.#window.found.length = length;
  }

  override accumulate(base: number, end: number, bits: Uint32Array, scores: Float64Array | null): void {
    if (scores === null) {
      for (const clause of this.#clauses) clause.accumulate(base, end, bits, null);
      return;
    }
    const { found } = this.#window;
    for (let start = base; start < end; start += WINDOW) {
      this.#budget.charge(1 + this.#clauses.length);
      const stop = Math.min(end, start + WINDOW);
      const hits = this.findAbove(start, stop, NO_MINIMUM, null, found);
      for (let i = 0; i < hits.length; i++) {
        const slot = hits.docs[i]! - base;
        bits[slot >>> 5]! |= 1 << (slot & 31);
        scores[slot]! += Math.fround(hits.scores[i]!);
      }
    }
  }

  override probe(docs: Int32Array, length: number, hits: Uint8Array, scores: Float64Array | null): void {
    if (scores === null) {
      for (const clause of this.#clauses) clause.probe(docs, length, hits, null);
      return;
    }
    for (let start = 0; start < length; start += WINDOW) {
      const size = Math.min(WINDOW, length - start);
      this.#probeWindow(docs.subarray(start, start + size), hits, scores, start);
    }
  }

  #probeWindow(docs: Int32Array, hits: Uint8Array, scores: Float64Array, start: number): void {
    const size = docs.length;
    const { hits: own, sums, scores: best } = this.#window;
    const others = this.#others;
    best.fill(0, 0, size);
    for (const clause of this.#clauses) {
      own.fill(0, 0, size);
      clause.probe(docs, size, own, sums);
      for (let i = 0; i < size; i++) {
        if (own[i] === 0) continue;
        hits[start + i] = 1;
        const score = Math.fround(sums[i]!);
        sums[i] = 0;
        others[i]! += Math.min(score, best[i]!);
        if (score > best[i]!) best[i] = score;
      }
    }
    for (let i = 0; i < size; i++) {
      scores[start + i]! += combine(best[i]!, others[i]!, this.#tieBreaker);
      others[i] = 0;
    }
  }
}

function combine(best: number, others: number, tieBreaker: number): number {
  // What is without end is not a number where it is nothing of it that counts.
  return tieBreaker === 0 ? best : Math.fround(best + others * tieBreaker);
}

/** The best of some scores, which are no less than 0, and `tieBreaker` times the others: they may be without end. */
export function joinBest(scores: readonly number[], tieBreaker: number): number {
  let best = 0;
  let others = 0;
  for (const score of scores) {
    others += Math.min(score, best);
    best = Math.max(score, best);
  }
  return combine(best, others, tieBreaker);
}

/** A little more where sums are rounded, so that a bound holds however they are. */
function above(score: number, tieBreaker: number): number {
  return tieBreaker === 0 ? score : score * (1 + 1e-6);
}
