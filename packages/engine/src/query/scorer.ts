import { BLOCK_SIZE, NO_MORE_DOCS } from '../segment/doc-iterator.ts';
import type { MatchCounter } from './match-counter.ts';
import type { WindowHits } from './window-hits.ts';

/**
 * Matching documents of one segment, ascending, with their scores beside them. Filled by the scorer it is
 * handed to.
 */
export class DocBlock {
  readonly docs = new Int32Array(BLOCK_SIZE);
  readonly scores = new Float32Array(BLOCK_SIZE);
  length = 0;
}

/** Below every score: nothing may be left out. */
export const NO_MINIMUM = -1;

/**
 * The documents of one segment that match a query, in ascending order, a block per call. Deleted documents
 * are among them; whoever drives the search drops them. An object is used in one of three ways, never in two:
 * by `nextBlock` and `nextCounted`, by `probe`, or window by window with `accumulate`, `findAbove`, `count` and
 * `probe` mixed.
 */
export interface Scorer {
  /** Upper bound of the number of documents. */
  readonly cost: number;
  /** Upper bound of every score; 0 for a filter. */
  readonly maxScore: number;
  /** Rather asked of few documents: to score one takes long, or fails for documents that others leave out. */
  readonly isReluctant?: true;
  /** `probe` takes documents in any order. */
  readonly takesAnyOrder?: true;
  /** Upper bound of the scores of the documents in [from, to]. `from` never goes back. Moves nothing. */
  boundOf(from: number, to: number): number;
  /**
   * The next documents, at most 128, perhaps none; false at the end. Documents below `from` and those whose
   * score is not above `minScore` may be left out.
   */
  nextBlock(block: DocBlock, from: number, minScore: number): boolean;
  /**
   * As `nextBlock`, while `counter` is told of all documents that match, whatever is left out: of those that are given here
   * before they are. Absent where no more could be left out than without counting.
   */
  nextCounted?(block: DocBlock, from: number, minScore: number, counter: MatchCounter): boolean;
  /**
   * The matches in [base, end), at most 4,096, with their scores as doubles: in `room` or in memory of the scorer, until it is
   * called again. Those whose score is not above `minScore` may be left out. Where bits are given, sets bit `doc - base` of each match.
   */
  findAbove?(
    base: number,
    end: number,
    minScore: number,
    bits: Uint32Array | null,
    room: WindowHits,
  ): WindowHits;
  /**
   * Looks up documents, ascending within and across calls: sets `hits[i]` for those that match, and adds the
   * score to `scores[i]` where scores are given.
   */
  probe(docs: Int32Array, length: number, hits: Uint8Array, scores: Float64Array | null): void;
  /** For every match in [base, end): sets bit `doc - base` and adds the score to `scores[doc - base]`. */
  accumulate(base: number, end: number, bits: Uint32Array, scores: Float64Array | null): void;
  /** How many match in [from, to); a way through the documents like `accumulate`. */
  count(from: number, to: number): number;
  /**
   * What is known of the documents from `doc` on without a look at them: above 0 all of [doc, result) match, below
   * 0 none of [doc, -result) does, 0 is not known. Moves nothing.
   */
  stretch(doc: number): number;
}

/** `probe`, `accumulate` and `count` made of `nextBlock`, for scorers that have no faster way. */
export abstract class BlockScorer implements Scorer {
  abstract readonly cost: number;
  abstract readonly maxScore: number;
  /** Made when first needed: a scorer that is driven by `nextBlock` needs none. */
  #pending: DocBlock | null = null;
  #index = 0;
  #ended = false;

  abstract nextBlock(block: DocBlock, from: number, minScore: number): boolean;

  /** What is inside may stand further on than what was given out, so its own bounds would not hold. */
  boundOf(_from: number, _to: number): number {
    return this.maxScore;
  }

  probe(docs: Int32Array, length: number, hits: Uint8Array, scores: Float64Array | null): void {
    for (let i = 0; i < length; i++) {
      const doc = docs[i]!;
      const found = this.#seek(doc);
      if (found === NO_MORE_DOCS) return;
      if (found !== doc) continue;
      hits[i] = 1;
      if (scores !== null) scores[i]! += this.#pending!.scores[this.#index]!;
    }
  }

  accumulate(base: number, end: number, bits: Uint32Array, scores: Float64Array | null): void {
    let doc = this.#seek(base);
    const pending = this.#pending!;
    for (; doc < end; doc = this.#next()) {
      const slot = doc - base;
      bits[slot >>> 5]! |= 1 << (slot & 31);
      if (scores !== null) scores[slot]! += pending.scores[this.#index]!;
    }
  }

  count(from: number, to: number): number {
    let total = 0;
    let doc = this.#seek(from);
    const pending = this.#pending!;
    while (doc < to) {
      const { docs, length } = pending;
      const whole = docs[length - 1]! < to;
      const start = this.#index;
      let end = whole ? length : start;
      while (!whole && docs[end]! < to) end++;
      total += end - start;
      this.#index = end - 1;
      doc = this.#next();
    }
    return total;
  }

  /** Nothing is known. */
  stretch(_doc: number): number {
    return 0;
  }

  /** First document >= target, from where the last call stood. */
  #seek(target: number): number {
    this.#pending ??= new DocBlock();
    const pending = this.#pending;
    while (pending.length === 0 || pending.docs[pending.length - 1]! < target) {
      if (this.#ended || !this.nextBlock(pending, target, NO_MINIMUM)) return this.#end();
      this.#index = 0;
    }
    while (pending.docs[this.#index]! < target) this.#index++;
    return pending.docs[this.#index]!;
  }

  #next(): number {
    const pending = this.#pending!;
    if (++this.#index < pending.length) return pending.docs[this.#index]!;
    do {
      if (this.#ended || !this.nextBlock(pending, 0, NO_MINIMUM)) return this.#end();
    } while (pending.length === 0);
    this.#index = 0;
    return pending.docs[0]!;
  }

  #end(): number {
    this.#ended = true;
    this.#pending!.length = 0;
    return NO_MORE_DOCS;
  }
}
