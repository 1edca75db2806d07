import type { DocPlace } from './hit-scores.ts';

/** Finds what is shown with hits. */
export interface HitDocs {
  /** Appends the places of the documents that may be shown with a hit, ascending; false: nothing is, not even that there is none. */
  add(hit: DocPlace, into: DocPlace[]): boolean;
}
