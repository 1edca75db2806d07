import type { Clock } from '@sextant/base';
import type { ApiError, JsonMap } from '@sextant/contract';
import type { Steps } from '../budget/slices.ts';
import type { WorkBudget } from '../budget/work-budget.ts';
import type { JsonObject } from '../dsl/json-reader.ts';
import type { QueryNode } from '../dsl/query-node.ts';
import type { FieldMapper } from '../mapping/field-mapper.ts';
import type { JoinRelations } from '../mapping/join-relations.ts';
import type { MappedField } from '../mapping/mapped-field.ts';
import type { ObjectMapper } from '../mapping/object-mapper.ts';
import type { SegmentMatch } from '../segment/collector.ts';
import type { SegmentReader, ShardSearcher } from '../segment/segment-reader.ts';
import type { AggregatorState } from './aggregator-state.ts';
import type { DocScores } from './doc-scores.ts';
import type { InternalAggregation } from './internal-aggregation.ts';
import type { TopHitsPort } from './top-hits-port.ts';
import type { ValueStream } from './values/value-stream.ts';

/** What aggregations need of the mapping. */
interface FieldLookup {
  field(name: string): MappedField | undefined;
  mapper(name: string): FieldMapper | undefined;
  nestedPathOf(name: string): string | null;
  object(path: string): ObjectMapper | undefined;
  readonly join: JoinRelations | undefined;
  readonly source: { readonly enabled: boolean };
}

/** Documents of a segment: a bit set of live documents, all of them, or none. */
export type FilteredDocs = Uint32Array | 'all' | null;

/** Documents of a segment that match a filter which is asked about those alone that somebody wants to know of. */
export interface AskedDocs {
  /** Of the documents that it was asked about. */
  readonly bits: Uint32Array;
  /** Once or more often, in any order. */
  ask(docs: Int32Array, length: number): void;
}

/** The documents of a segment that match a filter. */
export interface SegmentFilter {
  docs(segment: SegmentReader): FilteredDocs;
  /** The same one document at a time; absent: it makes no difference which documents it is asked about. */
  readonly asked?: (segment: SegmentReader) => AskedDocs;
}

type AggregationShard = { readonly searcher: ShardSearcher; readonly mapping: FieldLookup } | null;

export interface AggregationContext {
  /** By their number in the search; null = this one does not take part. */
  readonly shards: readonly AggregationShard[];
  /** Epoch milliseconds that `now` in date math means. */
  readonly nowMs: number;
  /** `search.max_buckets`. */
  readonly maxBuckets: number;
  readonly budget: WorkBudget;
  /** Told of each shard that the aggregations do not fit; thrown where absent. */
  readonly failed?: (shardIndex: number, error: ApiError) => void;
  /**
   * Makes a filter of a query, for the `filter` and `filters` aggregations; refused by name where absent. `nestedPath`: see
   * `ShardContext`.
   */
  readonly filter?: (query: QueryNode, shardIndex: number, nestedPath: string | null) => SegmentFilter;
  /** The documents that may be seen beside those that match the query, for `global`; null, or absent: all. */
  readonly limit?: (shardIndex: number) => SegmentFilter | null;
  /** Looks for documents as a search with the body would, for `top_hits` of the name; refused by name where absent. */
  readonly topHits?: (shardIndex: number, name: string, body: JsonObject) => TopHitsPort;
  /** Measures what is done, for `RunningAggregation.profile`; nothing is measured where absent. */
  readonly profileClock?: Pick<Clock, 'nanos'>;
}

/** The context as one shard sees it. */
export interface ShardContext {
  readonly searcher: ShardSearcher;
  readonly mapping: FieldLookup;
  readonly nowMs: number;
  /** `search.max_buckets`. */
  readonly maxBuckets: number;
  readonly budget: WorkBudget;
  readonly filter: ((query: QueryNode, nestedPath: string | null) => SegmentFilter) | null;
  /** See `AggregationContext`. */
  readonly limit: () => SegmentFilter | null;
  readonly topHits: ((name: string, body: JsonObject) => TopHitsPort) | null;
  /** Measures what is done; null: nobody asks. */
  readonly profileClock: Pick<Clock, 'nanos'> | null;
  /** What comes are objects of this nested path; null: whole documents. */
  readonly nestedPath: string | null;
  /** Of the documents that a leaf is given, where the type of the aggregation says that it needs them. */
  readonly scores: DocScores;
  /** The values of an aggregation whose type `takesStreams`, where a script makes them as documents come. */
  readonly stream?: ValueStream;
  /** A segment as the search has it, without what aggregations have made of its documents. */
  readonly searched: (segment: SegmentReader) => SegmentReader;
}

/**
 * Takes documents of one segment. `docs[i]` lies in the parent's bucket `parents[i]`; all of those are below
 * `parentCount`. Documents of a block ascend within a bucket, and may repeat where a parent has several
 * values. The arrays belong to the caller.
 */
export interface LeafAggregator {
  collect(docs: Int32Array, parents: Int32Array, length: number, parentCount: number): void;
}

/**
 * How an aggregation of one shard can be done by several that are brought together by `state` and `absorb`: each over some
 * documents, which are whole segments for better, or have to be whole chunks (`Chunks`); or not at all.
 */
export type Division = 'documents' | 'segments' | 'chunks' | 'none';

/** In place of a bucket's number: no shard has any document of it. */
export const NO_BUCKET = -1;
/** This shard has no document of it, and makes all that is in it as if it had some. */
export const UNMET_BUCKET = -2;

/** One aggregation on one shard: holds what it finds per bucket of its parent. */
export abstract class Aggregator {
  readonly children: readonly Aggregator[];

  constructor(children: readonly Aggregator[] = []) {
    this.children = children;
  }

  /** `parents`: its parent has no more buckets. */
  division(parents: number): Division {
    return leastDivision(this.children, parents);
  }

  /** The documents of a chunk have all come; see `Chunks`. `keep`: the next one that comes is not the next of the shard. */
  endChunk(chunk: number, keep: boolean): void {
    for (const child of this.children) child.endChunk(chunk, keep);
  }

  /** Whether `leaf` takes what it has to know of the segment from its statistics. Changes nothing. */
  answers(_segment: SegmentReader, _match: SegmentMatch): boolean {
    return false;
  }

  /** What was found so far, as plain data of its own: later documents do not change it. */
  abstract state(): AggregatorState;

  /**
   * Takes what another aggregator of the same request and shard has found in other documents. `parents`: by the number of a
   * bucket of the other one's parent, that of the same bucket of this one's; null: the same numbers.
   */
  abstract absorb(state: AggregatorState, parents: Int32Array | null): void;

  /** After the last document, and before the results: what waited for that. */
  *finish(): Steps<void> {
    for (const child of this.children) yield* child.finish();
  }

  /** Whether there is anything to prepare. */
  get isPrepared(): boolean {
    return this.children.some((child) => child.isPrepared);
  }

  /** Does in slices what `leaf` of the segment would do at once. May be left out. */
  *prepare(segment: SegmentReader): Steps<void> {
    for (const child of this.children) yield* child.prepare(segment);
  }

  /**
   * For the next segment; null when there is nothing to collect, or when this segment was counted from its
   * statistics. `match` says what will come; sub-aggregations get `other`.
   */
  abstract leaf(segment: SegmentReader, match: SegmentMatch): LeafAggregator | null;
  /** What was found in a bucket of the parent; one never seen, and `NO_BUCKET` or `UNMET_BUCKET` in its place, is an empty one. */
  abstract build(parent: number): InternalAggregation;
  /** What is shown in buckets of which no shard has any document. */
  buildEmpty(): InternalAggregation {
    return this.build(NO_BUCKET);
  }

  /** How a profile names it in OpenSearch's words; null: as its type is always named. */
  profiledAs(): string | null {
    return null;
  }

  /** What a profile tells of how it goes about its work; after the results are built. */
  debug(): JsonMap {
    return {};
  }

  /** After all results are built, where nobody wants to know more: gives back memory that none of them holds. */
  release(): void {
    for (const child of this.children) child.release();
  }

  /** The figure that orders the parent's buckets, without building. */
  abstract figure(parent: number, name: string | null): number;
}

const DIVISIONS: readonly Division[] = ['documents', 'segments', 'chunks', 'none'];

/** What can be done with both. */
export function lesser(one: Division, other: Division): Division {
  return DIVISIONS.indexOf(one) > DIVISIONS.indexOf(other) ? one : other;
}

/** What can be done with all of them. */
export function leastDivision(aggregators: readonly Aggregator[], parents: number): Division {
  return aggregators.reduce<Division>(
    (least, aggregator) => lesser(least, aggregator.division(parents)),
    'documents',
  );
}

export const OTHER_MATCH: SegmentMatch = Object.freeze({ kind: 'other' });

/** Every live document will come, and none of the segment is deleted: its statistics are the answer. */
export function matchesWholeSegment(segment: SegmentReader, match: SegmentMatch): boolean {
  return match.kind === 'all' && segment.liveDocs === null;
}
