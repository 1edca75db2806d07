import { NO_MORE_DOCS } from '../../segment/doc-iterator.ts';
import { DocBlock, type Scorer } from '../scorer.ts';
import type { DocCursor } from './doc-cursor.ts';

/** What OpenSearch takes it for that a script is asked about a document: more than anything that an index knows of it. */
const SCRIPT_COST = 1000;

/** All documents, about each of which a scorer that is slow is asked. */
export class ScriptCursor implements DocCursor {
  readonly cost: number;
  readonly matchCost = SCRIPT_COST;
  doc = -1;
  readonly #scorer: Scorer;
  readonly #score: number;
  readonly #asked = new Int32Array(1);
  readonly #hits = new Uint8Array(1);

  constructor(scorer: Scorer, score: number) {
    this.#scorer = scorer;
    this.#score = score;
    this.cost = scorer.cost;
  }

  advance(target: number): number {
    this.doc = target < this.cost ? target : NO_MORE_DOCS;
    return this.doc;
  }

  matches(): boolean {
    this.#asked[0] = this.doc;
    this.#hits[0] = 0;
    this.#scorer.probe(this.#asked, 1, this.#hits, null);
    return this.#hits[0] === 1;
  }

  score(): number {
    return this.#score;
  }
}

/** Puts the score of a document in its place, or leaves out the document: what a `NarrowingScorer` does. */
interface Narrowing {
  narrow(block: DocBlock): void;
}

/** The documents of another cursor with scores that take long to work out, and may leave out some. */
export class NarrowedCursor implements DocCursor {
  readonly matchCost: number;
  readonly #inner: DocCursor;
  readonly #narrowing: Narrowing;
  readonly #block = new DocBlock();
  readonly #leavesOut: boolean;

  /** `leavesOut`: a document may not match for its score. */
  constructor(inner: DocCursor, narrowing: Narrowing, leavesOut: boolean) {
    this.#inner = inner;
    this.#narrowing = narrowing;
    this.#leavesOut = leavesOut;
    this.matchCost = inner.matchCost + (leavesOut ? SCRIPT_COST : 0);
  }

  get cost(): number {
    return this.#inner.cost;
  }

  get doc(): number {
    return this.#inner.doc;
  }

  advance(target: number): number {
    return this.#inner.advance(target);
  }

  matches(): boolean {
    if (!this.#inner.matches()) return false;
    return !this.#leavesOut || this.#narrowed();
  }

  score(): number {
    if (!this.#leavesOut) this.#narrowed();
    return this.#block.scores[0]!;
  }

  #narrowed(): boolean {
    const block = this.#block;
    block.docs[0] = this.doc;
    block.scores[0] = this.#inner.score();
    block.length = 1;
    this.#narrowing.narrow(block);
    return block.length === 1;
  }
}
