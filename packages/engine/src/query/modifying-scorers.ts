import { BLOCK_SIZE } from '../segment/doc-iterator.ts';
import { BlockScorer, type DocBlock, type Scorer } from './scorer.ts';

/** What the first scorer matches and none of the others. */
export class ExclusionScorer extends BlockScorer {
  readonly cost: number;
  readonly maxScore: number;
  readonly #required: Scorer;
  readonly #prohibited: readonly Scorer[];
  readonly #hits = new Uint8Array(BLOCK_SIZE);

  constructor(required: Scorer, prohibited: readonly Scorer[]) {
    super();
    this.#required = required;
    this.#prohibited = prohibited;
    this.cost = required.cost;
    this.maxScore = required.maxScore;
  }

  override nextBlock(block: DocBlock, from: number, minScore: number): boolean {
    if (!this.#required.nextBlock(block, from, minScore)) return false;
    const { docs, scores, length } = block;
    const hits = this.#hits;
    hits.fill(0, 0, length);
    for (const scorer of this.#prohibited) scorer.probe(docs, length, hits, null);
    let kept = 0;
    for (let i = 0; i < length; i++) {
      if (hits[i] === 1) continue;
      docs[kept] = docs[i]!;
      scores[kept++] = scores[i]!;
    }
    block.length = kept;
    return true;
  }
}

/**
 * What the first scorer matches; the second only adds to the score. The two are added as floats, as in
 * Lucene's `ReqOptSumScorer`.
 */
export class OptionalScorer extends BlockScorer {
  readonly cost: number;
  readonly maxScore: number;
  readonly #required: Scorer;
  readonly #optional: Scorer;
  readonly #hits = new Uint8Array(BLOCK_SIZE);
  readonly #extra = new Float64Array(BLOCK_SIZE);

  constructor(required: Scorer, optional: Scorer) {
    super();
    this.#required = required;
    this.#optional = optional;
    this.cost = required.cost;
    this.maxScore = Math.fround(required.maxScore + optional.maxScore);
  }

  override nextBlock(block: DocBlock, from: number, minScore: number): boolean {
    const gap = minScore - this.#optional.maxScore;
    if (!this.#required.nextBlock(block, from, gap > 0 ? gap * (1 - 1e-6) : -1)) return false;
    const { docs, scores, length } = block;
    if (length === 0) return true;
    const extra = this.#extra;
    extra.fill(0, 0, length);
    this.#optional.probe(docs, length, this.#hits, extra);
    for (let i = 0; i < length; i++) if (extra[i] !== 0) scores[i] = scores[i]! + Math.fround(extra[i]!);
    return true;
  }
}

/** The same documents with one score for all: `constant_score`, and filters (score 0). */
export class FixedScoreScorer extends BlockScorer {
  readonly cost: number;
  readonly maxScore: number;
  readonly #inner: Scorer;
  #hits = new Uint8Array(BLOCK_SIZE);

  constructor(inner: Scorer, score: number) {
    super();
    this.#inner = inner;
    this.cost = inner.cost;
    this.maxScore = score;
  }

  override nextBlock(block: DocBlock, from: number, minScore: number): boolean {
    block.length = 0;
    if (this.maxScore <= minScore) return false;
    if (!this.#inner.nextBlock(block, from, -1)) return false;
    block.scores.fill(this.maxScore, 0, block.length);
    return true;
  }

  override probe(docs: Int32Array, length: number, hits: Uint8Array, scores: Float64Array | null): void {
    if (scores === null) {
      this.#inner.probe(docs, length, hits, null);
      return;
    }
    if (this.#hits.length < length) this.#hits = new Uint8Array(length);
    const own = this.#hits;
    own.fill(0, 0, length);
    this.#inner.probe(docs, length, own, null);
    for (let i = 0; i < length; i++) {
      if (own[i] === 0) continue;
      hits[i] = 1;
      scores[i]! += this.maxScore;
    }
  }

  override accumulate(base: number, end: number, bits: Uint32Array, scores: Float64Array | null): void {
    if (scores === null) {
      this.#inner.accumulate(base, end, bits, null);
      return;
    }
    const own = new Uint32Array((end - base + 31) >>> 5);
    this.#inner.accumulate(base, end, own, null);
    for (let word = 0; word < own.length; word++) {
      let rest = own[word]!;
      bits[word]! |= rest;
      while (rest !== 0) {
        scores[(word << 5) + 31 - Math.clz32(rest & -rest)]! += this.maxScore;
        rest &= rest - 1;
      }
    }
  }

  override count(from: number, to: number): number {
    return this.#inner.count(from, to);
  }

  override stretch(doc: number): number {
    return this.#inner.stretch(doc);
  }
}

/** The same documents with their scores times a factor, as floats. */
export class ScaledScorer extends BlockScorer {
  readonly cost: number;
  readonly maxScore: number;
  readonly #inner: Scorer;
  readonly #factor: number;

  constructor(inner: Scorer, factor: number) {
    super();
    this.#inner = inner;
    this.#factor = factor;
    this.cost = inner.cost;
    this.maxScore = Math.fround(inner.maxScore * factor);
  }

  override boundOf(from: number, to: number): number {
    return Math.fround(this.#inner.boundOf(from, to) * this.#factor);
  }

  override nextBlock(block: DocBlock, from: number, minScore: number): boolean {
    const factor = this.#factor;
    const least = minScore > 0 && factor > 0 ? (minScore / factor) * (1 - 1e-6) : -1;
    if (!this.#inner.nextBlock(block, from, least)) return false;
    const { scores, length } = block;
    for (let i = 0; i < length; i++) scores[i]! *= factor;
    return true;
  }

  override count(from: number, to: number): number {
    return this.#inner.count(from, to);
  }

  override stretch(doc: number): number {
    return this.#inner.stretch(doc);
  }
}
