import type { DocIterator } from './doc-iterator.ts';

/**
 * The documents of one term, in blocks of 128. As a DocIterator it moves by document; scorers that want speed read
 * `docs`/`freqs` of a loaded block and move by block. Both ways share one cursor and must not be mixed between
 * `nextBlock` calls. One object per term and query; make another for a second pass.
 */
export interface Postings extends DocIterator {
  readonly docFreq: number;
  /** Documents of the loaded block, ascending; valid up to `length`. */
  readonly docs: Int32Array;
  /** Term frequencies beside `docs`; valid after `loadFreqs()`; all 1 where the field has none. */
  readonly freqs: Int32Array;
  length: number;
  /** Loads the next block; false at the end, then `length` is 0. */
  nextBlock(): boolean;
  /** Loads the first block whose last document is >= target; stays where the loaded one is; false at the end. */
  seekBlock(target: number): boolean;
  loadFreqs(): void;
  /** Frequency at docId(), when moved by document. */
  freq(): number;
  /** Index of the loaded block (-1 before), and what is known of each without loading it. */
  block: number;
  readonly blockCount: number;
  lastDocOf(block: number): number;
  /** Highest frequency and lowest norm byte (as unsigned) of a block: an upper bound for any similarity like BM25. */
  maxFreqOf(block: number): number;
  minNormOf(block: number): number;
  /** First block at or after the loaded one whose last document is >= target; blockCount at the end. Loads nothing. */
  findBlock(target: number): number;
  /** Positions of the document at index i of the loaded block (ascending) into `target`, which grows by being replaced: returns it. Length = freqs[i]. */
  positionsAt(i: number, target: Int32Array): Int32Array;
  /**
   * The positions of the loaded block as they stand in the segment: differences of `positionWidth` bits each, packed
   * in `positionWords` from word `positionOffset` on, as many of each document as its frequency says. Only of terms of
   * more than one document.
   */
  readonly positionWords: Uint32Array;
  readonly positionWidth: number;
  readonly positionOffset: number;
  /** Another cursor over the term, at its beginning. */
  again(): Postings;
  /** Positions at docId(), when moved by document. */
  positions(target: Int32Array): Int32Array;
}
