import type { Channel, Clock, Disk, Log, Random } from '@sextant/base';
import type { ErrorCause } from '@sextant/contract';
import type { SearchOptions, SearchResult } from '../search/search-api.ts';
import type { CreateIndex, IndexMetadata, MetadataChange } from '../shard/index/index-metadata.ts';
import type { ShardStats } from '../shard/index/stats.ts';
import type {
  GetRequest,
  GetResult,
  RefreshResult,
  WriteBatch,
  WriteResult,
} from '../shard/index/write-batch.ts';
import type { DamagedFolder, ShardUpkeep } from '../shard/index/writer-events.ts';
import type { AnswerWriting } from './answer-writing.ts';
import type { RequestCacheOptions } from './cached-searches.ts';
import type { HoldRequest, PinnedShard } from './engine-contexts.ts';
import type { EngineHistory } from './engine-history.ts';
import type { EnginePaths } from './engine-paths.ts';
import type { IncomingCopy } from './incoming-copy.ts';
import type { OutgoingCopies } from './outgoing-copies.ts';
import type { SearchPoolFigures, SearchPoolOptions } from './search-pool-options.ts';
import type { SegmentMemory } from './segment-memory.ts';

export interface EngineOptions {
  readonly disk: Disk;
  /** Folder that the engine owns; made when missing. */
  readonly directory: string;
  /** Further folders, which hold nothing but shards; in use by this process alone, as `directory`. */
  readonly further?: readonly string[];
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Where writing, merging and longer searches run: in threads that the host starts, or `inline` (tests, tools). */
  readonly threads:
    | 'inline'
    | {
        readonly writer: () => Channel;
        /** At most so many writers, each in a thread; 1 where absent. */
        readonly writers?: number;
        /** An index goes to another writer when its bodies have waited behind so many bytes of others. */
        readonly contendedBytes?: number;
        readonly merger: () => Channel;
        /** Makes segments of large indexing buffers; as `merger` where absent. */
        readonly builder?: () => Channel;
        /** Segments of smaller buffers are made by the writer itself. */
        readonly buildBytes?: number;
        /** Merges that run beside each other; 1 where absent. */
        readonly mergeThreads?: number;
        readonly search?: SearchPoolOptions;
      };
  /** How answers of searches with a `rendering` are written in this thread; absent: their hits are told. */
  readonly writing?: AnswerWriting;
  /** Keep answers of searches; absent: none are. */
  readonly requestCache?: RequestCacheOptions;
  /** Called after every change of metadata, in the order of changes; undefined = deleted. */
  readonly onMetadata?: (name: string, metadata: IndexMetadata | undefined) => void;
  /** Called after a shard has begun or ceased to work, and when all shards of a start are open. */
  readonly onShardState?: () => void;
  /** Called after every refresh, flush and merge that did something. */
  readonly onUpkeep?: (index: IndexMetadata, shard: number, upkeep: ShardUpkeep) => void;
}

/** Why a shard refuses operations. */
export interface ShardFailure {
  readonly shard: number;
  readonly cause: ErrorCause;
  /** Epoch milliseconds of the first failure since it worked. */
  readonly since: number;
}

/**
 * Indices by name. The writer side owns everything durable; this side holds the metadata and the published
 * segments, and searches them. Every promise rejects with ApiError for operating errors.
 */
export interface Engine {
  /** Operations of shards by number: what followers read and are given. */
  readonly history: EngineHistory;
  /** Files of indices for other clusters. */
  readonly copies: OutgoingCopies;
  readonly paths: EnginePaths;
  /** An index of another cluster that is to come; `id` names its folder while it comes. */
  receive(id: string): IncomingCopy;
  /** Removes what an earlier process has left of all others. Throws DiskError. */
  receiveOnly(ids: ReadonlySet<string>): void;
  /** Opened indices and closed ones, sorted by name. */
  indices(): readonly IndexMetadata[];
  index(name: string): IndexMetadata | undefined;
  /**
   * `source`: the open index whose documents it begins with, and that nobody writes to meanwhile; its number of shards divides the
   * new one's or is a multiple of it, and both route alike unless the source has one shard.
   */
  createIndex(request: CreateIndex, source?: string): Promise<IndexMetadata>;
  deleteIndex(name: string): Promise<void>;
  openIndex(name: string): Promise<void>;
  closeIndex(name: string): Promise<void>;
  /**
   * Opens a shard that refuses operations once more. `empty`: without anything that it held; its files are removed, and
   * what is written from then on has a higher term. Rejects with ApiError where the shard works, or fails again.
   */
  reviveShard(index: string, shard: number, options: { readonly empty: boolean }): Promise<void>;
  /**
   * Changes mapping, settings or aliases of all these indices, or of none: ApiError where one does not fit, or the
   * disk refuses.
   */
  updateMetadata(changes: ReadonlyMap<string, MetadataChange>): Promise<void>;
  /**
   * Resolves when every operation is in the translog and, with durability `request`, synced. `source` moves
   * away.
   */
  write(batch: WriteBatch): Promise<WriteResult>;
  get(request: GetRequest): Promise<GetResult>;
  getMany(requests: readonly GetRequest[]): Promise<readonly GetResult[]>;
  refresh(index: string): Promise<void>;
  /** Makes what was written to these shards searchable: at once, or with their next refresh. */
  refreshShards(
    index: string,
    shards: readonly number[],
    refresh: 'true' | 'wait_for',
  ): Promise<RefreshResult>;
  flush(index: string, options: { readonly force: boolean }): Promise<void>;
  forceMerge(
    index: string,
    options: { readonly maxNumSegments?: number; readonly onlyExpungeDeletes?: boolean },
  ): Promise<void>;
  search(options: SearchOptions): Promise<SearchResult>;
  /**
   * Keeps the present segments of shards for searches in that context (`SearchOptions.context`), until it is ended or their
   * index is deleted or closed. Returns its number. Files of segments stay on the disk meanwhile.
   */
  openContext(request: HoldRequest): Promise<number>;
  /** False where there is none. Searches under way go on to their end. */
  endContext(id: number): boolean;
  /** What a context holds; empty where it has ended. */
  pinned(id: number): readonly PinnedShard[];
  searchPool(): SearchPoolFigures;
  /** Forgets the answers of searches that were kept for the index. */
  clearRequestCache(index: string): void;
  /** Drops the terms of text fields by document that searches of the index have left in memory: of these fields, or of all. */
  clearFielddata(index: string, fields: readonly string[] | null): void;
  /** Of the shards that work, per index in the order of the names; undefined where an index is not there or closed. */
  stats(indices: readonly string[]): Promise<readonly (readonly ShardStats[] | undefined)[]>;
  /** Memory of segments that the runtime does not count. */
  segmentMemory(): SegmentMemory;
  /**
   * Shards of an open index that refuse operations. One that failed while it was open (a full disk) is searched as
   * it was last refreshed, and opens again by itself; one that could not be opened (damage) is not searched.
   */
  failures(index: string): readonly ShardFailure[];
  /** Of what is written to the index now. Throws ApiError index_not_found_exception. */
  primaryTerm(index: string): number;
  /** Shards of an open index that are being opened, after a start: what is asked of them waits. */
  openingShards(index: string): readonly number[];
  /**
   * Folders that may hold an index but could not be read when the engine was opened; `sextant check` says more.
   */
  damagedFolders(): readonly DamagedFolder[];
  /** Which shard a document lives in (Murmur3 of routing or id, as OpenSearch). */
  shardOf(index: string, id: string, routing?: string): number;
  /** Flushes everything and ends the threads: the next open replays nothing. */
  close(): Promise<void>;
}
