import type { WorkBudget } from '../budget/work-budget.ts';
import type { Postings } from '../segment/postings.ts';
import { bm25, NO_NORM } from './bm25.ts';
import { NormBounds } from './norm-bounds.ts';
import type { DocBlock, Scorer } from './scorer.ts';
import { keepAbove, keepWith, markDocs, takeAbove, withOthers } from './term-blocks.ts';
import type { WindowHits } from './window-hits.ts';

/** So many blocks left out, as a power of two, take as long as one that is read. */
const SKIPS_PER_STEP = 4;

/** What other terms of the field can add to a score, by norm byte, in the order in which they are added. */
export interface OtherBounds {
  /** To that of a document of this length. */
  readonly exact: readonly Float64Array[];
  /** To those of documents of this length and longer ones. */
  readonly longer: readonly Float64Array[];
}

/** Above the norms of all documents. */
const NO_DOCUMENT = 256;

/** BM25 of one term. Reads postings by block and skips blocks whose best possible score is too low. */
export class TermScorer implements Scorer {
  readonly cost: number;
  readonly maxScore: number;
  readonly #postings: Postings;
  readonly #weight: number;
  readonly #inverses: Float32Array;
  readonly #norms: Uint8Array | null;
  readonly #budget: WorkBudget;
  /** Last document of the loaded block, and the place in it where `probe` and `accumulate` stand. */
  #last = -1;
  #index = 0;

  /** `inverses` by norm byte, `norms` by document (null: the field has none). */
  constructor(
    postings: Postings,
    weight: number,
    inverses: Float32Array,
    norms: Uint8Array | null,
    budget: WorkBudget,
  ) {
    this.#postings = postings;
    this.#weight = weight;
    this.#inverses = inverses;
    this.#norms = norms;
    this.#budget = budget;
    this.cost = postings.docFreq;
    this.maxScore = weight;
  }

  boundOf(from: number, to: number): number {
    const postings = this.#postings;
    const count = postings.blockCount;
    let best = 0;
    for (let block = postings.findBlock(from); block < count; block++) {
      const bound = this.#boundOfBlock(block);
      if (bound > best) best = bound;
      if (postings.lastDocOf(block) >= to) break;
    }
    return best;
  }

  #boundOfBlock(block: number): number {
    const postings = this.#postings;
    const norm = this.#norms === null ? NO_NORM : postings.minNormOf(block);
    return bm25(this.#weight, postings.maxFreqOf(block), this.#inverses[norm]!);
  }

  /** Of the documents that were looked at last: the lowest norm, and the highest frequency. */
  leastNorm = NO_DOCUMENT;
  #mostFreq = 0;

  /** For `leastNorm` and `boundAt`: the blocks that hold [from, to]. `from` never goes back. Moves nothing. */
  lookAt(from: number, to: number): void {
    const postings = this.#postings;
    const count = postings.blockCount;
    let norm = NO_DOCUMENT;
    let freq = 0;
    for (let block = postings.findBlock(from); block < count; block++) {
      const least = postings.minNormOf(block);
      const most = postings.maxFreqOf(block);
      if (least < norm) norm = least;
      if (most > freq) freq = most;
      if (postings.lastDocOf(block) >= to) break;
    }
    this.leastNorm = norm;
    this.#mostFreq = freq;
  }

  /** Upper bound of the scores of documents of that length, or longer, among those that were looked at. */
  boundAt(norm: number): number {
    return norm < this.leastNorm || norm === NO_DOCUMENT
      ? 0
      : bm25(this.#weight, this.#mostFreq, this.#inverses[norm]!);
  }

  /** Lengths of the field by document, by which terms of one field are known. */
  get norms(): Uint8Array | null {
    return this.#norms;
  }

  #boundsByLength: NormBounds | null = null;

  /** The highest score that a document of each length can have, by norm byte. */
  boundsByNorm(): Float64Array {
    return this.#normBounds().bounds;
  }

  /**
   * From now on `boundsByNorm` gives the scores of documents that there are, as the frequencies of each length are read; false
   * where it does so already.
   */
  sharpenBounds(): boolean {
    return this.#normBounds().sharpen(this.#norms, this.#budget);
  }

  #normBounds(): NormBounds {
    this.#boundsByLength ??= new NormBounds(this.#postings, this.#weight, this.#inverses);
    return this.#boundsByLength;
  }

  /**
   * As `nextBlock`, for terms of one field together: documents are left out whose score with the most that the others
   * can add to it is not above `minScore`.
   */
  nextBlockWith(block: DocBlock, from: number, minScore: number, { exact, longer }: OtherBounds): boolean {
    this.#budget.charge(1);
    block.length = 0;
    if (!this.#loadWith(from, minScore, longer)) return false;
    this.#copyBlock(block);
    keepWith(block, this.#postings.length, minScore, exact, this.#norms);
    return true;
  }

  #loadWith(from: number, minScore: number, longer: readonly Float64Array[]): boolean {
    const postings = this.#postings;
    const count = postings.blockCount;
    let next = postings.block + 1;
    if (next >= count) return postings.nextBlock();
    if (from > postings.lastDocOf(next)) next = Math.max(next, postings.findBlock(from));
    const first = next;
    while (next < count) {
      const norm = this.#norms === null ? NO_NORM : postings.minNormOf(next);
      if (Math.fround(withOthers(this.#boundOfBlock(next), norm, longer)) > minScore) break;
      next++;
    }
    this.#budget.charge((next - first) >>> SKIPS_PER_STEP);
    if (next >= count) return false;
    return next === postings.block + 1 ? postings.nextBlock() : postings.seekBlock(postings.lastDocOf(next));
  }

  #copyBlock(block: DocBlock): void {
    const postings = this.#postings;
    postings.loadFreqs();
    const { length, docs } = postings;
    this.#last = docs[length - 1]!;
    if (length === block.docs.length) block.docs.set(docs);
    else for (let i = 0; i < length; i++) block.docs[i] = docs[i]!;
    this.#scoreInto(block.scores);
  }

  nextBlock(block: DocBlock, from: number, minScore: number): boolean {
    this.#budget.charge(1);
    block.length = 0;
    if (!this.#loadNext(from, minScore)) return false;
    this.#copyBlock(block);
    const { length } = this.#postings;
    if (minScore < 0) block.length = length;
    else keepAbove(block, length, minScore);
    return true;
  }

  #loadNext(from: number, minScore: number): boolean {
    const postings = this.#postings;
    const count = postings.blockCount;
    let next = postings.block + 1;
    if (next >= count) return postings.nextBlock();
    if (from > postings.lastDocOf(next)) next = Math.max(next, postings.findBlock(from));
    if (minScore >= 0) {
      const first = next;
      while (next < count && this.#boundOfBlock(next) <= minScore) next++;
      this.#budget.charge((next - first) >>> SKIPS_PER_STEP);
    }
    if (next >= count) return false;
    return next === postings.block + 1 ? postings.nextBlock() : postings.seekBlock(postings.lastDocOf(next));
  }

  #scoreInto(scores: Float32Array): void {
    const { docs, freqs, length } = this.#postings;
    const inverses = this.#inverses;
    const norms = this.#norms;
    const weight = this.#weight;
    if (norms === null) {
      const inverse = inverses[NO_NORM]!;
      for (let i = 0; i < length; i++) scores[i] = bm25(weight, freqs[i]!, inverse);
      return;
    }
    for (let i = 0; i < length; i++) {
      scores[i] = bm25(weight, freqs[i]!, inverses[norms[docs[i]!]!]!);
    }
  }

  #seek(target: number): boolean {
    if (target <= this.#last) return true;
    this.#budget.charge(1);
    const postings = this.#postings;
    if (!postings.seekBlock(target)) return false;
    this.#last = postings.docs[postings.length - 1]!;
    this.#index = 0;
    return true;
  }

  probe(docs: Int32Array, length: number, hits: Uint8Array, scores: Float64Array | null): void {
    const postings = this.#postings;
    const { docs: found, freqs } = postings;
    const inverses = this.#inverses;
    const norms = this.#norms;
    const weight = this.#weight;
    for (let i = 0; i < length; i++) {
      const target = docs[i]!;
      if (!this.#seek(target)) return;
      let j = this.#index;
      const end = postings.length;
      while (j + 16 < end && found[j + 16]! < target) j += 16;
      while (found[j]! < target) j++;
      this.#index = j;
      if (found[j] !== target) continue;
      hits[i] = 1;
      if (scores === null) continue;
      postings.loadFreqs();
      const norm = norms === null ? NO_NORM : norms[target]!;
      scores[i]! += bm25(weight, freqs[j]!, inverses[norm]!);
    }
  }

  count(from: number, to: number): number {
    let total = 0;
    for (let target = from; target < to && this.#seek(target); target = this.#last + 1) {
      const { docs, length } = this.#postings;
      let j = this.#index;
      while (j < length && docs[j]! < target) j++;
      const start = j;
      while (j < length && docs[j]! < to) j++;
      total += j - start;
      this.#index = j;
      if (j < length) break;
    }
    return total;
  }

  /** Nothing is known. */
  stretch(_doc: number): number {
    return 0;
  }

  accumulate(base: number, end: number, bits: Uint32Array, scores: Float64Array | null): void {
    const postings = this.#postings;
    const { docs, freqs } = postings;
    const inverses = this.#inverses;
    const norms = this.#norms;
    const weight = this.#weight;
    for (let more = this.#stepTo(base); more; more = this.#stepTo(this.#last + 1)) {
      const start = this.#index;
      const stop = this.#stopBefore(end);
      markDocs(docs, start, stop, base, bits);
      if (scores !== null) {
        postings.loadFreqs();
        for (let j = start; j < stop; j++) {
          const doc = docs[j]!;
          const norm = norms === null ? NO_NORM : norms[doc]!;
          scores[doc - base]! += bm25(weight, freqs[j]!, inverses[norm]!);
        }
      }
      if (stop < postings.length) return;
    }
  }

  /** Stands on the first document from `target` on; false where there is none. */
  #stepTo(target: number): boolean {
    if (!this.#seek(target)) return false;
    const { docs } = this.#postings;
    let j = this.#index;
    while (docs[j]! < target) j++;
    this.#index = j;
    return true;
  }

  /** Stands on the first document of the loaded block from `end` on, or behind the last; returns its place. */
  #stopBefore(end: number): number {
    const { docs, length } = this.#postings;
    let j = this.#index;
    if (this.#last < end) j = length;
    else {
      while (j + 16 < length && docs[j + 16]! < end) j += 16;
      while (docs[j]! < end) j++;
    }
    this.#index = j;
    return j;
  }

  findAbove(
    base: number,
    end: number,
    minScore: number,
    bits: Uint32Array | null,
    room: WindowHits,
  ): WindowHits {
    room.length = 0;
    const postings = this.#postings;
    for (let more = this.#stepTo(base); more; more = this.#stepTo(this.#last + 1)) {
      const start = this.#index;
      const stop = this.#stopBefore(end);
      if (bits !== null) markDocs(postings.docs, start, stop, base, bits);
      if (!(this.#boundOfBlock(postings.block) <= minScore)) {
        postings.loadFreqs();
        takeAbove(postings, start, stop, this.#weight, this.#inverses, this.#norms, minScore, room);
      }
      if (stop < postings.length) break;
      if (bits === null) this.#passWeak(end, minScore);
    }
    return room;
  }

  /** Leaves blocks out that end before `end`, so that they need not be unpacked. */
  #passWeak(end: number, minScore: number): void {
    const postings = this.#postings;
    const count = postings.blockCount;
    const first = postings.block + 1;
    let next = first;
    while (next < count && postings.lastDocOf(next) < end && this.#boundOfBlock(next) <= minScore) next++;
    if (next === first) return;
    this.#budget.charge((next - first) >>> SKIPS_PER_STEP);
    this.#last = postings.lastDocOf(next - 1);
  }

  /** Adds the scores of those of the documents that it has, and marks all that it has in [base, end). */
  addTo(hits: WindowHits, base: number, end: number, bits: Uint32Array): void {
    const postings = this.#postings;
    const { docs: found } = postings;
    const { docs, scores, length } = hits;
    let i = 0;
    for (let more = this.#stepTo(base); more; more = this.#stepTo(this.#last + 1)) {
      let j = this.#index;
      const stop = this.#stopBefore(end);
      markDocs(found, j, stop, base, bits);
      const last = stop === 0 ? -1 : found[stop - 1]!;
      for (; i < length && docs[i]! <= last; i++) {
        const doc = docs[i]!;
        while (j + 16 < stop && found[j + 16]! < doc) j += 16;
        while (found[j]! < doc) j++;
        if (found[j] === doc) scores[i]! += this.#scoreAt(j, doc);
      }
      if (stop < postings.length) return;
    }
  }

  /** Of a document, which stands there in the loaded block. */
  #scoreAt(j: number, doc: number): number {
    const postings = this.#postings;
    postings.loadFreqs();
    const norm = this.#norms === null ? NO_NORM : this.#norms[doc]!;
    return bm25(this.#weight, postings.freqs[j]!, this.#inverses[norm]!);
  }
}
