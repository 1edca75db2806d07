import { filesOf, heldBy } from '../segment/segment-file.ts';
import type { IndexView } from './index-view.ts';

/** What the segments that searches use hold outside the heap, where the runtime does not count it. */
export interface SegmentMemory {
  /** In memory that threads share: small segments, and which documents live. */
  readonly sharedBytes: number;
  readonly shared: number;
  /** Files that threads map when they search them; the system reads what is used, and drops it when it needs room. */
  readonly mappedBytes: number;
  readonly mapped: number;
}

export function segmentMemory(views: Iterable<IndexView>): SegmentMemory {
  const sum = { sharedBytes: 0, shared: 0, mappedBytes: 0, mapped: 0 };
  const counted = new Set<object>();
  for (const view of views) {
    for (const shard of view.shards) {
      if (!shard.hasSegments) continue;
      for (const reader of shard.searchers().flatMap((each) => each.segments)) {
        const files = filesOf(reader);
        if (counted.has(files)) continue;
        counted.add(files);
        const { sharedBytes, mapped } = heldBy(reader);
        sum.sharedBytes += sharedBytes;
        for (const bytes of mapped) sum.mappedBytes += bytes;
        if (sharedBytes > 0) sum.shared++;
        sum.mapped += mapped.length;
      }
    }
  }
  return sum;
}
