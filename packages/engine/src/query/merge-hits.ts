import { NO_MORE_DOCS } from '../segment/doc-iterator.ts';
import type { WindowHits } from './window-hits.ts';

/**
 * The documents of two lists, with the sum of their scores. Which of two documents comes first nothing could foretell, so there is no
 * branch for it: -1 where it is that of a list, and 0 where not, makes a place of the list, or that of the 0 before it.
 */
export function mergeSums(a: WindowHits, b: WindowHits, out: WindowHits): void {
  const { docs: aDocs, padded: aScores } = a;
  const { docs: bDocs, padded: bScores } = b;
  const { docs, scores } = out;
  const all = a.length + b.length;
  aDocs[a.length] = NO_MORE_DOCS;
  bDocs[b.length] = NO_MORE_DOCS;
  let length = 0;
  for (let i = 0, j = 0; i + j < all; length++) {
    const aDoc = aDocs[i]!;
    const bDoc = bDocs[j]!;
    const ofA = (aDoc - bDoc - 1) >> 31;
    const ofB = (bDoc - aDoc - 1) >> 31;
    docs[length] = bDoc ^ ((aDoc ^ bDoc) & ofA);
    scores[length] = aScores[(i + 1) & ofA]! + bScores[(j + 1) & ofB]!;
    i -= ofA;
    j -= ofB;
  }
  out.length = length;
}

/** The same with the better of their scores. */
export function mergeBest(a: WindowHits, b: WindowHits, out: WindowHits): void {
  const { docs: aDocs, padded: aScores } = a;
  const { docs: bDocs, padded: bScores } = b;
  const { docs, scores } = out;
  const all = a.length + b.length;
  aDocs[a.length] = NO_MORE_DOCS;
  bDocs[b.length] = NO_MORE_DOCS;
  let length = 0;
  for (let i = 0, j = 0; i + j < all; length++) {
    const aDoc = aDocs[i]!;
    const bDoc = bDocs[j]!;
    const ofA = (aDoc - bDoc - 1) >> 31;
    const ofB = (bDoc - aDoc - 1) >> 31;
    docs[length] = bDoc ^ ((aDoc ^ bDoc) & ofA);
    scores[length] = Math.max(aScores[(i + 1) & ofA]!, bScores[(j + 1) & ofB]!);
    i -= ofA;
    j -= ofB;
  }
  out.length = length;
}
