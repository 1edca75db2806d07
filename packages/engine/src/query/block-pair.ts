import { BLOCK_SIZE } from '../segment/doc-iterator.ts';
import type { Postings } from '../segment/postings.ts';

/** Documents a block may reach over to have a place for each of them: of rarer terms few are looked up. */
const SPAN = 4096;

/** To give each document of a block its place takes as long as to look for so many. */
const WORTH_PLACES = 10;

/** The place of a document in the block at hand, by its distance from the block's first. What other blocks left is found out where it is used. */
const places = new Uint8Array(SPAN);

/** The documents that a block of each of two terms have in common, by their places in both; of one call until the next. */
export class BlockPair {
  readonly lefts = new Uint8Array(BLOCK_SIZE);
  readonly rights = new Uint8Array(BLOCK_SIZE);
  /** Of whatever the two make of each document. */
  readonly freqs = new Int32Array(BLOCK_SIZE);
  length = 0;

  /** Those at [from, to) of the loaded block of `left` that the loaded one of `right` has as well; it reaches to the last of them. */
  intersect(left: Postings, from: number, to: number, right: Postings): void {
    const others = right.docs;
    const span = others[right.length - 1]! - others[0]!;
    // Behind the last document of one that is not stand others of before, to which what was left in `places` may lead.
    const isFull = right.length === BLOCK_SIZE;
    if (to - from >= WORTH_PLACES && isFull && span < SPAN) this.#byPlace(left.docs, from, to, others);
    else this.#bySearch(left.docs, from, to, others, right.length);
  }

  /** Without a branch that nothing could foretell. */
  #byPlace(docs: Int32Array, from: number, to: number, others: Int32Array): void {
    const { lefts, rights } = this;
    const first = others[0]!;
    for (let j = 0; j < BLOCK_SIZE; j++) places[others[j]! - first] = j;
    let start = from;
    while (start < to && docs[start]! < first) start++;
    let length = 0;
    for (let i = start; i < to; i++) {
      const doc = docs[i]!;
      const j = places[doc - first]! & (BLOCK_SIZE - 1);
      lefts[length] = i;
      rights[length] = j;
      // One more where the two are the same: of what is not negative 0 alone is that after 1 is taken away.
      length += ((others[j]! ^ doc) - 1) >>> 31;
    }
    this.length = length;
  }

  #bySearch(docs: Int32Array, from: number, to: number, others: Int32Array, count: number): void {
    const { lefts, rights } = this;
    let length = 0;
    let j = 0;
    for (let i = from; i < to; i++) {
      const doc = docs[i]!;
      while (j + 16 < count && others[j + 16]! < doc) j += 16;
      while (others[j]! < doc) j++;
      if (others[j] !== doc) continue;
      lefts[length] = i;
      rights[length++] = j;
    }
    this.length = length;
  }
}
