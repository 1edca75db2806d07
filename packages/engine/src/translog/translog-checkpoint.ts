import { type Disk, type FramedFormat, FrameError, readFramed, writeFramed } from '@sextant/base';
import { corruptTranslog } from '../codec/corruption.ts';
import { GENERATION_HEADER_BYTES, type GenerationSummary, generationOfName } from './generation.ts';

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

export function hasCheckpoint(disk: Disk, directory: string): boolean {
  return disk.exists(`${directory}/${FILE_NAME}`);
}

/** Undefined where no translog was begun. Throws translog_corrupted_exception. */
export function readCheckpoint(disk: Disk, directory: string): TranslogCheckpoint | undefined {
  try {
    const found = readFramed(disk, directory, FILE_NAME, format) as TranslogCheckpoint | undefined;
    if (found === undefined && hasRecords(disk, directory)) {
      throw corruptTranslog(`${directory}/${FILE_NAME}`, 'is missing, though there are operations');
    }
    return found;
  } catch (error) {
    if (error instanceof FrameError) throw corruptTranslog(`${directory}/${FILE_NAME}`, error.message);
    throw error;
  }
}

/** The checkpoint is made before the first record is. */
function hasRecords(disk: Disk, directory: string): boolean {
  return (
    disk.exists(directory) &&
    disk
      .list(directory)
      .some(
        (name) =>
          generationOfName(name) >= 0 && disk.sizeOf(`${directory}/${name}`) > GENERATION_HEADER_BYTES,
      )
  );
}
