import type { Json, JsonMap } from '@sextant/contract';
import type { WorkBudget } from '../budget/work-budget.ts';
import type { KeptDocs } from '../collect/top-scores.ts';
import type { FieldRules } from '../mapping/field-view.ts';
import type { HitWriters } from './hit-writer.ts';
import type { ShardFailure } from './search-failure.ts';
import type { ShardTime } from './shard-time.ts';
import type { TermVectorsRequest } from './term-vectors.ts';

/** The body of a search as the REST interface takes it, URL parameters merged in. Parsed and checked by the engine. */
export type SearchBody = Readonly<Record<string, unknown>>;

export interface SearchOptions {
  /** The segments are those of this context, not the present ones; of the indices those shards take part that it has. */
  readonly context?: number;
  readonly page?: SearchPage;
  /** Nobody waits for it yet: it is done by a searching thread, and not by the one that asks. */
  readonly isAhead?: boolean;
  /** Names of open indices, in the order of the answer's shards. */
  readonly indices: readonly string[];
  readonly body: SearchBody;
  /** Filters that an alias adds, per index. */
  readonly aliasFilters?: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
  /**
   * Documents that the caller may see, per index: for him there are no others. A request that could tell of others in another
   * way is refused.
   */
  readonly documentFilters?: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
  /** The query says which documents somebody may see: it finds what `documentFilters` with it leave. */
  readonly byRule?: boolean;
  /** Fields that the caller may see, per index: for him documents have no others, nor does the mapping. */
  readonly fieldRules?: ReadonlyMap<string, FieldRules>;
  /** count: only the total, no hits. */
  readonly countOnly?: boolean;
  /** Shards of each index that are searched, by number; all where it is not given. */
  readonly shards?: readonly number[];
  /** Where there are more shards, those that cannot match are skipped; absent: as the search and its indices say. */
  readonly preFilterShardSize?: number;
  /** terminate_after, timeout (ms) as given by URL. */
  readonly terminateAfter?: number;
  readonly maxBuckets: number;
  /** Per index the routing values whose shards alone are searched; an index that is not in here is searched whole. */
  readonly routings?: ReadonlyMap<string, readonly string[]>;
  /** Names of aggregations get their type before them (`sterms#x`). */
  readonly typedKeys?: boolean;
  /** How many hits there are is a number in `top_hits`, too. */
  readonly totalAsInt?: boolean;
  /** What was spent of its `timeout` where it was begun before, or by the thread that asks for help. */
  readonly spentMs?: number;
  /** What the request may take; a search that is given none is not limited. */
  readonly budget?: WorkBudget;
  /** Told what each shard took, when all are done. Where nobody is, nothing is measured. */
  readonly onShard?: (time: ShardTime) => void;
  /** false: a search whose time is up fails. */
  readonly partialResults?: boolean;
  /** What the scores of an index are multiplied by, where that is not 1. */
  readonly indexBoosts?: ReadonlyMap<string, number>;
  /** Frequencies and lengths are counted over all shards together, and not for each alone. */
  readonly sharedStatistics?: boolean;
  /** `matched_queries` with the scores of the queries. */
  readonly scoreNamedQueries?: boolean;
  /** With `explain`, hits are explained by this query, and not by the one that found them. */
  readonly explained?: ExplainedQuery;
  /** The query is told as Lucene would print it, shard by shard. Not told where documents are hidden from the caller. */
  readonly tellsQuery?: boolean;
  /** The query is bound to each shard, and no document is looked at. */
  readonly bindsOnly?: boolean;
  /** The words of a document are told, with the statistics of the one shard that is searched. */
  readonly termVectors?: TermVectorsRequest;
  /** Hits within aggregations have a `_type`. */
  readonly documentType?: boolean;
  /** The node that an error names as the place of its failed shards. */
  readonly nodeId?: string;
  /**
   * What the host's renderer is given where the search is done in another thread, or its hits are written while they are read: plain data. A
   * search that has hits or aggregations and none of this is done in the thread that asked.
   */
  readonly rendering?: unknown;
  /** Hits that show no more than their documents are written while they are read; absent where nobody can. */
  readonly hitWriters?: HitWriters;
  /**
   * Whether the answer may be kept and given again while nothing changes; where it is not said, the settings of the indices
   * decide, and only answers without hits are kept.
   */
  readonly requestCache?: boolean;
}

/** A document by its place in a search. Plain data. */
export interface DocPlace {
  /** Counts through all segments of the search, in the order of shards. */
  readonly segment: number;
  readonly doc: number;
  readonly score: number;
}

/**
 * A page of a search that goes on where another ended. All pages are of the same context, so that places mean the same in each.
 */
export interface SearchPage {
  /** The hits of the page, where they are known: they are sorted and fetched, and nothing is searched. */
  readonly docs?: KeptDocs;
  /** The last hit before the page; absent: there is none. */
  readonly after?: DocPlace;
  /** So many hits that follow the page are told by their places. */
  readonly ahead: number;
}

/** Where the pages of a search are. Plain data. */
export interface PageEnd {
  /** The last hits, of each segment one, in their order. */
  readonly lasts: readonly DocPlace[];
  /** Hits that follow, in their order. */
  readonly ahead: KeptDocs | null;
}

/** As requests have them. */
export interface ExplainedQuery {
  readonly query: unknown;
  /** Of an alias. */
  readonly filter?: unknown;
}

export interface ExplainedHit {
  readonly shard: number;
  readonly node: string;
  readonly matched: boolean;
  readonly explanation: JsonMap;
}

export interface SearchHit {
  readonly index: string;
  /** Empty where the request wants neither id nor source (`stored_fields: _none_`). */
  readonly id: string;
  /** null where sorting makes none. */
  readonly score: number | null;
  readonly routing: string | null;
  /** Fields whose malformed values were ignored; absent where there are none. */
  readonly ignored?: readonly string[];
  readonly version?: number;
  readonly seqNo?: number;
  readonly primaryTerm?: number;
  /** UTF-8 of the (filtered) document; undefined when not asked. */
  readonly source?: Uint8Array;
  readonly fields?: JsonMap;
  /** By field, pieces of its text with what was looked for marked. */
  readonly highlight?: JsonMap;
  readonly sort?: readonly Json[];
  /** Names of the queries that match, or their scores by name. */
  readonly matchedQueries?: Json;
  /** Where it was found, and why it has its score. */
  readonly explained?: ExplainedHit;
  /** More hits of its group, and objects within it, by the name under which they were asked for. */
  readonly innerHits?: readonly (readonly [name: string, found: InnerHits])[];
  /** Where in the document it lies, where it is an object of a nested field. */
  readonly nested?: JsonMap;
}

/** The query of one shard. */
export interface QueryText {
  readonly index: string;
  readonly shard: number;
  readonly text: string;
}

/** Hits within a hit. */
export type InnerHits = Pick<SearchResult, 'total' | 'maxScore' | 'hits'>;

export interface SearchResult {
  /** Of a search that has pages. */
  readonly page?: PageEnd;
  readonly tookMs: number;
  /** What the phase took of it that reads the hits; with a fraction. */
  readonly fetchMs?: number;
  /** The shards whose documents are shown. */
  readonly fetched?: readonly { readonly index: string; readonly shard: number }[];
  readonly timedOut: boolean;
  /** Whether `terminate_after` left something out; absent where it is not asked for. */
  readonly terminatedEarly?: boolean;
  readonly shards: {
    readonly total: number;
    readonly successful: number;
    readonly skipped: number;
    readonly failures: readonly ShardFailure[];
  };
  /** undefined with track_total_hits=false. */
  readonly total?: { readonly value: number; readonly relation: 'eq' | 'gte' };
  readonly maxScore: number | null;
  /** Empty where they are written. */
  readonly hits: readonly SearchHit[];
  /** What the `hitWriters` of the search made of them; valid until the host has written its answer. */
  readonly writtenHits?: Uint8Array;
  /** The `aggregations` object, ready to write; where the search has a `rendering`, parts of it are written. */
  readonly aggregations?: JsonMap;
  /** The `term_vectors` object, ready to write. */
  readonly termVectors?: JsonMap;
  readonly queryTexts?: readonly QueryText[];
  /** The `profile` object, ready to write. */
  readonly profile?: JsonMap;
  /** The `suggest` object, ready to write. */
  readonly suggest?: JsonMap;
  /** Hits and aggregations as the host's renderer wrote them; those above are empty then. */
  readonly rendered?: Uint8Array;
  /** The answer was found before: what it says of its time is that of then. */
  readonly cached?: boolean;
}
