import { DocBlock, type Scorer } from '../query/scorer.ts';

/**
 * The documents of a scorer, part by part. A scorer gives what lies behind the end of a part together with what lies before
 * it: that is kept for the next part.
 */
export class PartDocs {
  readonly #scorer: Scorer;
  readonly #ahead = new DocBlock();
  #isAtEnd = false;

  constructor(scorer: Scorer) {
    this.#scorer = scorer;
  }

  /** As `Scorer.nextBlock`, of the documents in [from, to) alone; both never go back. */
  nextBlock(block: DocBlock, from: number, to: number, minScore: number): boolean {
    block.length = 0;
    if (this.#ahead.length > 0) {
      move(this.#ahead, block, from, to);
      if (block.length > 0) return true;
      if (this.#ahead.length > 0) return false;
    }
    if (this.#isAtEnd || from >= to) return false;
    if (!this.#scorer.nextBlock(block, from, minScore)) {
      this.#isAtEnd = true;
      return false;
    }
    if (block.length > 0 && (block.docs[0]! < from || block.docs[block.length - 1]! >= to)) {
      copy(block, this.#ahead);
      move(this.#ahead, block, from, to);
      return block.length > 0 || this.#ahead.length === 0;
    }
    return true;
  }
}

function copy(source: DocBlock, target: DocBlock): void {
  const { docs, scores, length } = source;
  target.docs.set(docs.subarray(0, length));
  target.scores.set(scores.subarray(0, length));
  target.length = length;
}

/** Moves the documents in [from, to), drops those before, and leaves those behind. */
function move(source: DocBlock, target: DocBlock, from: number, to: number): void {
  const { docs, scores, length } = source;
  let first = 0;
  while (first < length && docs[first]! < from) first++;
  let end = first;
  while (end < length && docs[end]! < to) end++;
  target.docs.set(docs.subarray(first, end));
  target.scores.set(scores.subarray(first, end));
  target.length = end - first;
  docs.copyWithin(0, end, length);
  scores.copyWithin(0, end, length);
  source.length = length - end;
}
