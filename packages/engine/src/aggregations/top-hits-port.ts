import type { JsonMap } from '@sextant/contract';
import type { SegmentReader } from '../segment/segment-reader.ts';

/** The best documents of one bucket, and how many there are. */
export interface TopHitsBucket {
  /** Takes documents of a segment, with their scores beside them. */
  collect(segment: SegmentReader, docs: Int32Array, scores: Float32Array, length: number): void;
}

/** Finds and shows documents for an aggregation: the search does it, as it does its own. */
export interface TopHitsPort {
  bucket(): TopHitsBucket;
  /** Of all shards. */
  merged(buckets: readonly TopHitsBucket[]): TopHitsBucket;
  /** The member `hits` of the answer. */
  render(bucket: TopHitsBucket): JsonMap;
}
