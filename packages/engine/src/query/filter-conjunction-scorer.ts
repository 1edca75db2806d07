import type { WorkBudget } from '../budget/work-budget.ts';
import { countBits } from '../codec/bits.ts';
import { BLOCK_SIZE } from '../segment/doc-iterator.ts';
import { markAll } from './mark-range.ts';
import type { ScoreWindow, ScoreWindows } from './score-window.ts';
import { BlockScorer, type DocBlock, type Scorer } from './scorer.ts';
import { WINDOW } from './window-hits.ts';

/** Above this share of documents in the rarest clause a window of bits is cheaper than blocks of documents. */
const DENSE_SHARE = 1 / 64;

/** Below this one it is not worth while to look at every window. */
const RARE_SHARE = 1 / 1024;

/** A clause with so many times the documents of the rarest one is looked up for those it left, and not gone through. */
const PROBE_FROM = 8;

export interface FilterParts {
  /** At least one. */
  readonly required: readonly Scorer[];
  readonly prohibited: readonly Scorer[];
  readonly maxDoc: number;
  readonly windows: ScoreWindows;
  readonly budget: WorkBudget;
}

/**
 * Documents that match every required clause and no prohibited one, without scores: rare ones by blocks of the rarest
 * clause, frequent ones by windows of bits. Stretches in which a clause says all or nothing are not gone through.
 */
export class FilterConjunctionScorer extends BlockScorer {
  readonly cost: number;
  readonly maxScore = 0;
  /** In the order in which they are asked. */
  readonly #clauses: readonly Scorer[];
  /** Of each of them. */
  readonly #wanted: readonly boolean[];
  readonly #maxDoc: number;
  readonly #dense: boolean;
  readonly #rare: boolean;
  readonly #budget: WorkBudget;
  readonly #window: ScoreWindow;
  /** Documents of the window at hand, and how many of them were given. */
  #length = 0;
  #given = 0;
  #windowEnd = 0;

  constructor({ required, prohibited, maxDoc, windows, budget }: FilterParts) {
    super();
    this.cost = required.reduce((least, { cost }) => Math.min(least, cost), Number.POSITIVE_INFINITY);
    this.#dense = this.cost > maxDoc * DENSE_SHARE;
    const ordered = orderOf(required, prohibited, !this.#dense);
    this.#clauses = ordered.map(({ scorer }) => scorer);
    this.#wanted = ordered.map(({ wanted }) => wanted);
    this.#maxDoc = maxDoc;
    this.#budget = budget;
    this.#rare = this.cost <= maxDoc * RARE_SHARE;
    this.#window = windows.borrow();
  }

  override nextBlock(block: DocBlock, from: number, minScore: number): boolean {
    block.length = 0;
    if (minScore >= 0) return false;
    if (!this.#dense) return this.#nextOfLead(block, from);
    while (this.#given === this.#length) if (!this.#fillWindow(from)) return false;
    const length = Math.min(BLOCK_SIZE, this.#length - this.#given);
    const { docs } = block;
    const found = this.#window.docs;
    for (let i = 0; i < length; i++) docs[i] = found[this.#given + i]!;
    block.scores.fill(0, 0, length);
    block.length = length;
    this.#given += length;
    return true;
  }

  #nextOfLead(block: DocBlock, from: number): boolean {
    if (!this.#clauses[0]!.nextBlock(block, from, -1)) return false;
    block.length = this.#thin(block.docs, block.length, 1);
    block.scores.fill(0, 0, block.length);
    return true;
  }

  /** Drops the documents that the clauses from `first` on do not want. */
  #thin(docs: Int32Array, given: number, first: number): number {
    const { hits } = this.#window;
    let length = given;
    for (let k = first; k < this.#clauses.length && length > 0; k++) {
      const wanted = this.#wanted[k]! ? 1 : 0;
      hits.fill(0, 0, length);
      this.#clauses[k]!.probe(docs, length, hits, null);
      let kept = 0;
      for (let i = 0; i < length; i++) {
        docs[kept] = docs[i]!;
        kept += Number(hits[i] === wanted);
      }
      length = kept;
    }
    return length;
  }

  /** The next window that may hold something; false when there is none. It may turn out empty. */
  #fillWindow(from: number): boolean {
    let base = Math.max(this.#windowEnd, from);
    while (base < this.#maxDoc) {
      const stretch = this.stretch(base);
      if (stretch >= 0) break;
      base = -stretch;
    }
    if (base >= this.#maxDoc) return false;
    const end = endOfWindow(base, this.#maxDoc);
    this.#windowEnd = end;
    this.#given = 0;
    this.#length = this.#documentsOf(base, end);
    return true;
  }

  /** Puts the matching documents of a window into `docs`; returns how many there are. */
  #documentsOf(base: number, end: number): number {
    const { bits, docs } = this.#window;
    const marked = this.#markWindow(base, end);
    return this.#thin(docs, drain(bits, base, docs), marked);
  }

  /** Sets the bits of what the first clauses want; returns how many those were. The others are to be looked up. */
  #markWindow(base: number, end: number): number {
    this.#budget.charge(1 + this.#clauses.length);
    const { bits } = this.#window;
    const limit = this.cost * PROBE_FROM;
    let marked = false;
    let k = 0;
    for (; k < this.#clauses.length; k++) {
      const clause = this.#clauses[k]!;
      const wanted = this.#wanted[k]!;
      const stretch = clause.stretch(base);
      if (Math.abs(stretch) >= end) {
        if (stretch > 0 === wanted) continue;
        bits.fill(0);
        return this.#clauses.length;
      }
      if (clause.isReluctant === true || (marked && clause.cost > limit)) break;
      if (!marked && wanted) clause.accumulate(base, end, bits, null);
      else {
        if (!marked) markAll(bits, 0, end - base);
        this.#intersect(clause, wanted, base, end);
      }
      marked = true;
    }
    if (!marked) markAll(bits, 0, end - base);
    return k;
  }

  #intersect(clause: Scorer, wanted: boolean, base: number, end: number): void {
    const { bits, moreBits } = this.#window;
    clause.accumulate(base, end, moreBits, null);
    const flip = wanted ? 0 : -1;
    for (let word = 0; word < bits.length; word++) {
      bits[word]! &= moreBits[word]! ^ flip;
      moreBits[word] = 0;
    }
  }

  override stretch(doc: number): number {
    let end = this.#maxDoc;
    let known = true;
    for (let k = 0; k < this.#clauses.length; k++) {
      const own = this.#clauses[k]!.stretch(doc);
      const stretch = this.#wanted[k]! ? own : -own;
      if (stretch < 0) return stretch;
      if (stretch === 0) known = false;
      else if (stretch < end) end = stretch;
    }
    return known ? end : 0;
  }

  override count(from: number, to: number): number {
    if (this.#rare) return super.count(from, to);
    let total = 0;
    for (let doc = from; doc < to; ) {
      this.#budget.charge(1);
      const stretch = this.stretch(doc);
      const end = stretch === 0 ? this.#endOfSame(doc, to) : Math.min(to, Math.abs(stretch));
      if (stretch > 0) total += end - doc;
      else if (stretch === 0) total += this.#countSame(doc, end);
      doc = end;
    }
    return total;
  }

  /** Where it ends that one clause decides alone; else the end of the window. */
  #endOfSame(doc: number, to: number): number {
    let end = to;
    let unknown = 0;
    for (const clause of this.#clauses) {
      const stretch = Math.abs(clause.stretch(doc));
      if (stretch === 0) unknown++;
      else if (stretch < end) end = stretch;
    }
    return unknown === 1 ? end : endOfWindow(doc, end);
  }

  #countSame(doc: number, end: number): number {
    let unknown = -1;
    for (let k = 0; k < this.#clauses.length; k++) {
      if (this.#clauses[k]!.stretch(doc) !== 0) continue;
      if (unknown >= 0) return this.#countWindow(doc, end);
      unknown = k;
    }
    const count = this.#clauses[unknown]!.count(doc, end);
    return this.#wanted[unknown]! ? count : end - doc - count;
  }

  #countWindow(base: number, end: number): number {
    const { bits, docs } = this.#window;
    const marked = this.#markWindow(base, end);
    if (marked < this.#clauses.length) return this.#thin(docs, drain(bits, base, docs), marked);
    const count = countBits(bits);
    bits.fill(0);
    return count;
  }

  override accumulate(base: number, end: number, bits: Uint32Array, scores: Float64Array | null): void {
    if (this.#rare) {
      super.accumulate(base, end, bits, scores);
      return;
    }
    const { docs } = this.#window;
    for (let start = base; start < end; ) {
      const stop = endOfWindow(start, end);
      const length = this.#documentsOf(start, stop);
      for (let i = 0; i < length; i++) {
        const slot = docs[i]! - base;
        bits[slot >>> 5]! |= 1 << (slot & 31);
      }
      start = stop;
    }
  }

  override probe(docs: Int32Array, length: number, hits: Uint8Array, scores: Float64Array | null): void {
    if (this.#rare) {
      super.probe(docs, length, hits, scores);
      return;
    }
    const candidates = this.#window.docs;
    for (let start = 0; start < length; start += WINDOW) {
      const end = Math.min(length, start + WINDOW);
      for (let i = start; i < end; i++) candidates[i - start] = docs[i]!;
      const kept = this.#thin(candidates, end - start, 0);
      for (let i = 0, at = start; i < kept; i++) {
        while (docs[at] !== candidates[i]) at++;
        hits[at] = 1;
      }
    }
  }
}

interface Ordered {
  readonly scorer: Scorer;
  readonly wanted: boolean;
}

/**
 * Those that are required, rarest first, then those that are prohibited, then the reluctant ones: they are asked about what is
 * left. `isLed`: the rarest one comes first, even so.
 */
function orderOf(
  required: readonly Scorer[],
  prohibited: readonly Scorer[],
  isLed: boolean,
): readonly Ordered[] {
  const byCost = [...required].sort((a, b) => a.cost - b.cost).map((scorer) => ({ scorer, wanted: true }));
  const led = isLed ? 1 : 0;
  const others = [...byCost.slice(led), ...prohibited.map((scorer) => ({ scorer, wanted: false }))];
  const isReluctant = ({ scorer }: Ordered): boolean => scorer.isReluctant === true;
  const eager = others.filter((each) => !isReluctant(each));
  return [...byCost.slice(0, led), ...eager, ...others.filter(isReluctant)];
}

/** The end of the window that holds `base`, or `end` where that is earlier. */
function endOfWindow(base: number, end: number): number {
  return Math.min(end, base - (base % WINDOW) + WINDOW);
}

/** Moves the documents of a window out of its bits; returns how many there are. */
function drain(bits: Uint32Array, base: number, docs: Int32Array): number {
  let length = 0;
  for (let word = 0; word < bits.length; word++) {
    let rest = bits[word]!;
    if (rest === 0) continue;
    bits[word] = 0;
    const first = base + (word << 5) + 31;
    while (rest !== 0) {
      docs[length++] = first - Math.clz32(rest & -rest);
      rest &= rest - 1;
    }
  }
  return length;
}
