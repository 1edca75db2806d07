import type { Disk, DiskFile } from '@sextant/base';
import { corruptIndex } from '../codec/corruption.ts';
import { type SegmentData, segmentPath, sourcePath } from './segment-data.ts';
import { damagedSections, readFrame, type SegmentFrame } from './segment-frame.ts';

export {
  clearFielddata,
  closeSegment,
  fielddataSizes,
  filesOf,
  heldBy,
  openForSearch,
  openSegment,
  pinSegment,
} from './open-segment.ts';

/** Names a segment in the folder of its shard. */
export type SegmentName = Pick<SegmentData, 'directory' | 'name'>;

/**
 * What a segment is, from header, section table and footer of its index, which are checked. Where files of its size are
 * mapped, nothing else is read; else the index is read into shared memory and every byte of it checked. All documents are
 * live in the result. ApiError corrupt_index_exception where the file is damaged; DiskError where it is missing.
 */
export function loadSegment(disk: Disk, directory: string, name: string): SegmentData {
  return withFrame(disk, { directory, name }, (file, frame) => {
    const path = sourcePath(directory, name);
    const stored = disk.sizeOf(path);
    const { sourceBytes } = frame.header;
    if (stored !== sourceBytes) {
      throw corrupt(path, `the file has ${stored} bytes instead of ${sourceBytes}`);
    }
    const data = dataOfFile(disk, { directory, name }, file, frame);
    if (data.index !== null) demandSound(file, frame, segmentPath(directory, name));
    return data;
  });
}

/** Reads the whole index. ApiError corrupt_index_exception where a byte of it is not as it was written. */
export function verifySegment(disk: Disk, segment: SegmentName): void {
  const path = segmentPath(segment.directory, segment.name);
  withFrame(disk, segment, (file, frame) => demandSound(file, frame, path));
}

function demandSound(file: DiskFile, frame: SegmentFrame, path: string): void {
  const [damaged] = damagedSections(file, frame);
  if (damaged !== undefined) throw corrupt(path, damaged);
}

/** That of its section table, which has those of all sections. Throws as `loadSegment` does. */
export function segmentChecksum(disk: Disk, segment: SegmentName): number {
  return withFrame(disk, segment, (_file, { checksum }) => checksum);
}

function withFrame<T>(disk: Disk, segment: SegmentName, use: (file: DiskFile, frame: SegmentFrame) => T): T {
  const path = segmentPath(segment.directory, segment.name);
  const file = disk.open(path, 'read');
  try {
    const frame = readFrame(file, generationOf(segment.name));
    if ('problem' in frame) throw corrupt(path, frame.problem);
    return use(file, frame);
  } finally {
    file.close();
  }
}

export function generationOf(name: string): number {
  return Number.parseInt(name.slice(1), 36);
}

/** The segment of a file whose frame was read; all documents are live. */
export function dataOfFile(
  disk: Disk,
  { directory, name }: SegmentName,
  file: DiskFile,
  { header, bytes }: SegmentFrame,
): SegmentData {
  const { hasBlocks, hasKept, maxDoc, minSeqNo, maxSeqNo, sourceBytes } = header;
  return {
    name,
    generation: generationOf(name),
    directory,
    maxDoc,
    index: disk.maps(bytes) ? null : readShared(file),
    indexBytes: bytes,
    liveDocs: null,
    deletedDocs: 0,
    hasBlocks,
    hasKept,
    sizeInBytes: bytes + sourceBytes,
    minSeqNo,
    maxSeqNo,
  };
}

function readShared(file: DiskFile): SharedArrayBuffer {
  const index = new SharedArrayBuffer(file.size);
  file.read(new Uint8Array(index), 0);
  return index;
}

function corrupt(path: string, problem: string): Error {
  return corruptIndex(`segment file is damaged: ${problem} [${path}]`);
}

/** Makes both files of the segment durable; the folder is the caller's. */
export function syncSegment(disk: Disk, data: SegmentData): void {
  for (const path of [segmentPath(data.directory, data.name), sourcePath(data.directory, data.name)]) {
    const file = disk.open(path, 'append');
    try {
      file.sync();
    } finally {
      file.close();
    }
  }
}

/** Removes both files; missing ones are no error. Live-docs files are the caller's. */
export function removeSegment(disk: Disk, data: SegmentName): void {
  disk.remove(segmentPath(data.directory, data.name));
  disk.remove(sourcePath(data.directory, data.name));
}
