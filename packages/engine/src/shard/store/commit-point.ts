import { type Disk, type FramedFormat, FrameError, readFramed, writeFramed } from '@sextant/base';
import { corruptIndex } from '../../codec/corruption.ts';

export const COMMIT_POINT_FILE = 'commit.point';
const format: FramedFormat = { magic: 'SXCP', version: 1 };

/** A segment of a commit. */
export interface CommittedSegment {
  readonly name: string;
  readonly generation: number;
  readonly maxDoc: number;
  readonly deletedDocs: number;
  /** Of the `.liv` file that belongs to the commit; 0 where every document lives. */
  readonly liveGeneration: number;
}

/** What a shard starts from: the segments, and where in the translog what they lack begins. */
export interface CommitPoint {
  readonly generation: number;
  /** Random, new with every commit. */
  readonly id: string;
  /** Changes only when history is begun anew. */
  readonly historyUuid: string;
  readonly translogUuid: string;
  /** First translog generation with operations beyond `localCheckpoint`. */
  readonly translogGeneration: number;
  /** Every operation up to here is in the segments. */
  readonly localCheckpoint: number;
  readonly maxSeqNo: number;
  /** Generation for the next segment; names are never used twice. */
  readonly nextSegment: number;
  /** Oldest first. */
  readonly segments: readonly CommittedSegment[];
}

export function writeCommitPoint(disk: Disk, directory: string, commit: CommitPoint): void {
  writeFramed(disk, directory, COMMIT_POINT_FILE, format, commit);
}

/** Undefined where the shard was never flushed. Throws corrupt_index_exception. */
export function readCommitPoint(disk: Disk, directory: string): CommitPoint | undefined {
  try {
    return readFramed(disk, directory, COMMIT_POINT_FILE, format) as CommitPoint | undefined;
  } catch (error) {
    if (!(error instanceof FrameError)) throw error;
    throw corruptIndex(`commit point [${directory}/${COMMIT_POINT_FILE}] ${error.message}`);
  }
}
