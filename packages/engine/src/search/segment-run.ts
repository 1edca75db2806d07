import type { MatchCounter } from '../query/match-counter.ts';
import { type DocBlock, NO_MINIMUM, type Scorer } from '../query/scorer.ts';
import type { PartsCollector, SegmentCollector } from '../segment/collector.ts';
import type { PartsCounter } from './count-matches.ts';
import type { PartDocs } from './part-docs.ts';

/** A segment that is being searched. */
export interface SegmentRun {
  readonly number: number;
  readonly scorer: Scorer;
  readonly collector: SegmentCollector | null;
  readonly postFilter: Scorer | null;
  /** The post filter matches nothing here. */
  readonly dropAll: boolean;
  /** The number of matches is not known beforehand. */
  readonly counting: boolean;
  /** Counts matches that the scorer leaves out; null where it gives all that are to be counted. */
  readonly counter: MatchCounter | null;
  readonly liveDocs: Uint32Array | null;
  /** The first document that was not looked at. */
  from: number;
  /** Where it is searched in parts: the end of the part, and its documents. */
  readonly part: { to: number; readonly docs: PartDocs } | null;
}

/** Looks for the next block above the minimum; `prune`: others need not be counted. */
export function nextOf(
  { scorer, part, counter, from }: SegmentRun,
  block: DocBlock,
  minScore: number,
  prune: boolean,
): boolean {
  if (counter !== null && !prune) return scorer.nextCounted!(block, from, minScore, counter);
  const least = prune ? minScore : NO_MINIMUM;
  return part === null
    ? scorer.nextBlock(block, from, least)
    : part.docs.nextBlock(block, from, part.to, least);
}

/** Leaves the live documents in the block. */
export function keepLive(block: DocBlock, live: Uint32Array): void {
  const { docs, scores, length } = block;
  let kept = 0;
  for (let i = 0; i < length; i++) {
    const doc = docs[i]!;
    if ((live[doc >>> 5]! & (1 << (doc & 31))) === 0) continue;
    docs[kept] = doc;
    scores[kept++] = scores[i]!;
  }
  block.length = kept;
}

/** Leaves the documents with at least this score in the block. */
export function keepScores(block: DocBlock, minScore: number): void {
  const { docs, scores, length } = block;
  let kept = 0;
  for (let i = 0; i < length; i++) {
    if (scores[i]! < minScore) continue;
    docs[kept] = docs[i]!;
    scores[kept++] = scores[i]!;
  }
  block.length = kept;
}

/** In `hits`: not 0 for those of the documents in the block that the filter lets pass. */
export function passingOf({ docs, length }: DocBlock, filter: Scorer, hits: Uint8Array): Uint8Array {
  hits.fill(0, 0, length);
  filter.probe(docs, length, hits, null);
  return hits;
}

/** Leaves the documents that pass in the block. */
export function keepPassing(block: DocBlock, passing: Uint8Array): void {
  const { docs, scores, length } = block;
  let kept = 0;
  for (let i = 0; i < length; i++) {
    if (passing[i] === 0) continue;
    docs[kept] = docs[i]!;
    scores[kept++] = scores[i]!;
  }
  block.length = kept;
}

/** Cuts the block before the first document that passes and for which there is no room; `passing`: null is all. */
export function cutAfter(
  block: DocBlock,
  room: number,
  passing: Uint8Array | null,
): { readonly count: number; readonly isCut: boolean } {
  const { length } = block;
  let count = 0;
  let end = 0;
  for (; end < length; end++) {
    if (passing !== null && passing[end] === 0) continue;
    if (count === room) break;
    count++;
  }
  block.length = end;
  return { count, isCut: end < length };
}

/** A segment of which this thread has parts. */
export interface OpenedSegment extends PartsCollector {
  /** null: no scorer has to find its documents. */
  readonly run: SegmentRun | null;
  /** Where nothing but their number is wanted. */
  readonly counter: PartsCounter | null;
}
