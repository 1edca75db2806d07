/**
 * Documents of one segment, one at a time and in two steps: first those that may match, then whether one does. A query
 * with a script in it is gone through so, since what a script is asked about decides whether the search fails: it is
 * Lucene's `TwoPhaseIterator` and `Scorer` in one.
 */
export interface DocCursor {
  /** Upper bound of the number of documents that it comes to. */
  readonly cost: number;
  /** How long it takes to ask it about a document; 0: all that it comes to match. */
  readonly matchCost: number;
  /** Where it stands: -1 at first, NO_MORE_DOCS at the end. */
  readonly doc: number;
  /** The first document from `target` on that may match; `target` is beyond where it stands. */
  advance(target: number): number;
  /** Of the document where it stands; asked once. */
  matches(): boolean;
  /** Of one that matches; asked once. */
  score(): number;
}

/** Goes on to the first document from `target` on that matches. */
export function advanceToMatch(cursor: DocCursor, target: number, end: number): number {
  let doc = cursor.advance(target);
  while (doc < end && !cursor.matches()) doc = cursor.advance(doc + 1);
  return doc;
}
