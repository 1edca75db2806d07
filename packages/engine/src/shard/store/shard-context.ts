import type { Clock, Disk, Log, Random } from '@sextant/base';
import type { ApiError } from '@sextant/contract';
import type { ParsedDocument } from '../../mapping/mapped-field.ts';
import type { SegmentData, SourceCodec } from '../../segment/segment-data.ts';
import type { SegmentSort } from '../../segment/segment-sort.ts';
import type { HandedShard } from '../index/handed-index.ts';
import type { ShardSettings } from '../index/shard-settings.ts';
import type { ShardOrigin } from '../index/stats.ts';
import type { ShardUpkeep } from '../index/writer-events.ts';
import type { MergeRunner } from './merge-runner.ts';
import type { SegmentBuilds } from './segment-builds.ts';

/** What a shard is given to live in. */
export interface ShardContext {
  readonly disk: Disk;
  /** Folder of the shard; made with the first write. */
  readonly directory: string;
  /** The data path that it lies in, where there are several. */
  readonly dataPath: string | undefined;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly merges: MergeRunner;
  /** Where segments are made of large buffers; undefined where the writing thread makes all of them. */
  readonly builds: SegmentBuilds | undefined;
  readonly index: string;
  readonly indexUuid: string;
  readonly shard: number;
  /** What its folder holds is durable as it is found: the process before ended by itself. */
  readonly isSound: boolean;
  /** As they stand now; read at every use. */
  settings(): ShardSettings;
  codec(): SourceCodec;
  /** The order of the documents in each segment; the same as long as the index is there. Undefined: as they come. */
  sort(): SegmentSort | undefined;
  primaryTerm(): number;
  /**
   * Takes a document apart. The answer is valid until the next call. Throws ApiError where it does not fit.
   */
  parse(source: Uint8Array, id: string, routing: string | null): ParsedDocument;
  /** Whether the metadata say that the shard was written to: then it has a commit point and a translog. */
  isBegun(): boolean;
  /** The shard has its commit point and its translog: the metadata are to say so. */
  begun(): void;
  /** Makes durable what documents changed of the mapping, and which shards were begun. Throws ApiError. */
  persistMetadata(): void;
  /** What segments have of a document beside its fields; no bytes for nothing. Throws ApiError, unless it is acknowledged already. */
  storedDocument(source: Uint8Array, isAcknowledged: boolean): Uint8Array;
  /** How the shard comes to be that is opened now. */
  opened(): ShardOrigin;
  /** What the shard was in the hands of another writer; undefined where it was opened from the disk alone. */
  handed(): HandedShard | undefined;
  /** Lowest generation for a new segment: files of lower ones may still be read or written. */
  firstSegment(): number;
  /** Names of segments that searches may still use from before the shard was opened. */
  shownBefore(): readonly string[];
  /** A refresh, a flush or a merge is done. */
  kept(upkeep: ShardUpkeep): void;
  /** The shard refuses operations from now on. */
  failed(failure: ApiError): void;
  /**
   * The searchable segments changed. Answers with the number of this publication; once searches use it,
   * `ShardWriter.released` is told.
   */
  publish(segments: readonly SegmentData[]): number;
}
