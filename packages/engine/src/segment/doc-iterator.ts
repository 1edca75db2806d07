/** After the last document. */
export const NO_MORE_DOCS = 0x7fffffff;

/** Documents per block of postings and of collected hits. */
export const BLOCK_SIZE = 128;

/**
 * Ascending documents of one segment. `docId()` is -1 before the first move and NO_MORE_DOCS after the end, where
 * further moves stay. `advance(target)` moves to the first document >= target (target must be > docId()).
 */
export interface DocIterator {
  /** Upper bound of the documents that are left. */
  readonly cost: number;
  docId(): number;
  nextDoc(): number;
  advance(target: number): number;
  /**
   * Sets the bit of every document in [docId(), upTo), bit `doc - base`, and stands on the first document >= upTo.
   * Must be called with docId() >= base; if docId() is -1 it moves first.
   */
  intoBitSet(upTo: number, bits: Uint32Array, base: number): void;
}
