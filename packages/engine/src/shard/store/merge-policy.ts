import type { ShardSettings } from '../index/shard-settings.ts';

/** What the policy looks at, one entry per segment, oldest first. */
export interface MergeCandidate {
  readonly sizeInBytes: number;
  readonly maxDoc: number;
  readonly deletedDocs: number;
  /** It is merged already, or is about to be: no other merge may have it. */
  readonly merging?: boolean;
}

/** Neighbouring segments [from, to) to be merged into one. */
export interface MergeRange {
  readonly from: number;
  readonly to: number;
}

type PolicySettings = Pick<
  ShardSettings,
  'segmentsPerTier' | 'maxMergedSegmentBytes' | 'floorSegmentBytes' | 'deletesPctAllowed'
>;

/** Segments merge when this many neighbours are of about one size. */
const MERGE_FACTOR_MIN = 2;
/** Sizes within this power of the tier's factor count as one level (Lucene's LogMergePolicy). */
const LEVEL_SPAN = 0.75;

/**
 * The next merge of segments that do not merge already, or undefined. Levels by the logarithm of the size, as Lucene's LogByteSizeMergePolicy: only
 * neighbours merge, so documents keep the order in which they came, and ties in a search stay stable.
 */
export function findMerge(
  segments: readonly MergeCandidate[],
  settings: PolicySettings,
): MergeRange | undefined {
  const factor = Math.max(MERGE_FACTOR_MIN, Math.floor(settings.segmentsPerTier));
  return findTier(segments, settings, factor) ?? findDeletes(segments, settings);
}

/**
 * For force merge to at most `maxNumSegments`: the cheapest run of neighbours; undefined when nothing is left
 * to do.
 */
export function findForcedMerge(
  segments: readonly MergeCandidate[],
  maxNumSegments: number,
): MergeRange | undefined {
  const excess = segments.length - maxNumSegments;
  if (excess <= 0) {
    const single = maxNumSegments === 1 && segments.length === 1 && segments[0]!.deletedDocs > 0;
    return single ? { from: 0, to: 1 } : undefined;
  }
  let best: MergeRange | undefined;
  let bestBytes = Number.POSITIVE_INFINITY;
  for (let from = 0; from + excess < segments.length; from++) {
    let bytes = 0;
    for (let i = from; i <= from + excess; i++) bytes += liveBytes(segments[i]!);
    if (bytes < bestBytes) {
      bestBytes = bytes;
      best = { from, to: from + excess + 1 };
    }
  }
  return best;
}

/** For `only_expunge_deletes`: a segment with more deleted documents than the share allows (percent). */
export function findExpunge(segments: readonly MergeCandidate[], deletesPct: number): MergeRange | undefined {
  const at = segments.findIndex((each) => each.deletedDocs > 0 && deletedPct(each) > deletesPct);
  return at < 0 ? undefined : { from: at, to: at + 1 };
}

function findTier(
  segments: readonly MergeCandidate[],
  settings: PolicySettings,
  factor: number,
): MergeRange | undefined {
  const floor = Math.log(settings.floorSegmentBytes) / Math.log(factor);
  const levels = segments.map((each) => Math.max(floor, Math.log(liveBytes(each)) / Math.log(factor)));
  let start = 0;
  while (start < segments.length) {
    let highest = Number.NEGATIVE_INFINITY;
    for (let i = start; i < levels.length; i++) highest = Math.max(highest, levels[i]!);
    const bottom = Math.max(highest - LEVEL_SPAN, floor);
    let upTo = levels.length - 1;
    while (upTo >= start && levels[upTo]! < bottom) upTo--;
    let from = start;
    while (from + factor <= upTo + 1) {
      const range = { from, to: from + factor };
      const busy = lastMerging(segments, range);
      if (busy < 0 && fits(segments, range, settings)) return range;
      from = busy < 0 ? range.to : busy + 1;
    }
    start = upTo + 1;
  }
  return undefined;
}

/** -1 where none of the range merges. */
function lastMerging(segments: readonly MergeCandidate[], { from, to }: MergeRange): number {
  for (let i = to - 1; i >= from; i--) if (segments[i]!.merging === true) return i;
  return -1;
}

function fits(
  segments: readonly MergeCandidate[],
  { from, to }: MergeRange,
  settings: PolicySettings,
): boolean {
  let bytes = 0;
  for (let i = from; i < to; i++) bytes += liveBytes(segments[i]!);
  return bytes <= settings.maxMergedSegmentBytes;
}

function findDeletes(segments: readonly MergeCandidate[], settings: PolicySettings): MergeRange | undefined {
  let maxDoc = 0;
  let deleted = 0;
  for (const each of segments) {
    maxDoc += each.maxDoc;
    // The deletes of what merges are about to go.
    if (each.merging !== true) deleted += each.deletedDocs;
  }
  if (maxDoc === 0 || (100 * deleted) / maxDoc <= settings.deletesPctAllowed) return undefined;
  let worst = -1;
  for (let i = 0; i < segments.length; i++) {
    if (segments[i]!.deletedDocs === 0 || segments[i]!.merging === true) continue;
    if (worst < 0 || deletedPct(segments[i]!) > deletedPct(segments[worst]!)) worst = i;
  }
  return worst < 0 ? undefined : { from: worst, to: worst + 1 };
}

function deletedPct(segment: MergeCandidate): number {
  return (100 * segment.deletedDocs) / segment.maxDoc;
}

/** Size without the share of deleted documents. */
function liveBytes(segment: MergeCandidate): number {
  return Math.max(1, segment.sizeInBytes * (1 - segment.deletedDocs / Math.max(1, segment.maxDoc)));
}
