import type { WorkBudget } from '../budget/work-budget.ts';
import type { Postings } from '../segment/postings.ts';
import { bm25, NO_NORM } from './bm25.ts';
import { LOOKED_UP_MASK, PhraseLead, POSITIONS_PER_STEP } from './phrase-lead.ts';
import { exactPhraseFreq, type PhraseTerm } from './phrase-matcher.ts';
import { BlockScorer, type DocBlock } from './scorer.ts';

/** Below every position that can be asked for. */
const BEFORE_ALL = -0x80000000;

/** Two terms of one field and of more than one document each, rarest first, and how far the other stands behind it in the phrase. */
export interface ExactPair {
  readonly lead: Postings;
  readonly other: Postings;
  readonly distance: number;
}

/** The bits of a difference of `width` bits. */
function maskOf(width: number): number {
  return width === 32 ? -1 : (1 << width) - 1;
}

/**
 * The 32 bits from bit `bit` behind word `offset` on. Two words are read without asking whether one would do, which
 * nothing could foretell; so the caller sees to it that there is a word behind.
 */
function bitsAt(words: Uint32Array, offset: number, bit: number): number {
  const word = offset + (bit >>> 5);
  const shift = bit & 31;
  // By 1 and by the rest: by 32 at once would be by 0.
  return (words[word]! >>> shift) | ((words[word + 1]! << 1) << (31 - shift));
}

/** The positions of a document as a list. */
function termOf(postings: Postings, i: number, offset: number): PhraseTerm {
  const positions = postings.positionsAt(i, new Int32Array(0));
  return { offset, isUnion: false, positions, length: postings.freqs[i]! };
}

/**
 * How often a position of `rights` (document j of its loaded block) stands `distance` behind one of `lefts` (document
 * i); not counted beyond `most`. Positions are compared as they are unpacked, none is kept.
 */
function pairFreq(
  lefts: Postings,
  i: number,
  rights: Postings,
  j: number,
  distance: number,
  most: number,
): number {
  const { positionWords: words, positionWidth: width, positionOffset: offset } = lefts;
  const { positionWidth: otherWidth, positionOffset: otherOffset } = rights;
  const mask = maskOf(width);
  const otherMask = maskOf(otherWidth);
  let bit = lefts.positionStart(i) * width;
  let otherBit = rights.positionStart(j) * otherWidth;
  let remaining = rights.freqs[j]!;
  const lastWord = Math.max(
    offset + ((bit + lefts.freqs[i]! * width) >>> 5),
    otherOffset + ((otherBit + remaining * otherWidth) >>> 5),
  );
  // Behind the last positions of a segment no word stands.
  if (lastWord + 1 >= words.length)
    return exactPhraseFreq([termOf(lefts, i, 0), termOf(rights, j, distance)], most);
  let wanted = distance;
  let sum = 0;
  let right = BEFORE_ALL;
  let freq = 0;
  for (let n = lefts.freqs[i]!; n > 0; n--, bit += width) {
    wanted = (wanted + (bitsAt(words, offset, bit) & mask)) | 0;
    while (right < wanted) {
      if (remaining-- === 0) return freq;
      sum = (sum + (bitsAt(words, otherOffset, otherBit) & otherMask)) | 0;
      otherBit += otherWidth;
      right = sum;
    }
    if (right === wanted && ++freq >= most) return freq;
  }
  return freq;
}

/**
 * Documents in which two terms stand one behind the other, as most phrases have it: what `PhraseScorer` does for any
 * phrase, without an object or a list of positions per term.
 */
export class ExactPairScorer extends BlockScorer {
  readonly cost: number;
  readonly maxScore: number;
  readonly #lead: PhraseLead;
  readonly #other: Postings;
  readonly #distance: number;
  readonly #weight: number;
  readonly #inverses: Float32Array;
  readonly #norms: Uint8Array | null;
  readonly #budget: WorkBudget;
  /** Last document of the other term's loaded block, and the place in that block. */
  #last = -1;
  #index = 0;
  #ended = false;

  constructor(
    pair: ExactPair,
    weight: number,
    inverses: Float32Array,
    norms: Uint8Array | null,
    budget: WorkBudget,
  ) {
    super();
    this.#lead = new PhraseLead(pair.lead, weight, inverses, norms, budget);
    this.#other = pair.other;
    this.#distance = pair.distance;
    this.#weight = weight;
    this.#inverses = inverses;
    this.#norms = norms;
    this.#budget = budget;
    this.cost = pair.lead.docFreq;
    this.maxScore = weight;
  }

  override nextBlock(block: DocBlock, from: number, minScore: number): boolean {
    this.#budget.charge(1);
    block.length = 0;
    if (this.#ended || this.maxScore <= minScore || !this.#lead.load(from, minScore)) return false;
    const lead = this.#lead.postings;
    const other = this.#other;
    const { docs: others } = other;
    const { docs, length } = lead;
    let j = this.#index;
    for (let i = 0; i < length; i++) {
      const doc = docs[i]!;
      if (doc < from) continue;
      if ((i & LOOKED_UP_MASK) === 0) this.#budget.charge(1);
      if (doc > this.#last) {
        if (!other.seekBlock(doc)) {
          this.#ended = true;
          break;
        }
        this.#last = others[other.length - 1]!;
        j = 0;
      }
      while (j + 16 < other.length && others[j + 16]! < doc) j += 16;
      while (others[j]! < doc) j++;
      if (others[j] === doc) this.#score(block, doc, i, j, minScore);
    }
    this.#index = j;
    return true;
  }

  /** The document at place `i` of the lead's block and at place `j` of the other's. */
  #score(block: DocBlock, doc: number, i: number, j: number, minScore: number): void {
    const lead = this.#lead.postings;
    const other = this.#other;
    lead.loadFreqs();
    other.loadFreqs();
    const left = lead.freqs[i]!;
    const right = other.freqs[j]!;
    const inverse = this.#inverses[this.#norms === null ? NO_NORM : this.#norms[doc]!]!;
    if (minScore >= 0 && bm25(this.#weight, Math.min(left, right), inverse) <= minScore) return;
    this.#budget.charge(1 + ((left + right) >>> POSITIONS_PER_STEP));
    // Without a weight it only matters whether it matches.
    const most = this.#weight === 0 ? 1 : 0x7fffffff;
    const freq = pairFreq(lead, i, other, j, this.#distance, most);
    if (freq === 0) return;
    block.docs[block.length] = doc;
    block.scores[block.length++] = bm25(this.#weight, freq, inverse);
  }
}
