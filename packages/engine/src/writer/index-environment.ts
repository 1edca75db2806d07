import type { Clock, Disk, Log, Random } from '@sextant/base';
import type { DataPaths } from '../shard/index/data-paths.ts';
import type { DocumentIds } from '../shard/index/document-ids.ts';
import type { WriterEvents } from '../shard/index/writer-events.ts';
import type { MergeRunner } from '../shard/store/merge-runner.ts';
import type { SegmentBuilds } from '../shard/store/segment-builds.ts';
import type { Settling } from './settling.ts';
import type { TimedWork } from './turns.ts';
import type { Verification } from './verification.ts';

/** What all indices share. */
export interface IndexEnvironment {
  readonly disk: Disk;
  readonly paths: DataPaths;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly merges: MergeRunner;
  readonly builds: SegmentBuilds | undefined;
  /** Merges of a shard that run beside each other where its index does not say. */
  readonly mergeThreads: number;
  readonly ids: DocumentIds;
  readonly events: WriterEvents;
  readonly verification: Verification;
  readonly settling: Settling;
  readonly timed: TimedWork;
}
