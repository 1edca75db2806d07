import type { WorkBudget } from '../budget/work-budget.ts';
import { BLOCK_SIZE } from '../segment/doc-iterator.ts';
import { BlockScorer, DocBlock, NO_MINIMUM, type Scorer } from './scorer.ts';

/** Documents that the other scorer is asked about at once where whole stretches are wanted. */
const WINDOW = 4096;

/**
 * Documents of another scorer, or some of them, with scores of their own. The other one is asked in the way in which this one is, so
 * that nothing is made of documents that nobody asked about.
 */
export abstract class NarrowingScorer extends BlockScorer {
  readonly cost: number;
  abstract override readonly maxScore: number;
  readonly inner: Scorer;
  readonly budget: WorkBudget;
  readonly #scored: boolean;
  /** Made when first needed, as what follows. */
  #block: DocBlock | null = null;
  #hits = new Uint8Array(0);
  #bits = new Uint32Array(0);
  #scores = new Float64Array(0);

  /** `scored`: the scores of the other one are looked at. */
  constructor(inner: Scorer, scored: boolean, budget: WorkBudget) {
    super();
    this.inner = inner;
    this.#scored = scored;
    this.budget = budget;
    this.cost = inner.cost;
  }

  /** Leaves the documents of a block that match, with their scores in place of those of the other scorer. The block is not empty. */
  abstract narrow(block: DocBlock): void;

  override nextBlock(block: DocBlock, from: number, _minScore: number): boolean {
    if (!this.inner.nextBlock(block, from, NO_MINIMUM)) return false;
    if (block.length > 0) this.narrow(block);
    return true;
  }

  override probe(docs: Int32Array, length: number, hits: Uint8Array, scores: Float64Array | null): void {
    this.#block ??= new DocBlock();
    const block = this.#block;
    if (this.#hits.length === 0) this.#hits = new Uint8Array(BLOCK_SIZE);
    const sums = this.#sums(BLOCK_SIZE);
    for (let from = 0; from < length; from += BLOCK_SIZE) {
      const some = docs.subarray(from, Math.min(length, from + BLOCK_SIZE));
      this.#hits.fill(0);
      sums?.fill(0, 0, some.length);
      this.inner.probe(some, some.length, this.#hits, sums);
      block.length = 0;
      for (let i = 0; i < some.length; i++) {
        if (this.#hits[i] === 0) continue;
        block.docs[block.length] = some[i]!;
        block.scores[block.length++] = sums === null ? 0 : sums[i]!;
      }
      if (block.length > 0) this.narrow(block);
      for (let at = 0, i = 0; at < block.length; i++) {
        if (some[i] !== block.docs[at]) continue;
        hits[from + i] = 1;
        if (scores !== null) scores[from + i]! += block.scores[at]!;
        at++;
      }
    }
  }

  override accumulate(base: number, end: number, bits: Uint32Array, scores: Float64Array | null): void {
    for (let start = base; start < end; start += WINDOW) {
      this.#eachBlock(start, Math.min(end, start + WINDOW), ({ docs, scores: own, length }) => {
        for (let i = 0; i < length; i++) {
          const slot = docs[i]! - base;
          bits[slot >>> 5]! |= 1 << (slot & 31);
          if (scores !== null) scores[slot]! += own[i]!;
        }
      });
    }
  }

  override count(from: number, to: number): number {
    let total = 0;
    for (let start = from; start < to; start += WINDOW) {
      this.#eachBlock(start, Math.min(to, start + WINDOW), ({ length }) => {
        total += length;
      });
    }
    return total;
  }

  /** Hands on the documents in [start, end), which is no longer than a window. */
  #eachBlock(start: number, end: number, each: (block: DocBlock) => void): void {
    this.#block ??= new DocBlock();
    const block = this.#block;
    if (this.#bits.length === 0) this.#bits = new Uint32Array(WINDOW / 32);
    const bits = this.#bits.fill(0);
    const sums = this.#sums(WINDOW);
    sums?.fill(0);
    this.inner.accumulate(start, end, bits, sums);
    this.budget.charge(1);
    block.length = 0;
    const hand = (): void => {
      if (block.length > 0) this.narrow(block);
      each(block);
      block.length = 0;
    };
    for (let word = 0; word < bits.length; word++) {
      for (let rest = bits[word]!; rest !== 0; rest &= rest - 1) {
        const slot = word * 32 + 31 - Math.clz32(rest & -rest);
        block.docs[block.length] = start + slot;
        block.scores[block.length++] = sums === null ? 0 : sums[slot]!;
        if (block.length === BLOCK_SIZE) hand();
      }
    }
    hand();
  }

  #sums(size: number): Float64Array | null {
    if (!this.#scored) return null;
    if (this.#scores.length < size) this.#scores = new Float64Array(size);
    return this.#scores;
  }
}
