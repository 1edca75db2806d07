import { BLOCK_SIZE } from '../segment/doc-iterator.ts';
import type { Postings } from '../segment/postings.ts';
import { bm25 } from './bm25.ts';
import { PostingsScorer } from './constant-scorer.ts';
import { exactPhraseFreq, type PhraseTerm, sloppyPhraseFreq } from './phrase-matcher.ts';
import { BlockScorer, DocBlock } from './scorer.ts';

/** The norm of a field without norms: a length of 1. */
const NO_NORM = 1;

/** One term of a phrase: two passes over its postings, one for documents and one for positions. */
export interface PhrasePart {
  readonly documents: Postings;
  readonly positions: Postings;
  readonly offset: number;
  /** Equal for equal terms. */
  readonly group: number;
}

interface Part extends PhraseTerm {
  readonly postings: Postings;
  readonly group: number;
}

/**
 * Documents in which the terms of a phrase stand together. First the documents that have all terms, by block; then,
 * for those that can still score enough, the positions.
 */
export class PhraseScorer extends BlockScorer {
  readonly cost: number;
  readonly maxScore: number;
  readonly #lead: PostingsScorer;
  readonly #others: readonly PostingsScorer[];
  readonly #parts: readonly Part[];
  readonly #groups: readonly number[];
  readonly #repeats: boolean;
  readonly #slop: number;
  readonly #weight: number;
  readonly #inverses: Float32Array;
  readonly #norms: Uint8Array | null;
  readonly #inner = new DocBlock();
  readonly #hits = new Uint8Array(BLOCK_SIZE);

  constructor(
    parts: readonly PhrasePart[],
    slop: number,
    weight: number,
    inverses: Float32Array,
    norms: Uint8Array | null,
  ) {
    super();
    const byCost = parts.map((part) => part.documents).sort((a, b) => a.docFreq - b.docFreq);
    this.#lead = new PostingsScorer(byCost[0]!, 0);
    this.#others = byCost.slice(1).map((postings) => new PostingsScorer(postings, 0));
    this.#parts = parts.map(({ positions, offset, group }) => {
      return { postings: positions, offset, group, positions: new Int32Array(16), length: 0 };
    });
    this.#groups = parts.map((part) => part.group);
    this.#repeats = new Set(this.#groups).size < parts.length;
    this.#slop = slop;
    this.#weight = weight;
    this.#inverses = inverses;
    this.#norms = norms;
    this.cost = this.#lead.cost;
    this.maxScore = weight;
  }

  override nextBlock(block: DocBlock, from: number, minScore: number): boolean {
    block.length = 0;
    if (this.maxScore <= minScore) return false;
    const inner = this.#inner;
    if (!this.#lead.nextBlock(inner, from, -1)) return false;
    const length = this.#intersect(inner);
    for (let i = 0; i < length; i++) {
      const doc = inner.docs[i]!;
      const norm = this.#norms === null ? NO_NORM : this.#norms[doc]!;
      const inverse = this.#inverses[norm]!;
      const most = this.#moveTo(doc);
      if (minScore >= 0 && bm25(this.#weight, most, inverse) <= minScore) continue;
      const freq = this.#freq();
      if (freq === 0) continue;
      block.docs[block.length] = doc;
      block.scores[block.length++] = bm25(this.#weight, freq, inverse);
    }
    return true;
  }

  /** Keeps the documents of the block that have every term. */
  #intersect(inner: DocBlock): number {
    const hits = this.#hits;
    const { docs } = inner;
    let { length } = inner;
    for (const other of this.#others) {
      if (length === 0) return 0;
      hits.fill(0, 0, length);
      other.probe(docs, length, hits, null);
      let kept = 0;
      for (let i = 0; i < length; i++) if (hits[i] === 1) docs[kept++] = docs[i]!;
      length = kept;
    }
    return length;
  }

  /** Puts every term on the document; returns the most matches there can be in it. */
  #moveTo(doc: number): number {
    let least = Number.POSITIVE_INFINITY;
    let sum = 0;
    for (const part of this.#parts) {
      const { postings } = part;
      if (postings.docId() < doc) postings.advance(doc);
      part.length = postings.freq();
      sum += part.length;
      if (part.length < least) least = part.length;
    }
    // A sloppy phrase may count one word in several matches.
    return this.#slop === 0 ? least : sum;
  }

  #freq(): number {
    for (const part of this.#parts) part.positions = part.postings.positions(part.positions);
    if (this.#slop > 0) return sloppyPhraseFreq(this.#parts, this.#groups, this.#slop);
    return exactPhraseFreq(this.#repeats ? this.#parts : rarestFirst(this.#parts));
  }
}

/** The term with the fewest positions leads. */
function rarestFirst(parts: readonly Part[]): readonly Part[] {
  let least = parts[0]!;
  for (const part of parts) if (part.length < least.length) least = part;
  return least === parts[0] ? parts : [least, ...parts.filter((part) => part !== least)];
}
