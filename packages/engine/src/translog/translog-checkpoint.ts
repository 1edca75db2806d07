import { type Disk, type FramedFormat, FrameError, readFramed, writeFramed } from '@sextant/base';
import { corruptTranslog } from '../codec/corruption.ts';
import type { GenerationSummary } from './generation.ts';

const FILE_NAME = 'translog.ckp';
const format: FramedFormat = { magic: 'SXTC', version: 1 };

/** Which generations there are. The current one is not summarized: reading it tells. */
export interface TranslogCheckpoint {
  /** Ties the files to each other and to the shard's commit point. */
  readonly uuid: string;
  readonly current: number;
  /** Closed generations, ascending. */
  readonly closed: readonly GenerationSummary[];
}

export function writeCheckpoint(disk: Disk, directory: string, checkpoint: TranslogCheckpoint): void {
  writeFramed(disk, directory, FILE_NAME, format, checkpoint);
}

/** Undefined where no translog was begun. Throws translog_corrupted_exception. */
export function readCheckpoint(disk: Disk, directory: string): TranslogCheckpoint | undefined {
  try {
    return readFramed(disk, directory, FILE_NAME, format) as TranslogCheckpoint | undefined;
  } catch (error) {
    if (error instanceof FrameError) throw corruptTranslog(`${directory}/${FILE_NAME}`, error.message);
    throw error;
  }
}
