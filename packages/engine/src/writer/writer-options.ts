import type { Clock, Disk, Log, Random } from '@sextant/base';
import type { WriterEvents } from '../shard/index/writer-events.ts';
import type { MergeRunner } from '../shard/store/merge-runner.ts';
import type { SegmentBuilds } from '../shard/store/segment-builds.ts';
import type { BufferAccount } from './buffer-account.ts';
import type { FoundPaths } from './open-data-paths.ts';

export interface WriterOptions {
  readonly disk: Disk;
  readonly directory: string;
  /** Further folders for shards; none where absent. */
  readonly paths?: FoundPaths;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly merges: MergeRunner;
  /** Merges of a shard that run beside each other where its index does not say; 1 where absent. */
  readonly mergeThreads?: number;
  /** Absent where segments are made in this thread. */
  readonly builds?: SegmentBuilds;
  /** Shared with the other writers, where there are several. */
  readonly buffers?: BufferAccount;
  readonly events: WriterEvents;
}
