/** Where an iterator stands that has no further place in the document. */
export const NO_MORE_POSITIONS = 0x7fffffff;

/**
 * Places in the documents of one segment that something is found at. Moves by document; in one that it stands on, `begin` makes
 * those of the document ready, which are then gone through. A document may turn out to have none.
 */
export abstract class PositionIterator {
  /** Upper bound of the documents. */
  abstract readonly cost: number;
  /** -1 before the first move, NO_MORE_DOCS after the last one. */
  doc = -1;
  /** Of the place at hand: -1 before the first, NO_MORE_POSITIONS after the last. */
  start = -1;
  end = -1;

  /** Moves to the first document >= target that may have a place, and returns it. Stays where that is the one at hand. */
  abstract advance(target: number): number;

  /** Makes the places of the document at hand ready. Called once for a document. */
  abstract begin(): void;

  protected rewind(): void {
    this.start = -1;
    this.end = -1;
  }

  protected exhaust(): number {
    this.start = NO_MORE_POSITIONS;
    this.end = NO_MORE_POSITIONS;
    return NO_MORE_POSITIONS;
  }
}
