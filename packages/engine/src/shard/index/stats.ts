/** Measured figures of one shard since it was opened. Times in milliseconds. */
export interface ShardStats {
  readonly index: string;
  readonly shard: number;
  /** Where it lies, where there are several data paths. */
  readonly dataPath: string | undefined;
  readonly docsCount: number;
  readonly docsDeleted: number;
  readonly storeBytes: number;
  readonly segments: readonly SegmentStats[];
  readonly seqNo: {
    readonly maxSeqNo: number;
    readonly localCheckpoint: number;
    readonly globalCheckpoint: number;
  };
  readonly translog: {
    readonly operations: number;
    readonly bytes: number;
    readonly uncommittedOperations: number;
    readonly uncommittedBytes: number;
    /** Epoch milliseconds; Infinity where there is no log. */
    readonly earliestLastModified: number;
  };
  readonly commit: {
    readonly generation: number;
    readonly id: string;
    readonly userData: Readonly<Record<string, string>>;
  };
  readonly indexing: {
    readonly indexTotal: number;
    readonly indexTimeMs: number;
    readonly indexCurrent: number;
    readonly indexFailed: number;
    readonly deleteTotal: number;
    readonly deleteTimeMs: number;
    readonly deleteCurrent: number;
    readonly noopUpdateTotal: number;
    /** When the last document was indexed, epoch ms; 0 where none was. */
    readonly lastIndexed: number;
    /** What is written waits for merges. */
    readonly isThrottled: boolean;
    readonly throttledMs: number;
  };
  readonly get: {
    readonly total: number;
    readonly timeMs: number;
    readonly existsTotal: number;
    readonly existsTimeMs: number;
    readonly missingTotal: number;
    readonly missingTimeMs: number;
    readonly current: number;
  };
  readonly refresh: {
    readonly total: number;
    readonly timeMs: number;
    readonly externalTotal: number;
    readonly externalTimeMs: number;
    readonly listeners: number;
  };
  readonly flush: { readonly total: number; readonly periodic: number; readonly timeMs: number };
  readonly merges: {
    readonly current: number;
    readonly currentDocs: number;
    readonly currentBytes: number;
    readonly total: number;
    readonly timeMs: number;
    readonly docs: number;
    readonly bytes: number;
    /** How long merges were ready to run and others had the processor. */
    readonly throttledMs: number;
  };
  readonly search: {
    readonly queryTotal: number;
    readonly queryTimeMs: number;
    readonly queryCurrent: number;
    /** Searches that failed on this shard. */
    readonly queryFailed: number;
    readonly fetchTotal: number;
    readonly fetchTimeMs: number;
    readonly fetchCurrent: number;
    readonly scroll: ContextStats;
    readonly pointInTime: ContextStats;
    /** Searches that named groups (`stats` of the body), by group. */
    readonly groups: Readonly<Record<string, SearchGroupStats>>;
  };
  /** Of answers that are kept; one of several shards counts in each of them, its bytes in equal parts. */
  readonly requestCache: {
    readonly bytes: number;
    readonly items: number;
    readonly evictions: number;
    readonly hits: number;
    readonly misses: number;
  };
  /** Bytes of the terms of text fields by document that searching threads hold, by field. */
  readonly fielddata: ReadonlyMap<string, number>;
  /** Bytes of what `completion` fields may suggest, by field. */
  readonly completion: ReadonlyMap<string, number>;
  /** Bytes held by the in-memory buffer and the version map. */
  readonly indexWriterBytes: number;
  readonly versionMapBytes: number;
  /** When the last write, refresh and opening took place, epoch ms. */
  readonly recovery: ShardRecovery;
}

interface SearchGroupStats {
  readonly queryTotal: number;
  readonly queryTimeMs: number;
  readonly fetchTotal: number;
  readonly fetchTimeMs: number;
}

export interface SegmentStats {
  readonly name: string;
  readonly generation: number;
  readonly numDocs: number;
  readonly deletedDocs: number;
  readonly sizeInBytes: number;
  readonly memoryInBytes: number;
  readonly committed: boolean;
  readonly searchable: boolean;
}

/** Made anew, found, or made of the shards of another index. */
export type ShardOrigin = 'EMPTY_STORE' | 'EXISTING_STORE' | 'LOCAL_SHARDS';

export interface ShardRecovery {
  readonly type: ShardOrigin;
  readonly startTime: number;
  readonly stopTime: number;
  readonly translogOperations: number;
  readonly files: number;
  readonly bytes: number;
}

/** Contexts that have ended and the time that they were open, and those that are open. */
interface ContextStats {
  readonly total: number;
  readonly timeMs: number;
  readonly current: number;
}
