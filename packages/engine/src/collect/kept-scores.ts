/** A document found: `segment` counts through all segments of the search, in the order of shards. */
export interface ScoredDoc {
  readonly segment: number;
  readonly doc: number;
  readonly score: number;
}

/** Documents that are kept, one after the other. Plain data. */
export interface KeptDocs {
  readonly segments: Int32Array<ArrayBuffer>;
  readonly docs: Int32Array<ArrayBuffer>;
  readonly scores: Float32Array<ArrayBuffer>;
}

export interface ScorePage {
  readonly shown: ScoredDoc[];
  /** Those behind the page, where there are some, best first. */
  readonly ahead: KeptDocs | null;
}

/**
 * The best documents by score; of equal scores those that come first. Documents must be offered in the order
 * of segments and documents, so one that only equals the worst kept is never taken.
 */
export interface KeptScores {
  /** How many are kept at most. */
  readonly capacity: number;
  /** A document must score above this to be taken; -1 as long as there is room. */
  readonly minScore: number;
  /** How many are kept. */
  readonly size: number;
  /** Of those kept; NaN where there are none. */
  readonly maxScore: number;
  collect(segment: number, docs: Int32Array, scores: Float32Array, length: number): void;
  /** Those kept, in the order of segments and documents. */
  kept(): KeptDocs;
  /** Those after the first `from`, best first, `size` of them. Empties it, and nothing can be added any more. */
  page(from: number, size: number): ScorePage;
}
