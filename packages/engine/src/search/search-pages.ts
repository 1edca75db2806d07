import { type KeptDocs, TopScores } from '../collect/top-scores.ts';
import { TopSorted } from '../collect/top-sorted.ts';
import type { DocBlock } from '../query/scorer.ts';
import type { SortSetup } from './nested-sort.ts';
import { offer } from './partial-result.ts';
import type { TopHits } from './query-phase.ts';
import type { DocPlace } from './search-api.ts';
import { type SegmentTarget, type ShardTarget, segmentTargets } from './shard-target.ts';
import { bindSort, type SortStart } from './sort-keys.ts';
import type { SortSpec } from './sort-request.ts';

/** The values by which a document is sorted, for a search that goes on behind it. */
export function pageStart(
  sort: readonly SortSpec[],
  { segment, doc, score }: DocPlace,
  shards: readonly ShardTarget[],
  setup: SortSetup,
): SortStart {
  const target = segmentTargets(shards)[segment]!;
  const { keys } = bindSort(sort, null, 1, shards, setup);
  const top = new TopSorted(1, keys, null);
  top.setSegment(segment, target.segment, target.docBase);
  top.collect(Int32Array.of(doc), Float32Array.of(score), 1);
  return { exact: top.sorted()[0]!.values };
}

/** The documents of a page that are known already, sorted as if they had been found. */
export function takeDocs(top: TopHits, docs: KeptDocs, targets: readonly SegmentTarget[]): TopHits {
  if (top === null) return null;
  offer([docs], (place, found, scores) => {
    if (top instanceof TopScores) top.collect(place, found, scores, found.length);
    else {
      const { segment, docBase } = targets[place]!;
      top.setSegment(place, segment, docBase);
      top.collect(found, scores, found.length);
    }
  });
  return top;
}

/** Leaves the documents in the block that come after a place in the order of scores. */
export function keepAfter(block: DocBlock, segment: number, after: DocPlace): void {
  const { docs, scores, length } = block;
  const isBehind = segment > after.segment;
  const from = segment === after.segment ? after.doc : Number.POSITIVE_INFINITY;
  let kept = 0;
  for (let i = 0; i < length; i++) {
    const score = scores[i]!;
    if (score > after.score || (score === after.score && !isBehind && docs[i]! <= from)) continue;
    docs[kept] = docs[i]!;
    scores[kept++] = score;
  }
  block.length = kept;
}

/** Of each segment the last one, in their order. */
export function lastPlaces(places: readonly DocPlace[]): DocPlace[] {
  const seen = new Set<number>();
  const lasts: DocPlace[] = [];
  for (let i = places.length - 1; i >= 0; i--) {
    const { segment, doc, score } = places[i]!;
    if (seen.has(segment)) continue;
    seen.add(segment);
    lasts.push({ segment, doc, score });
  }
  return lasts.reverse();
}
