import type { WorkBudget } from '../budget/work-budget.ts';
import type { Postings } from '../segment/postings.ts';
import { bm25, NO_NORM } from './bm25.ts';
import { LOOKED_UP_MASK, PhraseLead, POSITIONS_PER_STEP } from './phrase-lead.ts';
import { exactPhraseFreq, type PhraseTerm, sloppyPhraseFreq } from './phrase-matcher.ts';
import { BlockScorer, type DocBlock, NO_MINIMUM } from './scorer.ts';
import { type PhrasePostings, UnionPostings } from './union-postings.ts';

/** One term of a phrase. */
export interface PhrasePart {
  readonly postings: Postings | UnionPostings;
  readonly offset: number;
  /** Equal for equal terms. */
  readonly group: number;
}

/** A term on its way through the documents, by block. */
class Cursor implements PhraseTerm {
  readonly postings: Postings | UnionPostings;
  readonly offset: number;
  readonly isUnion: boolean;
  positions: Int32Array = new Int32Array(16);
  length = 0;
  /** Of the document at hand in the loaded block. */
  index = 0;
  #last = -1;
  #freqsOf = -1;

  constructor(part: PhrasePart) {
    this.postings = part.postings;
    this.offset = part.offset;
    this.isUnion = part.postings instanceof UnionPostings;
  }

  /**
   * Stands on the document afterwards where it has the term; 0 = it has not, 1 = it has, -1 = no more
   * documents.
   */
  find(doc: number): number {
    const { postings } = this;
    if (doc > this.#last) {
      if (!postings.seekBlock(doc)) return -1;
      this.#last = postings.docs[postings.length - 1]!;
      this.index = 0;
    }
    const { docs, length } = postings;
    let i = this.index;
    while (i + 16 < length && docs[i + 16]! < doc) i += 16;
    while (docs[i]! < doc) i++;
    this.index = i;
    return docs[i] === doc ? 1 : 0;
  }

  /** Of the lead, which is moved by block: the loaded block is a new one. */
  standAtStart(): void {
    this.#last = this.postings.docs[this.postings.length - 1]!;
    this.index = 0;
  }

  /** Frequency in the document at hand. */
  readFreq(): number {
    if (this.#freqsOf !== this.postings.block) {
      this.postings.loadFreqs();
      this.#freqsOf = this.postings.block;
    }
    this.length = this.postings.freqs[this.index]!;
    return this.length;
  }

  readPositions(): void {
    const { postings, index } = this;
    const target = this.positions;
    const positions = postings.positionsAt(index, target);
    // Mostly the same.
    if (positions !== target) this.positions = positions;
  }
}

/** A union is told its documents one by one, and leads where there is nothing else. */
function costOf({ postings }: { readonly postings: PhrasePostings }): number {
  return postings instanceof UnionPostings ? Number.POSITIVE_INFINITY : postings.docFreq;
}

/** What brings the documents in which the others are looked for. */
interface Lead {
  readonly postings: PhrasePostings;
  /** The next block with a document >= `from` that can score above `minScore`; false at the end. */
  load(from: number, minScore: number): boolean;
}

class UnionLead implements Lead {
  readonly postings: UnionPostings;

  constructor(postings: UnionPostings) {
    this.postings = postings;
  }

  load(from: number): boolean {
    return this.postings.seekBlock(Math.max(from, this.postings.docs[0]! + 1));
  }
}

/**
 * Documents in which the terms of a phrase stand together. The rarest term leads by block; the positions of a
 * document are read only when all terms are in it and it can still score enough.
 */
export class PhraseScorer extends BlockScorer {
  readonly cost: number;
  readonly maxScore: number;
  /** In the order of the phrase. */
  readonly #terms: readonly Cursor[];
  /** Rarest first, unions behind them. */
  readonly #byCost: readonly Cursor[];
  readonly #lead: Lead;
  readonly #groups: readonly number[];
  readonly #slop: number;
  readonly #weight: number;
  readonly #inverses: Float32Array;
  readonly #norms: Uint8Array | null;
  readonly #repeats: boolean;
  /** A sloppy phrase may count one word in several matches, and a first place several words that stand at one. */
  readonly #countsMore: boolean;
  readonly #budget: WorkBudget;
  #ended = false;
  /** Of all terms in the document at hand. */
  #positions = 0;

  constructor(
    parts: readonly PhrasePart[],
    slop: number,
    weight: number,
    inverses: Float32Array,
    norms: Uint8Array | null,
    budget: WorkBudget,
  ) {
    super();
    this.#budget = budget;
    this.#terms = parts.map((part) => new Cursor(part));
    this.#byCost = [...this.#terms].sort((a, b) => costOf(a) - costOf(b));
    const { postings } = this.#byCost[0]!;
    this.#lead =
      postings instanceof UnionPostings
        ? new UnionLead(postings)
        : new PhraseLead(postings, weight, inverses, norms, budget);
    this.#groups = parts.map((part) => part.group);
    this.#repeats = new Set(this.#groups).size < parts.length;
    this.#countsMore = slop > 0 || this.#terms[0]!.isUnion;
    this.#slop = slop;
    this.#weight = weight;
    this.#inverses = inverses;
    this.#norms = norms;
    this.cost = this.#byCost[0]!.postings.docFreq;
    this.maxScore = weight;
  }

  override nextBlock(block: DocBlock, from: number, minScore: number): boolean {
    this.#budget.charge(1);
    block.length = 0;
    const lead = this.#byCost[0]!;
    if (this.#ended || this.maxScore <= minScore) return false;
    if (!this.#lead.load(from, this.#countsMore ? NO_MINIMUM : minScore)) return false;
    const { docs, length } = this.#lead.postings;
    lead.standAtStart();
    for (let i = 0; i < length; i++) {
      const doc = docs[i]!;
      if (doc < from) continue;
      lead.index = i;
      if ((i & LOOKED_UP_MASK) === 0) this.#budget.charge(1);
      const found = this.#findOthers(doc);
      if (found < 0) {
        this.#ended = true;
        break;
      }
      if (found === 1) this.#score(block, doc, minScore);
    }
    return true;
  }

  /** How often the phrase is in a document; 0 where only its words are, -1 where they are not. Of a scorer that is used for nothing else, once. */
  freqIn(doc: number): number {
    const lead = this.#byCost[0]!;
    if (lead.find(doc) !== 1 || this.#findOthers(doc) !== 1) return -1;
    this.#mostMatches();
    return this.#freq();
  }

  #findOthers(doc: number): number {
    for (let k = 1; k < this.#byCost.length; k++) {
      const found = this.#byCost[k]!.find(doc);
      if (found !== 1) return found;
    }
    return 1;
  }

  #score(block: DocBlock, doc: number, minScore: number): void {
    const norm = this.#norms === null ? NO_NORM : this.#norms[doc]!;
    const inverse = this.#inverses[norm]!;
    const most = this.#mostMatches();
    if (minScore >= 0 && bm25(this.#weight, most, inverse) <= minScore) return;
    // Each position is read and stepped over, in a sloppy phrase one at a time.
    this.#budget.charge(1 + (this.#positions >>> POSITIONS_PER_STEP));
    const freq = this.#freq();
    if (freq === 0) return;
    block.docs[block.length] = doc;
    block.scores[block.length++] = bm25(this.#weight, freq, inverse);
  }

  /** The most matches that there can be in the document at hand. */
  #mostMatches(): number {
    let least = 0x7fffffff;
    let sum = 0;
    const terms = this.#terms;
    for (let t = 0; t < terms.length; t++) {
      const freq = terms[t]!.readFreq();
      sum += freq;
      if (freq < least) least = freq;
    }
    this.#positions = sum;
    return this.#countsMore ? sum : least;
  }

  #freq(): number {
    const terms = this.#terms;
    for (let t = 0; t < terms.length; t++) terms[t]!.readPositions();
    if (this.#slop > 0) return sloppyPhraseFreq(this.#terms, this.#groups, this.#slop);
    // Without a weight it only matters whether it matches.
    const most = this.#weight === 0 ? 1 : Number.POSITIVE_INFINITY;
    return exactPhraseFreq(this.#repeats || this.#countsMore ? this.#terms : this.#byCost, most);
  }
}
