import type { WorkBudget } from '../budget/work-budget.ts';
import { countBitsBetween } from '../codec/bits.ts';
import { BLOCK_SIZE } from '../segment/doc-iterator.ts';
import type { Postings } from '../segment/postings.ts';
import { type ColumnProbe, probeOf } from './column-scan.ts';
import { markAll, markFrom } from './mark-range.ts';
import { BlockScorer, type DocBlock } from './scorer.ts';

/** Documents whose bits are copied or counted in about a step, as a power of two. */
const DOCS_PER_STEP = 14;

/** Every document that matches gets the same score. */
abstract class ConstantScorer extends BlockScorer {
  readonly maxScore: number;
  readonly budget: WorkBudget;

  constructor(score: number, budget: WorkBudget) {
    super();
    this.maxScore = score;
    this.budget = budget;
  }
}

/** Every document of the segment. */
export class AllDocsScorer extends ConstantScorer {
  readonly cost: number;
  #doc = 0;

  constructor(maxDoc: number, score: number, budget: WorkBudget) {
    super(score, budget);
    this.cost = maxDoc;
  }

  override nextBlock(block: DocBlock, from: number, minScore: number): boolean {
    this.budget.charge(1);
    const start = Math.max(this.#doc, from);
    block.length = 0;
    if (start >= this.cost || this.maxScore <= minScore) return false;
    const length = Math.min(block.docs.length, this.cost - start);
    for (let i = 0; i < length; i++) block.docs[i] = start + i;
    block.scores.fill(this.maxScore, 0, length);
    block.length = length;
    this.#doc = start + length;
    return true;
  }

  override probe(_docs: Int32Array, length: number, hits: Uint8Array, scores: Float64Array | null): void {
    hits.fill(1, 0, length);
    if (scores !== null && this.maxScore !== 0) for (let i = 0; i < length; i++) scores[i]! += this.maxScore;
  }

  override accumulate(base: number, end: number, bits: Uint32Array, scores: Float64Array | null): void {
    const stop = Math.min(end, this.cost);
    markAll(bits, 0, stop - base);
    if (scores !== null) for (let doc = base; doc < stop; doc++) scores[doc - base]! += this.maxScore;
  }

  override count(from: number, to: number): number {
    return Math.max(0, Math.min(to, this.cost) - from);
  }

  override stretch(): number {
    return this.cost;
  }
}

/** The documents of a bit set over the segment. */
export class BitSetScorer extends ConstantScorer {
  readonly cost: number;
  readonly #bits: Uint32Array;
  #doc = 0;

  constructor(bits: Uint32Array, cost: number, score: number, budget: WorkBudget) {
    super(score, budget);
    this.#bits = bits;
    this.cost = cost;
  }

  override nextBlock(block: DocBlock, from: number, minScore: number): boolean {
    this.budget.charge(1);
    block.length = 0;
    if (this.maxScore <= minScore) return false;
    const bits = this.#bits;
    const { docs } = block;
    const start = Math.max(this.#doc, from);
    let word = start >>> 5;
    if (word >= bits.length) return false;
    let rest = bits[word]! & (-1 << (start & 31));
    let length = 0;
    while (length < docs.length) {
      while (rest === 0) {
        if (++word >= bits.length) return this.#finish(block, length, word << 5);
        rest = bits[word]!;
      }
      docs[length++] = (word << 5) + 31 - Math.clz32(rest & -rest);
      rest &= rest - 1;
    }
    return this.#finish(block, length, docs[length - 1]! + 1);
  }

  #finish(block: DocBlock, length: number, next: number): boolean {
    block.scores.fill(this.maxScore, 0, length);
    block.length = length;
    this.#doc = next;
    return length > 0;
  }

  override probe(docs: Int32Array, length: number, hits: Uint8Array, scores: Float64Array | null): void {
    const bits = this.#bits;
    const score = this.maxScore;
    for (let i = 0; i < length; i++) {
      const doc = docs[i]!;
      if ((bits[doc >>> 5]! & (1 << (doc & 31))) === 0) continue;
      hits[i] = 1;
      if (scores !== null) scores[i]! += score;
    }
  }

  override accumulate(base: number, end: number, bits: Uint32Array, scores: Float64Array | null): void {
    if (scores !== null) {
      super.accumulate(base, end, bits, scores);
      return;
    }
    this.budget.charge(1 + ((end - base) >>> DOCS_PER_STEP));
    markFrom(bits, this.#bits, base, Math.min(end, this.#bits.length * 32));
  }

  override count(from: number, to: number): number {
    this.budget.charge(1 + ((to - from) >>> DOCS_PER_STEP));
    return countBitsBetween(this.#bits, from, Math.min(to, this.#bits.length * 32));
  }
}

/** The values of a field of which every document has one: they tell who has a term without its postings. */
export interface TermValues {
  readonly data: Uint8Array | Uint16Array | Uint32Array;
  readonly ordinal: number;
}

/** So many documents of a term are read in the time in which the value of one is looked at. */
const READ_PER_LOOK = 2;

/** The documents of one term, without looking at frequencies. */
export class PostingsScorer extends ConstantScorer {
  readonly cost: number;
  readonly #postings: Postings;
  readonly #values: TermValues | null;
  readonly #probeValues: ColumnProbe | null;
  #index = 0;
  #last = -1;

  constructor(postings: Postings, score: number, budget: WorkBudget, values: TermValues | null = null) {
    super(score, budget);
    this.#postings = postings;
    this.cost = postings.docFreq;
    this.#values = values;
    this.#probeValues = values === null ? null : probeOf(values.data);
  }

  override nextBlock(block: DocBlock, from: number, minScore: number): boolean {
    this.budget.charge(1);
    const postings = this.#postings;
    block.length = 0;
    if (this.maxScore <= minScore) return false;
    const jump = from > this.#last + 1;
    if (!(jump ? this.#loadFrom(from) : postings.nextBlock())) return false;
    const { length } = postings;
    block.docs.set(length === block.docs.length ? postings.docs : postings.docs.subarray(0, length));
    block.scores.fill(this.maxScore, 0, length);
    block.length = length;
    this.#last = postings.docs[length - 1]!;
    return true;
  }

  /** The next block, or a later one that reaches `from`. */
  #loadFrom(from: number): boolean {
    const next = this.#postings.block + 1;
    if (next >= this.#postings.blockCount) return this.#postings.nextBlock();
    return this.#postings.seekBlock(Math.max(from, this.#postings.lastDocOf(next)));
  }

  #seek(target: number): boolean {
    if (target <= this.#last) return true;
    this.budget.charge(1);
    if (!this.#postings.seekBlock(target)) return false;
    this.#last = this.#postings.docs[this.#postings.length - 1]!;
    this.#index = 0;
    return true;
  }

  override probe(docs: Int32Array, length: number, hits: Uint8Array, scores: Float64Array | null): void {
    const values = this.#values;
    if (values !== null && scores === null && this.#isFar(docs, length, values.data.length)) {
      this.budget.charge(1 + (length >>> DOCS_PER_STEP));
      this.#probeValues!(values.data, docs, length, values.ordinal, values.ordinal, hits);
      return;
    }
    this.#probePostings(docs, length, hits, scores);
  }

  /** Between the documents lie so many others of the term that it takes longer to read their postings. */
  #isFar(docs: Int32Array, length: number, maxDoc: number): boolean {
    if (length === 0) return false;
    const between = docs[length - 1]! - docs[0]! + 1;
    return between * this.cost > length * READ_PER_LOOK * maxDoc;
  }

  #probePostings(docs: Int32Array, length: number, hits: Uint8Array, scores: Float64Array | null): void {
    const postings = this.#postings;
    const found = postings.docs;
    for (let i = 0; i < length; i++) {
      const target = docs[i]!;
      if (!this.#seek(target)) return;
      let j = this.#index;
      while (j + 16 < postings.length && found[j + 16]! < target) j += 16;
      while (found[j]! < target) j++;
      this.#index = j;
      if (found[j] !== target) continue;
      hits[i] = 1;
      if (scores !== null) scores[i]! += this.maxScore;
    }
  }

  override accumulate(base: number, end: number, bits: Uint32Array, scores: Float64Array | null): void {
    const postings = this.#postings;
    const { docs } = postings;
    const score = this.maxScore;
    for (let target = base; this.#seek(target); target = this.#last + 1) {
      let j = this.#index;
      while (docs[j]! < base) j++;
      for (; j < postings.length && docs[j]! < end; j++) {
        const slot = docs[j]! - base;
        bits[slot >>> 5]! |= 1 << (slot & 31);
        if (scores !== null) scores[slot]! += score;
      }
      this.#index = j;
      if (j < postings.length) return;
    }
  }

  /** Only the first and the last block are read: those between are full. */
  override count(from: number, to: number): number {
    if (from >= to || !this.#seek(from)) return 0;
    const postings = this.#postings;
    const start = postings.block * BLOCK_SIZE + this.#indexOf(from);
    if (!this.#seek(to)) return this.cost - start;
    return postings.block * BLOCK_SIZE + this.#indexOf(to) - start;
  }

  /** Place of the first document >= target in the loaded block, which has one. */
  #indexOf(target: number): number {
    const { docs, length } = this.#postings;
    let i = this.#index;
    while (i + 16 < length && docs[i + 16]! < target) i += 16;
    while (docs[i]! < target) i++;
    this.#index = i;
    return i;
  }
}
