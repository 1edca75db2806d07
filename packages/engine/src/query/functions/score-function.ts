import type { SegmentReader } from '../../segment/segment-reader.ts';
import type { QueryContext } from '../weight.ts';

/**
 * Gives documents of one segment a number each: `out[i]` for `docs[i]`, of which the query scored `scores[i]`. Throws ApiError
 * where a document cannot be given one.
 */
export type SegmentFunction = (
  docs: Int32Array,
  length: number,
  scores: Float32Array,
  out: Float64Array,
) => void;

/** One function of `function_score`, bound to a shard: makes itself ready for each segment. */
export type ShardFunction = (segment: SegmentReader) => SegmentFunction;

/** What is read of a request, frozen; binds itself to a shard, and throws ApiError where it does not fit the mapping. */
export interface ScoreFunction {
  bind(context: QueryContext): ShardFunction;
}
