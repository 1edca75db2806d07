import type { SegmentReader } from '../../segment/segment-reader.ts';
import type { Explanation } from '../explanation.ts';
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

/** A document that is explained, and what the function says of it. */
interface ExplainedValue {
  readonly segment: SegmentReader;
  readonly doc: number;
  readonly value: number;
  /** Why the query gave the document its score. */
  readonly inner: Explanation;
  /** By which the request calls the function; null = it does not. */
  readonly name: string | null;
}

/** One function of `function_score`, bound to a shard. */
export interface ShardFunction {
  /** It may have no answer for a document. */
  readonly asks?: boolean;
  /** Makes itself ready for a segment. */
  of(segment: SegmentReader): SegmentFunction;
  /** In OpenSearch's words. */
  explain(at: ExplainedValue): Explanation;
}

/** Behind what a function is, and among what it was given. */
export const nameOrNothing = (name: string | null): string => (name === null ? '' : `(_name: ${name})`);
export const nameAsArgument = (name: string | null): string => (name === null ? '' : `, _name: ${name}`);

/** What is read of a request, frozen; binds itself to a shard, and throws ApiError where it does not fit the mapping. */
export interface ScoreFunction {
  bind(context: QueryContext): ShardFunction;
}
